INLINE f64xN sine_pi_f64xN(f64xN r)
{
    /* sin(pi r) / pi for |r| <= 1/2 */
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
    return p * r;
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
    /* Below 8: x is moved to z + 2 with |z| <= 1/2, where log gamma is z q(z); the factors on the way leave
     * one logarithm. From 8 on Stirling's formula. */
    const f64xN one = splat_f64xN(1.0);
    const i64xN tiny = lt_f64xN(x, splat_f64xN(0.5)), low = lt_f64xN(x, splat_f64xN(1.5));
    f64xN z = select_f64xN(tiny, x, select_f64xN(low, x - one, x - splat_f64xN(2.0)));
    f64xN factor = select_f64xN(tiny, fma_f64xN(x, x, x), select_f64xN(low, x, one));
    for (int i = 0; i < 6; i++) {
        const i64xN above = le_f64xN(splat_f64xN(0.5), z);
        factor = select_f64xN(above, factor * (z + one), factor);
        z = select_f64xN(above, z - one, z);
    }
    f64xN p = splat_f64xN(6.379047507619774e-08);
    p = fma_f64xN(p, z, splat_f64xN(-1.3412819758517287e-07));
    p = fma_f64xN(p, z, splat_f64xN(2.0304806751615227e-07));
    p = fma_f64xN(p, z, splat_f64xN(-4.303558760359961e-07));
    p = fma_f64xN(p, z, splat_f64xN(9.578663334114758e-07));
    p = fma_f64xN(p, z, splat_f64xN(-2.0449201467015115e-06));
    p = fma_f64xN(p, z, splat_f64xN(4.374374916915131e-06));
    p = fma_f64xN(p, z, splat_f64xN(-9.438458716242811e-06));
    p = fma_f64xN(p, z, splat_f64xN(2.050726741605779e-05));
    p = fma_f64xN(p, z, splat_f64xN(-4.4926351103833334e-05));
    p = fma_f64xN(p, z, splat_f64xN(9.945750909889392e-05));
    p = fma_f64xN(p, z, splat_f64xN(-0.00022315475074520367));
    p = fma_f64xN(p, z, splat_f64xN(0.0005096695248853096));
    p = fma_f64xN(p, z, splat_f64xN(-0.0011927539120010226));
    p = fma_f64xN(p, z, splat_f64xN(0.002890510330738737));
    p = fma_f64xN(p, z, splat_f64xN(-0.0073855510286681535));
    p = fma_f64xN(p, z, splat_f64xN(0.02058080842778457));
    p = fma_f64xN(p, z, splat_f64xN(-0.06735230105319814));
    p = fma_f64xN(p, z, splat_f64xN(0.3224670334241132));
    p = fma_f64xN(p, z, splat_f64xN(0.42278433509846713));
    const i64xN large = le_f64xN(splat_f64xN(8.0), x);
    const f64xN logarithm = log_f64xN(select_f64xN(large, x, factor));
    const f64xN near = fma_f64xN(p, z, select_f64xN(low, neg_f64xN(logarithm), logarithm));
    const f64xN inverse = one / x;
    const f64xN u = inverse * inverse;
    f64xN q = splat_f64xN(-0.020855820837463117);
    q = fma_f64xN(q, u, splat_f64xN(0.0062081367662297935));
    q = fma_f64xN(q, u, splat_f64xN(-0.001914965912162907));
    q = fma_f64xN(q, u, splat_f64xN(0.0008417325268022405));
    q = fma_f64xN(q, u, splat_f64xN(-0.0005952380234291254));
    q = fma_f64xN(q, u, splat_f64xN(0.0007936507935117282));
    q = fma_f64xN(q, u, splat_f64xN(-0.0027777777777776747));
    q = fma_f64xN(q, u, splat_f64xN(0.08333333333333333));
    const f64xN far = fma_f64xN(x - splat_f64xN(0.5), logarithm - one,
                                fma_f64xN(q, inverse, splat_f64xN(0.4189385332046727)));
    return select_f64xN(large, far, near);
}

INLINE f64xN lgamma_f64xN(f64xN x)
{
    /* For negative x by reflection: log(pi / |sin(pi x)|) - log gamma(1 - x). */
    const f64xN zero = splat_f64xN(0.0), infinity = splat_f64xN(bits_f64_u64(0x7ff0000000000000u));
    const i64xN negative = lt_f64xN(x, zero);
    const f64xN value = lgamma_positive_f64xN(select_f64xN(negative, splat_f64xN(1.0) - x, x));
    const f64xN r = x - round_nearest_even_f64xN(x);
    const f64xN reflected = neg_f64xN(log_f64xN(abs_f64xN(sine_pi_f64xN(r)))) - value;
    const f64xN finite = select_f64xN(negative, reflected, value);
    return select_f64xN(is_pole_f64xN(x) | eq_f64xN(abs_f64xN(x), infinity), infinity, finite);
}

