class ListField(Field):
    """Many."""

    def assign(self, value):
        self.values = [self.convert(each) for each in value or ()]
        return self.values
