"""The goods for outside: bags, camping, clothing. Data only; `product` defines a product."""

from __future__ import annotations

from typing import Final

from .product import Product, product

OUTDOOR: Final[tuple[Product, ...]] = (
    product(
        ("Tundra 65", "bags", "backpack", 18900, "moss slate rust", "S M L"),
        ("Trekking backpack", "徒步背包", "Trekkingrucksack"),
        "Carries a week's kit on a frame that adjusts to your back. Rain cover included.",
        "可调背负系统，轻松装下一周装备，附防雨罩。",
        "Trägt das Gepäck einer Woche, mit verstellbarem Rücken und Regenhülle.",
    ),
    product(
        ("Skarven 28", "bags", "backpack", 9900, "slate sand", "S M"),
        ("Day pack", "一日背包", "Tagesrucksack"),
        "Light day pack with a laptop sleeve and two stretch pockets for bottles.",
        "轻便日用背包，带电脑隔层和两个水瓶袋。",
        "Leichter Rucksack mit Laptopfach und zwei elastischen Flaschentaschen.",
    ),
    product(
        ("Harbour 40", "bags", "duffel", 8400, "rust navy", ""),
        ("Duffel bag", "旅行袋", "Reisetasche"),
        "Waterproof tarpaulin duffel with straps to carry it on your back.",
        "防水帆布旅行袋，带双肩背带。",
        "Wasserdichte Tasche aus Plane, auch auf dem Rücken zu tragen.",
    ),
    product(
        ("Pika 5", "bags", "duffel", 3900, "moss sand navy", ""),
        ("Hip bag", "腰包", "Hüfttasche"),
        "Room for phone, keys, snack and a thin jacket. Sits close when you run.",
        "可放手机、钥匙、零食和薄外套，跑步时贴身。",
        "Platz für Handy, Schlüssel und Jacke. Sitzt beim Laufen fest.",
    ),
    product(
        ("Brook 12", "bags", "duffel", 2900, "navy rust", ""),
        ("Dry sack", "防水收纳袋", "Packsack, wasserdicht"),
        "Roll-top sack that keeps clothes dry in a canoe or under a leaking tent.",
        "卷口防水袋，划船露营时保持衣物干燥。",
        "Rollverschluss hält die Kleidung im Kanu und im Zelt trocken.",
    ),
    product(
        ("Sorrel 20", "bags", "backpack", 7600, "sand moss", ""),
        ("Roll-top city pack", "卷口城市背包", "Rolltop-Rucksack"),
        "Waxed cotton pack for the daily ride, with a reflective tab for the light.",
        "蜡质棉布通勤背包，带反光挂片。",
        "Rucksack aus gewachster Baumwolle, mit Reflektor für das Rücklicht.",
    ),
    product(
        ("Vidda 2", "camp", "tent", 34900, "moss rust", ""),
        ("Two-person tent", "双人帐篷", "Zweipersonenzelt"),
        "Free-standing tent of 2.1 kg with two doors. Pitches in five minutes.",
        "自立式双人帐篷，重 2.1 公斤，双门，五分钟搭好。",
        "Frei stehendes Zelt, 2,1 kg, zwei Eingänge. In fünf Minuten aufgebaut.",
    ),
    product(
        ("Vidda 4", "camp", "tent", 52900, "moss sand", ""),
        ("Family tent", "家庭帐篷", "Familienzelt"),
        "Standing height, two bedrooms, and a porch that fits a table and chairs.",
        "可站立高度，两间卧室，前厅可放桌椅。",
        "Stehhöhe, zwei Schlafkabinen und ein Vorraum für Tisch und Stühle.",
    ),
    product(
        ("Eider Minus 5", "camp", "sleeping", 21900, "navy rust", "M L"),
        ("Down sleeping bag", "羽绒睡袋", "Daunenschlafsack"),
        "Responsibly sourced down for nights just below freezing. Packs to 6 litres.",
        "负责任来源羽绒，适合零下夜晚，收纳 6 升。",
        "Daune aus kontrollierter Herkunft für Nächte um den Gefrierpunkt.",
    ),
    product(
        ("Cirrus 7", "camp", "mat", 11900, "rust slate", "M L"),
        ("Sleeping mat", "充气睡垫", "Isomatte"),
        "Seven centimetres of air, warm enough for spring and autumn. 540 g.",
        "七厘米厚充气垫，春秋保暖，540 克。",
        "Sieben Zentimeter Luft, warm genug für Frühling und Herbst. 540 g.",
    ),
    product(
        ("Lull Duo", "camp", "hammock", 6900, "moss rust navy", ""),
        ("Hammock", "双人吊床", "Hängematte"),
        "Parachute fabric for two people up to 220 kg. Tree straps included.",
        "降落伞布双人吊床，承重 220 公斤，附树带。",
        "Fallschirmstoff für zwei Personen bis 220 kg. Baumgurte liegen bei.",
    ),
    product(
        ("Rasten", "camp", "chair", 7900, "sand moss", ""),
        ("Folding chair", "折叠椅", "Klappstuhl"),
        "Beech frame and cotton canvas. Folds flat and hangs on a hook at home.",
        "榉木框架配棉帆布，可折平挂起收纳。",
        "Gestell aus Buche mit Baumwollstoff. Flach zu falten.",
    ),
    product(
        ("Kelvin 24", "camp", "cooler", 12900, "sand navy", ""),
        ("Cool box", "保温箱", "Kühlbox"),
        "Keeps ice for three days. The lid is a seat for one and a tray for two.",
        "保冰三天，箱盖可坐，也可当托盘。",
        "Hält Eis drei Tage lang. Der Deckel ist Sitz und Tablett zugleich.",
    ),
    product(
        ("Storm Petrel", "clothing", "jacket", 22900, "rust navy moss", "S M L XL"),
        ("Rain jacket", "防雨夹克", "Regenjacke"),
        "Three layers, taped seams, and a hood that turns with your head.",
        "三层面料，压胶接缝，帽子随头转动。",
        "Drei Lagen, getapte Nähte und eine Kapuze, die sich mitdreht.",
    ),
    product(
        ("Wren", "clothing", "jacket", 15900, "slate sand", "S M L XL"),
        ("Insulated jacket", "保暖夹克", "Isolationsjacke"),
        "Recycled filling that stays warm when damp. Stuffs into its own pocket.",
        "再生填充，受潮仍保暖，可收进自身口袋。",
        "Recycelte Füllung, die auch feucht wärmt. Passt in die eigene Tasche.",
    ),
    product(
        ("Merle 200", "clothing", "shirt", 7900, "navy slate moss", "S M L XL"),
        ("Merino shirt", "美利奴羊毛上衣", "Merinoshirt"),
        "Fine merino for four days in a row without a washing machine.",
        "细美利奴羊毛，连穿四天也清爽。",
        "Feine Merinowolle, vier Tage ohne Waschmaschine zu tragen.",
    ),
    product(
        ("Gannet", "clothing", "hat", 2900, "rust moss slate", ""),
        ("Wool hat", "羊毛帽", "Wollmütze"),
        "Ribbed lambswool from a small mill, long enough to cover the ears.",
        "小作坊罗纹羊毛帽，可盖住耳朵。",
        "Gerippte Lammwolle, lang genug für die Ohren.",
    ),
    product(
        ("Fell Mid", "clothing", "boot", 18500, "sand slate", "38 40 42 44"),
        ("Hiking boots", "登山靴", "Wanderstiefel"),
        "Waxed nubuck on a sole that can be replaced when it is worn.",
        "蜡面磨砂皮，鞋底可更换。",
        "Gewachstes Nubukleder auf einer Sohle, die sich erneuern lässt.",
    ),
    product(
        ("Tern Low", "clothing", "boot", 13500, "navy rust", "38 40 42 44"),
        ("Trail shoes", "越野跑鞋", "Trailrunningschuhe"),
        "Cushioned for long descents, with lugs that hold on wet roots.",
        "缓震适合长下坡，齿纹抓地防滑。",
        "Gedämpft für lange Abstiege, mit Halt auf nassen Wurzeln.",
    ),
    product(
        ("Dipper", "clothing", "sock", 1900, "slate rust moss", "S M L"),
        ("Walking socks", "徒步袜", "Wandersocken"),
        "Padded heel and toe, flat seams, and enough wool to dry overnight.",
        "足跟足尖加厚，平缝，隔夜即干。",
        "Verstärkte Ferse und Spitze, flache Nähte, über Nacht trocken.",
    ),
)
