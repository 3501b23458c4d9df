// Every form of definition in C++ that a reader would name: a little library of
// shapes and caches.
#include "shapes/shape.h"

#include <functional>
#include <string>
#include <vector>

#define SHAPES_VERSION 3
#define SHAPES_MAX(a, b) ((a) < (b) ? (b) : (a))
#define SHAPES_API

using std::string;
using std::vector;

namespace shapes {

class Forward;
enum class Color : unsigned char { Red, Green = 2, Blue };
enum Legacy { kLow, kHigh = 10 };

/// A point in the plane.
struct Point {
  double x = 0, y{0};
  unsigned visible : 1;
  union {
    int id;
    char tag[4];
  };
  struct {
    int line;
  } origin;
  double length() const noexcept { return x * x + y * y; }
};

/** Whatever has an area. */
class SHAPES_API Shape : public Base<Point>, protected virtual detail::Node<int> {
  int hidden_ = 0;

public:
  using value_type = double;
  typedef std::vector<Shape *> List;
  static constexpr int kMaxSides = 12;
  static const char *const kNames[];

  Shape() = default;
  explicit Shape(std::string name, int sides = 3) : name_(std::move(name)), sides_{sides} {}
  Shape(const Shape &) = delete;
  Shape(Shape &&other) noexcept;
  virtual ~Shape();

  Shape &operator=(const Shape &) = delete;
  bool operator==(const Shape &other) const;
  bool operator()(int a, ...) const;
  double &operator[](std::size_t index);
  Shape operator++(int);
  Shape *operator->() const;
  explicit operator bool() const { return sides_ > 0; }
  operator const char *() const;
  void *operator new(std::size_t size);
  void operator delete[](void *memory);

  [[nodiscard]] virtual double area() const = 0;
  virtual void draw(Canvas &canvas, const std::string &label = "none") const;
  void draw(int times);
  auto scaled(double factor) const -> Shape;
  static Shape *make(const std::map<std::string, int> &options, void (*done)(int code));
  template <typename T, int N = 2> T as(T &&value) &&;
  template <typename... Args> void emplace(Args &&...args);
  int &ref() &;
  SHAPES_API void exported() NOEXCEPT;

  friend std::ostream &operator<<(std::ostream &out, const Shape &shape);
  friend class Registry;
  friend void swap(Shape &a, Shape &b) { std::swap(a.name_, b.name_); }

protected:
  std::string name_;
  virtual void on_change() {}

private:
  void rename(const std::string &name);
  class Impl;
  struct Cache {
    int hits, misses;
    void clear();
  };
  enum { kBuckets = 16 };
  int sides_, *table_ = nullptr;
  mutable std::mutex lock_;
};

class Square final : public Shape {
public:
  using Shape::Shape;
  double area() const override { return side * side; }
  double side;
};

// -- members that are defined outside of their class
Shape::Shape(Shape &&other) noexcept : name_(std::move(other.name_)) {}
Shape::~Shape() = default;
Shape::operator const char *() const { return name_.c_str(); }
bool Shape::operator==(const Shape &other) const { return name_ == other.name_; }
void Shape::rename(const std::string &name) { name_ = name; }
void Shape::Cache::clear() { hits = misses = 0; }
const char *const Shape::kNames[] = {"triangle", "square"};
class Shape::Impl {
  int secret;
};

// -- templates
template <typename T> class Stack {
public:
  void push(const T &value);
  T pop() { return items_.back(); }

private:
  std::vector<T> items_;
};
template <typename T> void Stack<T>::push(const T &value) { items_.push_back(value); }
template <typename T> struct Stack<T *> {
  T *top;
};
template <> struct Stack<std::string> {
  void push(const std::string &value);
};
template <typename T>
  requires std::integral<T>
T gcd(T a, T b) {
  return b == 0 ? a : gcd(b, a % b);
}
template <> int gcd<int>(int a, int b) { return a; }
template <typename T> constexpr T pi = T(3.14159);
template <typename T> using Pointer = std::unique_ptr<T>;
template <typename T>
concept Drawable = requires(T shape, Canvas canvas) {
  { shape.draw(canvas) } -> std::same_as<void>;
};
template <class T> template <class U> void Outer<T>::Inner<U>::run(U value) {}

// -- variables
extern int shared;
int shared = 1;
static int counter;
const int kAnswer = 42;
constexpr double kRatio = 1.5, kHalf = 0.5;
inline constexpr const char *kTitle = "shapes";
auto square = [](double side) { return side * side; };
std::function<double(double)> scale = square;
int *cursor = nullptr, (*callback)(int code);
Point origin{1, 2}, unit(0, 1);
auto [first, second] = std::make_pair(1, 2);
Shape *Registry::head = nullptr;
struct {
  int open, closed;
} gates;

// -- functions
static double area_of(const Shape &shape);
static double area_of(const Shape &shape) { return shape.area(); }
inline int add(int a, int b = 1) { return a + b; }
double add(double a, double b);
long double operator""_deg(long double degrees);
bool operator<(const Point &a, const Point &b) { return a.x < b.x; }
auto twice(int value) -> int { return 2 * value; }
int guarded() try { return risky(); } catch (...) { return 0; }
void sort(Point *points, std::size_t count, bool (*less)(const Point &a, const Point &b));

namespace {
int in_this_file;
void helper() {}
} // namespace

inline namespace v1 {
void versioned();
}

namespace fs = std::filesystem;

} // namespace shapes

namespace shapes::io::text {
class Writer {
  int depth;

public:
  void write(const Shape &shape);
};
} // namespace shapes::io::text

void shapes::io::text::Writer::write(const Shape &shape) { depth++; }

#ifdef SHAPES_DEBUG
void dump(const shapes::Shape &shape) { std::cerr << shape; }
#else
void dump(const shapes::Shape &) {}
#endif

extern "C" {
int shapes_count(void);
}
extern "C" void shapes_free(void *shape) { delete static_cast<shapes::Shape *>(shape); }
