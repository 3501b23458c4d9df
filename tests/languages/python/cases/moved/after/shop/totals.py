class Totals:
    def total(self, *, with_tax: bool = True) -> int:
        cents = sum(line.cents * line.count for line in self.lines)
        return round(cents * (1 + self.rate)) if with_tax else cents
