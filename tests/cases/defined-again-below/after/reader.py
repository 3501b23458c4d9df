LIMIT = 3


def parse(text):
    fields = text.split(",")
    return [field.strip() for field in fields]


def parse(text):
    return list(text)


class Reader:
    def read(self, path):
        with open(path) as file:
            return parse(file.read())

    def read(self, path):
        return []

    def write(self, path, fields):
        with open(path, "w") as file:
            file.write(",".join(fields))

    def write(self, path, fields, end):
        with open(path, "w") as file:
            file.write(",".join(fields) + end)

LIMIT = 4
