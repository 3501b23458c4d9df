from shop.order import Order, naïve

print(naïve, "é", Order)
