"""The words of instructions in English and Chinese: verbs, things, politeness, as tables.

Knows words and their groups. Must never know a page, a workflow, or how an instruction is read (``instructions`` does).

Rules of this module:

* Words of one group mean the same *in an instruction* and are interchangeable. In doubt a word has its own group: a wrong
  synonym performs a wrong task, a missing one only causes a question.
* A filler has no meaning for the action. Negations, conditions, times and quantities are never fillers.
* The tables of ``vocabulary`` describe controls of a page and are less strict; they are not used for selecting.
"""

# ruff: noqa: E501  (Chinese characters count twice)

from __future__ import annotations

ACTIONS = {
    "send": "send, dispatch, 发送, 发出, 发, 寄",
    "write": "write, compose, 写, 撰写",
    "save": "save, 保存, 存, 存为",
    "archive": "archive, 归档, 存档",
    "delete": "delete, remove, erase, get rid of, 删除, 删掉, 删, 移除",
    "reply": "reply, answer, respond, 回复, 答复",
    "forward": "forward, 转发",
    "schedule": "schedule, 定时, 预约",
    "change": "change, edit, update, modify, set, adjust, 修改, 更改, 改, 改成, 改为, 更新, 更换, 调整, 变更, 设置, 设为, "
    "设置为, 设成",
    "search": "search, find, look for, look up, search for, 搜索, 查找, 检索, 找, 搜",
    "check": "check, 查询, 查, 查看",
    "mark": "mark, 标记, 标记为, 标为",
    "report": "report, 举报",
    "restore": "restore, recover, undelete, 恢复, 还原",
    "add": "add, put, 添加, 加入, 加, 加到, 加上, 放进, 放入, 新增",
    "apply": "apply",
    "redeem": "redeem, 兑换",
    "use": "use, 使用",
    "buy": "buy, purchase, 购买, 买",
    "place": "下单",
    "subscribe": "subscribe, subscription, 订阅",
    "signup": "sign up, 注册",
    "create": "create, 创建, 新建",
    "make": "make",
    "setup": "set up, 开通",
    "file": "file, submit, 提交",
    "publish": "publish, post, 发布, 发表",
    "open": "open, 打开",
    "close": "close, 关闭, 关掉",
    "shut": "注销, 销户",
    "resolve": "resolve, 解决",
    "reopen": "reopen, re open, 重新打开, 重开",
    "move": "move, 移动, 移到, 移动到, 移",
    "move up": "move up, 上移, 向上移动",
    "move down": "move down, 下移, 向下移动",
    "list": "上架",
    "delist": "下架",
    "go live": "上线",
    "take offline": "下线",
    "raise by": "上调",
    "lower by": "下调",
    "assign": "assign, 分配, 指派",
    "upload": "upload, 上传",
    "attach": "attach",
    "rename": "rename, 重命名, 改名",
    "transfer": "transfer, wire, 转账, 汇款",
    "pay": "pay, 付款, 支付",
    "login": "log in, login, sign in, log into, sign into, 登录, 登陆",
    "logout": "log out, logout, sign out, 退出, 登出",
    "block": "block",
    "freeze": "freeze, 冻结",
    "lock": "lock, 锁定",
    "cancel": "cancel, 取消, 撤销",
    "stop": "stop, 停止",
    "return": "return, send back, 退货",
    "request": "request, 申请",
    "track": "track, 跟踪, 追踪",
    "download": "download, 下载",
    "export": "export, 导出",
    "get": "get, 获取",
    "raise": "raise, 提高",
    "contact": "contact, 联系",
    "favour": "收藏",
    "print": "print, 打印",
    "copy": "copy, duplicate, clone, 复制",
    "select": "select, choose, 选择",
    "enable": "enable, turn on, 启用, 开启",
    "disable": "disable, turn off, 停用, 禁用",
    "book": "book, reserve, 预订, 预定",
    "invite": "invite, 邀请",
    "share": "share, 分享",
    "approve": "approve, 批准",
    "reject": "reject, 拒绝",
    "review": "review, 评价",
    "comment": "comment, 评论",
    "label": "label, tag, 标签",
}

