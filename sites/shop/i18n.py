"""Every word the shop shows, in English, Chinese and German, and how money and dates are written.

One table for all designs, and one for what a design calls otherwise. A word needs all languages: the type says so.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from .product import LOCALES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from pytest_ami.sites.look import SiteLook

WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "lang": ("en", "zh-CN", "de"),
    "slogan": ("Made for outside. Kept at home.", "走向户外，安放于家。", "Für draußen gemacht. Zu Hause daheim."),
    "hero": ("Autumn is a good time to be outside", "秋天，正适合出门", "Der Herbst gehört nach draußen"),
    "hero_text": (
        "Packs, tents and warm layers, chosen by people who use them every weekend.",
        "背包、帐篷和保暖衣物，由每周末都在用的人挑选。",
        "Rucksäcke, Zelte und warme Schichten, ausgesucht von Leuten, die sie jedes Wochenende benutzen.",
    ),
    "browse": ("Browse all products", "浏览全部商品", "Alle Produkte ansehen"),
    "popular_now": ("Popular right now", "热门商品", "Gerade beliebt"),
    # Categories and filters
    "categories": ("Categories", "商品分类", "Kategorien"),
    "all": ("All products", "全部商品", "Alle Produkte"),
    "bags": ("Backpacks & bags", "背包与箱包", "Rucksäcke & Taschen"),
    "camp": ("Tents & camping", "帐篷与露营", "Zelte & Camping"),
    "clothing": ("Clothing & shoes", "服装与鞋履", "Kleidung & Schuhe"),
    "kitchen": ("Kitchen & table", "厨房与餐桌", "Küche & Tisch"),
    "light": ("Lighting", "灯具", "Beleuchtung"),
    "living": ("Home & living", "家居生活", "Wohnen"),
    "search": ("Search products", "搜索商品", "Produkte suchen"),
    "search_go": ("Search", "搜索", "Suchen"),
    "results": ("Results for “{query}”", "“{query}”的搜索结果", "Ergebnisse für „{query}“"),
    "count": ("{n} products", "共 {n} 件商品", "{n} Produkte"),
    "count_one": ("1 product", "共 1 件商品", "1 Produkt"),
    "no_results": ("No product matches your search.", "没有找到符合条件的商品。", "Kein Produkt passt zu Ihrer Suche."),
    "filters": ("Filter", "筛选", "Filter"),
    "price": ("Price", "价格", "Preis"),
    "up_to": ("Up to {price}", "{price} 以下", "Bis {price}"),
    "any_price": ("Any price", "不限价格", "Jeder Preis"),
    "only_stock": ("In stock only", "仅显示有货", "Nur lieferbare"),
    "apply": ("Apply filters", "应用筛选", "Filter anwenden"),
    "sort": ("Sort by", "排序方式", "Sortieren nach"),
    "popular": ("Most popular", "最受欢迎", "Beliebteste"),
    "cheap": ("Price, low to high", "价格从低到高", "Preis aufsteigend"),
    "dear": ("Price, high to low", "价格从高到低", "Preis absteigend"),
    "name": ("Name", "名称", "Name"),
    # Products
    "product": ("Product", "商品", "Artikel"),
    "colour": ("Colour", "颜色", "Farbe"),
    "size": ("Size", "尺码", "Größe"),
    "moss": ("Moss green", "苔绿色", "Moosgrün"),
    "slate": ("Slate grey", "石板灰", "Schiefergrau"),
    "rust": ("Rust", "铁锈红", "Rostrot"),
    "navy": ("Navy", "藏青色", "Marineblau"),
    "sand": ("Sand", "沙色", "Sand"),
    "quantity": ("Quantity", "数量", "Menge"),
    "in_stock": ("In stock ({n} available)", "有货（库存 {n} 件）", "Auf Lager ({n} verfügbar)"),
    "sold_out": ("Sold out", "已售罄", "Ausverkauft"),
    "add": ("Add to cart", "加入购物车", "In den Warenkorb"),
    "buy_now": ("Buy now", "立即购买", "Jetzt kaufen"),
    "vat": ("incl. VAT, plus delivery", "含增值税，另计运费", "inkl. MwSt., zzgl. Versand"),
    "similar": ("You may also like", "猜你喜欢", "Das könnte Ihnen auch gefallen"),
    "added_title": ("Added to your bag", "已放入购物袋", "Zur Einkaufstasche hinzugefügt"),
    "go_on": ("Continue shopping", "继续购物", "Weiter einkaufen"),
    "view_cart": ("View bag", "查看购物袋", "Einkaufstasche ansehen"),
    # Reviews
    "reviews": ("Customer reviews", "顾客评价", "Kundenbewertungen"),
    "no_reviews": ("No reviews yet. Be the first.", "暂无评价，来写第一条吧。", "Noch keine Bewertungen."),
    "write_review": ("Write a review", "写评价", "Bewertung schreiben"),
    "stars": ("Rating", "评分", "Sterne"),
    "star_n": ("{n} out of 5", "{n} 分（满分 5 分）", "{n} von 5"),
    "title": ("Title", "标题", "Titel"),
    "text": ("Your review", "评价内容", "Ihre Bewertung"),
    "submit_review": ("Submit review", "提交评价", "Bewertung absenden"),
    "preview": ("Preview", "预览", "Vorschau"),
    "publish": ("Publish review", "发布评价", "Bewertung veröffentlichen"),
    "review_by": ("{author}, {date}", "{author}，{date}", "{author}, {date}"),
    "review_of": ("Review of {item}", "{item} 的评价", "Bewertung zu {item}"),
    "back_product": ("Back to product", "返回商品页", "Zurück zum Produkt"),
    # Cart
    "cart": ("Cart", "购物车", "Warenkorb"),
    "empty": ("Your cart is empty.", "购物车是空的。", "Ihr Warenkorb ist leer."),
    "line": ("{quantity} × {item}", "{quantity} × {item}", "{quantity} × {item}"),
    "quantity_of": ("Quantity of {item}", "{item} 的数量", "Menge von {item}"),
    "update": ("Update", "更新", "Aktualisieren"),
    "remove": ("Remove", "移除", "Entfernen"),
    "remove_of": ("Remove {item}", "移除 {item}", "{item} entfernen"),
    "more_of": ("One more {item}", "增加一件 {item}", "{item}: eins mehr"),
    "less_of": ("One less {item}", "减少一件 {item}", "{item}: eins weniger"),
    "sum": ("Total", "合计", "Summe"),
    "goods": ("Subtotal", "商品小计", "Zwischensumme"),
    "rebate": ("Discount", "优惠", "Rabatt"),
    "postage": ("Delivery", "运费", "Versand"),
    "free": ("Free", "免运费", "Kostenlos"),
    "each": ("Unit price", "单价", "Einzelpreis"),
    "coupon": ("Coupon code", "优惠码", "Gutscheincode"),
    "redeem": ("Apply coupon", "使用优惠码", "Gutschein einlösen"),
    "have_coupon": ("I have a promo code", "我有优惠码", "Ich habe einen Aktionscode"),
    "applied": ("Active coupon", "已使用的优惠码", "Aktiver Gutschein"),
    "coupon_text": (
        "{n}% off everything in your cart. One code per order, valid until the end of the year.",
        "购物车商品享 {n}% 优惠。每单限用一个优惠码，有效期至年底。",
        "{n} % auf alles im Warenkorb. Ein Code pro Bestellung, gültig bis Jahresende.",
    ),
    "coupon_title": ("Coupon {code}", "优惠码 {code}", "Gutschein {code}"),
    "checkout": ("Go to checkout", "去结算", "Zur Kasse"),
    # Checkout
    "checkout_title": ("Checkout", "结算", "Kasse"),
    "step_address": ("Address", "收货地址", "Adresse"),
    "step_delivery": ("Delivery", "配送方式", "Lieferung"),
    "step_payment": ("Payment", "支付方式", "Zahlung"),
    "step_review": ("Review", "确认订单", "Prüfen"),
    "full_name": ("Full name", "收件人", "Vor- und Nachname"),
    "street": ("Street and number", "街道和门牌号", "Straße und Hausnummer"),
    "city": ("Postcode and city", "邮编和城市", "PLZ und Ort"),
    "continue": ("Continue", "继续", "Weiter"),
    "standard": ("Standard, 2 to 4 days", "标准配送，2 至 4 天", "Standard, 2 bis 4 Tage"),
    "express": ("Express, next day", "次日达", "Express, am nächsten Tag"),
    "pickup": ("Pick up at a parcel shop", "自提点取货", "Abholung im Paketshop"),
    "invoice": ("Invoice, 14 days", "账单支付，14 天内", "Rechnung, 14 Tage"),
    "card": ("Card at delivery", "货到刷卡", "Karte bei Lieferung"),
    "transfer": ("Bank transfer", "银行转账", "Überweisung"),
    "terms": ("I accept the terms of sale", "我同意销售条款", "Ich akzeptiere die AGB"),
    "edit": ("Change", "修改", "Ändern"),
    "place": ("Place order", "提交订单", "Zahlungspflichtig bestellen"),
    "thanks": ("Thank you for your order", "感谢您的订购", "Vielen Dank für Ihre Bestellung"),
    "thanks_text": (
        "We have sent a confirmation to {email}. Your order number is {id}.",
        "确认信已发送至 {email}，订单号为 {id}。",
        "Eine Bestätigung geht an {email}. Ihre Bestellnummer lautet {id}.",
    ),
    "your_order": ("Your order", "您的订单", "Ihre Bestellung"),
    # Account
    "account": ("My account", "我的账户", "Mein Konto"),
    "overview": ("Overview", "账户概览", "Übersicht"),
    "orders": ("My orders", "我的订单", "Meine Bestellungen"),
    "order_n": ("Order {id}", "订单 {id}", "Bestellung {id}"),
    "placed_on": ("Placed on {date}", "下单日期：{date}", "Bestellt am {date}"),
    "status": ("Status", "状态", "Status"),
    "received": ("Received", "已接单", "Eingegangen"),
    "shipped": ("On its way", "运输中", "Unterwegs"),
    "delivered": ("Delivered", "已送达", "Zugestellt"),
    "ship_to": ("Ship to", "收货人", "Lieferung an"),
    "address": ("Delivery address", "收货地址", "Lieferadresse"),
    "change_address": ("Change delivery address", "修改收货地址", "Lieferadresse ändern"),
    "save": ("Save address", "保存地址", "Adresse speichern"),
    "cancel": ("Cancel", "取消", "Abbrechen"),
    "newsletters": ("Newsletter subscriptions", "订阅管理", "Newsletter-Abos"),
    "hello": ("Hello, {name}", "您好，{name}", "Hallo, {name}"),
    "since": ("Subscribed since {date}", "订阅时间：{date}", "Abonniert seit {date}"),
    "unsubscribe": ("Unsubscribe", "取消订阅", "Abbestellen"),
    "weekly": ("One mail a week, on Thursdays.", "每周四一封邮件。", "Eine E-Mail pro Woche, donnerstags."),
    "no_letters": ("No address gets the newsletter.", "暂无订阅邮箱。", "Keine Adresse ist angemeldet."),
    "login": ("Log in", "登录", "Anmelden"),
    "logout": ("Log out", "退出登录", "Abmelden"),
    "login_title": ("Log in to Fernhill", "登录 Fernhill", "Bei Fernhill anmelden"),
    "user": ("Account email", "账户邮箱", "Konto-E-Mail"),
    "password": ("Password", "密码", "Passwort"),
    "login_error": (
        "The email address or the password is wrong.",
        "邮箱地址或密码不正确。",
        "E-Mail-Adresse oder Passwort ist falsch.",
    ),
    # Newsletter, cookies, footer
    "letter_title": ("News from the trail", "户外资讯", "Neues von unterwegs"),
    "letter_text": (
        "New arrivals, repair tips and offers, once a week.",
        "新品、保养技巧与优惠，每周一次。",
        "Neuheiten, Pflegetipps und Angebote, einmal pro Woche.",
    ),
    "email": ("Email address", "邮箱地址", "E-Mail-Adresse"),
    "subscribe": ("Subscribe", "订阅", "Abonnieren"),
    "ask_letter": ("Confirm your subscription", "确认订阅", "Anmeldung bestätigen"),
    "ask_letter_text": (
        "We write to {email} once a week.",
        "我们每周向 {email} 发送一封邮件。",
        "Wir schreiben einmal pro Woche an {email}.",
    ),
    "do_subscribe": ("Yes, sign me up", "确认订阅", "Ja, anmelden"),
    "popup_title": ("10% off your next order", "下一单九折", "10 % auf die nächste Bestellung"),
    "popup_text": (
        "Our newsletter readers get a code every month.",
        "订阅资讯，每月获赠优惠码。",
        "Wer den Newsletter liest, bekommt jeden Monat einen Code.",
    ),
    "popup_close": ("No, thanks", "不用了", "Nein, danke"),
    "cookies": (
        "We use cookies to keep your cart and to see which pages are read.",
        "我们使用 Cookie 保存购物车并了解页面浏览情况。",
        "Wir verwenden Cookies für den Warenkorb und um zu sehen, welche Seiten gelesen werden.",
    ),
    "accept": ("Accept all", "全部接受", "Alle akzeptieren"),
    "necessary": ("Only necessary", "仅必要", "Nur notwendige"),
    "cookie_title": ("Cookies", "Cookie 设置", "Cookies"),
    "footer": (
        "Free delivery from {price}. Returns within 30 days.",
        "满 {price} 免运费，30 天内可退货。",
        "Versandkostenfrei ab {price}. Rückgabe innerhalb von 30 Tagen.",
    ),
    "close": ("Close", "关闭", "Schließen"),
    "main_menu": ("Main menu", "主菜单", "Hauptmenü"),
    "offline": (
        "The server does not answer. Please try again.",
        "服务器没有响应，请重试。",
        "Der Server antwortet nicht. Bitte versuchen Sie es erneut.",
    ),
    # Notices of events
    "notice_added": ("Added to your cart", "已加入购物车", "In den Warenkorb gelegt"),
    "notice_changed": ("Quantity changed", "数量已更改", "Menge geändert"),
    "notice_removed": ("Removed from your cart", "已从购物车移除", "Aus dem Warenkorb entfernt"),
    "notice_coupon": ("Coupon applied", "优惠码已生效", "Gutschein eingelöst"),
    "notice_uncoupon": ("Coupon removed", "优惠码已取消", "Gutschein entfernt"),
    "notice_subscribed": ("You are subscribed", "订阅成功", "Sie sind angemeldet"),
    "notice_unsubscribed": ("You are no longer subscribed", "已取消订阅", "Sie sind abgemeldet"),
    "notice_review": ("Your review is published", "评价已发布", "Ihre Bewertung ist veröffentlicht"),
    "notice_address": ("Address saved", "地址已保存", "Adresse gespeichert"),
    "notice_ordered": ("Order placed", "订单已提交", "Bestellung aufgegeben"),
    "notice_out": ("You have logged out", "您已退出登录", "Sie sind abgemeldet"),
    "gone": ("This is no longer there.", "内容已不存在。", "Das ist nicht mehr vorhanden."),
    "wrong_quantity": (
        "Choose a quantity between 1 and 500.",
        "请输入 1 到 500 之间的数量。",
        "Wählen Sie eine Menge zwischen 1 und 500.",
    ),
    "wrong_coupon": ("This code is not valid.", "优惠码无效。", "Dieser Code ist nicht gültig."),
    "wrong_email": ("Enter an email address.", "请输入邮箱地址。", "Geben Sie eine E-Mail-Adresse ein."),
    "known_email": ("This address is already subscribed.", "该邮箱已订阅。", "Diese Adresse ist bereits angemeldet."),
    "incomplete": ("Please fill in every field.", "请填写所有字段。", "Bitte füllen Sie alle Felder aus."),
    "empty_cart": (
        "Your cart is empty or the address is missing.",
        "购物车为空或缺少地址。",
        "Der Warenkorb ist leer oder die Adresse fehlt.",
    ),
}
RENAMED: Final[dict[str, dict[str, tuple[str, str, str]]]] = {
    "2026": {
        "search": ("What are you looking for?", "想找点什么？", "Was suchen Sie?"),
        "add": ("Add to bag", "放入购物袋", "In die Einkaufstasche"),
        "buy_now": ("Check out now", "马上结账", "Sofort zur Kasse"),
        "cart": ("Bag", "购物袋", "Einkaufstasche"),
        "empty": ("Your bag is empty.", "购物袋是空的。", "Ihre Einkaufstasche ist leer."),
        "quantity": ("How many", "件数", "Anzahl"),
        "coupon": ("Promo code", "促销码", "Aktionscode"),
        "redeem": ("Redeem", "兑换", "Einlösen"),
        "have_coupon": ("I have a promo code", "我有促销码", "Ich habe einen Aktionscode"),
        "applied": ("Promotion", "促销优惠", "Aktion"),
        "checkout": ("Check out", "结账", "Bezahlen"),
        "full_name": ("Recipient", "收货人姓名", "Empfänger"),
        "street": ("Street address", "详细地址", "Anschrift"),
        "city": ("City with postcode", "城市及邮编", "Ort mit PLZ"),
        "continue": ("Next", "下一步", "Nächster Schritt"),
        "place": ("Pay and order", "付款并下单", "Kostenpflichtig bestellen"),
        "login": ("Sign in", "立即登录", "Einloggen"),
        "logout": ("Sign out", "退出", "Ausloggen"),
        "login_title": ("Sign in to Fernhill", "进入 Fernhill", "Bei Fernhill einloggen"),
        "account": ("Profile", "个人中心", "Profil"),
        "orders": ("Purchases", "购买记录", "Einkäufe"),
        "change_address": ("Edit address", "编辑地址", "Adresse bearbeiten"),
        "address": ("Shipping address", "送货地址", "Versandadresse"),
        "save": ("Save changes", "保存更改", "Änderungen speichern"),
        "newsletters": ("Email updates", "邮件订阅", "E-Mail-Updates"),
        "email": ("Your email", "您的邮箱", "Ihre E-Mail"),
        "subscribe": ("Sign up", "立即订阅", "Anmelden"),
        "title": ("Headline", "评价标题", "Überschrift"),
        "text": ("What did you think?", "使用感受", "Wie war es?"),
        "write_review": ("Share your opinion", "分享评价", "Meinung teilen"),
        "notice_added": ("Added to your bag", "已放入购物袋", "Zur Einkaufstasche hinzugefügt"),
        "notice_removed": ("Removed from your bag", "已从购物袋移除", "Aus der Einkaufstasche entfernt"),
    },
}
MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
}


@cache
def words(look: SiteLook) -> Mapping[str, str]:
    """Return all words of a look."""
    column = LOCALES.index(look.locale)
    table = WORDS | RENAMED.get(look.design, {})
    return MappingProxyType({key: entry[column] for key, entry in table.items()})


def money(cents: int, locale: str) -> str:
    """Write an amount in euros."""
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    if locale == "de":
        return f"{sign}{whole:,}".replace(",", ".") + f",{rest:02} €"
    return f"{sign}€{whole:,}.{rest:02}"


def long_date(at: datetime, locale: str) -> str:
    """Write a day in full."""
    local = at.astimezone()
    if locale == "zh":
        return f"{local.year}年{local.month}月{local.day}日"
    month = MONTHS[locale].split()[local.month - 1]
    return f"{local.day}. {month} {local.year}" if locale == "de" else f"{local.day} {month} {local.year}"
