class Other:
    def __init__(self):
        self.items = []

    def push(self, value, weight):
        self.items.append((value, weight))
        self.items.sort()
