/* For callers of any library: the names of its symbols, and memory for its arrays. */
#ifndef CALLER_H
#define CALLER_H

#include <stdlib.h>

#define JOIN(a, b) a##b
#define SYMBOL(library, name) JOIN(library, name)

static inline void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (memory == NULL) {
        exit(1);
    }
    return memory;
}

#endif
