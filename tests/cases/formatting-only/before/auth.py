NAMES = ['a', "b",
         'c']

def validate_token(token, now):
    """Checks a token."""
    if (token.expires < now):
        return (False)
    x = 'it''s' ; y = 0XFF
    return payload['scope'] in ALLOWED

class Box():
    size = (1)
