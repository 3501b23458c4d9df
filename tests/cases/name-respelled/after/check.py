logger = get(__name__)


class Check:
    def __init__(self):
        self._state = {}

    def _find(self, options, pattern):
        return files(folder_of(options), pattern)
