/* accuracy TYPE COUNT FUNCTION...
 * Runs the library `kernel`, whose results are these functions of its argument or arguments. Prints per
 * function the largest error in units in the last place of the exact result, its input, the limit, and the
 * number of inputs. TYPE is f32, f64, f16 or bf16. COUNT is the number of inputs, or "all" for every one. A
 * result that should be infinite, NaN or a signed zero but is not counts as an infinite error.
 *
 * A reference in double (long double for f64) judges a result, unless the error is close to the limit or the
 * function has no such reference; then MPFR does. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "reference.h"

#define MOST_RESULTS 40

/* A binary format: fraction bits, smallest exponent of normal numbers, exponent past the largest number. */
typedef struct {
    const char* name;
    int bytes, fraction, least, top;
} format;

static const format formats[] = {{"f32", 4, 23, -126, 128},
                                 {"f64", 8, 52, -1022, 1024},
                                 {"f16", 2, 10, -14, 16},
                                 {"bf16", 2, 7, -126, 128}};

typedef union {
    float f32[BLOCK];
    double f64[BLOCK];
    uint16_t bits[BLOCK];
} block;

static block inputs[2], results[MOST_RESULTS];
static double wide[2][BLOCK], reference[BLOCK];
static _Alignas(KERNEL_ARENA_ALIGN) unsigned char arena[KERNEL_ARENA_BYTES];

static double decode(const format* type, const block* values, int i) {
    if (type->bytes == 8) return values->f64[i];
    if (type->bytes == 4) return values->f32[i];
    const unsigned bits = values->bits[i], field = (bits & 0x7fff) >> type->fraction;
    const double fraction = (double)(bits & ((1u << type->fraction) - 1)), sign = bits >> 15 ? -1.0 : 1.0;
    const unsigned largest = 0x7fffu >> type->fraction;
    if (field == largest) return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    const double mantissa = field != 0 ? ldexp(1, type->fraction) + fraction : fraction;
    return sign * ldexp(mantissa, (int)(field != 0 ? field : 1) - 1 + type->least - type->fraction);
}

/* |got - exact| in units of the last place at `exact`, for results of at most 32 bits. */
static double error_of(const format* type, double got, double exact) {
    if (exact == got) return exact != 0 || signbit(got) == signbit(exact) ? 0 : (double)INFINITY;
    if (isnan(exact) || isnan(got)) return isnan(exact) && isnan(got) ? 0 : (double)INFINITY;
    if (isinf(exact)) return (double)INFINITY;
    uint64_t bits;
    memcpy(&bits, &exact, 8);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (exponent < type->least) exponent = type->least;
    if (isinf(got)) {
        /* One place past the largest number, or correct if the exact result overflows. */
        got = copysign(ldexp(1, type->top), got);
        if (fabs(exact) >= fabs(got) && signbit(got) == signbit(exact)) return 0;
    }
    const uint64_t scale_bits = (uint64_t)(1023 + type->fraction - exponent) << 52;
    double scale;
    memcpy(&scale, &scale_bits, 8);
    return fabs(got - exact) * scale;
}

static double error_of_extended(const format* type, double got, long double exact) {
    if (exact == (long double)got) return exact != 0 || signbit(got) == signbit(exact) ? 0 : (double)INFINITY;
    if (isnan(exact) || isnan(got)) return isnan(exact) && isnan(got) ? 0 : (double)INFINITY;
    if (isinf(exact)) return (double)INFINITY;
    int exponent = -20000;
    if (exact != 0) frexpl(exact, &exponent);
    exponent = exponent - 1 < type->least ? type->least : exponent - 1;
    const long double value = isinf(got) ? copysignl(ldexpl(1, type->top), got) : (long double)got;
    if (isinf(got) && fabsl(exact) >= fabsl(value) && signbit(got) == signbit(exact)) return 0;
    return (double)ldexpl(fabsl(value - exact), type->fraction - exponent);
}

