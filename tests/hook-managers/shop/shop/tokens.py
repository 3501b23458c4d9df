def validate(token, *, strict=True):
    parts = token.split(".")
    if strict and len(parts) != 3:
        raise ValueError("not a token")
    return parts
