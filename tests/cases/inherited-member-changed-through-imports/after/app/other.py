from . import base


class Quiet(base.Base):
    def save(self, path):
        pass
