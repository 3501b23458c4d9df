LIMITS: dict[str, list[int]] = {}


class Scraper:
    def __init__(self):
        self.timeouts: dict[str, bool] = {}
