<<<<<<< ours
def validate_token(token, now
=======
de validate_token(
>>>>>>> theirs

def refresh(session):
    session.touch()
    return session.id
