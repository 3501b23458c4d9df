#ifndef RING_H
#define RING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ring {
  char *bytes;
  size_t size;
  unsigned long head, tail;
};

typedef int (*ring_filter)(const char *, size_t, void *context);

RING_API size_t ring_read(struct ring *ring, void *to, size_t count);
RING_API void ring_each(struct ring *self, ring_filter keep);

#ifdef __cplusplus
}
#endif

#endif
