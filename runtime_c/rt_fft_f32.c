#include "rt_fft_f32.h"

#include <stddef.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

enum {
    most_lanes = 8,
    largest_radix = 31
};

/* Complex numbers in two arrays. */
typedef struct numbers {
    float *real, *imaginary;
} numbers;

/* y = x * (c + i s), n elements. */
static void rotate(float *restrict y_real, float *restrict y_imaginary, const float *restrict x_real,
                   const float *restrict x_imaginary, float c, float s, ptrdiff_t n)
{
    for (ptrdiff_t q = 0; q < n; q++) {
        const float a = x_real[q], b = x_imaginary[q];
        y_real[q] = a * c - b * s;
        y_imaginary[q] = a * s + b * c;
    }
}

/* One step of Stockham's algorithm: transforms and twiddles groups of `radix` elements `m * lanes` apart, and
 * stores each group contiguously. Each radix has its own loop. */
static void radix_2(numbers x, numbers y, ptrdiff_t m, ptrdiff_t lanes, const float *roots)
{
    for (ptrdiff_t p = 0; p < m; p++) {
        const float c = roots[2 * p], s = roots[2 * p + 1];
        const float *restrict a = x.real + p * lanes, *restrict ai = x.imaginary + p * lanes;
        const float *restrict b = a + m * lanes, *restrict bi = ai + m * lanes;
        float *restrict u = y.real + 2 * p * lanes, *restrict ui = y.imaginary + 2 * p * lanes;
        float *restrict v = u + lanes, *restrict vi = ui + lanes;
        for (ptrdiff_t q = 0; q < lanes; q++) {
            const float real = a[q] - b[q], imaginary = ai[q] - bi[q];
            u[q] = a[q] + b[q];
            ui[q] = ai[q] + bi[q];
            v[q] = real * c - imaginary * s;
            vi[q] = real * s + imaginary * c;
        }
    }
}

static void radix_3(numbers x, numbers y, ptrdiff_t m, ptrdiff_t lanes, const float *roots)
{
    const float half_root = (float)0.86602540378443864676;
    for (ptrdiff_t p = 0; p < m; p++) {
        const float c1 = roots[4 * p], s1 = roots[4 * p + 1], c2 = roots[4 * p + 2], s2 = roots[4 * p + 3];
        const float *restrict a = x.real + p * lanes, *restrict ai = x.imaginary + p * lanes;
        const float *restrict b = a + m * lanes, *restrict bi = ai + m * lanes;
        const float *restrict d = b + m * lanes, *restrict di = bi + m * lanes;
        float *restrict y_real = y.real + 3 * p * lanes, *restrict y_imaginary = y.imaginary + 3 * p * lanes;
        for (ptrdiff_t q = 0; q < lanes; q++) {
            const float sum = b[q] + d[q], sum_i = bi[q] + di[q];
            const float turn = (bi[q] - di[q]) * half_root, turn_i = (d[q] - b[q]) * half_root;
            const float middle = a[q] - (float)0.5 * sum, middle_i = ai[q] - (float)0.5 * sum_i;
            const float u = middle + turn, ui = middle_i + turn_i;
            const float v = middle - turn, vi = middle_i - turn_i;
            y_real[q] = a[q] + sum;
            y_imaginary[q] = ai[q] + sum_i;
            y_real[lanes + q] = u * c1 - ui * s1;
            y_imaginary[lanes + q] = u * s1 + ui * c1;
            y_real[2 * lanes + q] = v * c2 - vi * s2;
            y_imaginary[2 * lanes + q] = v * s2 + vi * c2;
        }
    }
}

