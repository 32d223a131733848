/* rt_multishift_f32.h  Schur forms of large f32 matrices: many shifts at once, in windows on the diagonal.
 *
 * Sources: Braman, Byers, Mathias: The multishift QR algorithm I: maintaining well-focused shifts and level 3
 * performance, and II: aggressive early deflation, 2002. */
#ifndef HLO2C_RT_MULTISHIFT_F32_H
#define HLO2C_RT_MULTISHIFT_F32_H

#include "rt_hessenberg_f32.h"
#include "rt_schur_f32.h"

enum {
    multishift_strip_f32 = 64, /* rows or columns outside a window that are updated together */
    multishift_rows_f32 = 16   /* rows of a basis whose zeros are skipped together */
};

/* A Hessenberg form of `n` rows and its basis z, or NULL, whose columns are updated. Windows have up to
 * `window` rows. Buffers: `block` for a window with one more row and column on each side, `basis` for the
 * adjoint of its transformation, `turned` for the transformation itself, `strip` for a strip, `row` for two
 * rows. */
typedef struct multishift_f32 {
    scalar_f32 *h, *z, *block, *basis, *turned, *strip, *row;
    shifts_f32 *pairs;
    ptrdiff_t n, window;
    int values_only;
} multishift_f32;

/* Lays out the buffers in a scratch of 3 * (window + 2)^2 + 70 * window elements. */
static inline multishift_f32 multishift_of_f32(scalar_f32 *h, scalar_f32 *z, ptrdiff_t n, ptrdiff_t window,
                                               int values_only, scalar_f32 *work)
{
    const ptrdiff_t square = (window + 2) * (window + 2);
    multishift_f32 m = {.h = h, .z = z, .n = n, .window = window, .values_only = values_only, .block = work};
    m.basis = m.block + square;
    m.turned = m.basis + square;
    m.strip = m.turned + square;
    m.row = m.strip + multishift_strip_f32 * window;
    m.pairs = (shifts_f32 *)(void *)(m.row + 2 * window);
    return m;
}

static inline void clear_strip_f32(const multishift_f32 *m, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        m->strip[i] = from_real_f32(0);
    }
}

/* The range of columns in which `count` rows have nonzero elements. */
typedef struct band_f32 {
    ptrdiff_t begin, end;
} band_f32;

static inline band_f32 find_band_f32(const scalar_f32 *rows, ptrdiff_t size, ptrdiff_t count)
{
    band_f32 band = {size, 0};
    for (ptrdiff_t i = 0; i < count; i++) {
        const scalar_f32 *const row = rows + i * size;
        ptrdiff_t begin = 0, end = size;
        while (begin < band.begin && is_zero_f32(row[begin])) {
            begin++;
        }
        while (end > band.end && is_zero_f32(row[end - 1])) {
            end--;
        }
        band.begin = begin < band.begin ? begin : band.begin;
        band.end = end > band.end ? end : band.end;
    }
    return band;
}

/* Multiplies `size` rows of the form from row `begin` on, in columns from `first` on, by the adjoint of the
 * basis. */
static inline void update_rows_f32(const multishift_f32 *m, ptrdiff_t begin, ptrdiff_t size, ptrdiff_t first,
                                   ptrdiff_t count)
{
    const ptrdiff_t n = m->n;
    scalar_f32 *const part = m->h + begin * n + first;
    clear_strip_f32(m, size * count);
    for (ptrdiff_t row = 0; row < size; row += multishift_rows_f32) {
        const ptrdiff_t rest = size - row, rows = rest < multishift_rows_f32 ? rest : multishift_rows_f32;
        const scalar_f32 *const weights = m->basis + row * size;
        const band_f32 band = find_band_f32(weights, size, rows);
        const view_f32 view = {weights + band.begin, size, 1, 0};
        subtract_product_f32(m->strip + row * count, count, rows, count, band.end - band.begin, view,
                             part + band.begin * n, n);
    }
    for (ptrdiff_t i = 0; i < size; i++) {
        for (ptrdiff_t j = 0; j < count; j++) {
            part[i * n + j] = subtract_f32(from_real_f32(0), m->strip[i * count + j]);
        }
    }
}

