"""Clients."""


class Client(object):
    """Simple."""

    def fetch(self, request, callback, **options):
        raise NotImplementedError()