static double error_by_mpfr(const format* type, const reference_function* function, double x, double y,
                            double got) {
    static mpfr_t a, b, exact;
    static int ready = 0;
    if (!ready) {
        mpfr_inits2(64, a, b, (mpfr_ptr)NULL);
        mpfr_init2(exact, 160);
        ready = 1;
    }
    mpfr_set_d(a, x, MPFR_RNDN);
    mpfr_set_d(b, y, MPFR_RNDN);
    function->exact(exact, a, b);
    if (mpfr_nan_p(exact)) return isnan(got) ? 0 : (double)INFINITY;
    if (isnan(got)) return (double)INFINITY;
    if (mpfr_inf_p(exact)) return isinf(got) && (got > 0) == (mpfr_sgn(exact) > 0) ? 0 : (double)INFINITY;
    if (mpfr_zero_p(exact) && got == 0) return signbit(got) == mpfr_signbit(exact) ? 0 : (double)INFINITY;
    const long least = mpfr_zero_p(exact) ? type->least : (long)mpfr_get_exp(exact) - 1;
    const long exponent = least < type->least ? type->least : least;
    mpfr_t difference;
    mpfr_init2(difference, 160);
    mpfr_set_d(difference, got, MPFR_RNDN);
    if (isinf(got)) mpfr_set_si_2exp(difference, got > 0 ? 1 : -1, type->top, MPFR_RNDN);
    const int beyond =
        isinf(got) && mpfr_cmpabs(exact, difference) >= 0 && mpfr_sgn(exact) == mpfr_sgn(difference);
    mpfr_sub(difference, difference, exact, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, type->fraction - exponent, MPFR_RNDN);
    const double error = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return beyond ? 0 : error;
}

static uint64_t state = 88172645463325252u;

static uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* A number with a random fraction, and any exponent or one of a few around 1; every eighth is a simple
 * number. */
static double sample(const format* type) {
    static const double simple[] = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0, 88.5, 709.5, 1e9, INFINITY, NAN};
    const uint64_t bits = random_bits(), choice = bits % 8;
    const int range = choice < 2 ? type->top - type->least : choice < 4 ? 24 : 8;
    const int exponent = (choice < 2 ? type->least - 8 : -range / 2) + (int)(random_bits() % (uint64_t)range);
    const double sign = bits >> 63 ? -1.0 : 1.0;
    if (choice == 7) return sign * simple[random_bits() % (sizeof simple / sizeof simple[0])];
    const double fraction = 1 + (double)(random_bits() >> 12) * 0x1p-52;
    const double value = ldexp(sign * fraction, exponent);
    return type->bytes == 4 ? (double)(float)value : value;
}

/* Limits the arguments of functions whose results overflow f64 early. */
static double sample_first(const format* type, const reference_function* function) {
    const double value = sample(type);
    if (function->first == ANY) return value;
    const double size = fmin(fabs(value), function->first == WHOLE ? 20 : 64);
    if (function->first == WHOLE) return floor(size);
    return type->bytes == 4 ? (double)(float)(1 + size) : 1 + size;
}

static double sample_second(const format* type, const reference_function* function) {
    const double value = sample(type);
    return function->first == ANY ? value : fmin(fmax(fabs(value), 0x1p-10), 0x1p10);
}

static void store(const format* type, block* values, int i, double value) {
    if (type->bytes == 8)
        values->f64[i] = value;
    else
        values->f32[i] = (float)value;
}

typedef struct {
    double error, x, y;
} worst;

static void measure(const format* whole, const reference_function* function, const block* got,
                    worst* largest) {
    format left = *whole;
    left.least = function->left;
    const double limit = whole->bytes == 8 ? function->f64_limit : function->limit;
    const double doubtful = limit - 0.01;
    const int has_block = whole->bytes < 8 && function->block != NULL;
    if (has_block) {
        function->block(wide[0], wide[1], reference, BLOCK);
        if (whole->bytes == 4 && all_within(reference, got->f32, largest->error, BLOCK)) return;
    }
    for (int i = 0; i < BLOCK; i++) {
        const format* type = function->left != 0 && wide[0][i] < 0 ? &left : whole;
        const double value = decode(whole, got, i), x = wide[0][i], y = wide[1][i];
        double error = (double)INFINITY;
        if (has_block)
            error = error_of(type, value, reference[i]);
        else if (function->extended != NULL)
            error = error_of_extended(type, value, function->extended(x, y));
        if (error <= largest->error) continue;
        if (!(error < doubtful)) error = error_by_mpfr(type, function, x, y, value);
        if (error > largest->error) *largest = (worst){error, x, y};
    }
}

