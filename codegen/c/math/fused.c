OUTLINE double exact_fma_bits_f64(double a, double b, double c)
{
    /* a b + c in integers, for all operands. */
    const uint64_t infinite = UINT64_C(0x7ff0000000000000), fraction = UINT64_C(0xfffffffffffff);
    const uint64_t bits_a = bits_u64_f64(a), bits_b = bits_u64_f64(b), bits_c = bits_u64_f64(c);
    const int finite = (bits_a & infinite) != infinite && (bits_b & infinite) != infinite;
    if (finite && (bits_c & infinite) == infinite) {
        return c + c;
    }
    if (!finite || a == 0 || b == 0) {
        return a * b + c;
    }
    const int field_a = (int)((bits_a & infinite) >> 52), field_b = (int)((bits_b & infinite) >> 52);
    const uint64_t m = (bits_a & fraction) | (uint64_t)(field_a != 0) << 52;
    const uint64_t k = (bits_b & fraction) | (uint64_t)(field_b != 0) << 52;
    const uint64_t low = (m & 0xffffffffu) * (k & 0xffffffffu);
    const uint64_t middle = (m >> 32) * (k & 0xffffffffu) + (low >> 32);
    const uint64_t cross = (m & 0xffffffffu) * (k >> 32) + (middle & 0xffffffffu);
    /* The product and c as 128 bits with bit 126 set, times 2^exponent. */
    uint64_t high_p = (m >> 32) * (k >> 32) + (middle >> 32) + (cross >> 32);
    uint64_t low_p = cross << 32 | (low & 0xffffffffu);
    int exponent = (field_a ? field_a : 1) + (field_b ? field_b : 1) - 2150;
    if (high_p == 0) {
        high_p = low_p;
        low_p = 0;
        exponent -= 64;
    }
    const int zeros = (int)count_leading_zeros_u64(high_p);
    if (zeros > 0) {
        high_p = high_p << zeros | low_p >> 1 >> (63 - zeros);
        low_p <<= zeros;
    }
    low_p = high_p << 63 | low_p >> 1;
    high_p >>= 1;
    exponent += 1 - zeros;
    uint64_t high_c = (bits_c & fraction) | (uint64_t)((bits_c & infinite) != 0) << 52, low_c = 0;
    uint64_t sign = (bits_a ^ bits_b) >> 63;
    const int subtract = (int)(sign ^ bits_c >> 63);
    int exponent_c = exponent;
    if (high_c != 0) {
        const int shift = (int)count_leading_zeros_u64(high_c) - 1;
        const int field = (int)((bits_c & infinite) >> 52);
        high_c <<= shift;
        exponent_c = (field ? field : 1) - 1075 - shift - 64;
    }
    if (exponent_c > exponent || (exponent_c == exponent && high_c > high_p) ||
        (exponent_c == exponent && high_c == high_p && low_c > low_p)) {
        const uint64_t high = high_p, rest = low_p;
        const int other = exponent;
        high_p = high_c;
        low_p = low_c;
        exponent = exponent_c;
        high_c = high;
        low_c = rest;
        exponent_c = other;
        sign = bits_c >> 63;
    }
    shift_right_sticky_f64(&high_c, &low_c, exponent - exponent_c);
    if (subtract) {
        high_p -= high_c + (low_p < low_c);
        low_p -= low_c;
    } else {
        low_p += low_c;
        high_p += high_c + (low_p < low_c);
    }
    return rounded_bits_f64(high_p, low_p, exponent, sign);
}

INLINE double rounded_bits_f64(uint64_t high, uint64_t low, int exponent, uint64_t sign)
{
    /* 128 bits times 2^exponent; 0 is positive. */
    if (high == 0) {
        high = low;
        low = 0;
        exponent -= 64;
    }
    if (high == 0) {
        return 0;
    }
    const int lead = (int)count_leading_zeros_u64(high);
    if (lead > 0) {
        high = high << lead | low >> 1 >> (63 - lead);
        low <<= lead;
    }
    int field = exponent - lead + 127 + 1023;
    if (field >= 2047) {
        return bits_f64_u64(UINT64_C(0x7ff0000000000000) | sign << 63);
    }
    if (field < 1) {
        shift_right_sticky_f64(&high, &low, 1 - field);
        field = 1;
    }
    uint64_t result = ((uint64_t)(field - 1) << 52) + (high >> 11);
    const uint64_t tail = (high & 0x7ff) << 1 | (low != 0);
    result += tail > 0x800 || (tail == 0x800 && (result & 1));
    return bits_f64_u64(result | sign << 63);
}

