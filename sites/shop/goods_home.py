"""The goods for inside: kitchen, light, living. Data only; `product` defines a product."""

from __future__ import annotations

from typing import Final

from .product import Product, product

HOME: Final[tuple[Product, ...]] = (
    product(
        ("Ember One", "kitchen", "stove", 8900, "slate rust", ""),
        ("Gas stove", "便携气炉", "Gaskocher"),
        "Boils a litre in three minutes and folds to the size of a fist.",
        "三分钟烧开一升水，折叠后只有拳头大。",
        "Kocht einen Liter in drei Minuten und wird faustgroß.",
    ),
    product(
        ("Brisa 1.6", "kitchen", "pot", 5400, "slate sand", ""),
        ("Camping pot", "露营锅", "Campingtopf"),
        "Hard-anodised pot with a strainer lid. The stove nests inside.",
        "硬质氧化锅，带滤水盖，可收纳炉头。",
        "Hart eloxierter Topf mit Siebdeckel. Der Kocher passt hinein.",
    ),
    product(
        ("Fjord 750", "kitchen", "bottle", 3200, "moss navy rust sand", ""),
        ("Steel bottle", "不锈钢水瓶", "Edelstahlflasche"),
        "Double-walled: hot for twelve hours, cold for a day. Fits bike cages.",
        "双层真空，保温 12 小时，保冷 24 小时。",
        "Doppelwandig: zwölf Stunden heiß, einen Tag kalt.",
    ),
    product(
        ("Kuppa", "kitchen", "mug", 1600, "sand moss navy rust", ""),
        ("Enamel mug", "搪瓷杯", "Emaillebecher"),
        "Two coats of enamel on steel, for the fire and for the dishwasher.",
        "钢胎双层搪瓷，可上火可机洗。",
        "Zwei Schichten Emaille, für Feuer und Spülmaschine.",
    ),
    product(
        ("Bothy", "kitchen", "mug", 2400, "slate rust", ""),
        ("Stoneware cup", "粗陶杯", "Steinzeugtasse"),
        "Thrown in Stoke-on-Trent, with a handle made for three fingers.",
        "手工拉坯粗陶杯，三指把手。",
        "Von Hand gedreht, mit einem Henkel für drei Finger.",
    ),
    product(
        ("Larder 3", "kitchen", "box", 4500, "sand slate", ""),
        ("Storage jars", "储物罐套装", "Vorratsdosen"),
        "Three tins with lids of ash wood that close without a click.",
        "三只铁罐配白蜡木盖，轻扣即合。",
        "Drei Dosen mit Deckeln aus Esche, die leise schließen.",
    ),
    product(
        ("Carver 9", "kitchen", "knife", 6800, "slate sand", ""),
        ("Chef's knife", "主厨刀", "Kochmesser"),
        "Carbon steel blade of 21 cm, walnut handle, sharpened by hand.",
        "21 厘米碳钢刀身，胡桃木柄，手工开刃。",
        "21 cm Klinge aus Carbonstahl, Griff aus Nussbaum.",
    ),
    product(
        ("Lumen Cub", "light", "lantern", 4900, "sand rust moss", ""),
        ("Camping lantern", "露营灯", "Campinglaterne"),
        "Dims from reading light to night light. Forty hours on one charge.",
        "无级调光，一次充电可用 40 小时。",
        "Dimmbar vom Lese- bis zum Nachtlicht. Vierzig Stunden Laufzeit.",
    ),
    product(
        ("Beacon 400", "light", "headlamp", 5900, "navy rust", ""),
        ("Head torch", "头灯", "Stirnlampe"),
        "400 lumens, a red light for the map, and a lock for the backpack.",
        "400 流明，红光看图模式，带防误触锁。",
        "400 Lumen, rotes Licht für die Karte und eine Transportsperre.",
    ),
    product(
        ("Halo", "light", "lamp", 11900, "sand slate moss", ""),
        ("Table lamp", "台灯", "Tischleuchte"),
        "Spun steel shade on an oak foot. Bulb included, warm white.",
        "旋压钢灯罩配橡木底座，含暖白灯泡。",
        "Schirm aus gedrücktem Stahl auf einem Fuß aus Eiche.",
    ),
    product(
        ("Meridian", "light", "lamp", 18900, "slate rust", ""),
        ("Floor lamp", "落地灯", "Stehleuchte"),
        "Slim reading lamp with a head that stays where you turn it.",
        "细杆阅读灯，灯头可任意定位。",
        "Schlanke Leseleuchte mit frei drehbarem Kopf.",
    ),
    product(
        ("Tallow 3", "light", "candle", 2200, "sand moss", ""),
        ("Candle set", "蜡烛套装", "Kerzenset"),
        "Three rapeseed candles: cedar, sea salt and last night's campfire.",
        "三支菜籽蜡烛：雪松、海盐、篝火。",
        "Drei Kerzen aus Rapswachs: Zeder, Meersalz und Lagerfeuer.",
    ),
    product(
        ("Hearth", "living", "blanket", 8900, "rust slate moss", ""),
        ("Wool blanket", "羊毛毯", "Wolldecke"),
        "Recycled wool woven in Yorkshire, big enough for a sofa and two.",
        "再生羊毛织造，沙发双人尺寸。",
        "Recycelte Wolle, groß genug für ein Sofa und zwei Personen.",
    ),
    product(
        ("Alder", "living", "cushion", 3400, "moss rust sand navy", ""),
        ("Linen cushion", "亚麻靠垫", "Leinenkissen"),
        "Washed linen cover, feather filling, and a zip you do not see.",
        "水洗亚麻套，羽毛芯，隐形拉链。",
        "Bezug aus gewaschenem Leinen, Federfüllung, verdeckter Reißverschluss.",
    ),
    product(
        ("Tarn", "living", "towel", 4200, "navy sand slate", ""),
        ("Bath towel", "浴巾", "Badetuch"),
        "Organic cotton waffle that dries fast on a hook or on a line.",
        "有机棉华夫格，悬挂速干。",
        "Waffelpiqué aus Biobaumwolle, das schnell trocknet.",
    ),
    product(
        ("Thicket", "living", "plant", 3800, "sand rust slate", ""),
        ("Plant pot", "花盆", "Übertopf"),
        "Terracotta with a saucer. The glaze inside keeps the floor dry.",
        "陶土花盆带托盘，内釉防渗。",
        "Terrakotta mit Untersetzer, innen glasiert.",
    ),
    product(
        ("Nook", "living", "box", 5600, "sand moss", ""),
        ("Wall shelf", "壁架", "Wandregal"),
        "Solid oak, 60 cm, held by two brass pins. Screws are in the box.",
        "60 厘米实木橡木，黄铜销固定，附螺丝。",
        "Massive Eiche, 60 cm, auf zwei Stiften aus Messing.",
    ),
    product(
        ("Drift", "living", "chair", 24900, "moss slate", ""),
        ("Lounge chair", "休闲椅", "Loungesessel"),
        "Low chair of oiled oak with a seat of woven paper cord.",
        "上油橡木矮椅，纸绳编织座面。",
        "Niedriger Sessel aus geölter Eiche mit Geflecht aus Papierkordel.",
    ),
    product(
        ("Mosaic", "living", "blanket", 12900, "navy sand", "S M L"),
        ("Cotton rug", "棉质地毯", "Baumwollteppich"),
        "Flat-woven by hand, the same on both sides, washable at 30 degrees.",
        "手工平织，双面可用，30 度可水洗。",
        "Von Hand flach gewebt, beidseitig zu nutzen, bei 30 Grad waschbar.",
    ),
    product(
        ("Woodward", "living", "box", 6400, "rust slate", ""),
        ("Log basket", "木柴篮", "Holzkorb"),
        "Wool felt with leather handles, for logs, toys or the laundry.",
        "羊毛毡配皮把手，可装木柴、玩具或衣物。",
        "Wollfilz mit Ledergriffen, für Holz, Spielzeug oder Wäsche.",
    ),
)
