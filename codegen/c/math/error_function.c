INLINE f64xN erf_near_f64xN(f64xN x)
{
    /* x + x p(x^2) for |x| < 1 */
    const f64xN s = x * x;
    f64xN p = splat_f64xN(-4.230945824295338e-12);
    p = fma_f64xN(p, s, splat_f64xN(8.709045129053106e-11));
    p = fma_f64xN(p, s, splat_f64xN(-1.216456005728345e-09));
    p = fma_f64xN(p, s, splat_f64xN(1.4792401209404813e-08));
    p = fma_f64xN(p, s, splat_f64xN(-1.6364642158167616e-07));
    p = fma_f64xN(p, s, splat_f64xN(1.6462045441468418e-06));
    p = fma_f64xN(p, s, splat_f64xN(-1.4925647567519332e-05));
    p = fma_f64xN(p, s, splat_f64xN(0.00012055332902888736));
    p = fma_f64xN(p, s, splat_f64xN(-0.000854832702193483));
    p = fma_f64xN(p, s, splat_f64xN(0.0052239776254232985));
    p = fma_f64xN(p, s, splat_f64xN(-0.02686617064512984));
    p = fma_f64xN(p, s, splat_f64xN(0.1128379167095512));
    p = fma_f64xN(p, s, splat_f64xN(-0.37612638903183754));
    p = fma_f64xN(p, s, splat_f64xN(0.1283791670955126));
    return copy_sign_f64xN(fused_f64xN(p, x, x), x); /* keeps -0 when products have two parts */
}

INLINE f64xN erfc_positive_f64xN(f64xN a)
{
    /* (1 + 2 a) exp(a^2) erfc(a) is a smooth function of t = (a - 4) / (a + 4). The rounding errors of the
     * square, of the quotient and of the product with exp(-a^2) are compensated. */
    const f64xN x = lesser_f64xN(splat_f64xN(28.0), a);
    const f64xN t = (x - splat_f64xN(4.0)) / (x + splat_f64xN(4.0));
    f64xN p = splat_f64xN(1.263782858042137e-09);
    p = fma_f64xN(p, t, splat_f64xN(1.868487385473519e-09));
    p = fma_f64xN(p, t, splat_f64xN(-1.4091982822555755e-08));
    p = fma_f64xN(p, t, splat_f64xN(-1.799947545903142e-08));
    p = fma_f64xN(p, t, splat_f64xN(1.1005996198640057e-07));
    p = fma_f64xN(p, t, splat_f64xN(7.471952780500971e-08));
    p = fma_f64xN(p, t, splat_f64xN(-8.254699744871162e-07));
    p = fma_f64xN(p, t, splat_f64xN(2.9377854943443786e-07));
    p = fma_f64xN(p, t, splat_f64xN(5.709784760966506e-06));
    p = fma_f64xN(p, t, splat_f64xN(-1.1222046316669005e-05));
    p = fma_f64xN(p, t, splat_f64xN(-2.439924428312988e-05));
    p = fma_f64xN(p, t, splat_f64xN(0.00015062169704678355));
    p = fma_f64xN(p, t, splat_f64xN(-0.00019925668432389153));
    p = fma_f64xN(p, t, splat_f64xN(-0.0007577732973669146));
    p = fma_f64xN(p, t, splat_f64xN(0.005031969975753176));
    p = fma_f64xN(p, t, splat_f64xN(-0.01619773405599449));
    p = fma_f64xN(p, t, splat_f64xN(0.03716751553777026));
    p = fma_f64xN(p, t, splat_f64xN(-0.0663303658124095));
    p = fma_f64xN(p, t, splat_f64xN(0.09373283499833023));
    p = fma_f64xN(p, t, splat_f64xN(-0.10103906603629459));
    p = fma_f64xN(p, t, splat_f64xN(0.06809705425469323));
    p = fma_f64xN(p, t, splat_f64xN(0.015379652102619558));
    p = fma_f64xN(p, t, splat_f64xN(-0.13962111684056253));
    const f64xN first = splat_f64xN(1.2329951186255526);
    const f64xN rise = p * t, value = first + rise;
    const f64xN value_error = ((first - value) + rise) + fused_f64xN(p, t, neg_f64xN(rise));
    const f64xN twice = x + x;
    const f64xN d = splat_f64xN(1.0) + twice;
    const f64xN back = d - splat_f64xN(1.0);
    const f64xN d_error = (splat_f64xN(1.0) - (d - back)) + (twice - back);
    const f64xN quotient = value / d;
    const f64xN rest = (fused_f64xN(neg_f64xN(quotient), d, value) + value_error - quotient * d_error) / d;
    const f64xN square = x * x, power = neg_f64xN(square);
    const f64xN n = exp_exponent_f64xN(power);
    const f64xN head = exp_head_f64xN(power, n);
    const f64xN more = exp_tail_f64xN(power, n, neg_f64xN(fused_f64xN(x, x, power)));
    const f64xN product = quotient * head;
    const f64xN tail =
        fused_f64xN(quotient, head, neg_f64xN(product)) + fma_f64xN(quotient, more, rest * (head + more));
    return scale_f64xN(product + tail, exponent_bits_f64xN(n));
}

