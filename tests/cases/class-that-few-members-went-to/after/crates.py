class Crate:
    def width(self, left, right):
        total = self.measure(left) + self.measure(right) * 3
        return [total, left, right, self.measure(total)]

    def one(self):
        return self.other.attribute["one"].value(1, 2, 3, 4)

    def two(self):
        return self.other.attribute["two"].value(5, 6, 7, 8)
