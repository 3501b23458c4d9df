LOGGER = get(__name__)


class Check:
    def __init__(self):
        self.state = {}

    def find(self, pattern):
        return files(self.folder, pattern)
