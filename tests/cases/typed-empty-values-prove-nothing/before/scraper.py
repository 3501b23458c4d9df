TABLE: dict[str, list[int]] = {}


class Scraper:
    def __init__(self):
        self.needs_spider: dict[str, bool] = {}
