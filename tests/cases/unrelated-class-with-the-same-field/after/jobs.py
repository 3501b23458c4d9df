QUEUE = []


class Job:
    def __init__(self, work):
        self.retries = None
        self.work = work

    def run(self):
        QUEUE.append(self)
