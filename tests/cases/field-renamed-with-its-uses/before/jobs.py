class Job:
    def __init__(self, clock):
        self.clock = clock
        self.accepted = None
        self.parked = None

    def take(self):
        if self.accepted is None:
            self.accepted = self.clock.now()

    def age(self):
        return self.clock.now() - self.accepted