static void radix_4(numbers x, numbers y, ptrdiff_t m, ptrdiff_t lanes, const float *roots)
{
    for (ptrdiff_t p = 0; p < m; p++) {
        const float *const w = roots + 6 * p;
        const float c1 = w[0], s1 = w[1], c2 = w[2], s2 = w[3], c3 = w[4], s3 = w[5];
        const float *restrict a = x.real + p * lanes, *restrict ai = x.imaginary + p * lanes;
        const float *restrict b = a + m * lanes, *restrict bi = ai + m * lanes;
        const float *restrict d = b + m * lanes, *restrict di = bi + m * lanes;
        const float *restrict e = d + m * lanes, *restrict ei = di + m * lanes;
        float *restrict y_real = y.real + 4 * p * lanes, *restrict y_imaginary = y.imaginary + 4 * p * lanes;
        for (ptrdiff_t q = 0; q < lanes; q++) {
            const float even = a[q] + d[q], even_i = ai[q] + di[q];
            const float odd = a[q] - d[q], odd_i = ai[q] - di[q];
            const float sum = b[q] + e[q], sum_i = bi[q] + ei[q];
            const float turn = bi[q] - ei[q], turn_i = e[q] - b[q];
            const float u = odd + turn, ui = odd_i + turn_i;
            const float v = even - sum, vi = even_i - sum_i;
            const float w3 = odd - turn, w3i = odd_i - turn_i;
            y_real[q] = even + sum;
            y_imaginary[q] = even_i + sum_i;
            y_real[lanes + q] = u * c1 - ui * s1;
            y_imaginary[lanes + q] = u * s1 + ui * c1;
            y_real[2 * lanes + q] = v * c2 - vi * s2;
            y_imaginary[2 * lanes + q] = v * s2 + vi * c2;
            y_real[3 * lanes + q] = w3 * c3 - w3i * s3;
            y_imaginary[3 * lanes + q] = w3 * s3 + w3i * c3;
        }
    }
}

static void radix_5(numbers x, numbers y, ptrdiff_t m, ptrdiff_t lanes, const float *roots)
{
    const float c1 = (float)0.30901699437494742410, c2 = (float)-0.80901699437494742410;
    const float s1 = (float)0.95105651629515357212, s2 = (float)0.58778525229247312917;
    for (ptrdiff_t p = 0; p < m; p++) {
        const float *const w = roots + 8 * p;
        const float *restrict a = x.real + p * lanes, *restrict ai = x.imaginary + p * lanes;
        const float *restrict b = a + m * lanes, *restrict bi = ai + m * lanes;
        const float *restrict d = b + m * lanes, *restrict di = bi + m * lanes;
        const float *restrict e = d + m * lanes, *restrict ei = di + m * lanes;
        const float *restrict f = e + m * lanes, *restrict fi = ei + m * lanes;
        float *restrict y_real = y.real + 5 * p * lanes, *restrict y_imaginary = y.imaginary + 5 * p * lanes;
        for (ptrdiff_t q = 0; q < lanes; q++) {
            const float outer = b[q] + f[q], outer_i = bi[q] + fi[q];
            const float inner = d[q] + e[q], inner_i = di[q] + ei[q];
            const float outer_turn = bi[q] - fi[q], outer_turn_i = f[q] - b[q];
            const float inner_turn = di[q] - ei[q], inner_turn_i = e[q] - d[q];
            const float near = a[q] + c1 * outer + c2 * inner, near_i = ai[q] + c1 * outer_i + c2 * inner_i;
            const float far = a[q] + c2 * outer + c1 * inner, far_i = ai[q] + c2 * outer_i + c1 * inner_i;
            const float near_turn = s1 * outer_turn + s2 * inner_turn;
            const float near_turn_i = s1 * outer_turn_i + s2 * inner_turn_i;
            const float far_turn = s2 * outer_turn - s1 * inner_turn;
            const float far_turn_i = s2 * outer_turn_i - s1 * inner_turn_i;
            const float u = near + near_turn, ui = near_i + near_turn_i;
            const float v = far + far_turn, vi = far_i + far_turn_i;
            const float g = far - far_turn, gi = far_i - far_turn_i;
            const float h = near - near_turn, hi = near_i - near_turn_i;
            y_real[q] = a[q] + outer + inner;
            y_imaginary[q] = ai[q] + outer_i + inner_i;
            y_real[lanes + q] = u * w[0] - ui * w[1];
            y_imaginary[lanes + q] = u * w[1] + ui * w[0];
            y_real[2 * lanes + q] = v * w[2] - vi * w[3];
            y_imaginary[2 * lanes + q] = v * w[3] + vi * w[2];
            y_real[3 * lanes + q] = g * w[4] - gi * w[5];
            y_imaginary[3 * lanes + q] = g * w[5] + gi * w[4];
            y_real[4 * lanes + q] = h * w[6] - hi * w[7];
            y_imaginary[4 * lanes + q] = h * w[7] + hi * w[6];
        }
    }
}

