class Shape:
    def __init__(self, size):
        self.size = size

    def scale(self):
        return self.size


class Rectangular(Shape):
    def corners(self):
        return 4


class Square(Rectangular):
    def area(self):
        return self.size * self.size
