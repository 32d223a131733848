INLINE float software_sqrt_f32(float x)
{
    uint32_t bits = bits_u32_f32(x);
    if ((bits << 1) == 0 || bits == 0x7f800000u || x != x) {
        return x;
    }
    if (bits >> 31) {
        return bits_f32_u32(0x7fc00000u);
    }
    int exponent = (int)(bits >> 23);
    uint64_t mantissa = bits & 0x7fffffu;
    if (exponent == 0) {
        for (exponent = 1; mantissa < 0x800000u; exponent--) {
            mantissa <<= 1;
        }
    } else {
        mantissa |= 0x800000u;
    }
    exponent -= 127;
    mantissa <<= 25 + (exponent & 1);
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 24; bit != 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= mantissa) {
            root += bit;
        }
    }
    bits = (uint32_t)(root >> 1) + (uint32_t)(root & 1);
    return bits_f32_u32(bits + ((uint32_t)((exponent - (exponent & 1)) / 2 + 126) << 23));
}

INLINE fxN rsqrt_fxN(fxN x)
{
    const fxN y = div_fxN(splat_fxN(1.0_f), sqrt_fxN(x));
    const fxN high = x * y;
    const fxN low = fused_fxN(x, y, neg_fxN(high));
    const fxN error = fused_fxN(neg_fxN(high), y, splat_fxN(1.0_f)) - low * y;
    const fxN refined = fma_fxN(splat_fxN(0.5_f) * y, error, y);
    return select_fxN(lt_fxN(abs_fxN(error), splat_fxN(1.0_f)), refined, y);
}
