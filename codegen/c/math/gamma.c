INLINE f64xN sine_pi_quotient_f64xN(f64xN r)
{
    /* sin(pi r) / (pi r) for |r| <= 1/2 */
    const f64xN s = r * r;
    f64xN p = splat_f64xN(-7.0931258816238045e-09);
    p = fma_f64xN(p, s, splat_f64xN(2.5300985563134005e-07));
    p = fma_f64xN(p, s, splat_f64xN(-6.975840829271595e-06));
    p = fma_f64xN(p, s, splat_f64xN(0.0001484287872033628));
    p = fma_f64xN(p, s, splat_f64xN(-0.002346081034815316));
    p = fma_f64xN(p, s, splat_f64xN(0.026147847817611935));
    p = fma_f64xN(p, s, splat_f64xN(-0.19075182412208255));
    p = fma_f64xN(p, s, splat_f64xN(0.8117424252833536));
    p = fma_f64xN(p, s, splat_f64xN(-1.6449340668482264));
    p = fma_f64xN(p, s, splat_f64xN(1.0));
    return p;
}

INLINE f64xN sine_pi_f64xN(f64xN r)
{
    return sine_pi_quotient_f64xN(r) * r;
}

INLINE f64xN cosine_pi_f64xN(f64xN r)
{
    /* cos(pi r) for |r| <= 1/2 */
    const f64xN s = r * r;
    f64xN p = splat_f64xN(3.500312073703762e-09);
    p = fma_f64xN(p, s, splat_f64xN(-1.3872781244548443e-07));
    p = fma_f64xN(p, s, splat_f64xN(4.303048928191089e-06));
    p = fma_f64xN(p, s, splat_f64xN(-0.00010463810062667314));
    p = fma_f64xN(p, s, splat_f64xN(0.0019295743088292205));
    p = fma_f64xN(p, s, splat_f64xN(-0.0258068913899647));
    p = fma_f64xN(p, s, splat_f64xN(0.23533063035889057));
    p = fma_f64xN(p, s, splat_f64xN(-1.3352627688545895));
    p = fma_f64xN(p, s, splat_f64xN(4.0587121264167685));
    p = fma_f64xN(p, s, splat_f64xN(-4.934802200544679));
    p = fma_f64xN(p, s, splat_f64xN(1.0));
    return p;
}

INLINE i64xN is_pole_f64xN(f64xN x)
{
    return le_f64xN(x, splat_f64xN(0.0)) & eq_f64xN(x, round_nearest_even_f64xN(x));
}

