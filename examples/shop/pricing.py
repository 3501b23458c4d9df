"""Prices of a small shop."""

RATE = 19


def net(gross, rate=RATE):
    """The price without tax."""
    return round(gross * 100 / (100 + rate), 2)
