#ifndef SIZES_H
#define SIZES_H

#define RING_LIMIT (64 * 1024 - sizeof(struct ring) - 3 * sizeof(void *))

#endif
