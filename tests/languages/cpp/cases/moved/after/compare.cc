#include "account.h"

namespace bank {

bool operator==(const Account &left, const Account &right) {
  return left.owner() == right.owner() && left.balance() == right.balance();
}

} // namespace bank