int main(int argc, char** argv) {
    const format* type = NULL;
    for (size_t i = 0; argc > 3 && i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(formats[i].name, argv[1]) == 0) type = &formats[i];
    }
    const int count = argc - 3;
    if (type == NULL || count > MOST_RESULTS)
        return fprintf(stderr, "accuracy TYPE COUNT|all FUNCTION...\n"), 2;
    const int all = strcmp(argv[2], "all") == 0;
    const uint64_t patterns = UINT64_C(1) << (8 * type->bytes % 64);
    const uint64_t samples = all ? patterns : strtoull(argv[2], NULL, 10);
    const reference_function* functions[MOST_RESULTS];
    worst largest[MOST_RESULTS];
    const void* in[2] = {&inputs[0], &inputs[1]};
    void* out[MOST_RESULTS];
    for (int k = 0; k < count; k++) {
        functions[k] = find_reference(argv[3 + k]);
        if (functions[k] == NULL) return fprintf(stderr, "no reference for %s\n", argv[3 + k]), 2;
        largest[k] = (worst){0, 0, 0};
        out[k] = &results[k];
    }
    /* With fewer inputs than bit patterns, functions of one f32 get equally spaced patterns. */
    const int in_order = type->bytes < 8 && functions[0]->arguments == 1;
    const uint64_t step = in_order && samples < patterns ? patterns / samples | 1 : 1;
    prepare_blocks();
    uint64_t pattern = 0;
    for (uint64_t done = 0; done < samples; done += BLOCK) {
        for (int i = 0; i < BLOCK; i++, pattern += step) {
            if (in_order && type->bytes == 2) {
                inputs[0].bits[i] = (uint16_t)pattern;
            } else if (in_order) {
                static const uint32_t special[] = {0x80000000u, 0x7f800000u, 0x7fc00000u, 1u,
                                                   0x007fffffu, 0x00800000u, 0x3f800000u, 0x7f7fffffu,
                                                   0x3f000000u, 0x40000000u};
                const int count_of_special = (int)(sizeof special / sizeof special[0]);
                uint32_t bits = (uint32_t)pattern;
                if (done == 0 && !all && i < 2 * count_of_special)
                    bits = special[i / 2] ^ (uint32_t)(i & 1) << 31;
                memcpy(&inputs[0].f32[i], &bits, 4);
            } else {
                store(type, &inputs[0], i, sample_first(type, functions[0]));
                if (functions[0]->arguments == 2)
                    store(type, &inputs[1], i, sample_second(type, functions[0]));
            }
        }
        for (int k = 0; k < functions[0]->arguments; k++) {
            if (type->bytes == 4) {
                for (int i = 0; i < BLOCK; i++) wide[k][i] = inputs[k].f32[i];
            } else {
                for (int i = 0; i < BLOCK; i++) wide[k][i] = decode(type, &inputs[k], i);
            }
        }
        if (kernel_call("main", in, out, arena, NULL) != 0) return fprintf(stderr, "the library failed\n"), 2;
        for (int k = 0; k < count; k++) measure(type, functions[k], &results[k], &largest[k]);
    }
    int failed = 0;
    for (int k = 0; k < count; k++) {
        const double limit = type->bytes == 8 ? functions[k]->f64_limit : functions[k]->limit;
        failed |= !(largest[k].error <= limit);
        printf("%-22s %-5s %12.6f  limit %.1f  at %a", functions[k]->name, type->name, largest[k].error,
               limit, largest[k].x);
        if (functions[k]->arguments == 2) printf(", %a", largest[k].y);
        printf("  of %llu\n", (unsigned long long)samples);
    }
    return failed;
}
