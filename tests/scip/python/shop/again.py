from shop.base import net as taxed


def again():
    return taxed(1)


def again():
    return taxed(2)


again()