INLINE f64xN lgamma_positive_f64xN(f64xN x)
{
    /* Below 8: x is shifted to z + 2 with z between -0.586 and 0.708, where log gamma is z q(z); the
     * factors of the shift need one logarithm. Around 1 that is log(1 + z), whose z goes into q so that
     * little cancels. From 8 on: Stirling's formula. The factors, the logarithm and q are sums of two. */
    const f64xN one = splat_f64xN(1.0);
    const i64xN tiny = lt_f64xN(x, splat_f64xN(0.7072)), low = lt_f64xN(x, splat_f64xN(1.4142));
    f64xN z = select_f64xN(tiny, x, select_f64xN(low, x - one, x - splat_f64xN(2.0)));
    const f64xN twice = fma_f64xN(x, x, x);
    f64xN lost = select_f64xN(tiny, fused_f64xN(x, x, x - twice), splat_f64xN(0.0));
    f64xN factor = select_f64xN(tiny, twice, select_f64xN(low, x, one));
    for (int i = 0; i < 6; i++) {
        const i64xN above = le_f64xN(splat_f64xN(0.5), z) & ~low;
        const f64xN next = z + one, product = factor * next;
        const f64xN error = fma_f64xN(lost, next, fused_f64xN(factor, next, neg_f64xN(product)));
        lost = select_f64xN(above, error, lost);
        factor = select_f64xN(above, product, factor);
        z = select_f64xN(above, z - one, z);
    }
    f64xN p = splat_f64xN(9.671190528896672e-09);
    p = fma_f64xN(p, z, splat_f64xN(-3.316432216314514e-08));
    p = fma_f64xN(p, z, splat_f64xN(5.552644306757137e-08));
    p = fma_f64xN(p, z, splat_f64xN(-9.314114431447179e-08));
    p = fma_f64xN(p, z, splat_f64xN(2.0432248069684465e-07));
    p = fma_f64xN(p, z, splat_f64xN(-4.5171420972274106e-07));
    p = fma_f64xN(p, z, splat_f64xN(9.589212429835082e-07));
    p = fma_f64xN(p, z, splat_f64xN(-2.0388325561192955e-06));
    p = fma_f64xN(p, z, splat_f64xN(4.373781416156444e-06));
    p = fma_f64xN(p, z, splat_f64xN(-9.439487745082301e-06));
    p = fma_f64xN(p, z, splat_f64xN(2.05074064558437e-05));
    p = fma_f64xN(p, z, splat_f64xN(-4.492624661187077e-05));
    p = fma_f64xN(p, z, splat_f64xN(9.94574912377331e-05));
    p = fma_f64xN(p, z, splat_f64xN(-0.0002231547568903751));
    p = fma_f64xN(p, z, splat_f64xN(0.0005096695261836257));
    p = fma_f64xN(p, z, splat_f64xN(-0.001192753911811664));
    p = fma_f64xN(p, z, splat_f64xN(0.0028905103306883944));
    p = fma_f64xN(p, z, splat_f64xN(-0.007385551028670561));
    p = fma_f64xN(p, z, splat_f64xN(0.020580808427785452));
    p = fma_f64xN(p, z, splat_f64xN(-0.06735230105319813));
    p = fma_f64xN(p, z, splat_f64xN(0.3224670334241132));
    const i64xN around = low & ~tiny;
    const f64xN first =
        select_f64xN(around, splat_f64xN(-0.5772156649015329), splat_f64xN(0.42278433509846713));
    const f64xN slope = fma_f64xN(p, z, first), step = p * z;
    const f64xN slope_low =
        (fused_f64xN(p, z, neg_f64xN(step)) + splat_f64xN(4.942915152430645e-18)) + ((first - slope) + step);
    const i64xN large = le_f64xN(splat_f64xN(8.0), x);
    const f64xN a = select_f64xN(large, x, factor);
    const i64xN subnormal = lt_f64xN(a, splat_f64xN(2.2250738585072014e-308));
    const f64xN scaled = select_f64xN(subnormal, a * splat_f64xN(18014398509481984.0), a);
    const f64xN shift = select_f64xN(subnormal, splat_f64xN(54.0), splat_f64xN(0.0));
    const f64xN n = log_exponent_f64xN(scaled) - shift, f = log_fraction_f64xN(scaled);
    const f64xN rest = select_f64xN(subnormal | large, splat_f64xN(0.0), lost / factor);
    const f64xN tail = log_tail_f64xN(n, f, rest);
    const f64xN half_f = splat_f64xN(0.5) * f, half = half_f * f, less = half - tail;
    const f64xN less_low = ((half - less) - tail) + fused_f64xN(half_f, f, neg_f64xN(half));
    const f64xN fraction = f - less, whole = n * splat_f64xN(0.6931471803691238);
    const f64xN sum = whole + fraction;
    const f64xN logarithm = log_ends_f64xN(a, sum);
    const f64xN logarithm_low = ((whole - sum) + fraction) + (((f - fraction) - less) - less_low);
    const f64xN added = select_f64xN(around, less, select_f64xN(tiny, neg_f64xN(logarithm), logarithm));
    const f64xN added_low =
        select_f64xN(around, less_low, select_f64xN(tiny, neg_f64xN(logarithm_low), logarithm_low));
    const f64xN product = slope * z, total = added + product;
    const f64xN product_low = fused_f64xN(slope, z, neg_f64xN(product));
    const f64xN near =
        total + (sum_error_f64xN(added, product) + (product_low + fma_f64xN(slope_low, z, added_low)));
    return select_f64xN(large, lgamma_series_f64xN(x, logarithm, logarithm_low), near);
}

