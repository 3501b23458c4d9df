#include "alpha.h"
#include "zebra.h"
#include <assert.h>
#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define SWAP(a, b)                                                             \
  do {                                                                         \
    int t = (a);                                                               \
    (a) = (b);                                                                 \
    (b) = t;                                                                   \
  } while (0)
#define LONG_TEXT                                                              \
  "a text that is long enough to reach the end of the line, and then some "    \
  "more words after it"

/// A documentation that is so long that a formatter has to break it, for it
/// goes far beyond the eightieth column.
struct point {
  int x, y;
  unsigned flag : 1;
  char *name;
  int (*op)(struct point *self, int code);
  union {
    int i;
    float f;
  };
};

typedef struct {
  double re, im;
} complex_t, *complex_ptr;

enum color {
  RED,
  GREEN = 2,
  BLUE,
};
enum { FLAG_A = 1 << 0, FLAG_B = 1 << 1 };

static const char *const names[] = {
    "red",
    "green",
    "blue",
};
int matrix[2][2] = {{1, 2}, {3, 4}}, *cursor = NULL, (*handler)(int code) = 0;
extern int shared;

static int compare(const void *a, const void *b);
int __attribute__((noinline)) decorated(int a);

/** Adds all numbers. */
int sum(const int *numbers, size_t count) {
  int total = 0;
  for (size_t i = 0; i < count; i++)
    total += numbers[i];
  for (;;) {
    break;
  }
  if (total < 0)
    return -1;
  else if (total == 0) {
    total = ~total;
  } else
    total = (total) ? total : -total;
  return (total);
}

char *message(int code) {
  switch (code) {
  case 1:
    return "one";
  case 2: {
    int local = code;
    return local ? "two" : "zwei";
  }
  default:
    break;
  }
  do {
    code--;
  } while (code > 0);
  while (code < 0)
    ++code;
  goto end;
end:
  printf("this message is long enough that the formatter cuts it in two "
         "pieces: %d and %s\n",
         code, names[0]);
  return (char *)names[(code & 1) | 2];
}

static int compare(const void *a, const void *b) {
  const struct point *l = a, *r = b;
  return l->x - r->x;
}

#ifdef VERBOSE
#define LOG(...) printf(__VA_ARGS__)
#else
#define LOG(...)
#endif

struct point origin = {.x = 1, .y = 2, .name = "origin"};
