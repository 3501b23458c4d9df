#define RING_SIZE 64

enum mode { MODE_READ = 1, MODE_WRITE = 2 };

#include "ring.h"

#include <string.h>

/** Copies up to `count` bytes out of the ring. */
size_t ring_read(struct ring *ring, char *out, size_t count) {
  size_t done = 0;
  while (done < count && ring->head != ring->tail) {
    out[done++] = ring->bytes[ring->head];
    ring->head = (ring->head + 1) % ring->size;
  }
  return done;
}

void ring_clear(struct ring *ring) {
  ring->head = ring->tail = 0;
}