INLINE f32xN lgamma_f32xN(f32xN x)
{
    return convert_f32xN_f64xN(lgamma_f64xN(convert_f64xN_f32xN(x)));
}

INLINE f64xN digamma_positive_f64xN(f64xN x)
{
    /* Below 8: x is moved to between 1 and 2, where digamma is (y - zero) p; the sum of 1 / (x - i) is kept
     * as above / below. From 8 on the asymptotic series. */
    const f64xN one = splat_f64xN(1.0);
    const i64xN tiny = lt_f64xN(x, one);
    f64xN y = select_f64xN(tiny, x + one, x);
    f64xN above = select_f64xN(tiny, splat_f64xN(-1.0), splat_f64xN(0.0));
    f64xN below = select_f64xN(tiny, x, one);
    for (int i = 0; i < 6; i++) {
        const i64xN more = lt_f64xN(splat_f64xN(2.0), y);
        y = select_f64xN(more, y - one, y);
        above = select_f64xN(more, fma_f64xN(above, y, below), above);
        below = select_f64xN(more, below * y, below);
    }
    const f64xN z = y - splat_f64xN(1.5);
    f64xN p = splat_f64xN(0.00011881232908510335);
    p = fma_f64xN(p, z, splat_f64xN(-0.0001782188548855923));
    p = fma_f64xN(p, z, splat_f64xN(9.653646261410062e-05));
    p = fma_f64xN(p, z, splat_f64xN(-0.00014480643368061614));
    p = fma_f64xN(p, z, splat_f64xN(0.00032395945401345196));
    p = fma_f64xN(p, z, splat_f64xN(-0.00048595039220036254));
    p = fma_f64xN(p, z, splat_f64xN(0.0006909255761282986));
    p = fma_f64xN(p, z, splat_f64xN(-0.0010364584817312839));
    p = fma_f64xN(p, z, splat_f64xN(0.0015633696313653504));
    p = fma_f64xN(p, z, splat_f64xN(-0.0023454947397380833));
    p = fma_f64xN(p, z, splat_f64xN(0.003518106563802472));
    p = fma_f64xN(p, z, splat_f64xN(-0.005279937255532708));
    p = fma_f64xN(p, z, splat_f64xN(0.007927021796868154));
    p = fma_f64xN(p, z, splat_f64xN(-0.011908220105959716));
    p = fma_f64xN(p, z, splat_f64xN(0.017907248317313294));
    p = fma_f64xN(p, z, splat_f64xN(-0.026975796659787055));
    p = fma_f64xN(p, z, splat_f64xN(0.040760833940846085));
    p = fma_f64xN(p, z, splat_f64xN(-0.06192213327548831));
    p = fma_f64xN(p, z, splat_f64xN(0.09498872445289039));
    p = fma_f64xN(p, z, splat_f64xN(-0.14840492305388092));
    p = fma_f64xN(p, z, splat_f64xN(0.24054248424078697));
    p = fma_f64xN(p, z, splat_f64xN(-0.4236274212814606));
    p = fma_f64xN(p, z, splat_f64xN(0.9510558760318328));
    const f64xN distance = (y - splat_f64xN(1.4616321449683622)) - splat_f64xN(9.549995429965697e-17);
    const f64xN near = fma_f64xN(distance, p, above / below);
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
    const f64xN reflected = value - cosine_pi_f64xN(r) / sine_pi_f64xN(r);
    const f64xN result = select_f64xN(negative, reflected, value);
    return select_f64xN(is_pole_f64xN(x), splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), result);
}

INLINE f32xN digamma_f32xN(f32xN x)
{
    return convert_f32xN_f64xN(digamma_f64xN(convert_f64xN_f32xN(x)));
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
    p = fma_f64xN(p, s, splat_f64xN(5.425347222222222e-05));
    p = fma_f64xN(p, s, splat_f64xN(0.0026041666666666665));
    p = fma_f64xN(p, s, splat_f64xN(0.0625));
    p = fma_f64xN(p, s, splat_f64xN(0.5));
    const f64xN near = p * b * exp_f64xN(neg_f64xN(b));
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
    const f64xN far = q / sqrt_f64xN(c);
    return copy_sign_f64xN(select_f64xN(lt_f64xN(splat_f64xN(8.0), a), far, near), x);
}

INLINE f32xN bessel_i1e_f32xN(f32xN x)
{
    return convert_f32xN_f64xN(bessel_i1e_f64xN(convert_f64xN_f32xN(x)));
}
