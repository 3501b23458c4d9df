# Names we know.
NAMES = [
    "a",
    "b",
    "c",
]


def validate_token(
    token,
    now,  # a datetime
):
    """Checks a token, and says so at length."""
    # Expired tokens are never good.
    if token.expires < now:
        return False
    x = "it" "s"
    y = 0xFF
    return payload["scope"] in ALLOWED


class Box:
    size = 1
