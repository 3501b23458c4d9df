import os

from shop import base as b
from shop.base import LIMIT, Base, net


class Order(Base):
    def run(self, n: int) -> int:
        s = "é"; t = "😀"; x = net(1.0); y = "é😀" + str(b.net(2.0))
        return super().run(n) + self.größe + LIMIT

    def total(self) -> float:
        a, rest = ("😀😀", net(3.0))
        print(os.getcwd(), a)
        return rest


naïve = Order().run(1)
