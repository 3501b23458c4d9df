def total(rows):
    amounts = [row.amount for row in rows if row.valid]
    return round(sum(amounts), 2)
