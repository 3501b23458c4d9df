class Cart:
    def __init__(self, lines):
        self.lines = lines
