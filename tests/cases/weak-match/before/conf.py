LIMIT = None
X = 1
