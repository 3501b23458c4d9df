class Box(Base, metaclass=Registry):
    label = "a box"

    def width(self, left, right):
        total = self.measure(left) + self.measure(right) * 3
        return [total, left, right, self.measure(total)]

    def height(self, left, right):
        total = self.weigh(left) + self.weigh(right) * 5
        return [total, left, right, self.weigh(total)]

    def depth(self, left, right):
        total = self.scale(left) + self.scale(right) * 7
        return [total, left, right, self.scale(total)]

    def describe(self, stream, verbose):
        for part in self.parts:
            stream.write(part.name if verbose else part.short)
