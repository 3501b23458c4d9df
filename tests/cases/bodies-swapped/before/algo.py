def fast(items):
    seen = set(items)
    return sorted(seen, key=len)[:10]

def slow(items):
    out = []
    for item in items:
        out.append(item.strip().lower())
    return out
