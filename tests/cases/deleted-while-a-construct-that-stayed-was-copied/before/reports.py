def daily_report(orders, day):
    rows = [order for order in orders if order.day == day]
    total = sum(order.amount for order in rows)
    return {"day": day, "rows": rows, "total": total}


def weekly_report(orders, week):
    rows = [order for order in orders if order.week == week]
    total = sum(order.amount for order in rows)
    average = total / 7
    return {"week": week, "rows": rows, "total": total, "average": average}
