from dataclasses import dataclass

@dataclass
class Order:
    number: int
    total: Decimal
    weight: float
