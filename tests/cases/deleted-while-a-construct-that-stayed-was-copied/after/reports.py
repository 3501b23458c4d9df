def daily_report(orders, day):
    rows = [order for order in orders if order.day == day]
    total = sum(order.amount for order in rows)
    return {"day": day, "rows": rows, "total": total}


def hourly_report(orders, hour):
    rows = [order for order in orders if order.day == hour]
    total = sum(order.amount for order in rows)
    return {"day": hour, "rows": rows, "total": total}
