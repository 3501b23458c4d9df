class Basket:
    """A shopping cart."""

    currency = "USD"

    def __init__(self, owner):
        self.owner = owner
        self.items = []

    def add(self, item, count=1):
        for _ in range(count):
            self.items.append(item)
        return len(self.items)

    def total(self):
        return 2 * sum(item.price for item in self.items)
