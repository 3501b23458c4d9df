config = {"debug": True}
