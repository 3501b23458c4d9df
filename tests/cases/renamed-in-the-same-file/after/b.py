def refresh(session):
    session.touch()
    return session.id

X = 1
