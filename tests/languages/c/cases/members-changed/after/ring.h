#ifndef RING_H
#define RING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ring {
  char *bytes;
  size_t capacity;
  unsigned head, tail;
  struct {
    int reads, writes;
  } stats;
};

typedef int (*ring_filter)(const char *bytes, size_t count);

RING_API size_t ring_read(struct ring *ring, char *out, size_t count);
RING_API void ring_each(struct ring *ring, ring_filter filter);

#ifdef __cplusplus
}
#endif

#endif
