class Base:
    def save(self, path):
        with open(path, "wb") as out:
            out.write(self.render())

    def render(self):
        return str(self)

class Page(Base):
    title = "x"