/* Any prime: sums of products with the roots of order `radix`. */
static void radix_any(ptrdiff_t radix, numbers x, numbers y, ptrdiff_t m, ptrdiff_t lanes, const float *roots)
{
    const float *const order = roots, *const turns = roots + 2 * radix;
    for (ptrdiff_t p = 0; p < m; p++) {
        for (ptrdiff_t j = 0; j < radix; j++) {
            float *restrict y_real = y.real + (radix * p + j) * lanes;
            float *restrict y_imaginary = y.imaginary + (radix * p + j) * lanes;
            const float c = j == 0 ? 1 : turns[2 * (p * (radix - 1) + j - 1)];
            const float s = j == 0 ? 0 : turns[2 * (p * (radix - 1) + j - 1) + 1];
            for (ptrdiff_t q = 0; q < lanes; q++) {
                y_real[q] = x.real[p * lanes + q];
                y_imaginary[q] = x.imaginary[p * lanes + q];
            }
            for (ptrdiff_t k = 1; k < radix; k++) {
                const float kc = order[2 * (j * k % radix)], ks = order[2 * (j * k % radix) + 1];
                const float *restrict a = x.real + (p + m * k) * lanes;
                const float *restrict b = x.imaginary + (p + m * k) * lanes;
                for (ptrdiff_t q = 0; q < lanes; q++) {
                    y_real[q] += a[q] * kc - b[q] * ks;
                    y_imaginary[q] += a[q] * ks + b[q] * kc;
                }
            }
            for (ptrdiff_t q = 0; q < lanes; q++) {
                const float a = y_real[q], b = y_imaginary[q];
                y_real[q] = a * c - b * s;
                y_imaginary[q] = a * s + b * c;
            }
        }
    }
}

/* The transform of `points` numbers in each of `lanes` interleaved rows. Both arrays are overwritten; the
 * result is in the one that is returned. */
static numbers transform(numbers x, numbers y, ptrdiff_t points, ptrdiff_t lanes, const float *roots)
{
    while (points > 1) {
        const ptrdiff_t radix = (ptrdiff_t)hlo2c_fft_radix(points), m = points / radix;
        switch (radix) {
            case 2: radix_2(x, y, m, lanes, roots); break;
            case 3: radix_3(x, y, m, lanes, roots); break;
            case 4: radix_4(x, y, m, lanes, roots); break;
            case 5: radix_5(x, y, m, lanes, roots); break;
            default: radix_any(radix, x, y, m, lanes, roots); break;
        }
        roots += 2 * m * (radix - 1) + (radix > 5 ? 2 * radix : 0);
        const numbers result = y;
        y = x;
        x = result;
        lanes *= radix;
        points = m;
    }
    return x;
}

static const float *after_roots(const float *roots, ptrdiff_t points)
{
    while (points > 1) {
        const ptrdiff_t radix = (ptrdiff_t)hlo2c_fft_radix(points);
        points /= radix;
        roots += 2 * points * (radix - 1) + (radix > 5 ? 2 * radix : 0);
    }
    return roots;
}

/* The offsets of a step's four arrays in the scratch memory. */
typedef struct workspace {
    numbers first, second;
} workspace;

static workspace arrays(unsigned char *scratch, ptrdiff_t points, ptrdiff_t lanes)
{
    float *const begin = (float *)(void *)scratch;
    const ptrdiff_t size = points * lanes;
    return (workspace){{begin, begin + size}, {begin + 2 * size, begin + 3 * size}};
}

/* Transforms the numbers in work.first. A chirp makes this a convolution: x_k times c_k, convolved with the
 * conjugate of c, times c_k again. */