INLINE f64xN lgamma_series_f64xN(f64xN x, f64xN logarithm, f64xN logarithm_low)
{
    /* Stirling's formula, with the logarithm of x as a sum of two. */
    const f64xN one = splat_f64xN(1.0), inverse = one / x;
    const f64xN u = inverse * inverse;
    f64xN q = splat_f64xN(-0.020855820837463117);
    q = fma_f64xN(q, u, splat_f64xN(0.0062081367662297935));
    q = fma_f64xN(q, u, splat_f64xN(-0.001914965912162907));
    q = fma_f64xN(q, u, splat_f64xN(0.0008417325268022405));
    q = fma_f64xN(q, u, splat_f64xN(-0.0005952380234291254));
    q = fma_f64xN(q, u, splat_f64xN(0.0007936507935117282));
    q = fma_f64xN(q, u, splat_f64xN(-0.0027777777777776747));
    q = fma_f64xN(q, u, splat_f64xN(0.08333333333333333));
    const f64xN times = x - splat_f64xN(0.5);
    const f64xN series = fma_f64xN(q, inverse, splat_f64xN(0.4189385332046727));
    return fma_f64xN(times, logarithm - one, fma_f64xN(times, logarithm_low, series));
}

INLINE f64xN lgamma_f64xN(f64xN x)
{
    /* For negative x by reflection: log(pi / |sin(pi x)|) - log gamma(1 - x), and below -1, where 1 - x may
     * not be exact, log(pi / |x sin(pi x)|) - log gamma(-x). */
    const f64xN zero = splat_f64xN(0.0), one = splat_f64xN(1.0);
    const f64xN infinity = splat_f64xN(infinity_f64());
    const i64xN negative = lt_f64xN(x, zero), below = lt_f64xN(x, splat_f64xN(-1.0));
    const f64xN mirrored = select_f64xN(below, neg_f64xN(x), one - x);
    const f64xN value = lgamma_positive_f64xN(select_f64xN(negative, mirrored, x));
    const f64xN r = x - round_nearest_even_f64xN(x);
    const f64xN sine = sine_pi_f64xN(r) * select_f64xN(below, x, one);
    const f64xN reflected = neg_f64xN(log_f64xN(abs_f64xN(sine))) - value;
    const f64xN finite = select_f64xN(negative, reflected, value);
    return select_f64xN(is_pole_f64xN(x) | eq_f64xN(abs_f64xN(x), infinity), infinity, finite);
}

INLINE f64xN short_lgamma_positive_f64xN(f64xN a)
{
    /* log gamma(a) to 30 bits: (t - 1)(t - 2) p / q for t = a between 1/2 and 8; below with t = a + 1 and
     * less log(a), above by Stirling's formula. */
    const f64xN one = splat_f64xN(1.0), logarithm = short_log_f64xN(a);
    const i64xN tiny = lt_f64xN(a, splat_f64xN(0.5)), large = le_f64xN(splat_f64xN(8.0), a);
    const f64xN t = lesser_f64xN(splat_f64xN(8.0), select_f64xN(tiny, a + one, a));
    f64xN p = splat_f64xN(0.0009652589565539449);
    p = fma_f64xN(p, t, splat_f64xN(0.4553993512960502));
    p = fma_f64xN(p, t, splat_f64xN(10.870056699298662));
    p = fma_f64xN(p, t, splat_f64xN(57.41970095412359));
    p = fma_f64xN(p, t, splat_f64xN(84.09635423227633));
    p = fma_f64xN(p, t, splat_f64xN(32.66650205366176));
    p = fma_f64xN(p, t, splat_f64xN(2.310463659096552));
    f64xN q = splat_f64xN(0.11935663443771462);
    q = fma_f64xN(q, t, splat_f64xN(5.097896797384151));
    q = fma_f64xN(q, t, splat_f64xN(47.28856720531554));
    q = fma_f64xN(q, t, splat_f64xN(131.2837673806521));
    q = fma_f64xN(q, t, splat_f64xN(114.13603028088998));
    q = fma_f64xN(q, t, splat_f64xN(26.463059898142223));
    q = fma_f64xN(q, t, splat_f64xN(1.0));
    const f64xN near = select_f64xN(tiny, a, t - one) * (t - splat_f64xN(2.0)) * (p / q);
    f64xN result = near + select_f64xN(tiny, neg_f64xN(logarithm), splat_f64xN(0.0));
    if (any_i64xN(large)) {
        const f64xN inverse = one / a, u = inverse * inverse;
        f64xN series = fma_f64xN(u, splat_f64xN(0.0007936507936507937), splat_f64xN(-0.002777777777777778));
        series = fma_f64xN(series, u, splat_f64xN(0.08333333333333333));
        series = fma_f64xN(series, inverse, splat_f64xN(0.4189385332046727));
        const f64xN far = fma_f64xN(a - splat_f64xN(0.5), logarithm - one, series);
        result = select_f64xN(large, far, result);
    }
    return result;
}

