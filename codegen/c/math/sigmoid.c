INLINE f32xN tanh_f32xN(f32xN x)
{
    const f32xN t = abs_f32xN(x);
    const f32xN s = x * x;
    f32xN p = splat_f32xN(0.000119528035f);
    p = fma_f32xN(p, s, splat_f32xN(-0.000833176135f));
    p = fma_f32xN(p, s, splat_f32xN(0.00306528457f));
    p = fma_f32xN(p, s, splat_f32xN(-0.00858346745f));
    p = fma_f32xN(p, s, splat_f32xN(0.0217790492f));
    p = fma_f32xN(p, s, splat_f32xN(-0.0539515838f));
    p = fma_f32xN(p, s, splat_f32xN(0.133331805f));
    p = fma_f32xN(p, s, splat_f32xN(-0.333333284f));
    const f32xN near = fused_f32xN(p * s, x, x);
    /* From 20 on, the quotient vanishes beside one. NaN is near. */
    const f32xN one = splat_f32xN(1.0f), bounded = lesser_f32xN(splat_f32xN(20.0f), t);
    const f32xN far = one - div_f32xN(splat_f32xN(2.0f), moderate_exp_f32xN(bounded + bounded) + one);
    return copy_sign_f32xN(select_f32xN(le_f32xN(one, t), far, near), x);
}

INLINE f32xN fast_tanh_f32xN(f32xN a)
{
    /* Within 6 ULP: a quotient of polynomials of x^2, times x */
    const f32xN x = greater_f32xN(splat_f32xN(-7.9f), lesser_f32xN(splat_f32xN(7.9f), a));
    const f32xN s = x * x;
    f32xN p = splat_f32xN(1.54289133e-08f);
    p = fma_f32xN(p, s, splat_f32xN(2.20239162e-05f));
    p = fma_f32xN(p, s, splat_f32xN(0.00357903261f));
    p = fma_f32xN(p, s, splat_f32xN(0.134506553f));
    p = fma_f32xN(p, s, splat_f32xN(1.0f));
    f32xN q = splat_f32xN(8.5991627e-07f);
    q = fma_f32xN(q, s, splat_f32xN(0.000342371699f));
    q = fma_f32xN(q, s, splat_f32xN(0.0261923932f));
    q = fma_f32xN(q, s, splat_f32xN(0.467839837f));
    q = fma_f32xN(q, s, splat_f32xN(1.0f));
    const f32xN one = splat_f32xN(1.0f);
    return greater_f32xN(neg_f32xN(one), lesser_f32xN(one, div_f32xN(x * p, q)));
}

INLINE f32xN logistic_of_exp_f32xN(f32xN a, f32xN z, f32xN z_error)
{
    /* 1 / (1 + z) or z / (1 + z), where the rounding errors of z and of the sum are compensated */
    const f32xN one = splat_f32xN(1.0f), sum = one + z;
    const f32xN sum_error = ((one - sum) + z) + z_error;
    const f32xN y = div_f32xN(one, sum);
    const f32xN correction = fused_f32xN(neg_f32xN(sum), y, one) - sum_error * y;
    const f32xN product = z * y;
    const f32xN product_error = fused_f32xN(z, y, neg_f32xN(product));
    const f32xN below = product + fma_f32xN(z_error, y, fma_f32xN(product, correction, product_error));
    const f32xN above = fma_f32xN(y, correction, y);
    return select_f32xN(lt_f32xN(a, splat_f32xN(0.0f)), below, above);
}

