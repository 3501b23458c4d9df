from shop.order import Order as Order