INLINE f32xN lgamma_f32xN(f32xN x)
{
    /* For negative x by reflection: log(pi / |x sin(pi x)|) - log gamma(-x); near its zeros in full
     * precision. */
    const f64xN y = convert_f64xN_f32xN(x), a = abs_f64xN(y);
    const i64xN negative = lt_f64xN(y, splat_f64xN(0.0));
    f64xN result = short_lgamma_positive_f64xN(a);
    if (any_i64xN(negative)) {
        const f64xN sine = sine_pi_f64xN(a - round_nearest_even_f64xN(a));
        const f64xN reflected = neg_f64xN(short_log_f64xN(abs_f64xN(sine) * a)) - result;
        const f64xN nearby = splat_f64xN(0.125) * abs_f64xN(result);
        const i64xN close = negative & lt_f64xN(abs_f64xN(reflected), nearby);
        result = select_f64xN(negative, reflected, result);
        if (any_i64xN(close)) {
            result = select_f64xN(close, lgamma_f64xN(y), result);
        }
    }
    return convert_f32xN_f64xN(select_f64xN(is_pole_f64xN(y), splat_f64xN(infinity_f64()), result));
}

INLINE f64xN digamma_positive_f64xN(f64xN x)
{
    /* Below 8: x is shifted to between 1 and 2.5, where digamma is (y - zero) p; the sum of 1 / (x - i)
     * keeps its rounding errors. From 8 on: the asymptotic series. */
    const f64xN one = splat_f64xN(1.0), zero = splat_f64xN(0.0);
    const i64xN tiny = lt_f64xN(x, one);
    f64xN y = select_f64xN(tiny, x + one, x);
    const f64xN lost = select_f64xN(tiny, x - (y - one), zero);
    const f64xN pole = splat_f64xN(-1.0) / x;
    f64xN sum = select_f64xN(tiny, pole, zero);
    f64xN rest = select_f64xN(tiny, fused_f64xN(x, pole, one) * pole, zero);
    for (int i = 0; i < 6; i++) {
        const i64xN more = lt_f64xN(splat_f64xN(2.5), y);
        y = select_f64xN(more, y - one, y);
        const f64xN part = select_f64xN(more, one / y, zero);
        const f64xN next = sum + part, back = next - sum;
        const f64xN part_low = fused_f64xN(neg_f64xN(part), y, one) * part;
        rest = rest + (((sum - (next - back)) + (part - back)) + part_low);
        sum = next;
    }
    const f64xN z = y - splat_f64xN(1.4616321449683622);
    f64xN p = splat_f64xN(-4.279624085203948e-07);
    p = fma_f64xN(p, z, splat_f64xN(4.081020809880963e-06));
    p = fma_f64xN(p, z, splat_f64xN(-1.7731984769555086e-05));
    p = fma_f64xN(p, z, splat_f64xN(4.690290476234793e-05));
    p = fma_f64xN(p, z, splat_f64xN(-8.65681056879229e-05));
    p = fma_f64xN(p, z, splat_f64xN(0.00012584006980319093));
    p = fma_f64xN(p, z, splat_f64xN(-0.00016735746698977056));
    p = fma_f64xN(p, z, splat_f64xN(0.00023192220955836206));
    p = fma_f64xN(p, z, splat_f64xN(-0.00034033879257358595));
    p = fma_f64xN(p, z, splat_f64xN(0.0005042163563400372));
    p = fma_f64xN(p, z, splat_f64xN(-0.0007394379399523627));
    p = fma_f64xN(p, z, splat_f64xN(0.0010794814245958112));
    p = fma_f64xN(p, z, splat_f64xN(-0.0015768058306055224));
    p = fma_f64xN(p, z, splat_f64xN(0.002304968987373673));
    p = fma_f64xN(p, z, splat_f64xN(-0.003369792224870821));
    p = fma_f64xN(p, z, splat_f64xN(0.004926801127762637));
    p = fma_f64xN(p, z, splat_f64xN(-0.007204538072515302));
    p = fma_f64xN(p, z, splat_f64xN(0.010538790204552574));
    p = fma_f64xN(p, z, splat_f64xN(-0.01542476550576157));
    p = fma_f64xN(p, z, splat_f64xN(0.02259764828851452));
    p = fma_f64xN(p, z, splat_f64xN(-0.03316112649658848));
    p = fma_f64xN(p, z, splat_f64xN(0.04880428816302946));
    p = fma_f64xN(p, z, splat_f64xN(-0.07219956125584578));
    p = fma_f64xN(p, z, splat_f64xN(0.10782405069127031));
    p = fma_f64xN(p, z, splat_f64xN(-0.1639427054424142));
    p = fma_f64xN(p, z, splat_f64xN(0.2584997609556511));
    p = fma_f64xN(p, z, splat_f64xN(-0.44276316898359214));
    const f64xN first = splat_f64xN(0.9676722454476212), slope = fma_f64xN(p, z, first), step = p * z;
    const f64xN slope_low =
        (fused_f64xN(p, z, neg_f64xN(step)) + splat_f64xN(-3.387874303038943e-17)) + ((first - slope) + step);
    const f64xN shift = splat_f64xN(9.549995429965697e-17) - lost, distance = z - shift;
    const f64xN product = fma_f64xN(distance, slope_low, ((z - distance) - shift) * slope);
    const i64xN huge_pole = lt_f64xN(x, splat_f64xN(1e-100));
    const f64xN less = product + select_f64xN(huge_pole, zero, rest);
    const f64xN near = sum + fma_f64xN(distance, slope, less);
    const f64xN inverse = one / x;
    const f64xN u = inverse * inverse;
    f64xN q = splat_f64xN(-0.299425370626735);
    q = fma_f64xN(q, u, splat_f64xN(0.08002337465397756));
    q = fma_f64xN(q, u, splat_f64xN(-0.02105106090804774));
    q = fma_f64xN(q, u, splat_f64xN(0.007575459920369176));
    q = fma_f64xN(q, u, splat_f64xN(-0.004166665501516725));
    q = fma_f64xN(q, u, splat_f64xN(0.003968253965999701));
    q = fma_f64xN(q, u, splat_f64xN(-0.008333333333331664));
    q = fma_f64xN(q, u, splat_f64xN(0.08333333333333333));
    const f64xN far = log_f64xN(x) - fma_f64xN(q, u, splat_f64xN(0.5) * inverse);
    return select_f64xN(le_f64xN(splat_f64xN(8.0), x), far, near);
}

