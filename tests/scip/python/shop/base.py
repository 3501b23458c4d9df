"""Bäse: what all orders have."""


class Base:
    """With a name that is not ASCII."""

    größe: int = 1

    def run(self, n: int) -> int:
        return n + self.größe


def net(price: float, tax: float = 0.2) -> float:
    return price / (1 + tax)


LIMIT = 3
