LIMIT = 5
X = 1