INLINE f64xN digamma_f64xN(f64xN x)
{
    /* For negative x by reflection: digamma(1 - x) - pi / tan(pi x). */
    const i64xN negative = lt_f64xN(x, splat_f64xN(0.0));
    const f64xN value = digamma_positive_f64xN(select_f64xN(negative, splat_f64xN(1.0) - x, x));
    const f64xN r = x - round_nearest_even_f64xN(x);
    const f64xN part = sine_pi_quotient_f64xN(r), cosine = cosine_pi_f64xN(r);
    const f64xN sine = part * r, quotient = cosine / sine;
    const f64xN lost =
        fused_f64xN(neg_f64xN(quotient), sine, cosine) - quotient * fused_f64xN(part, r, neg_f64xN(sine));
    const f64xN difference = value - quotient;
    const f64xN close = difference + (sum_error_f64xN(value, neg_f64xN(quotient)) - lost / sine);
    const f64xN reflected = select_f64xN(lt_f64xN(abs_f64xN(r), splat_f64xN(1e-100)), difference, close);
    const f64xN result = select_f64xN(negative, reflected, value);
    return select_f64xN(is_pole_f64xN(x), splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), result);
}

INLINE f64xN short_digamma_positive_f64xN(f64xN a, f64xN inverse)
{
    /* digamma(a) to 30 bits: (t - zero) p / q for t = a between 1/2 and 8; below with t = a + 1 and less 1 /
     * a, above by the asymptotic series. */
    const i64xN tiny = lt_f64xN(a, splat_f64xN(0.5)), large = le_f64xN(splat_f64xN(8.0), a);
    const f64xN t = lesser_f64xN(splat_f64xN(8.0), select_f64xN(tiny, a + splat_f64xN(1.0), a));
    f64xN p = splat_f64xN(1.8204687428279185);
    p = fma_f64xN(p, t, splat_f64xN(952.727444884263));
    p = fma_f64xN(p, t, splat_f64xN(23036.008229955663));
    p = fma_f64xN(p, t, splat_f64xN(126432.07511159356));
    p = fma_f64xN(p, t, splat_f64xN(195715.92561504777));
    p = fma_f64xN(p, t, splat_f64xN(69517.37864049882));
    f64xN q = splat_f64xN(202.61504067138392);
    q = fma_f64xN(q, t, splat_f64xN(7783.520356223187));
    q = fma_f64xN(q, t, splat_f64xN(64884.494417446134));
    q = fma_f64xN(q, t, splat_f64xN(157954.11864779054));
    q = fma_f64xN(q, t, splat_f64xN(101597.90641102249));
    q = fma_f64xN(q, t, splat_f64xN(1.0));
    const f64xN near = (t - splat_f64xN(1.4616321449683622)) * (p / q);
    f64xN result = near - select_f64xN(tiny, inverse, splat_f64xN(0.0));
    if (any_i64xN(large)) {
        const f64xN u = inverse * inverse;
        f64xN series = fma_f64xN(u, splat_f64xN(0.003968253968253968), splat_f64xN(-0.008333333333333333));
        series = fma_f64xN(series, u, splat_f64xN(0.08333333333333333));
        const f64xN far = short_log_f64xN(a) - fma_f64xN(series, u, splat_f64xN(0.5) * inverse);
        const i64xN finite = lt_f64xN(a, splat_f64xN(infinity_f64()));
        result = select_f64xN(large, select_f64xN(finite, far, a), result);
    }
    return result;
}

