def fast(items):
    out = []
    for item in items:
        out.append(item.strip().lower())
    return out

def slow(items):
    seen = set(items)
    return sorted(seen, key=len)[:10]
