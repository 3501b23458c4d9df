class Job:
    def __init__(self, clock):
        self.clock = clock
        self.started = None
        self.owner = None

    def take(self):
        if self.started is None:
            self.started = self.clock.now()

    def age(self):
        return self.clock.now() - self.started
