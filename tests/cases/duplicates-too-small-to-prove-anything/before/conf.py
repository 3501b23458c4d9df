def retries():
    return 3


X = 1