static numbers whole_transform(workspace work, const hlo2c_fft *shape, ptrdiff_t lanes, const float *roots)
{
    const ptrdiff_t points = (ptrdiff_t)shape->points, length = (ptrdiff_t)shape->chirp;
    if (length == 0) {
        return transform(work.first, work.second, points, lanes, roots);
    }
    const float *const chirp = after_roots(roots, points), *const filter = chirp + 2 * length;
    numbers x = work.first;
    for (ptrdiff_t k = 0; k < length; k++) {
        rotate(work.second.real + k * lanes, work.second.imaginary + k * lanes, x.real + k * lanes,
               x.imaginary + k * lanes, chirp[2 * k], chirp[2 * k + 1], lanes);
    }
    for (ptrdiff_t q = length * lanes; q < points * lanes; q++) {
        work.second.real[q] = 0;
        work.second.imaginary[q] = 0;
    }
    x = transform(work.second, work.first, points, lanes, roots);
    numbers y = x.real == work.first.real ? work.second : work.first;
    /* The inverse transform is the transform with real and imaginary parts exchanged. */
    for (ptrdiff_t k = 0; k < points; k++) {
        rotate(y.imaginary + k * lanes, y.real + k * lanes, x.real + k * lanes, x.imaginary + k * lanes,
               filter[2 * k], filter[2 * k + 1], lanes);
    }
    const numbers back = transform(y, x, points, lanes, roots);
    const numbers other = back.real == work.first.real ? work.second : work.first;
    for (ptrdiff_t k = 0; k < length; k++) {
        rotate(other.real + k * lanes, other.imaginary + k * lanes, back.imaginary + k * lanes,
               back.real + k * lanes, chirp[2 * k], chirp[2 * k + 1], lanes);
    }
    return other;
}

void hlo2c_fft_f32(const float *from, float *to, const float *roots, unsigned char *scratch,
                   const hlo2c_fft *shape)
{
    const ptrdiff_t length = (ptrdiff_t)shape->length, inner = (ptrdiff_t)shape->inner;
    const ptrdiff_t rows = (ptrdiff_t)shape->outer * inner;
    const float scale = shape->inverse ? 1 / (float)length : 1;
    const ptrdiff_t real_part = shape->inverse ? 1 : 0, imaginary_part = 1 - real_part;
    for (ptrdiff_t row = 0; row < rows;) {
        const ptrdiff_t lanes = rows - row < shape->lanes ? rows - row : (ptrdiff_t)shape->lanes;
        const workspace work = arrays(scratch, (ptrdiff_t)shape->points, lanes);
        ptrdiff_t place[most_lanes];
        for (ptrdiff_t q = 0; q < lanes; q++) {
            place[q] = 2 * ((row + q) / inner * length * inner + (row + q) % inner);
        }
        for (ptrdiff_t k = 0; k < length; k++) {
            for (ptrdiff_t q = 0; q < lanes; q++) {
                work.first.real[k * lanes + q] = from[place[q] + 2 * k * inner + real_part];
                work.first.imaginary[k * lanes + q] = from[place[q] + 2 * k * inner + imaginary_part];
            }
        }
        const numbers result = whole_transform(work, shape, lanes, roots);
        for (ptrdiff_t k = 0; k < length; k++) {
            for (ptrdiff_t q = 0; q < lanes; q++) {
                to[place[q] + 2 * k * inner + real_part] = result.real[k * lanes + q] * scale;
                to[place[q] + 2 * k * inner + imaginary_part] = result.imaginary[k * lanes + q] * scale;
            }
        }
        row += lanes;
    }
}

/* Roots of order `length`, stored after all other roots. */
static const float *real_roots(const float *roots, const hlo2c_fft *shape)
{
    const float *at = after_roots(roots, (ptrdiff_t)shape->points);
    return shape->chirp == 0 ? at : at + 2 * (shape->chirp + shape->points);
}