INLINE f32xN digamma_f32xN(f32xN x)
{
    /* For negative x by reflection: digamma(-x) - 1 / x - pi / tan(pi x); near its zeros in full precision.
     */
    const f64xN y = convert_f64xN_f32xN(x), a = abs_f64xN(y), inverse = splat_f64xN(1.0) / a;
    const i64xN negative = lt_f64xN(y, splat_f64xN(0.0));
    f64xN result = short_digamma_positive_f64xN(a, inverse);
    if (any_i64xN(negative)) {
        const f64xN r = a - round_nearest_even_f64xN(a);
        const f64xN reflected = (result + inverse) + cosine_pi_f64xN(r) / sine_pi_f64xN(r);
        const f64xN nearby = splat_f64xN(0.125) * (abs_f64xN(result) + inverse);
        const i64xN close = negative & lt_f64xN(abs_f64xN(reflected), nearby);
        result = select_f64xN(negative, reflected, result);
        if (any_i64xN(close)) {
            result = select_f64xN(close, digamma_f64xN(y), result);
        }
    }
    const f64xN undefined = splat_f64xN(bits_f64_u64(0x7ff8000000000000u));
    return convert_f32xN_f64xN(select_f64xN(is_pole_f64xN(y), undefined, result));
}

INLINE f64xN bessel_i1e_f64xN(f64xN x)
{
    /* exp(-|x|) I1(x): a series in x^2 below 8, from there one in 1/x over sqrt(x). */
    const f64xN a = abs_f64xN(x);
    const f64xN b = lesser_f64xN(splat_f64xN(8.0), a);
    const f64xN s = b * b;
    f64xN p = splat_f64xN(2.5085917326684106e-64);
    p = fma_f64xN(p, s, splat_f64xN(4.168173665253339e-61));
    p = fma_f64xN(p, s, splat_f64xN(9.844105457656924e-58));
    p = fma_f64xN(p, s, splat_f64xN(1.978650260912463e-54));
    p = fma_f64xN(p, s, splat_f64xN(3.6586180738361035e-51));
    p = fma_f64xN(p, s, splat_f64xN(6.146247673539295e-48));
    p = fma_f64xN(p, s, splat_f64xN(9.342316196265393e-45));
    p = fma_f64xN(p, s, splat_f64xN(1.2780287229289519e-41));
    p = fma_f64xN(p, s, splat_f64xN(1.564307163989518e-38));
    p = fma_f64xN(p, s, splat_f64xN(1.7019661941125235e-35));
    p = fma_f64xN(p, s, splat_f64xN(1.6338875463588078e-32));
    p = fma_f64xN(p, s, splat_f64xN(1.3724655389410925e-29));
    p = fma_f64xN(p, s, splat_f64xN(9.991549123491223e-27));
    p = fma_f64xN(p, s, splat_f64xN(6.234726653058522e-24));
    p = fma_f64xN(p, s, splat_f64xN(3.2919356728148996e-21));
    p = fma_f64xN(p, s, splat_f64xN(1.4484516960385557e-18));
    p = fma_f64xN(p, s, splat_f64xN(5.214426105738801e-16));
    p = fma_f64xN(p, s, splat_f64xN(1.5017547184527747e-13));
    p = fma_f64xN(p, s, splat_f64xN(3.363930569334215e-11));
    p = fma_f64xN(p, s, splat_f64xN(5.651403356481481e-09));
    p = fma_f64xN(p, s, splat_f64xN(6.781684027777778e-07));
    /* The last sums have two parts. The rounding errors of the products are compensated, and that of s, by
     * p' / p = 1 / (8 + 0.33 s / (1 + 0.0134 s)) to a few percent. */
    const double last[4] = {5.425347222222222e-05, 0.0026041666666666665, 0.0625, 0.5};
    f64xN p_low = splat_f64xN(0.0);
    for (int i = 0; i < 4; i++) {
        const f64xN step = p * s, term = splat_f64xN(last[i]);
        const f64xN error = fused_f64xN(p, s, neg_f64xN(step)) + sum_error_f64xN(step, term);
        p_low = fma_f64xN(p_low, s, error);
        p = step + term;
    }
    const f64xN s_low = fused_f64xN(b, b, neg_f64xN(s));
    const f64xN slope = fma_f64xN(s, splat_f64xN(0.0134), splat_f64xN(1.0)) /
                        fma_f64xN(s, splat_f64xN(0.4372), splat_f64xN(8.0));
    const f64xN product = p * b;
    const f64xN product_low =
        fused_f64xN(p, b, neg_f64xN(product)) + fma_f64xN(p_low, b, product * (s_low * slope));
    const f64xN power = neg_f64xN(b), n = exp_exponent_f64xN(power);
    const f64xN head = exp_head_f64xN(power, n), tail = exp_tail_f64xN(power, n, splat_f64xN(0.0));
    const f64xN value = product * head;
    const f64xN value_low =
        fused_f64xN(product, head, neg_f64xN(value)) + fma_f64xN(product, tail, product_low * head);
    const f64xN near = scale_f64xN(value + value_low, exponent_bits_f64xN(n));
    const f64xN c = greater_f64xN(splat_f64xN(8.0), a);
    const f64xN t = splat_f64xN(16.0) / c - splat_f64xN(1.0);
    f64xN q = splat_f64xN(-1.13288885034257e-10);
    q = fma_f64xN(q, t, splat_f64xN(-3.2677656089803323e-11));
    q = fma_f64xN(q, t, splat_f64xN(7.79067217908059e-10));
    q = fma_f64xN(q, t, splat_f64xN(2.582169443152386e-10));
    q = fma_f64xN(q, t, splat_f64xN(-2.5062162405593894e-09));
    q = fma_f64xN(q, t, splat_f64xN(-1.0476127785270019e-09));
    q = fma_f64xN(q, t, splat_f64xN(5.094016301574338e-09));
    q = fma_f64xN(q, t, splat_f64xN(3.0717395650769477e-09));
    q = fma_f64xN(q, t, splat_f64xN(-7.222524178953976e-09));
    q = fma_f64xN(q, t, splat_f64xN(-7.432535335623792e-09));
    q = fma_f64xN(q, t, splat_f64xN(5.722677527454156e-09));
    q = fma_f64xN(q, t, splat_f64xN(1.3952625102162603e-08));
    q = fma_f64xN(q, t, splat_f64xN(6.795073490187386e-09));
    q = fma_f64xN(q, t, splat_f64xN(-8.407326839577817e-09));
    q = fma_f64xN(q, t, splat_f64xN(-2.3382691353601083e-08));
    q = fma_f64xN(q, t, splat_f64xN(-4.31323156237458e-08));
    q = fma_f64xN(q, t, splat_f64xN(-1.0001220638799958e-07));
    q = fma_f64xN(q, t, splat_f64xN(-3.483853071371078e-07));
    q = fma_f64xN(q, t, splat_f64xN(-1.8349101539664522e-06));
    q = fma_f64xN(q, t, splat_f64xN(-1.503854721127423e-05));
    q = fma_f64xN(q, t, splat_f64xN(-0.000219235763833829));
    q = fma_f64xN(q, t, splat_f64xN(-0.009749577193235609));
    q = fma_f64xN(q, t, splat_f64xN(0.38939845902587233));
    const f64xN root = sqrt_f64xN(c), quotient = q / root;
    const f64xN root_error = fused_f64xN(neg_f64xN(root), root, c) * (splat_f64xN(0.5) / root);
    const f64xN quotient_error = fused_f64xN(neg_f64xN(quotient), root, q) - quotient * root_error;
    const i64xN finite = lt_f64xN(c, splat_f64xN(infinity_f64()));
    const f64xN far = quotient + select_f64xN(finite, quotient_error / root, splat_f64xN(0.0));
    return copy_sign_f64xN(select_f64xN(lt_f64xN(splat_f64xN(8.0), a), far, near), x);
}

