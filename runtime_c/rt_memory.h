/* rt_memory.h  memcpy, memmove, memset and memcmp for a library that imports no symbol. Compilers call them
 * without being asked, so they have these names, and each file of the library has its own. */
#ifndef HLO2C_RT_MEMORY_H
#define HLO2C_RT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wshadow" /* of the compiler's own memcpy */
#define HLO2C_MEMORY __attribute__((used, noinline)) static
#define HLO2C_ANY_TYPE __attribute__((may_alias, packed))
/* In a loop: it stays a loop, and does not become a call of the function that it is in. */
#define HLO2C_STAYS_LOOP __asm__ volatile("")
#else
#define HLO2C_MEMORY static
#define HLO2C_ANY_TYPE
#define HLO2C_STAYS_LOOP (void)0
#endif

/* Eight bytes at any address. */
typedef struct HLO2C_ANY_TYPE hlo2c_eight_bytes {
    unsigned char bytes[8];
} hlo2c_eight_bytes;

HLO2C_MEMORY void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (; bytes >= 8; bytes -= 8, target += 8, source += 8) {
        *(hlo2c_eight_bytes *)target = *(const hlo2c_eight_bytes *)source;
        HLO2C_STAYS_LOOP;
    }
    for (; bytes > 0; bytes--) {
        *target++ = *source++;
        HLO2C_STAYS_LOOP;
    }
    return to;
}

HLO2C_MEMORY void *memmove(void *to, const void *from, size_t bytes)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    if ((uintptr_t)target - (uintptr_t)source >= bytes) {
        return memcpy(to, from, bytes);
    }
    while (bytes > 0) {
        bytes--;
        target[bytes] = source[bytes];
        HLO2C_STAYS_LOOP;
    }
    return to;
}

HLO2C_MEMORY void *memset(void *to, int value, size_t bytes)
{
    unsigned char *target = to;
    hlo2c_eight_bytes block;
    for (int i = 0; i < 8; i++) {
        block.bytes[i] = (unsigned char)value;
        HLO2C_STAYS_LOOP;
    }
    for (; bytes >= 8; bytes -= 8, target += 8) {
        *(hlo2c_eight_bytes *)target = block;
        HLO2C_STAYS_LOOP;
    }
    for (; bytes > 0; bytes--) {
        *target++ = (unsigned char)value;
        HLO2C_STAYS_LOOP;
    }
    return to;
}

HLO2C_MEMORY int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *one = a, *other = b;
    for (; bytes > 0 && *one == *other; bytes--) {
        one++;
        other++;
        HLO2C_STAYS_LOOP;
    }
    return bytes == 0 ? 0 : *one - *other;
}

#if defined(__GNUC__)
/* Copies of a fixed size become moves. */
#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset
#endif

#endif
