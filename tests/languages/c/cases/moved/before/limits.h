#ifndef LIMITS_H
#define LIMITS_H

#define RING_LIMIT (64 * 1024 - sizeof(struct ring) - 3 * sizeof(void *))
#define RING_NAME "ring"

#endif