void hlo2c_rfft_f32(const float *from, float *to, const float *roots, unsigned char *scratch,
                    const hlo2c_fft *shape)
{
    const ptrdiff_t length = (ptrdiff_t)shape->length, rows = (ptrdiff_t)shape->outer, kept = length / 2 + 1;
    const ptrdiff_t half = length % 2 == 0 ? length / 2 : 0;
    const float *const turns = real_roots(roots, shape);
    for (ptrdiff_t row = 0; row < rows;) {
        const ptrdiff_t lanes = rows - row < shape->lanes ? rows - row : (ptrdiff_t)shape->lanes;
        const workspace work = arrays(scratch, (ptrdiff_t)shape->points, lanes);
        for (ptrdiff_t k = 0; k < (half != 0 ? half : length); k++) {
            for (ptrdiff_t q = 0; q < lanes; q++) {
                const float *const x = from + (row + q) * length;
                work.first.real[k * lanes + q] = half != 0 ? x[2 * k] : x[k];
                work.first.imaginary[k * lanes + q] = half != 0 ? x[2 * k + 1] : 0;
            }
        }
        const numbers z = whole_transform(work, shape, lanes, roots);
        for (ptrdiff_t k = 0; k < kept; k++) {
            for (ptrdiff_t q = 0; q < lanes; q++) {
                float *const y = to + 2 * ((row + q) * kept + k);
                if (half == 0) {
                    y[0] = z.real[k * lanes + q];
                    y[1] = z.imaginary[k * lanes + q];
                    continue;
                }
                const ptrdiff_t i = k % half * lanes + q, mirror = (half - k) % half * lanes + q;
                const float even = (z.real[i] + z.real[mirror]) / 2;
                const float even_i = (z.imaginary[i] - z.imaginary[mirror]) / 2;
                const float odd = (z.imaginary[i] + z.imaginary[mirror]) / 2;
                const float odd_i = (z.real[mirror] - z.real[i]) / 2;
                const float c = turns[2 * k], s = turns[2 * k + 1];
                y[0] = even + (odd * c - odd_i * s);
                y[1] = even_i + (odd * s + odd_i * c);
            }
        }
        row += lanes;
    }
}

void hlo2c_irfft_f32(const float *from, float *to, const float *roots, unsigned char *scratch,
                     const hlo2c_fft *shape)
{
    const ptrdiff_t length = (ptrdiff_t)shape->length, rows = (ptrdiff_t)shape->outer, given = length / 2 + 1;
    const ptrdiff_t half = length % 2 == 0 ? length / 2 : 0, points = half != 0 ? half : length;
    const float *const turns = real_roots(roots, shape);
    const float scale = 1 / (float)points;
    for (ptrdiff_t row = 0; row < rows;) {
        const ptrdiff_t lanes = rows - row < shape->lanes ? rows - row : (ptrdiff_t)shape->lanes;
        const workspace work = arrays(scratch, (ptrdiff_t)shape->points, lanes);
        for (ptrdiff_t k = 0; k < points; k++) {
            for (ptrdiff_t q = 0; q < lanes; q++) {
                const float *const x = from + 2 * (row + q) * given;
                float real, imaginary;
                if (half != 0) {
                    /* The first and the last number are real. */
                    const float *const a = x + 2 * k, *const b = x + 2 * (half - k);
                    const float a_i = k == 0 ? 0 : a[1], b_i = k == 0 ? 0 : b[1];
                    const float even = (a[0] + b[0]) / 2, even_i = (a_i - b_i) / 2;
                    const float difference = (a[0] - b[0]) / 2, difference_i = (a_i + b_i) / 2;
                    const float c = turns[2 * k], s = -turns[2 * k + 1];
                    const float odd = difference * c - difference_i * s;
                    const float odd_i = difference * s + difference_i * c;
                    real = even - odd_i;
                    imaginary = even_i + odd;
                } else {
                    const int is_mirrored = k >= given;
                    const float *const a = x + 2 * (is_mirrored ? length - k : k);
                    real = a[0];
                    imaginary = k == 0 ? 0 : is_mirrored ? -a[1] : a[1];
                }
                /* Exchanging real and imaginary parts inverts the transform. */
                work.first.real[k * lanes + q] = imaginary;
                work.first.imaginary[k * lanes + q] = real;
            }
        }
        const numbers z = whole_transform(work, shape, lanes, roots);
        for (ptrdiff_t k = 0; k < points; k++) {
            for (ptrdiff_t q = 0; q < lanes; q++) {
                float *const y = to + (row + q) * length;
                if (half != 0) {
                    y[2 * k] = z.imaginary[k * lanes + q] * scale;
                    y[2 * k + 1] = z.real[k * lanes + q] * scale;
                } else {
                    y[k] = z.imaginary[k * lanes + q] * scale;
                }
            }
        }
        row += lanes;
    }
}
