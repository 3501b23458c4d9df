package shop;

import java.util.List;
import static shop.Tools.*;

@Entity
@Table(name = NAMES)
public class Cart<T extends Item> extends Base<T> implements Priced, shop.api.Named {
    private static final int LIMIT = Tools.limit();
    private List<Buyer> owners;
    int total, count = LIMIT;

    Cart(Buyer owner, T... items) throws ShopError {
        super(owner);
        this.owners = new ArrayList<>();
        this.owners.add(owner);
        total = items.length;
    }

    @Override
    public Money price(final int rate) {
        int sum = sum(rate);
        for (T item : items()) {
            sum += item.price(rate).value;
            count++;
        }
        outer:
        for (int i = 0; i < sum; i++) {
            break outer;
        }
        try (Reader in = open()) {
            owners.stream().map(Buyer::name).filter(x -> x.isOpen(LIMIT));
        } catch (ShopError | Other error) {
            throw new IllegalStateException(error);
        }
        if (owners instanceof Known known) {
            return known.money();
        }
        Runnable task = new Runnable() {
            public void run() {
                helper(sum);
            }
        };
        shop.Tools.Inner.call((Money) task);
        return Money.ZERO;
    }
}

record Point(int x, int y) {
    int norm() { return x * y; }
}

enum Color { RED(1), GREEN(Tools.two()); }