/* Multiplies `count` rows of `size` elements by the basis from the right. */
static inline void update_columns_f32(const multishift_f32 *m, scalar_f32 *part, ptrdiff_t size,
                                      ptrdiff_t count)
{
    const ptrdiff_t n = m->n;
    clear_strip_f32(m, size * count);
    for (ptrdiff_t row = 0; row < size; row += multishift_rows_f32) {
        const ptrdiff_t rest = size - row, rows = rest < multishift_rows_f32 ? rest : multishift_rows_f32;
        const scalar_f32 *const factor = m->turned + row * size;
        const band_f32 band = find_band_f32(factor, size, rows);
        const view_f32 view = {part + row, n, 1, 0};
        subtract_product_f32(m->strip + band.begin, size, count, band.end - band.begin, rows, view,
                             factor + band.begin, size);
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        for (ptrdiff_t j = 0; j < size; j++) {
            part[i * n + j] = subtract_f32(from_real_f32(0), m->strip[i * size + j]);
        }
    }
}

/* Applies the basis of a window of `size` rows from `begin` on outside the window: to columns up to `end`, to
 * rows from `top` on, and to z. */
static inline void update_beside_f32(const multishift_f32 *m, ptrdiff_t begin, ptrdiff_t size, ptrdiff_t top,
                                     ptrdiff_t end)
{
    const ptrdiff_t n = m->n, strip = multishift_strip_f32;
    for (ptrdiff_t first = begin + size; first < end; first += strip) {
        update_rows_f32(m, begin, size, first, end - first < strip ? end - first : strip);
    }
    for (ptrdiff_t i = 0; i < size; i++) {
        for (ptrdiff_t j = 0; j < size; j++) {
            m->turned[j * size + i] = conjugate_f32(m->basis[i * size + j]);
        }
    }
    for (ptrdiff_t first = top; first < begin; first += strip) {
        update_columns_f32(m, m->h + first * n + begin, size, begin - first < strip ? begin - first : strip);
    }
    for (ptrdiff_t first = 0; m->z != NULL && first < n; first += strip) {
        update_columns_f32(m, m->z + first * n + begin, size, n - first < strip ? n - first : strip);
    }
}

/* Copies `size` rows and columns from `begin` on between the form and the block, whose rows have `size`
 * elements. */
static inline void take_window_f32(const multishift_f32 *m, ptrdiff_t begin, ptrdiff_t size)
{
    for (ptrdiff_t i = 0; i < size; i++) {
        for (ptrdiff_t j = 0; j < size; j++) {
            m->block[i * size + j] = m->h[(begin + i) * m->n + begin + j];
        }
    }
}

static inline void put_window_f32(const multishift_f32 *m, ptrdiff_t begin, ptrdiff_t size)
{
    for (ptrdiff_t i = 0; i < size; i++) {
        for (ptrdiff_t j = 0; j < size; j++) {
            m->h[(begin + i) * m->n + begin + j] = m->block[i * size + j];
        }
    }
}

static inline void begin_basis_f32(const multishift_f32 *m, ptrdiff_t size)
{
    for (ptrdiff_t i = 0; i < size * size; i++) {
        m->basis[i] = from_real_f32(i / size == i % size);
    }
}

/* Chases a chain of `count` bulges, one per pair of shifts and three rows apart, through steps [from, until);
 * each step moves them by one row. Bulge k enters at row `low` in step 3 k. */
