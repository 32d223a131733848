/* The part of gcc's <immintrin.h> that emitted libraries use. gcc takes half a second for the whole header,
 * which is most of the time of a small library; the tests compile thousands. */
#pragma GCC system_header
#if __GNUC__ == 12 && !defined(__clang__) && defined(__AVX2__) && !defined(__AVX512F__)
#define _IMMINTRIN_H_INCLUDED
/* Each needs the types of those before. */
/* clang-format off */
#include <smmintrin.h>
#include <avxintrin.h>
#include <avx2intrin.h>
#include <f16cintrin.h>
#include <fmaintrin.h>
/* clang-format on */
#else
#include_next <immintrin.h>
#endif
