"""Orders of a small shop."""

from dataclasses import dataclass


@dataclass
class Order:
    number: int
    total: float
    note: str = ""

    def is_paid(self, ledger):
        return ledger.balance(self.number) >= self.total

    def _key(self):
        return f"order-{self.number}"