INLINE f32xN logistic_f32xN(f32xN a)
{
    /* 1 / (1 + z) or z / (1 + z) for z = exp(-|a|) */
    const f32xN x = greater_f32xN(splat_f32xN(-104.0f), neg_f32xN(abs_f32xN(a)));
    const f32xN shifted = shifted_power_f32xN(x);
    const f32xN n = shifted - splat_f32xN(12582912.0f);
    const f32xN reduced = fma_f32xN(n, splat_f32xN(-0.693145752f), x);
    const f32xN f = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced);
    const f32xN rest = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced - f);
    f32xN q = splat_f32xN(0.00138146104f);
    q = fma_f32xN(q, f, splat_f32xN(0.00836871006f));
    q = fma_f32xN(q, f, splat_f32xN(0.041668389f));
    q = fma_f32xN(q, f, splat_f32xN(0.166665211f));
    q = fma_f32xN(q, f, splat_f32xN(0.49999994f));
    q = fma_f32xN(q * f, f, f);
    const f32xN one = splat_f32xN(1.0f);
    const f32xN p = one + q;
    const f32xN p_error = fma_f32xN(rest, p, (one - p) + q);
    if (all_i32xN(le_f32xN(splat_f32xN(-60.0f), x))) {
        /* The lowest bits of `shifted` are n. */
        const f32xN power = bits_f32xN_u32xN((bits_u32xN_f32xN(shifted) << 23) + splat_u32xN(0x3f800000u));
        return logistic_of_exp_f32xN(a, p * power, p_error * power);
    }
    const i32xN exponent = bits_i32xN_f32xN(shifted) - splat_i32xN(0x4b400000);
    const f32xN z = scale_f32xN(p, exponent), z_error = scale_f32xN(p_error, exponent);
    const f32xN tiny = select_f32xN(lt_f32xN(a, splat_f32xN(0.0f)), z + z_error, one);
    return select_f32xN(lt_f32xN(z, splat_f32xN(1e-30f)), tiny, logistic_of_exp_f32xN(a, z, z_error));
}

INLINE f32xN erf_f32xN(f32xN x)
{
    const f32xN s = x * x;
    f32xN p = splat_f32xN(7.80690316e-05f);
    p = fma_f32xN(p, s, splat_f32xN(-0.00079978531f));
    p = fma_f32xN(p, s, splat_f32xN(0.0051871622f));
    p = fma_f32xN(p, s, splat_f32xN(-0.0268533472f));
    p = fma_f32xN(p, s, splat_f32xN(0.112835787f));
    p = fused_f32xN(p, s, splat_f32xN(-0.37612626f));
    p = fused_f32xN(p, s, splat_f32xN(0.128379166f));
    const f32xN near = fused_f32xN(p, x, x);
    /* 1 - q^2, where q is the square root of erfc(|x|) */
    const f32xN magnitude = abs_f32xN(x);
    const f32xN v = lesser_f32xN(splat_f32xN(3.97f), magnitude) - splat_f32xN(1.5f);
    f32xN q = splat_f32xN(7.01240015e-06f);
    q = fma_f32xN(q, v, splat_f32xN(-6.65208499e-05f));
    q = fma_f32xN(q, v, splat_f32xN(0.000188253325f));
    q = fma_f32xN(q, v, splat_f32xN(0.000191409141f));
    q = fma_f32xN(q, v, splat_f32xN(-0.00201940583f));
    q = fma_f32xN(q, v, splat_f32xN(0.00163465901f));
    q = fma_f32xN(q, v, splat_f32xN(0.0126004126f));
    q = fma_f32xN(q, v, splat_f32xN(-0.0307247099f));
    q = fma_f32xN(q, v, splat_f32xN(-0.0239100885f));
    q = fma_f32xN(q, v, splat_f32xN(0.20116134f));
    q = fma_f32xN(q, v, splat_f32xN(-0.322994858f));
    q = fused_f32xN(q, v, splat_f32xN(0.184105545f));
    const f32xN far = fma_f32xN(neg_f32xN(q), q, splat_f32xN(1.0f));
    return select_f32xN(lt_f32xN(magnitude, splat_f32xN(1.0f)), near, copy_sign_f32xN(far, x));
}

