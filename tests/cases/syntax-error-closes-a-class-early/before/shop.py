class Cart:
    def add(self, item):
        self.items.append(item)
        return len(self.items)

    def total(self):
        return sum(item.price for item in self.items)
