#include <stdio.h>
#include "shop/cart.h"

#define LIMIT 10
#define TWICE(x) ((x) * 2)

typedef struct item item_t;

struct cart {
    item_t *items;
    int total, count;
    int (*price)(const item_t *item, int rate);
};

enum color { RED = LIMIT, GREEN };

static int total = LIMIT;
extern struct cart *known(int id, enum color color);

int price(struct cart *cart, int rate, item_t items[LIMIT])
{
    int sum = add(rate), *where = &total;
    struct cart local = { .total = sum, .items = items };
    for (int i = 0; i < cart->count; i++) {
        cart->items[i].cost = compute(local.price(cart->items, rate));
        total++;
    }
    if (TWICE(sum) > sizeof(item_t))
        goto done;
    *where = (long)known(sum, GREEN)->total;
    total = (struct cart){ .count = 1 }.count;
done:
    return sum;
}
