def put_secure(name, value, expires=None):
    if expires is None:
        expires = default_expiry(name)
    store.put(sign(name, value), expires=expires, path="/")
    return store.last(name)