static inline void chase_f32(const multishift_f32 *m, ptrdiff_t low, ptrdiff_t high, ptrdiff_t count,
                             ptrdiff_t from, ptrdiff_t until)
{
    /* The last bulge begins in row `begin`, and the reflectors of the first one end in row `last`. The column
     * that a bulge eliminates is the one to its left, and columns change down to one row below it. */
    const ptrdiff_t behind = low + from - 3 * (count - 1), begin = behind > low ? behind : low;
    const ptrdiff_t last = low + until + 1 < high ? low + until + 1 : high, size = last - begin + 1;
    const ptrdiff_t origin = begin > low ? begin - 1 : begin, edge = last < high ? last + 1 : last;
    const ptrdiff_t side = edge - origin + 1;
    take_window_f32(m, origin, side);
    begin_basis_f32(m, size);
    for (ptrdiff_t step = from; step < until; step++) {
        for (ptrdiff_t k = 0; k < count; k++) {
            const ptrdiff_t p = low + step - 3 * k;
            if (p < low) {
                break;
            }
            if (p >= high) {
                continue;
            }
            const int rows = p + 1 < high ? 3 : 2;
            scalar_f32 *const corner = m->block + (p - origin) * (side + 1), column[3];
            bulge_f32 bulge;
            if (p == low) {
                begin_bulge_f32(corner, side, m->pairs[k], column);
                make_bulge_f32(column, rows, &bulge);
            } else {
                for (int i = 0; i < rows; i++) {
                    column[i] = corner[i * side - 1];
                    corner[i * side - 1] = from_real_f32(0);
                }
                corner[-1] = make_bulge_f32(column, rows, &bulge);
            }
            bulge_rows_f32(corner, side, last - p + 1, &bulge);
            const ptrdiff_t bottom = p + 3 < high ? p + 3 : high;
            bulge_columns_f32(m->block + (begin - origin) * side + p - origin, side, bottom - begin + 1,
                              &bulge);
            /* Nonzero elements in rows of the basis begin where this bulge was in step `from`; each earlier
             * bulge has added two more after them. */
            const ptrdiff_t began = low + from - 3 * k, left = (began > low ? began : low) - begin;
            const ptrdiff_t reach = p - begin + 3 + 2 * k, right = reach < size ? reach : size;
            bulge_rows_f32(m->basis + (p - begin) * size + left, size, right - left, &bulge);
        }
    }
    put_window_f32(m, origin, side);
    update_beside_f32(m, begin, size, m->values_only ? low : 0, m->values_only ? high + 1 : m->n);
}

/* One sweep with `count` pairs of shifts over rows low ... high. */
static inline void sweep_f32(const multishift_f32 *m, ptrdiff_t low, ptrdiff_t high, ptrdiff_t count)
{
    /* Windows are 3 (count - 1) + step + 2 rows. */
    const ptrdiff_t steps = high - low + 3 * (count - 1), at_once = m->window - 3 * (count - 1) - 2;
    for (ptrdiff_t from = 0; from < steps; from += at_once) {
        chase_f32(m, low, high, count, from, steps - from < at_once ? steps : from + at_once);
    }
}

/* Reduces the first `left` rows, after which the spike is zero, to Hessenberg form again. Returns the only
 * element of the spike that remains, in the first row. */
static inline scalar_f32 fold_spike_f32(const multishift_f32 *m, const form_f32 *f, ptrdiff_t left,
                                        scalar_f32 spike)
{
    const ptrdiff_t size = f->n;
    scalar_f32 *const v = m->row + size;
    for (ptrdiff_t i = 0; i < left; i++) {
        v[i] = multiply_f32(spike, f->basis[i * size]);
    }
    if (left < 2) {
        return left == 0 ? from_real_f32(0) : v[0];
    }
    const scalar_f32 tau = make_reflector_f32(v, 1, left);
    reflect_columns_f32(f->h, size, left, left, v, 1, tau, m->row);
    reflect_rows_f32(f->h, size, left, size, v, 1, conjugate_f32(tau), m->row);
    reflect_rows_f32(f->basis, size, left, size, v, 1, conjugate_f32(tau), m->row);
    const scalar_f32 multiple = v[0];
    for (ptrdiff_t i = 0; i + 2 < left; i++) {
        const ptrdiff_t rest = left - i - 1;
        scalar_f32 *const below = f->h + (i + 1) * size + i;
        const scalar_f32 factor = make_reflector_f32(below, size, rest);
        reflect_columns_f32(f->h + i + 1, size, left, rest, below, size, factor, m->row);
        reflect_rows_f32(below + 1, size, rest, size - i - 1, below, size, conjugate_f32(factor), m->row);
        reflect_rows_f32(f->basis + (i + 1) * size, size, rest, size, below, size, conjugate_f32(factor),
                         m->row);
        for (ptrdiff_t j = 1; j < rest; j++) {
            below[j * size] = from_real_f32(0);
        }
    }
    return multiple;
}

