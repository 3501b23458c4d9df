class Base:
    def save(self, path):
        with open(path, "w") as out:
            out.write(self.render())

    def render(self):
        return str(self)

class Page(Base):
    title = "x"