THINGS = {
    "mail": "mail, email, e mail, message, 邮件, 电子邮件, 信件",
    "draft": "draft, 草稿",
    "signature": "signature, email signature, e mail signature, mail signature, 签名, 邮件签名",
    "spam": "spam, junk, spam mail, junk mail, 垃圾邮件",
    "trash": "trash, bin, 垃圾箱, 回收站",
    "deleted": "deleted, 已删除, 误删",
    "later": "later, 稍后",
    "cart": "cart, basket, shopping cart, shopping basket, 购物车",
    "coupon": "coupon, voucher, discount code, coupon code, 优惠券, 优惠码",
    "product": "product, item, article, 商品, 产品",
    "newsletter": "newsletter, 电子报, 新闻邮件",
    "address": "address, 地址",
    "delivery address": "delivery address, shipping address, 收货地址",
    "order": "order, 订单",
    "delivery status": "delivery status, 物流",
    "wish list": "wishlist, wish list, 心愿单",
    "issue": "issue, ticket, bug, 问题, 工单, 缺陷",
    "priority": "priority, 优先级",
    "due date": "due date, deadline, 截止日期, 期限",
    "card": "card, 卡片",
    "bank card": "bank card, 银行卡",
    "attachment": "attachment, 附件",
    "document": "文件",
    "title": "title, 标题",
    "money": "money, 款项, 钱",
    "standing order": "standing order, 定期转账",
    "phone": "phone, phone number, mobile number, telephone number, mobile, 手机号, 电话号码, 电话, 手机号码",
    "account": "account, 账户",
    "bank": "bank, 银行",
    "online bank": "网银, online banking",
    "statement": "statement, account statement, bank statement, 对账单",
    "limit": "limit, 限额",
    "payee": "payee, 收款人",
    "quantity": "quantity, 数量",
    "invoice": "invoice, bill, 发票, 账单",
    "password": "password, 密码",
    "profile": "profile, 个人资料",
    "setting": "setting, preference, 设置项, 偏好设置",
    "appointment": "appointment, meeting, 会议, 约会",
    "reminder": "reminder, 提醒",
    "report": "报告, 报表",
    "user": "user, 用户",
    "project": "project, 项目",
    "folder": "folder, 文件夹",
    "contact": "联系人",
    "review column": "评审, 评审列, review column",
    "again": "again",
}

SEARCHING = ("search", "check", "open")
"""In a search the singular and the plural are one."""

SOFT = {"new": "create", "新": "create", "newly": "create", "用": "use"}
"""Words that count as an action only if the workflow's name contains the action; otherwise they are fillers."""

FIELDS = {
    "item": "item, product, article, 商品, 产品",
    "coupon": "coupon, coupon code, discount code, voucher, voucher code, 优惠券, 优惠码",
    "order": "order, order number, order no, 订单, 订单号, 订单编号, 编号",
    "reason": "reason, 原因, 理由",
    "month": "month, 月份",
    "day": "day, 日期",
    "limit": "limit, 限额",
    "card": "card, bank card, 卡片, 银行卡",
    "account": "account, bank account, 账户",
    "to": "payee, 收款人, 收款方, 收货人",
    "recipient": "recipient, payee, 收款人, 收款方",
    "reference": "reference, payment reference, purpose, 附言, 用途, 备注",
    "comment": "comment, 评论",
    "text": "text, 正文, 内容",
    "label": "label, tag, 标签",
    "assignee": "assignee, 负责人",
    "file": "file, attachment, 文件, 附件",
    "signature": "signature, 签名",
    "title": "title, 标题, 题目",
    "subject": "about, re, 关于",
    "query": "query, search term, keyword, key word, about, for, 关键词, 关键字, 包含, 关于",
    "name": "name, 姓名, 名字, 名称, 收货人",
    "iban": "iban",
    "amount": "amount, sum, 金额",
    "quantity": "quantity, qty, count, 数量",
    "due": "due, due date, deadline, 截止日期, 期限",
    "date": "date, on, 日期",
    "phone": "phone, phone number, mobile number, 手机号, 手机号码, 电话, 电话号码",
}
"""Words that stand before the value of a parameter of this name, beyond those of ``vocabulary.FIELDS``."""

CALLED = "called, named, titled, entitled, headed, with the title, 名为, 叫做, 题为, 名叫, 叫"
"""Phrases before the name of a thing; the parameters of the workflow decide which thing."""
NAMING = ("title", "subject", "name", "item", "account", "card", "label")
SAYING = "saying, says, say, that says, reads, that reads, 说, 写着"
TELLING = ("body", "comment", "text", "message", "signature", "description")

