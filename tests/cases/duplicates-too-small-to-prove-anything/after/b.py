def tries():
    return 3
