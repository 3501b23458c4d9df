class SimpleClient(Client):
    """Simple."""

    def fetch(self, request, callback, **options):
        self.queue.append((request, callback, options))
        self.process(limit=self.max_clients, wait=False)
        return len(self.queue)
