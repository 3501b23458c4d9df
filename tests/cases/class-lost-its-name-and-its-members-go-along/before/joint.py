class JointDistribution:
    pmf = None
    rvs = None

    def __init__(self, table, names):
        self.names = dict(enumerate(names))
        self.table = {tuple(key): value for key, value in table.items()}

    def total(self):
        return sum(self.table.values())

    def marginal(self, names):
        kept = [index for index, name in self.names.items() if name in names]
        table = {}
        for key, value in self.table.items():
            reduced = tuple(key[index] for index in kept)
            table[reduced] = table.get(reduced, 0) + value
        return table
