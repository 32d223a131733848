INLINE u8xN population_count_u8xN(u8xN x)
{
    const u8xN pairs = (u8xN)(x - (x >> 1 & 0x55));
    const u8xN quads = (u8xN)((pairs & 0x33) + (pairs >> 2 & 0x33));
    return (u8xN)((quads + (quads >> 4)) & 0x0f);
}

INLINE u16xN population_count_u16xN(u16xN x)
{
    const u16xN pairs = (u16xN)(x - (x >> 1 & 0x5555));
    const u16xN quads = (u16xN)((pairs & 0x3333) + (pairs >> 2 & 0x3333));
    const u16xN bytes = (u16xN)((quads + (quads >> 4)) & 0x0f0f);
    return (u16xN)((bytes + (bytes >> 8)) & 0xff);
}

INLINE u32xN population_count_u32xN(u32xN x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (x * 0x01010101u) >> 24;
}

INLINE u64xN population_count_u64xN(u64xN x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    x += x >> 8;
    x += x >> 16;
    x += x >> 32;
    return x & 0x7f;
}

INLINE u8xN count_leading_zeros_u8xN(u8xN x)
{
    x = (u8xN)(x | x >> 1);
    x = (u8xN)(x | x >> 2);
    x = (u8xN)(x | x >> 4);
    return population_count_u8xN((u8xN)~x);
}

INLINE u16xN count_leading_zeros_u16xN(u16xN x)
{
    x = (u16xN)(x | x >> 1);
    x = (u16xN)(x | x >> 2);
    x = (u16xN)(x | x >> 4);
    x = (u16xN)(x | x >> 8);
    return population_count_u16xN((u16xN)~x);
}

INLINE u32xN count_leading_zeros_u32xN(u32xN x)
{
    /* By the exponent of a float. No number whose mantissa lacks a bit rounds up to the next power of two.
     * Those with the highest bit are negative, which makes the difference negative, too. */
    const f32xN rounded = convert_f32xN_i32xN(bits_i32xN_u32xN(x & ~(x >> 8)));
    const i32xN zeros = splat_i32xN(158) - bits_i32xN_u32xN(bits_u32xN_f32xN(rounded) >> 23);
    return bits_u32xN_i32xN(min_i32xN(max_i32xN(zeros, splat_i32xN(0)), splat_i32xN(32)));
}

INLINE u64xN count_leading_zeros_u64xN(u64xN x)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    x |= x >> 32;
    return population_count_u64xN(~x);
}

INLINE i8xN population_count_i8xN(i8xN x)
{
    return (i8xN)population_count_u8xN((u8xN)x);
}

INLINE i8xN count_leading_zeros_i8xN(i8xN x)
{
    return (i8xN)count_leading_zeros_u8xN((u8xN)x);
}

INLINE i16xN population_count_i16xN(i16xN x)
{
    return (i16xN)population_count_u16xN((u16xN)x);
}

INLINE i16xN count_leading_zeros_i16xN(i16xN x)
{
    return (i16xN)count_leading_zeros_u16xN((u16xN)x);
}

INLINE i32xN population_count_i32xN(i32xN x)
{
    return (i32xN)population_count_u32xN((u32xN)x);
}

INLINE i32xN count_leading_zeros_i32xN(i32xN x)
{
    return (i32xN)count_leading_zeros_u32xN((u32xN)x);
}

INLINE i64xN population_count_i64xN(i64xN x)
{
    return (i64xN)population_count_u64xN((u64xN)x);
}

INLINE i64xN count_leading_zeros_i64xN(i64xN x)
{
    return (i64xN)count_leading_zeros_u64xN((u64xN)x);
}

INLINE uint8_t integer_power_u8(uint8_t base, uint8_t exponent)
{
    uint32_t result = 1, square = base;
    for (; exponent != 0; exponent >>= 1) {
        result *= exponent & 1 ? square : 1;
        square *= square;
    }
    return (uint8_t)result;
}

INLINE int8_t integer_power_i8(int8_t base, int8_t exponent)
{
    if (exponent < 0) {
        return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
    }
    return (int8_t)integer_power_u8((uint8_t)base, (uint8_t)exponent);
}

INLINE uint16_t integer_power_u16(uint16_t base, uint16_t exponent)
{
    uint32_t result = 1, square = base;
    for (; exponent != 0; exponent >>= 1) {
        result *= exponent & 1 ? square : 1;
        square *= square;
    }
    return (uint16_t)result;
}

