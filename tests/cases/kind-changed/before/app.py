def config():
    return {"debug": True}