INLINE f32xN fast_erf_f32xN(f32xN a)
{
    /* Within 6 ULP: a quotient of polynomials of x^2, times x */
    const f32xN x = greater_f32xN(splat_f32xN(-3.7f), lesser_f32xN(splat_f32xN(3.7f), a));
    const f32xN s = x * x;
    f32xN p = splat_f32xN(2.2898023e-08f);
    p = fma_f32xN(p, s, splat_f32xN(-2.05012179e-06f));
    p = fma_f32xN(p, s, splat_f32xN(0.000130145141f));
    p = fma_f32xN(p, s, splat_f32xN(0.0029894663f));
    p = fma_f32xN(p, s, splat_f32xN(0.0482286476f));
    p = fma_f32xN(p, s, splat_f32xN(0.181714684f));
    p = fma_f32xN(p, s, splat_f32xN(1.12837911f));
    f32xN q = splat_f32xN(0.000800505688f);
    q = fma_f32xN(q, s, splat_f32xN(0.0128567545f));
    q = fma_f32xN(q, s, splat_f32xN(0.107537374f));
    q = fma_f32xN(q, s, splat_f32xN(0.494372904f));
    q = fma_f32xN(q, s, splat_f32xN(1.0f));
    const f32xN one = splat_f32xN(1.0f);
    return greater_f32xN(neg_f32xN(one), lesser_f32xN(one, div_f32xN(x * p, q)));
}

INLINE f64xN tanh_f64xN(f64xN x)
{
    /* (e - 1) / (e + 1) for e = exp(2 |x|) = 2^n (1 + f + low). Near 0, with h = (e - 1) / 2, this is
     * h - h (e - 1) / (e + 1), where the rounding error of e + 1 matters less. */
    const f64xN t = lesser_f64xN(splat_f64xN(22.0), abs_f64xN(x)), a = t + t;
    const f64xN shifted = fma_f64xN(a, splat_f64xN(1.4426950408889634), splat_f64xN(6755399441055744.0));
    const f64xN n = shifted - splat_f64xN(6755399441055744.0);
    const f64xN reduced = fma_f64xN(n, splat_f64xN(-0.6931471803691238), a);
    const f64xN f = fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), reduced);
    const f64xN rest = fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), reduced - f);
    const f64xN low = fma_f64xN(exp_series_f64xN(f) * f, f, rest);
    /* The lowest bits of `shifted` are n. */
    const f64xN power =
        bits_f64xN_u64xN((bits_u64xN_f64xN(shifted) << 52) + splat_u64xN(0x3ff0000000000000u));
    const f64xN offset = power - splat_f64xN(1.0), sum = fma_f64xN(power, f, offset);
    const f64xN less_one = sum + fma_f64xN(power, low, fma_f64xN(power, f, offset - sum));
    const f64xN quotient = less_one / (less_one + splat_f64xN(2.0)), half = splat_f64xN(0.5) * less_one;
    const f64xN near = fma_f64xN(neg_f64xN(half), quotient, half);
    return copy_sign_f64xN(select_f64xN(lt_f64xN(t, splat_f64xN(0.3)), near, quotient), x);
}

INLINE f64xN logistic_f64xN(f64xN a)
{
    /* 1 / (1 + z) or z / (1 + z) for z = exp(-|a|) */
    const f64xN one = splat_f64xN(1.0);
    const f64xN z = exp_f64xN(neg_f64xN(abs_f64xN(a)));
    return divide_by_sum_f64xN(select_f64xN(lt_f64xN(a, splat_f64xN(0.0)), z, one), one, z);
}

INLINE f64xN divide_by_sum_f64xN(f64xN a, f64xN b, f64xN c)
{
    /* a / (b + c), where the rounding errors of the sum and of the quotient are compensated */
    const f64xN sum = b + c, back = sum - b;
    const f64xN error = (b - (sum - back)) + (c - back);
    const f64xN inverse = splat_f64xN(1.0) / sum, quotient = a * inverse;
    const f64xN rest = fused_f64xN(neg_f64xN(quotient), sum, a) - quotient * error;
    return fma_f64xN(rest, inverse, quotient);
}
