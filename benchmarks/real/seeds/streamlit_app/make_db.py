"""Make kitchen.db, with the volunteers of people.json."""

import json
import sqlite3
from pathlib import Path

SHIFTS = ["Early", "Noon", "Late", "Night"]

with sqlite3.connect("kitchen.db") as db:
    db.executescript("""
        CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT, text TEXT, stars INTEGER);
        CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT, dish TEXT, portions INTEGER, day TEXT,
                             extras TEXT, takeaway INTEGER);
        CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, email TEXT, shift TEXT, phone TEXT DEFAULT '');
        CREATE TABLE shopping (id INTEGER PRIMARY KEY, item TEXT, bought INTEGER DEFAULT 0);
        CREATE TABLE recipes (id INTEGER PRIMARY KEY, title TEXT, file TEXT, size INTEGER);
        CREATE TABLE messages (id INTEGER PRIMARY KEY, role TEXT, text TEXT);
    """)
    for i, person in enumerate(json.loads(Path("people.json").read_text("utf-8"))):
        volunteer = (person["name"], person["email"], SHIFTS[i % 4])
        db.execute("INSERT INTO people (name, email, shift) VALUES (?, ?, ?)", volunteer)
    for item in ["Rice", "Rice vinegar", "Öl", "Oil", "Mehl (Type 405)", "Flour", "酱油", "Apples", "Apple juice"]:
        db.execute("INSERT INTO shopping (item) VALUES (?)", (item,))
    db.execute("INSERT INTO entries (name, text, stars) VALUES ('Anna', 'Very good soup.', 5)")
