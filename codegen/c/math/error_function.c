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

INLINE f32xN fast_erfc_f32xN(f32xN x)
{
    /* Within 6 ULP: exp(-a^2) c q(c) with c = 1 / (a + 2) and a = |x|. The rounding error of the square is
     * compensated where products fuse. */
    const f32xN a = lesser_f32xN(splat_f32xN(10.0625f), abs_f32xN(x));
    const f32xN c = div_f32xN(splat_f32xN(1.0f), a + splat_f32xN(2.0f)), v = c - splat_f32xN(0.25f);
    f32xN q = splat_f32xN(11.9950361f);
    q = fma_f32xN(q, v, splat_f32xN(-34.7395554f));
    q = fma_f32xN(q, v, splat_f32xN(11.9687262f));
    q = fma_f32xN(q, v, splat_f32xN(12.4636049f));
    q = fma_f32xN(q, v, splat_f32xN(-6.59301376f));
    q = fma_f32xN(q, v, splat_f32xN(-5.50461102f));
    q = fma_f32xN(q, v, splat_f32xN(2.33195543f));
    q = fma_f32xN(q, v, splat_f32xN(4.47154236f));
    q = fma_f32xN(q, v, splat_f32xN(2.7486434f));
    q = fma_f32xN(q, v, splat_f32xN(1.02158272f));
    const f32xN square = a * a, power = neg_f32xN(square);
    const f32xN shifted = shifted_power_f32xN(power);
    const f32xN n = shifted - splat_f32xN(12582912.0f);
    const f32xN reduced = fma_f32xN(n, splat_f32xN(-0.693145752f), power);
    const f32xN f = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced) - fma_f32xN(a, a, power);
    f32xN g = splat_f32xN(0.00138201087f);
    g = fma_f32xN(g, f, splat_f32xN(0.00836868305f));
    g = fma_f32xN(g, f, splat_f32xN(0.0416682735f));
    g = fma_f32xN(g, f, splat_f32xN(0.166665211f));
    g = fma_f32xN(g, f, splat_f32xN(0.49999994f));
    const f32xN value = fma_f32xN(g * f, f, splat_f32xN(1.0f) + f) * (c * q);
#if defined(HLO2C_SCALE_f32xN)
    const f32xN positive = HLO2C_SCALE_f32xN(value, n);
#else
    const i32xN is_normal = le_f32xN(a, splat_f32xN(9.0f));
    f32xN positive = moderate_scale_f32xN(value, shifted);
    if (!all_i32xN(is_normal))
        positive = scale_f32xN(value, bits_i32xN_f32xN(shifted) - splat_i32xN(0x4b400000));
#endif
    return select_f32xN(lt_f32xN(x, splat_f32xN(0.0f)), splat_f32xN(2.0f) - positive, positive);
}

INLINE f32xN erfc_f32xN(f32xN x)
{
    /* 1 - (x + x p(x^2)) below 0.75, and exp(-a^2) c q(c) with c = 1 / (a + 0.75) above. The rounding errors
     * of c, of the square and of the last sums and products are compensated. */
    const f32xN one = splat_f32xN(1.0f), magnitude = abs_f32xN(x), s = x * x;
    f32xN p = splat_f32xN(-0.000655754004f);
    p = fma_f32xN(p, s, splat_f32xN(0.00508414861f));
    p = fma_f32xN(p, s, splat_f32xN(-0.0268172584f));
    p = fma_f32xN(p, s, splat_f32xN(0.112829357f));
    p = fma_f32xN(p, s, splat_f32xN(-0.376125723f));
    p = fused_f32xN(p, s, splat_f32xN(0.128379151f));
    const f32xN erf = fma_f32xN(p, x, x);
    const f32xN near = (one - erf) - fused_f32xN(p, x, x - erf);
    const f32xN a = lesser_f32xN(splat_f32xN(10.0625f), magnitude);
    const f32xN d = a + splat_f32xN(0.75f), d_error = splat_f32xN(0.75f) - (d - a);
    const f32xN c = div_f32xN(one, d);
    const f32xN rest = fma_f32xN(neg_f32xN(c), d_error, fused_f32xN(neg_f32xN(c), d, one));
    const f32xN v = c - splat_f32xN(0.3034667969f);
    f32xN r = splat_f32xN(1.52599108f);
    r = fma_f32xN(r, v, splat_f32xN(-1.55082047f));
    r = fma_f32xN(r, v, splat_f32xN(-0.116358079f));
    r = fma_f32xN(r, v, splat_f32xN(0.99467355f));
    r = fma_f32xN(r, v, splat_f32xN(-0.587080717f));
    r = fma_f32xN(r, v, splat_f32xN(-0.158625677f));
    r = fma_f32xN(r, v, splat_f32xN(0.460221171f));
    r = fma_f32xN(r, v, splat_f32xN(-0.171060845f));
    r = fma_f32xN(r, v, splat_f32xN(-0.308337629f));
    r = fma_f32xN(r, v, splat_f32xN(0.328177661f));
    const f32xN first = splat_f32xN(0.683739483f), rise = r * v, q = first + rise;
    const f32xN q_error = (first - q) + rise;
    const f32xN factor = c * q;
    const f32xN factor_error = fma_f32xN(
        c, q_error, fma_f32xN(factor * splat_f32xN(1.11f), rest, fused_f32xN(c, q, neg_f32xN(factor))));
    const f32xN square = a * a, power = neg_f32xN(square);
    const f32xN shifted = shifted_power_f32xN(power);
    const f32xN n = shifted - splat_f32xN(12582912.0f);
    const f32xN reduced = fma_f32xN(n, splat_f32xN(-0.693145752f), power);
    const f32xN f = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced);
    const f32xN low = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced - f) - fused_f32xN(a, a, power);
    f32xN g = splat_f32xN(0.00138201087f);
    g = fma_f32xN(g, f, splat_f32xN(0.00836868305f));
    g = fma_f32xN(g, f, splat_f32xN(0.0416682735f));
    g = fma_f32xN(g, f, splat_f32xN(0.166665211f));
    g = fma_f32xN(g, f, splat_f32xN(0.49999994f));
    const f32xN head = one + f, bend = g * f * f;
    const f32xN tail = ((one - head) + f) + fma_f32xN(low, head + bend, bend);
    const f32xN product = factor * head;
    const f32xN product_error = fma_f32xN(factor_error, head, fused_f32xN(factor, head, neg_f32xN(product)));
    const f32xN value = product + fma_f32xN(factor, tail, product_error);
