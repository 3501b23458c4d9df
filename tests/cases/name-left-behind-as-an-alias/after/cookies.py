def put_signed(name, value, expires=None):
    if expires is None:
        expires = default_expiry(name)
    store.put(sign(name, value), expires=expires, path="/")
    return store.last(name)


put_secure = put_signed
