from dataclasses import dataclass

@dataclass
class Order:
    number: int
    total: float
    weight: float
