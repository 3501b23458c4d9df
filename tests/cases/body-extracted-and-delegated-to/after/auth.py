from core import check


def validate_token(token, now):
    return check(token, now)

def refresh(session):
    session.touch()
    return session.id
