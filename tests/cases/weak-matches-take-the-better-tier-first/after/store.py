class Store:
    def sample_space(self):
        raise NotImplementedError

    def has_outcome(self, outcome, null=True):
        raise NotImplementedError