INLINE f64xN erf_f64xN(f64xN x)
{
    const f64xN a = abs_f64xN(x);
    const f64xN far = copy_sign_f64xN(splat_f64xN(1.0) - erfc_positive_f64xN(a), x);
    return select_f64xN(lt_f64xN(a, splat_f64xN(1.0)), erf_near_f64xN(x), far);
}

INLINE f64xN erfc_f64xN(f64xN x)
{
    const f64xN a = abs_f64xN(x), positive = erfc_positive_f64xN(a);
    const f64xN far = select_f64xN(lt_f64xN(x, splat_f64xN(0.0)), splat_f64xN(2.0) - positive, positive);
    const f64xN near = splat_f64xN(1.0) - erf_near_f64xN(x);
    return select_f64xN(lt_f64xN(a, splat_f64xN(0.5)), near, far);
}

INLINE f32xN erfc_f32xN(f32xN x)
{
    return convert_f32xN_f64xN(erfc_f64xN(convert_f64xN_f32xN(x)));
}

INLINE f64xN erf_inv_f64xN(f64xN y)
{
    /* An initial value within one percent, then two steps of Halley's method: on erf below 0.7, on erfc
     * above. */
    const f64xN one = splat_f64xN(1.0);
    const f64xN a = abs_f64xN(y);
    const f64xN l = log_f64xN((one - a) * (one + a));
    const f64xN half = fma_f64xN(splat_f64xN(0.5), l, splat_f64xN(4.330746750799873));
    const f64xN root = sqrt_f64xN(fma_f64xN(half, half, l * splat_f64xN(-6.802721088435375)));
    const f64xN square = a * a;
    const f64xN small =
        a * fma_f64xN(square, splat_f64xN(0.23201366653465444), splat_f64xN(0.886226925452758));
    f64xN x = select_f64xN(lt_f64xN(a, splat_f64xN(0.3)), small, sqrt_f64xN(root - half));
    const i64xN low = lt_f64xN(a, splat_f64xN(0.7));
    for (int i = 0; i < 2; i++) {
        const f64xN below = erf_near_f64xN(x) - a;
        const f64xN above = (one - a) - erfc_positive_f64xN(x);
        const f64xN slope = exp_f64xN(neg_f64xN(x * x)) * splat_f64xN(1.1283791670955126);
        const f64xN step = select_f64xN(low, below, above) / slope;
        x = x - step / fma_f64xN(x, step, one);
    }
    const f64xN infinity = splat_f64xN(bits_f64_u64(0x7ff0000000000000u));
    const f64xN inside = select_f64xN(eq_f64xN(a, one), infinity, x);
    const f64xN result =
        select_f64xN(lt_f64xN(one, a), splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), inside);
    return copy_sign_f64xN(result, y);
}

INLINE f32xN erf_inv_f32xN(f32xN x)
{
    return convert_f32xN_f64xN(erf_inv_f64xN(convert_f64xN_f32xN(x)));
}
