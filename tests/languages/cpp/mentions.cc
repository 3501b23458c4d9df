#include <vector>
#include "shop/cart.hpp"

using namespace std::literals;
using shop::Item;

namespace shop {

constexpr int limit = Limits::initial();

template <typename T, int N = limit>
class Cart : public Base<T>, private api::Named {
public:
    explicit Cart(const Buyer &owner, int rate = limit) : Base<T>(owner), total_(rate) {}
    virtual Money price(int rate) const = 0;

private:
    std::vector<Item> items_;
    int total_;
};

template <typename T>
Money Order<T>::price(int rate)
{
    auto sum = add<T>(rate);
    for (auto &item : items_) {
        item->cost.value = sum;
        this->total_ += item->template price<int>(rate);
    }
    std::for_each(items_.begin(), items_.end(), [sum, more = limit](const Item &entry) { entry.use(sum, more); });
    if (auto *seen = dynamic_cast<Known *>(owner_)) {
        return seen->money();
    }
    try {
        auto made = new shop::Cart<T>(sum);
        delete made;
    } catch (const ShopError &error) {
        throw std::runtime_error(error.what());
    }
    count++;
    return Money{sum} + ::zero;
}

}
