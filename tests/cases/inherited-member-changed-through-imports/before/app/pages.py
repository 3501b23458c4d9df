from app.middle import Middle as M


class Page(M):
    title = "x"
