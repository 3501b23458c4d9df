#ifndef LIMITS_H
#define LIMITS_H

#define RING_NAME "ring"

#endif
