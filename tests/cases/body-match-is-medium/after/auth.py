def refresh(session):
    session.touch()
    return session.id
