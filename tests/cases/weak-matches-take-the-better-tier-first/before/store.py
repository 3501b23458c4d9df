class Store:
    def space(self):
        raise NotImplementedError

    def holds(self, event, null=True):
        raise NotImplementedError
