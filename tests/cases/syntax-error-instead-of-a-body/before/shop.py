def save(order):
    order.store()
    return order.number


X = 1
