def attempts():
    return 3