/* Moves the block that ends in row `last` up to row `to`, or as far as possible. Returns the row after it. */
static inline ptrdiff_t raise_block_f32(const form_f32 *f, ptrdiff_t last, ptrdiff_t to)
{
    ptrdiff_t rows = block_rows_f32(f, last), at = last + 1 - rows;
    while (at > to) {
        const ptrdiff_t before = block_rows_f32(f, at - 1);
        if (at - before < to || !exchange_blocks_f32(f, at - before, before, rows)) {
            break;
        }
        at -= before;
        rows = at + 1 < f->n && block_rows_f32(f, at + 1) == 2 ? 2 : 1;
    }
    return at + rows;
}

/* Outcome of a window: rows at its end that are deflated, pairs of shifts from the others, and the number of
 * rows at its beginning that have no values yet. */
typedef struct deflation_f32 {
    ptrdiff_t rows, pairs, failed;
} deflation_f32;

/* Aggressive early deflation: reduces the last `size` of the rows low ... high to Schur form, which turns the
 * element left of them into a spike. Deflates values whose part of the spike is negligible; up to `most`
 * pairs of the others become shifts. */
static inline deflation_f32 deflate_window_f32(const multishift_f32 *m, ptrdiff_t low, ptrdiff_t high,
                                               ptrdiff_t size, ptrdiff_t most)
{
    const ptrdiff_t begin = high + 1 - size;
    scalar_f32 *const beside = m->h + begin * m->n + begin - 1;
    const scalar_f32 spike = begin > low ? *beside : from_real_f32(0);
    const form_f32 f = {.h = m->block, .basis = m->basis, .row = m->row, .n = size};
    take_window_f32(m, begin, size);
    begin_basis_f32(m, size);
    const ptrdiff_t failed = iterate_f32(&f);
    ptrdiff_t left = size, kept = failed;
    while (kept < left) {
        const ptrdiff_t rows = block_rows_f32(&f, left - 1);
        const real_f32 value = block_magnitude_f32(&f, left - 1);
        const real_f32 scale = value == 0 ? magnitude_f32(spike) : value;
        const real_f32 least = largest_real_f32(epsilon_real_f32() * scale, nothing_f32());
        real_f32 part = 0;
        for (ptrdiff_t i = left - rows; i < left; i++) {
            const real_f32 element = magnitude_f32(multiply_f32(spike, f.basis[i * size]));
            part = element > part ? element : part;
        }
        if (part > least) {
            kept = raise_block_f32(&f, left - 1, kept);
        } else {
            left -= rows;
        }
    }
    deflation_f32 result = {.rows = size - left, .failed = failed};
    result.pairs = take_shifts_f32(&f, failed, left, m->pairs, most);
    if (left < size || begin == low) {
        const scalar_f32 multiple = fold_spike_f32(m, &f, left, spike);
        if (begin > low) {
            *beside = multiple;
        }
        put_window_f32(m, begin, size);
        update_beside_f32(m, begin, size, m->values_only ? low : 0, m->values_only ? high + 1 : m->n);
    }
    return result;
}

/* Size of the deflation window at the end of `size` rows. */
static inline ptrdiff_t tail_rows_f32(ptrdiff_t size, ptrdiff_t window)
{
    const ptrdiff_t least = window / 4, most = window * 2 / 3, rows = size / 8;
    return rows < least ? least : rows > most ? most : rows;
}

