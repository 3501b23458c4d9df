import os.path as osp
from shop.models import Order, Customer as Buyer
from . import helpers

LIMIT: int = helpers.default_limit()
cache = {}


@helpers.register
@helpers.cached(size=LIMIT)
class Cart(Order, helpers.Mixin[Buyer], metaclass=Meta):
    total: "Money" = 0

    def __init__(self, owner: Buyer, items: list[helpers.Item] = ()):
        self.owner = owner
        self.items, rest = split(items)
        self.owner.carts.append(self)
        self.book[owner] = rest

    def price(self, rate=LIMIT):
        global cache
        cache = osp.join(rate, f"{self.total} and {shown(rate)}")
        for item in self.items:
            with item.lock as held:
                held.value += item.price()
        return [entry.name for entry in cache if check(entry, exact=True)]


def match(value):
    def inner(other):
        return other + value

    match value:
        case Cart(owner=who) if who:
            return inner(who)
        case helpers.RED:
            raise ValueError(factory()(value).result)
    try:
        (late := lambda x: x + LIMIT)(late)
    except KeyError as error:
        print(error, early)
    early = 1


cache["a"] = match(Cart)
Cart.total = cache
for index in range(3):
    print(index)
