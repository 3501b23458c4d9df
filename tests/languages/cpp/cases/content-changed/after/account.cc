#include "account.h"

#include <stdexcept>

namespace bank {

Account::Account(std::string owner, long balance) : owner_(std::move(owner)), balance_(balance + 1) {}

void Account::deposit(long amount) {
  if (amount < 0) {
    throw std::invalid_argument("an amount must be positive");
  }
  balance_ += amount;
  notify("deposit", amount);
}

long Account::interest(int years) const {
  return years == 0 ? 0 : balance_ / 100 + this->interest(years - 1);
}

bool operator==(const Account &left, const Account &right) {
  return left.owner() == right.owner() && left.balance() == right.balance();
}

} // namespace bank
