class Distribution:
    pmf = None
    base = "linear"

    def __init__(self, pmf, outcomes):
        self.outcomes = sorted(outcomes)
        self.weights = [weight / sum(pmf) for weight in pmf]

    def total(self):
        return sum(self.weights)

    def entropy(self):
        return -sum(weight * log2(weight) for weight in self.weights if weight > 0)

    def most_likely(self):
        best = max(self.weights)
        return [outcome for outcome, weight in zip(self.outcomes, self.weights) if weight == best]
