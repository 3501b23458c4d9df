/*
 * Every form of definition in C that a reader would name: a queue of jobs, as a
 * library might have it.
 */
#include "queue.h"
#include "detail/ring.h"
#include <stddef.h>
#include <stdio.h>

#ifndef QUEUE_C_INCLUDED
#define QUEUE_C_INCLUDED

/* -- macros */
#define QUEUE_MAX 64
#define QUEUE_NAME "jobs" /* as it appears in logs */
#define QUEUE_DEBUG
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define LOG(level, ...)                                                        \
  do {                                                                         \
    if ((level) <= log_level)                                                  \
      fprintf(stderr, __VA_ARGS__);                                            \
  } while (0)

/* -- structs and unions */
struct forward;

/** A job that waits for its turn. */
struct job {
  const char *name;
  int priority, retries;
  unsigned urgent : 1, done : 1;
  unsigned char key[16];
  char *const *argv;
  struct job *next;
  int (*run)(struct job *self, void *context);
  void (*hooks[4])(int code);
  union {
    long number;
    double fraction;
  };
  struct {
    int line;
    struct {
      int column;
    } inner;
  } origin;
  enum { JOB_NEW, JOB_RUNNING = 5 } state;
  struct tag {
    int id;
  } tags[2];
  const int limit;
};

union value {
  int i;
  float f;
};

struct __attribute__((packed)) header {
  unsigned short length;
};

/* -- typedefs */
typedef unsigned long ticks_t;
typedef int (*compare_fn)(const void *left, const void *right);
typedef int handler(int code);
typedef char buffer_t[256];
typedef struct {
  int x, y;
} point, *point_ptr;
typedef union {
  int word;
  char bytes[4];
} packet;
typedef enum { LOW, HIGH = 10 } level_t;
typedef struct node {
  struct node *left, *right;
} node;
typedef struct list_head {
  void *first;
} list;
typedef struct opaque opaque;
typedef struct job job;
typedef struct {
  int fd;
} *handle_t;

/* -- enums */
enum color { RED, GREEN = 2, BLUE = GREEN + 1 };
enum { FLAG_A = 1 << 0, FLAG_B = 1 << 1 };
enum mode { MODE_READ } current_mode = MODE_READ;

/* -- variables */
int log_level = 1;
static int counter;
extern int shared;
int shared = 3;
extern const char *const version;
const int answer = 42;
static const char *names[] = {"red", "green", "blue"};
static const double table[2][3] = {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
char *const fixed = "fixed", *loose = NULL, letter = 'x';
int (*callback)(int code, const char *text) = NULL;
int *(*table_of_functions[4])(const char *name);
thread_local int per_thread;
static struct {
  int hits, misses;
} stats = {0, 0};
struct pair {
  int first, second;
} origin = {0, 0};

/* -- prototypes */
int queue_open(const char *path, int flags);
int queue_push(struct job *job), queue_pop(void), queue_length;
void queue_each(void (*visit)(struct job *job, void *context), void *context);
__attribute__((noreturn)) void queue_fail(const char *format, ...);
static int compare(const void *a, const void *b);
int (*queue_handler(int code))(int signal);
extern void queue_close(void);

/* -- functions */
/// Opens a queue.
int queue_open(const char *path, int flags) {
  int local = flags;
  struct local_only {
    int hidden;
  } value = {local};
  static int calls;
  calls++;
  return path ? value.hidden : -1;
}

static int compare(const void *a, const void *b) {
  const struct job *left = a, *right = b;
  return left->priority - right->priority;
}

static inline struct job *queue_find(struct job *head, const char *name) {
  while (head && strcmp(head->name, name) != 0)
    head = head->next;
  return head;
}

int (*queue_handler(int code))(int signal) { return code ? handle : 0; }

/* as it was written before 1989 */
int old_style(count, text)
int count;
char *text;
{
  return printf("%d %s\n", count, text);
}

unsigned long long factorial(unsigned n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/* -- conditional compilation */
#if defined(_WIN32)
#define SEPARATOR '\\'
int platform_init(void) { return WSAStartup(); }
#elif QUEUE_MAX > 32
int platform_init(void) { return 1; }
#else
int platform_init(void) { return 0; }
typedef int platform_t;
#endif

extern "C" {
int from_c(void);
}
extern "C" int one_from_c(void);

#endif
