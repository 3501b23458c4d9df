#include "ring.h"

void ring_clear(struct ring *ring) {
  ring->head = ring->tail = 0;
}
