QUEUE = []
