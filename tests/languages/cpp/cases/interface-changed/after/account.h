#pragma once

#include <string>

namespace bank {

/// Money that belongs to somebody.
class BANK_EXPORT Account {
public:
  explicit Account(std::string owner, long balance = 100);
  virtual ~Account() = default;

  void deposit(long cents);
  long interest(int years) const noexcept;
  std::string owner() const { return owner_; }
  template <typename Visitor, typename Result = void> void visit(Visitor &&visitor) const;

private:
  void notify(const char *what, long amount);
  std::string owner_;
  long balance_ = 0;
};

} // namespace bank
