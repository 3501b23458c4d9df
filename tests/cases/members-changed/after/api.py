class Api:
    version = 2

    def get(self, key, default=None):
        return self._load(key)

    def put(self, key, value):
        self.store[key] = value

    @timed
    def size(self):
        return len(self.store)

    def clear(self):
        self.store.clear()

    def _load(self, key):
        return self.store.get(key)
