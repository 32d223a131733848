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
    /* exp(-a^2) (1 - t) p(t) with t = (a - 3) / (a + 3), to 34 bits: an f32 is rounded once. */
    const f64xN wide = convert_f64xN_f32xN(x);
    const f64xN a = lesser_f64xN(splat_f64xN(11.0), abs_f64xN(wide));
    const f64xN t = (a - splat_f64xN(3.0)) / (a + splat_f64xN(3.0));
    f64xN p = splat_f64xN(6.62510555870266e-06);
    p = fma_f64xN(p, t, splat_f64xN(1.6051080482090592e-05));
    p = fma_f64xN(p, t, splat_f64xN(-4.787620146282649e-05));
    p = fma_f64xN(p, t, splat_f64xN(-9.100861929079285e-05));
    p = fma_f64xN(p, t, splat_f64xN(0.0005062969049918016));
    p = fma_f64xN(p, t, splat_f64xN(-0.0002020800577908272));
    p = fma_f64xN(p, t, splat_f64xN(-0.004471302424775471));
    p = fma_f64xN(p, t, splat_f64xN(0.019921290501253883));
    p = fma_f64xN(p, t, splat_f64xN(-0.05174453731938428));
    p = fma_f64xN(p, t, splat_f64xN(0.09837139300835156));
    p = fma_f64xN(p, t, splat_f64xN(-0.14723240898062998));
    p = fma_f64xN(p, t, splat_f64xN(0.17900115118084897));
    const f64xN power = a * a * splat_f64xN(-1.4426950408889634);
    const f64xN shifted = power + splat_f64xN(6755399441055744.0);
    const f64xN f = power - (shifted - splat_f64xN(6755399441055744.0));
    f64xN e = splat_f64xN(1.5201914755784418e-05);
    e = fma_f64xN(e, f, splat_f64xN(0.00015469291024338121));
    e = fma_f64xN(e, f, splat_f64xN(0.0013333922593994486));
    e = fma_f64xN(e, f, splat_f64xN(0.00961802725408702));
    e = fma_f64xN(e, f, splat_f64xN(0.05550410353408379));
    e = fma_f64xN(e, f, splat_f64xN(0.24022651198154094));
    e = fma_f64xN(e, f, splat_f64xN(0.6931471807284594));
    e = fma_f64xN(e, f, splat_f64xN(0.9999999999616825));
    const f64xN scale =
        bits_f64xN_u64xN((bits_u64xN_f64xN(shifted) << 52) + splat_u64xN(0x3ff0000000000000u));
    const f64xN positive = e * scale * ((splat_f64xN(1.0) - t) * p);
    return convert_f32xN_f64xN(
        select_f64xN(lt_f64xN(wide, splat_f64xN(0.0)), splat_f64xN(2.0) - positive, positive));
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
    /* x times a polynomial in w = -log(1 - x^2), or in its square root beyond 6, to 30 bits: an f32 is
     * rounded once. */
    const f64xN y = convert_f64xN_f32xN(x), one = splat_f64xN(1.0);
    const f64xN z = (one - y) * (one + y);
    const f64xN n = log_exponent_f64xN(z), fraction = log_fraction_f64xN(z);
    const f64xN s = fraction / (fraction + splat_f64xN(2.0)), square = s * s;
    f64xN l = splat_f64xN(0.11834397514882763);
    l = fma_f64xN(l, square, splat_f64xN(0.1426603323408259));
    l = fma_f64xN(l, square, splat_f64xN(0.20000216940499058));
    l = fma_f64xN(l, square, splat_f64xN(0.33333332542616023));
    const f64xN twice = s + s, logarithm = fma_f64xN(l * square, twice, twice);
    const f64xN w = neg_f64xN(fma_f64xN(n, splat_f64xN(0.6931471805599453), logarithm));
    f64xN p = splat_f64xN(-1.5041031916359628e-11);
    p = fma_f64xN(p, w, splat_f64xN(5.637001629993936e-10));
    p = fma_f64xN(p, w, splat_f64xN(-8.586420740596595e-09));
    p = fma_f64xN(p, w, splat_f64xN(6.192411537476185e-08));
    p = fma_f64xN(p, w, splat_f64xN(-1.2620357638157654e-07));
    p = fma_f64xN(p, w, splat_f64xN(-9.349752904717361e-07));
    p = fma_f64xN(p, w, splat_f64xN(2.1478142194537577e-06));
    p = fma_f64xN(p, w, splat_f64xN(4.614688583905656e-05));
    p = fma_f64xN(p, w, splat_f64xN(-0.00012744761866731095));
    p = fma_f64xN(p, w, splat_f64xN(-0.0023354851792187054));
    p = fma_f64xN(p, w, splat_f64xN(0.011549460550863803));
    p = fma_f64xN(p, w, splat_f64xN(0.23201365277314465));
    p = fma_f64xN(p, w, splat_f64xN(0.8862269257106136));
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
    const f64xN infinity = splat_f64xN(bits_f64_u64(0x7ff0000000000000u));
    const f64xN factor = select_f64xN(lt_f64xN(w, splat_f64xN(6.0)), p, q);
    const f64xN inside = select_f64xN(eq_f64xN(z, splat_f64xN(0.0)), infinity, factor);
    const f64xN result =
        select_f64xN(le_f64xN(splat_f64xN(0.0), z), inside, splat_f64xN(bits_f64_u64(0x7ff8000000000000u)));
    return convert_f32xN_f64xN(y * result);
}
