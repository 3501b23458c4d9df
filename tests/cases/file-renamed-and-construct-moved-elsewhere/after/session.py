def refresh(session):
    session.touch()
    return session.id

def renew(session):
    session.touch()
    return session.id

def again(session):
    session.touch()
    return session.id
