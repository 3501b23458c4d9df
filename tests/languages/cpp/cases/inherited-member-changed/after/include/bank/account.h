#pragma once

#include <string>

namespace bank {

/// Money that belongs to somebody.
class BANK_EXPORT Account {
public:
  explicit Account(std::string owner, long balance = 0);
  virtual ~Account() = default;

  bool deposit(long amount);
  long interest(int years) const;
  const std::string &owner() const { return owner_; }
  template <typename Visitor> void visit(Visitor &&visitor) const;

private:
  void notify(const char *what, long amount);
  std::string owner_;
  long balance_ = 0;
};

} // namespace bank
