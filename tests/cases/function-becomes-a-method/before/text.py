def slug(title, limit=40):
    words = [word.lower() for word in title.split()]
    return "-".join(words)[:limit]