INLINE void shift_right_sticky_f64(uint64_t *high, uint64_t *low, int count)
{
    /* The lowest bit is sticky: it collects all bits that are shifted out. */
    uint64_t lost = 0;
    if (count >= 128) {
        lost = *high | *low;
        *high = *low = 0;
    } else if (count >= 64) {
        lost = *low | (*high << 1 << (127 - count));
        *low = *high >> (count - 64);
        *high = 0;
    } else if (count > 0) {
        lost = *low << (64 - count);
        *low = *low >> count | *high << (64 - count);
        *high >>= count;
    }
    *low |= lost != 0;
}

INLINE double split_high_f64(double x)
{
    const double scaled = x * 134217729.0;
    return scaled - (scaled - x);
}

INLINE double exact_fma_f64(double a, double b, double c)
{
    /* Boldo and Melquiond (2008): the product is a sum of two, c is added to it without an error, and the
     * tail is rounded to odd, so that the last sum rounds once. Integers handle exponents outside the
     * middle range. */
    const uint64_t bits_a = bits_u64_f64(a), bits_b = bits_u64_f64(b), bits_c = bits_u64_f64(c);
    const int field_a = (int)(bits_a >> 52 & 0x7ff), field_b = (int)(bits_b >> 52 & 0x7ff);
    const int field_c = (int)(bits_c >> 52 & 0x7ff);
    if ((unsigned)field_a - 623u > 800u || (unsigned)field_b - 623u > 800u ||
        (unsigned)field_c - 223u > 1600u) {
        return exact_fma_bits_f64(a, b, c);
    }
    const double product = a * b;
    const double high_a = split_high_f64(a), high_b = split_high_f64(b);
    const double low_a = a - high_a, low_b = b - high_b;
    const double low = low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b);
    const double first = c + low, first_part = first - c;
    const double first_error = (c - (first - first_part)) + (low - first_part);
    const double sum = product + first, sum_part = sum - product;
    const double sum_error = (product - (sum - sum_part)) + (first - sum_part);
    const double tail = first_error + sum_error, tail_part = tail - first_error;
    const double tail_error = (first_error - (tail - tail_part)) + (sum_error - tail_part);
    uint64_t odd = bits_u64_f64(tail);
    if (tail_error != 0 && (odd & 1) == 0) {
        odd = (tail_error > 0) == (tail > 0) ? odd + 1 : odd - 1;
    }
    return sum + bits_f64_u64(odd);
}

INLINE f64xN sum_error_f64xN(f64xN a, f64xN b)
{
    /* a + b minus its rounded value */
    const f64xN sum = a + b, back = sum - a;
    return (a - (sum - back)) + (b - back);
}

INLINE f64xN product_error_f64xN(f64xN a, f64xN b, f64xN product)
{
    /* a b minus the rounded product, from halves of a and b whose products are exact; 0 instead of NaN */
    const u64xN half = splat_u64xN(0xfffffffff8000000u);
    const f64xN high_a = bits_f64xN_u64xN(bits_u64xN_f64xN(a) & half), low_a = a - high_a;
    const f64xN high_b = bits_f64xN_u64xN(bits_u64xN_f64xN(b) & half), low_b = b - high_b;
    const f64xN error = ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
    return select_f64xN(eq_f64xN(error, error), error, splat_f64xN(0.0));
}

OUTLINE f32xN fma_below_normal_f32xN(f32xN a, f32xN b, f32xN c)
{
    /* a b + c for |a| < 2^-133, |b| <= 2^7 and |c| < 2^-126, in steps of 2^-149: the bits of a number below
     * 2^-126 count them, so no operation meets a subnormal number. Products of two f32 are exact in f64, and
     * the large addend rounds sums to whole steps. A sum that rounds to zero keeps its sign. */
    const i32xN magnitude = splat_i32xN(0x7fffffff);
    const f32xN a_steps = copy_sign_f32xN(convert_f32xN_i32xN(bits_i32xN_f32xN(a) & magnitude), a);
    const f32xN c_steps = copy_sign_f32xN(convert_f32xN_i32xN(bits_i32xN_f32xN(c) & magnitude), c);
    const f64xN product = convert_f64xN_f32xN(a_steps) * convert_f64xN_f32xN(b);
    const f64xN addend = convert_f64xN_f32xN(c_steps);
    const f64xN whole = splat_f64xN(6755399441055744.0);
    const f64xN steps = copy_sign_f64xN((product + (addend + whole)) - whole, product + addend);
    const f32xN result = convert_f32xN_f64xN(steps);
    return copy_sign_f32xN(bits_f32xN_i32xN(convert_i32xN_f32xN(abs_f32xN(result))), result);
}
