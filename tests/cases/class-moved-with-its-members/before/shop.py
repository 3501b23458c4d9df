class Cart:
    """A shopping cart."""

    currency = "EUR"

    def __init__(self, owner):
        self.owner = owner
        self.items = []

    def add(self, item, count=1):
        for _ in range(count):
            self.items.append(item)
        return len(self.items)

    def total(self):
        return sum(item.price for item in self.items)

X = 1