INLINE int16_t integer_power_i16(int16_t base, int16_t exponent)
{
    if (exponent < 0) {
        return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
    }
    return (int16_t)integer_power_u16((uint16_t)base, (uint16_t)exponent);
}

INLINE uint32_t integer_power_u32(uint32_t base, uint32_t exponent)
{
    uint32_t result = 1, square = base;
    for (; exponent != 0; exponent >>= 1) {
        result *= exponent & 1 ? square : 1;
        square *= square;
    }
    return (uint32_t)result;
}

INLINE int32_t integer_power_i32(int32_t base, int32_t exponent)
{
    if (exponent < 0) {
        return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
    }
    return (int32_t)integer_power_u32((uint32_t)base, (uint32_t)exponent);
}

INLINE uint64_t integer_power_u64(uint64_t base, uint64_t exponent)
{
    uint64_t result = 1, square = base;
    for (; exponent != 0; exponent >>= 1) {
        result *= exponent & 1 ? square : 1;
        square *= square;
    }
    return (uint64_t)result;
}

INLINE int64_t integer_power_i64(int64_t base, int64_t exponent)
{
    if (exponent < 0) {
        return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
    }
    return (int64_t)integer_power_u64((uint64_t)base, (uint64_t)exponent);
}

INLINE float float_remainder_f32(float a, float b)
{
    /* Long division of integers that both have the leading bit set. */
    const uint32_t sign = bits_u32_f32(a) & 0x80000000u;
    uint32_t x = bits_u32_f32(a) ^ sign, y = bits_u32_f32(b) & 0x7fffffffu;
    if (a != a || b != b || y == 0 || x >= 0x7f800000u) {
        return bits_f32_u32(0x7fc00000u);
    }
    if (x < y) {
        return a;
    }
    int exponent = (int)(x >> 23), divisor_exponent = (int)(y >> 23);
    x = exponent ? (x & 0x7fffffu) | 0x800000u : x;
    y = divisor_exponent ? (y & 0x7fffffu) | 0x800000u : y;
    exponent += exponent == 0;
    for (divisor_exponent += divisor_exponent == 0; y < 0x800000u; divisor_exponent--) {
        y <<= 1;
    }
    for (; x < 0x800000u; exponent--) {
        x <<= 1;
    }
    for (; exponent > divisor_exponent; exponent--) {
        x = (x >= y ? x - y : x) << 1;
    }
    x = x >= y ? x - y : x;
    for (; x < 0x800000u && exponent > 1 && x != 0; exponent--) {
        x <<= 1;
    }
    x = exponent < 1 ? x >> (1 - exponent) : x;
    const uint32_t scaled = x >= 0x800000u ? (x ^ 0x800000u) | (uint32_t)exponent << 23 : x;
    return bits_f32_u32(scaled | sign);
}

INLINE double float_remainder_f64(double a, double b)
{
    const uint64_t sign = bits_u64_f64(a) & UINT64_C(0x8000000000000000);
    uint64_t x = bits_u64_f64(a) ^ sign, y = bits_u64_f64(b) & UINT64_C(0x7fffffffffffffff);
    if (a != a || b != b || y == 0 || x >= UINT64_C(0x7ff0000000000000)) {
        return bits_f64_u64(UINT64_C(0x7ff8000000000000));
    }
    if (x < y) {
        return a;
    }
    int exponent = (int)(x >> 52), divisor_exponent = (int)(y >> 52);
    x = exponent ? (x & UINT64_C(0xfffffffffffff)) | UINT64_C(0x10000000000000) : x;
    y = divisor_exponent ? (y & UINT64_C(0xfffffffffffff)) | UINT64_C(0x10000000000000) : y;
    exponent += exponent == 0;
    for (divisor_exponent += divisor_exponent == 0; y < UINT64_C(0x10000000000000); divisor_exponent--) {
        y <<= 1;
    }
    for (; x < UINT64_C(0x10000000000000); exponent--) {
        x <<= 1;
    }
    for (; exponent > divisor_exponent; exponent--) {
        x = (x >= y ? x - y : x) << 1;
    }
    x = x >= y ? x - y : x;
    for (; x < UINT64_C(0x10000000000000) && exponent > 1 && x != 0; exponent--) {
        x <<= 1;
    }
    x = exponent < 1 ? x >> (1 - exponent) : x;
    const uint64_t scaled =
        x >= UINT64_C(0x10000000000000) ? (x ^ UINT64_C(0x10000000000000)) | (uint64_t)exponent << 52 : x;
    return bits_f64_u64(scaled | sign);
}
