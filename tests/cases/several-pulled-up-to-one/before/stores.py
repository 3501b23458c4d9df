class RedisStore:
    def get_many(self, keys):
        found = self.client.mget([self.prefix + key for key in keys])
        return {key: value for key, value in zip(keys, found) if value is not None}


class ValkeyStore:
    def get_many(self, keys):
        found = self.client.mget([self.prefix + key for key in keys])
        return {key: value for key, value in zip(keys, found) if value is not None}
