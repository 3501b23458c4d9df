#pragma once

#include "bank/account.h"

namespace bank {

class Savings : public Account {
public:
  using Account::Account;
  double rate = 0.02;
};

class Frozen : public bank::Account {
public:
  void deposit(long amount) = delete;
};

} // namespace bank
