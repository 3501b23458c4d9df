class Walk:
    def __init__(self):
        self.after = None

    def add(self, hook):
        if self.after is None:
            self.after = [hook]
