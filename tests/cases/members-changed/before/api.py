class Api:
    version = 1

    def get(self, key):
        return self._load(key)

    def put(self, key, value):
        self.store[key] = value

    def drop(self, key):
        del self.store[key]

    @cached
    def size(self):
        return len(self.store)

    def _load(self, key):
        return self.store[key]
