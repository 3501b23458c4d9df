def validate_token(token, now):
    """Checks a token."""
    if token.expires < now:
        return False
    payload = decode(token.body, KEY)
    return payload["scope"] in ALLOWED