INLINE f32xN bessel_i1e_f32xN(f32xN x)
{
    /* exp(-|x|) I1(x) to 31 bits: x times a polynomial below 8, from there one in 1/|x| over sqrt(|x|). Even
     * and odd powers are two chains, which run at the same time. */
    const f64xN y = convert_f64xN_f32xN(x), a = abs_f64xN(y), one = splat_f64xN(1.0),
                eight = splat_f64xN(8.0);
    const f64xN t = fma_f64xN(lesser_f64xN(eight, a), splat_f64xN(0.25), neg_f64xN(one)), square = t * t;
    f64xN p = splat_f64xN(5.984122024648426e-06), p_odd = splat_f64xN(-1.745472071400764e-05);
    p = fma_f64xN(p, square, splat_f64xN(1.7599730578225902e-05));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-4.077280388096948e-05));
    p = fma_f64xN(p, square, splat_f64xN(0.00015715397534503563));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.0003684467431909782));
    p = fma_f64xN(p, square, splat_f64xN(0.0007375935634886747));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.0015172283196528769));
    p = fma_f64xN(p, square, splat_f64xN(0.0030091916424835638));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.00554530937067591));
    p = fma_f64xN(p, square, splat_f64xN(0.009582902619497388));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.0155679877622009));
    p = fma_f64xN(p, square, splat_f64xN(0.023686213041875678));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.03367197055283874));
    p = fma_f64xN(p, square, splat_f64xN(0.044674552725048805));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.055279976798581335));
    p = fma_f64xN(p, square, splat_f64xN(0.06376740463728496));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.0684826091053086));
    p = fma_f64xN(p, square, splat_f64xN(0.06805759989689755));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(-0.06112433799007499));
    p = fma_f64xN(p, square, splat_f64xN(0.044687709875608835));
    f64xN size = a * fma_f64xN(p_odd, t, p);
    const i64xN far = lt_f64xN(eight, a);
    if (any_i64xN(far)) {
        const f64xN u = one / greater_f64xN(eight, a);
        f64xN q = splat_f64xN(-18.197336059832956);
        q = fma_f64xN(q, u, splat_f64xN(-0.5394099481521909));
        q = fma_f64xN(q, u, splat_f64xN(0.3097744721031077));
        q = fma_f64xN(q, u, splat_f64xN(-0.19872031355797773));
        q = fma_f64xN(q, u, splat_f64xN(-0.052002490095390874));
        q = fma_f64xN(q, u, splat_f64xN(-0.04107447623196787));
        q = fma_f64xN(q, u, splat_f64xN(-0.04674872881642969));
        q = fma_f64xN(q, u, splat_f64xN(-0.14960336676078206));
        q = fma_f64xN(q, u, splat_f64xN(0.3989422804105042));
        size = select_f64xN(far, q * sqrt_f64xN(u), size);
    }
    return convert_f32xN_f64xN(copy_sign_f64xN(size, y));
}
