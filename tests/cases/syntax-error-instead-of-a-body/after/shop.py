def save(order):
<<<<<<< ours
    order.store()
=======
    order.write()
>>>>>>> theirs


X = 1
