class Box(Base, metaclass=Registry):
    label = "a box"

    def width(self, left, right):
        total = self.measure(left) + self.measure(right) * 3
        return [total, left, right, self.measure(total)]

    def height(self, left, right):
        total = self.weigh(left) + self.weigh(right) * 5
        return [total, left, right, self.weigh(total)]

    def depth(self, left, right):
        total = self.scale(left) + self.scale(right) * 7
        return [total, left, right, self.scale(total)]

    def describe(self, stream, verbose):
        for part in self.parts:
            stream.write(part.name if verbose else part.short)
        if verbose and stream.isatty():
            stream.write("\033[1m" + self.title.upper() + "\033[0m")
            stream.flush()
        while self.pending:
            entry = self.pending.popleft()
            stream.write("%s: %d of %d\n" % (entry.key, entry.done, entry.total))
        return stream.tell() if stream.seekable() else None

    def pack(self, things, limit=None, *, strict=True):
        packed, left = [], list(things)
        try:
            while left and (limit is None or len(packed) < limit):
                thing = left.pop(0)
                if strict and not thing.fits(self.inner, margin=0.5):
                    raise ValueError(thing)
                packed.append((thing.code, thing.size ** 2))
        finally:
            self.log.debug("packed %r, left %r", packed, left)
        return dict(packed)
