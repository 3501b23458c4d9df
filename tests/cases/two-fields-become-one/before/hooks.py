class Walk:
    def __init__(self):
        self.post_one = None
        self.post_two = None

    def add_one(self, hook):
        if self.post_one is None:
            self.post_one = [hook]

    def add_two(self, hook):
        if self.post_two is None:
            self.post_two = [hook]