/* Reduces h to Schur form and updates z. Returns how many eigenvalues, the first ones, did not converge. */
static inline int32_t iterate_in_windows_f32(const multishift_f32 *m)
{
    const ptrdiff_t n = m->n, most = (m->window - 2) / 6;
    int steps = 0;
    for (ptrdiff_t high = n - 1; high >= 0;) {
        const ptrdiff_t low = find_low_f32(m->h, n, high), size = high + 1 - low;
        if (size == 1) {
            high--;
            steps = 0;
            continue;
        }
        if (++steps > 90) {
            return (int32_t)(high + 1);
        }
        const ptrdiff_t rows = size <= m->window ? size : tail_rows_f32(size, m->window);
        deflation_f32 found = deflate_window_f32(m, low, high, rows, most);
        if (rows == size) {
            if (found.failed > 0) {
                return (int32_t)(low + found.failed);
            }
            high = low - 1;
            steps = 0;
            continue;
        }
        high -= found.rows;
        if (found.rows > 0) {
            steps = 0;
        }
        if (4 * found.rows > rows) {
            continue;
        }
        const ptrdiff_t first = find_low_f32(m->h, n, high);
        if (high < first + 2) {
            continue;
        }
        if (steps % 11 == 10 || found.pairs == 0) {
            found.pairs = 1;
            m->pairs[0] = exceptional_shifts_f32(m->h, n, high);
        }
        sweep_f32(m, first, high, found.pairs);
    }
    return 0;
}

/* Replaces a square matrix by its adjoint. */
static inline void turn_square_f32(scalar_f32 *a, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t j = 0; j <= i; j++) {
            const scalar_f32 kept = conjugate_f32(a[i * n + j]);
            a[i * n + j] = conjugate_f32(a[j * n + i]);
            a[j * n + i] = kept;
        }
    }
}

/* The power of two that scales the largest of `count` elements to about 1, if products of a few elements
 * might overflow or underflow otherwise; else 1. */
static inline real_f32 near_one_f32(const scalar_f32 *a, ptrdiff_t count)
{
    const real_f32 far = 1024;
    real_f32 largest = 0, factor = 1;
    for (ptrdiff_t i = 0; i < count; i++) {
        largest = largest_real_f32(largest, magnitude_f32(a[i]));
    }
    if (!(largest > 0) || largest - largest != 0) {
        return 1;
    }
    for (; largest > far; largest /= far) {
        factor /= far;
    }
    for (; largest * far < 1 && factor * smallest_real_f32() < 1 / far; largest *= far) {
        factor *= far;
    }
    return factor;
}

static inline int32_t iterate_from_hessenberg_f32(scalar_f32 *h, scalar_f32 *z, ptrdiff_t n, ptrdiff_t window,
                                                  int values_only, scalar_f32 *work)
{
    if (window > 0 && n > window) {
        const multishift_f32 m = multishift_of_f32(h, z, n, window, values_only, work);
        return iterate_in_windows_f32(&m);
    }
    const form_f32 f = {.h = h, .basis = z, .row = work, .n = n, .values_only = values_only};
    if (z != NULL) {
        turn_square_f32(z, n);
    }
    const int32_t failed = iterate_f32(&f);
    if (z != NULL) {
        turn_square_f32(z, n);
    }
    return failed;
}

/* Reduces t, whose largest elements are near to 1, to its Schur form, and stores the basis in z, unless it is
 * NULL. With `values_only` only the diagonal blocks of t are valid. Windows have `window` rows, 14 or more;
 * there are none if that is 0 or at least n. `work` holds 2 n + block * (2 * n + 2 * block + 64) elements, or
 * 3 * (window + 2)^2 + 70 * window if that is more. Returns how many eigenvalues, the first ones, did not
 * converge. */
static inline int32_t schur_f32(scalar_f32 *t, scalar_f32 *z, ptrdiff_t n, ptrdiff_t block, ptrdiff_t window,
                                int values_only, scalar_f32 *work)
{
    reduce_to_hessenberg_f32(t, n, 0, n, block, work, work + n);
    if (z != NULL) {
        form_hessenberg_basis_f32(t, n, block, work, z, work + n);
    }
    clear_below_f32(t, n);
    return iterate_from_hessenberg_f32(t, z, n, window, values_only, work);
}

#endif