#if defined(HLO2C_SCALE_f32xN)
    const f32xN positive = HLO2C_SCALE_f32xN(value, n);
#else
    const i32xN is_normal = le_f32xN(magnitude, splat_f32xN(9.0f));
    f32xN positive = moderate_scale_f32xN(value, shifted);
    if (!all_i32xN(is_normal))
        positive = scale_f32xN(value, bits_i32xN_f32xN(shifted) - splat_i32xN(0x4b400000));
#endif
    const f32xN far = select_f32xN(lt_f32xN(x, splat_f32xN(0.0f)), splat_f32xN(2.0f) - positive, positive);
    return select_f32xN(lt_f32xN(magnitude, splat_f32xN(0.75f)), near, far);
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
    const f64xN infinity = splat_f64xN(infinity_f64());
    const f64xN inside = select_f64xN(eq_f64xN(a, one), infinity, x);
    const f64xN result =
        select_f64xN(lt_f64xN(one, a), splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), inside);
    return copy_sign_f64xN(result, y);
}

INLINE f32xN erf_inv_f32xN(f32xN x)
{
    /* x times a polynomial in w = -log(1 - x^2), or in its square root beyond 6, to 30 bits: an f32 is
     * rounded once. Even and odd powers are two chains, which run at the same time. */
    const f64xN y = convert_f64xN_f32xN(x), one = splat_f64xN(1.0);
    const f64xN z = (one - y) * (one + y);
    const f64xN w = neg_f64xN(short_log_f64xN(z));
    const f64xN square = w * w;
    f64xN p = splat_f64xN(-1.5041031916359628e-11), p_odd = splat_f64xN(5.637001629993936e-10);
    p = fma_f64xN(p, square, splat_f64xN(-8.586420740596595e-09));
    p = fma_f64xN(p, square, splat_f64xN(-1.2620357638157654e-07));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(6.192411537476185e-08));
    p = fma_f64xN(p, square, splat_f64xN(2.1478142194537577e-06));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-9.349752904717361e-07));
    p = fma_f64xN(p, square, splat_f64xN(-0.00012744761866731095));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(4.614688583905656e-05));
    p = fma_f64xN(p, square, splat_f64xN(0.011549460550863803));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.0023354851792187054));
    p = fma_f64xN(p, square, splat_f64xN(0.8862269257106136));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(0.23201365277314465));
    p = fma_f64xN(p_odd, w, p);
    const i64xN far = le_f64xN(splat_f64xN(6.0), w);
    if (any_i64xN(far)) {
        const f64xN u = sqrt_f64xN(w) - splat_f64xN(3.0);
        f64xN q = splat_f64xN(-3.750060532329122e-05);
        q = fma_f64xN(q, u, splat_f64xN(0.00017644663173141495));
        q = fma_f64xN(q, u, splat_f64xN(-0.0002761959214925895));
        q = fma_f64xN(q, u, splat_f64xN(-0.00013711098345267408));
        q = fma_f64xN(q, u, splat_f64xN(0.0014790787426833165));
        q = fma_f64xN(q, u, splat_f64xN(-0.0035608744692253516));
        q = fma_f64xN(q, u, splat_f64xN(0.005686055772491167));
        q = fma_f64xN(q, u, splat_f64xN(-0.007643643854076541));
        q = fma_f64xN(q, u, splat_f64xN(0.009445470049022183));
        q = fma_f64xN(q, u, splat_f64xN(1.0016752725585467));
        q = fma_f64xN(q, u, splat_f64xN(2.8329767991921155));
        p = select_f64xN(far, q, p);
    }
    const f64xN infinity = splat_f64xN(infinity_f64());
    const f64xN inside = select_f64xN(eq_f64xN(z, splat_f64xN(0.0)), infinity, p);
    const f64xN result =
        select_f64xN(le_f64xN(splat_f64xN(0.0), z), inside, splat_f64xN(bits_f64_u64(0x7ff8000000000000u)));
    return convert_f32xN_f64xN(y * result);
}
