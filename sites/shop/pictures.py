"""Pictures of the goods, drawn from a shape and a colour. Small enough to be made at every request."""

from __future__ import annotations

from typing import Final

SHAPES: Final = {
    "backpack": "M70 62a30 30 0 0 1 60 0v8h8a10 10 0 0 1 10 10v66a14 14 0 0 1-14 14H66a14 14 0 0 1-14-14V80"
    "a10 10 0 0 1 10-10h8zM84 70h32v-8a16 16 0 0 0-32 0z|M70 104h60v38H70z|M70 116h60M92 104v-22h16v22",
    "duffel": "M44 88a22 22 0 0 1 22-14h68a22 22 0 0 1 22 14v44a22 22 0 0 1-22 14H66a22 22 0 0 1-22-14z|"
    "M74 74v72h10V74zM116 74v72h10V74z|M78 74c0-30 44-30 44 0M56 92h88",
    "tent": "M100 50 172 150H28z|M100 78 128 150H72z|M100 50v-8M28 150l-8 6M172 150l8 6M100 78v72",
    "sleeping": "M58 60h84a12 12 0 0 1 12 12v62a22 22 0 0 1-22 22H68a22 22 0 0 1-22-22V72a12 12 0 0 1 12-12z|"
    "M62 66h76v26H62z|M100 92v58M48 112h104M50 132h100",
    "mat": "M48 76h96v76H48z|M144 76a16 16 0 1 1 0 32 16 16 0 0 1 0-32|M60 76v76M84 76v76M108 76v76M132 76v76",
    "hammock": "M28 78c24 70 120 70 144 0-30 30-114 30-144 0z|M52 96c26 20 70 20 96 0-20 34-76 34-96 0z|"
    "M28 78 16 52M172 78l12-26",
    "chair": "M66 46h68l6 60H60z|M56 106h88v14H56z|M62 120l-8 42M138 120l8 42M66 46l-6 60M134 46l6 60",
    "cooler": "M48 76h104v78H48z|M42 60h116v18H42z|M70 60c0-26 60-26 60 0M48 96h104",
    "jacket": "M78 52 100 60l22-8 34 22 6 76-22 4-6-50v52H66v-52l-6 50-22-4 6-76z|M84 44h32l6 10-22 14-22-14z|"
    "M100 66v90M72 122h16M112 122h16",
    "shirt": "M76 54c10 12 38 12 48 0l36 20-12 28-16-8v62H68V94l-16 8-12-28z|"
    "M80 54c8 8 32 8 40 0l4 2c-8 14-40 14-48 0z|M68 140h64",
    "hat": "M52 122c0-62 96-62 96 0z|M46 120h108v26H46z|M100 76v-10M72 120v26M100 120v26M128 120v26",
    "boot": "M68 48h42l4 44 46 22c8 6 8 14 8 26H66z|M62 140h108v14H62z|M84 64h26M84 78h28M86 92h32",
    "sock": "M82 42h38v62l34 22a18 18 0 0 1-18 32L82 130z|M82 42h38v18H82z|M82 70h38M140 120l-12 30",
    "stove": "M72 96h56l10 56H62z|M54 80h92v16H54z|M80 80c-4-16 10-18 8-34 18 10 4 22 16 34M112 80c0-10 8-12 8-22",
    "pot": "M50 82h100v54a18 18 0 0 1-18 18H68a18 18 0 0 1-18-18z|M44 70h112v14H44z|M94 62h12M150 100h26M50 100H36",
    "bottle": "M78 74c0-8 8-12 8-20h28c0 8 8 12 8 20v74a10 10 0 0 1-10 10H88a10 10 0 0 1-10-10z|M86 36h28v18H86z|"
    "M78 92h44M78 134h44",
    "mug": "M54 66h76v70a16 16 0 0 1-16 16H70a16 16 0 0 1-16-16z|M54 66h76v12H54z|M130 84h12a18 18 0 0 1 0 40h-12",
    "box": "M46 86h108v66H46z|M40 70h120v18H40z|M84 110h32M46 132h108",
    "knife": "M40 96h80c20 0 34 12 42 26H40z|M26 90h22v36H26z|M54 108h90",
    "lantern": "M72 70h56v72H72z|M64 58h72v14H64zM64 140h72v16H64z|M78 58c0-26 44-26 44 0M100 84v38M88 96l12 10 12-10",
    "headlamp": "M70 82h60a14 14 0 0 1 14 14v22a14 14 0 0 1-14 14H70a14 14 0 0 1-14-14V96a14 14 0 0 1 14-14z|"
    "M100 90a17 17 0 1 1 0 34 17 17 0 0 1 0-34|M56 92C20 60 180 60 144 92",
    "lamp": "M76 46h48l26 54H50z|M94 100h12v44H94zM70 144h60v12H70z|M62 88h76",
    "candle": "M52 96h26v60H52zM88 80h26v76H88zM124 106h26v50h-26z|M46 150h110v10H46z|M65 96v-14M101 80V64M137 106V92",
    "blanket": "M44 70h96a16 16 0 0 1 16 16v66H60a16 16 0 0 1-16-16z|M44 92h112v12H44z|M44 120h112M60 152v10M84 152v10"
    "M108 152v10M132 152v10",
    "cushion": "M50 58c34 10 66 10 100 0-10 32-10 62 0 94-34-10-66-10-100 0 10-32 10-62 0-94z|M80 86h40v38H80z|"
    "M50 58l14 14M150 58l-14 14M50 152l14-14M150 152l-14-14",
    "towel": "M62 48h76v106H62z|M62 124h76v12H62z|M48 48h104M62 154v8M80 154v8M100 154v8M120 154v8M138 154v8",
    "plant": "M64 108h72l-10 50H74z|M58 96h84v14H58z|M100 96C70 80 66 58 72 42c20 10 30 28 28 54 2-30 14-44 34-48 "
    "4 22-8 42-34 48",
}
BACKDROPS: Final = {"moss": "#eef1e8", "slate": "#eceff1", "rust": "#f6ece6", "navy": "#e9edf3", "sand": "#f5f1e8"}


def picture(shape: str, colour: str, paint: str) -> str:
    """Return the picture of a thing as SVG.

    Args:
        shape: One of `SHAPES`.
        colour: One of `BACKDROPS`.
        paint: The colour as a style sheet writes it.
    """
    body, detail, lines = SHAPES[shape].split("|")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="400" height="400">'
        f'<rect width="200" height="200" fill="{BACKDROPS[colour]}"/>'
        '<ellipse cx="100" cy="162" rx="70" ry="9" fill="#000" opacity=".08"/>'
        f'<path d="{body}" fill="{paint}" fill-rule="evenodd"/>'
        f'<path d="{detail}" fill="#fff" opacity=".28"/>'
        f'<path d="{lines}" fill="none" stroke="#1d2420" stroke-width="3.2" stroke-linecap="round" '
        'stroke-linejoin="round" opacity=".62"/></svg>'
    )