LINKS = (
    "is, are, be, to be, should be, is to be, reads, being, equals, 是, 为, 写, 写上, 填, 填写, 叫, 设为, 设置为, 改为, 改成, 成, "
    "the, a, an, my, your"
)
"""Between a field's name and its value."""

AS = "as, as the, as a, is, is the, is my, is to be the, should be, should be the, should be my, 作为, 当, 为, 当作"
"""Between a value and the field's name after it."""

TO = "to, into, onto, ->, →, 给, 向, 到, 至, 为, 成, 发给, 改为, 改成, 设为, 设置为, 重命名为, 转发给, 分配给, 指派给"
PREPOSITIONS = {"to": TO, "of": "of", "for": "for, 对", "with": "with, 用", "on": "on, 在, 于", "as": "as", "at": "at"}

ASKING = (
    "could you, can you, would you, will you, could you please, can you please, would you please, would you mind, "
    "would you be so kind, 能不能, 能否, 可否, 可不可以, 可以吗, 好吗, 行吗, 能帮我, 可以帮我, 可以"
)
"""Questions in form only: they request the action."""

WISHING = "want, need, like, would you mind, needs to be, need to be, should be"
"""Words that turn a participle into a wish: "I want the mail archived"."""

FILLERS = (
    "please, pls, kindly, just, thanks, thank you, hi, hello, hey, for me, i, id, ill, we, us, would, like, want, need, "
    "you, to, so that, so, kind, the, a, an, my, our, me, it, its, this, that, these, there, one, and, with, of, for, in, "
    "into, on, at, as, onto, inside, number, piece, pieces, pc, pcs, ->, →, now, right now, immediately, at once, "
    "asap, "
    "请, 麻烦, 帮我, 帮忙, 帮, 谢谢, 多谢, 劳驾, 您, 你, 我, 我要, 我想, 我的, 想, 要, 一下, 下, 吧, 把, 将, 的, 地, 这个, 这封, 这张, "
    "这条, 那个, 那封, 该, 此, 一封, 一个, 一条, 一张, 一份, 一本, 一位, 一只, 一些, 封, 个, 条, 张, 份, 件, 只, 台, 给, 向, 在, 里, 里的, 中, 中的, 上, 到, 至, "
    "对, 为, 于, 用, 是, 和, 与, 及, 以及, 并, 并且, 掉, 成, 立即, 马上, 立刻, 现在, 我想要, 名, 号, 让, 进行, 办理, 想把"
)

NO_FILLERS = "要是, 上一, 下一, 上个, 下个, 上周, 下周, 上月, 下月, 上午, 下午, 上次, 下次"
"""Words with a meaning that are made of the signs of fillers, or of one and of a number."""

LEVELS = "highest, high, medium, normal, low, lowest, urgent, critical, 最高, 高, 中, 低, 最低, 紧急, 普通, 一般"
"""Values of a choice that need no quotation marks."""

DOUBTFUL = (
    "later, tomorrow, tonight, today, yesterday, soon, next, every, each, daily, weekly, monthly, unless, if, when, "
    "whenever, once, until, after, before, because, since, without, except, everything, everybody, everyone, anything, anybody, anyone, nothing, nobody, "
    "none, any, not, dont, never, no, nor, then, also, "
    "and, or, but, cc, bcc, all, both, instead, please, it, them, him, her, "
    "稍后, 以后, 之后, 明天, 后天, 今天, 今晚, 下周, 每, 如果, 要是, 除非, 不要, 别, 不, 勿, 没, 然后, 再, 并, 并且, 以及, 或, 和, 所有, 全部"
)
"""If a value without quotation marks contains one of these words, it may be two values."""

REAL_WORDS = (
    "crate, rely, clone, charge, chance, sing, tile, daft, stats, bard, lose, cart, care, male, mall, pots, spot, stop, "
    "salve, trail, angel, sate, side, wire, wife, sing, dairy, diary, lost, last, list, edit, exit, fort, fork, desk, "
    "test, text, read, need, does, goes, sent, cent, tent, seen, seem, seed, sender, reader, older, other, either, "
    "than, then, this, thus, there, these, those, where, were, here, what, that, when, who, why, how, did, has, had, "
    "was, can, may, must, might, shall, from, form, off, out, over, under, before, after, without, within, never"
)
"""Words that look like a typing error and are correct."""
