#pragma once

#include "rt_cholesky_c128.h"
#include "rt_cholesky_c64.h"
#include "rt_cholesky_f32.h"
#include "rt_cholesky_f64.h"
#include "rt_eigh_c128.h"
#include "rt_eigh_c64.h"
#include "rt_eigh_f32.h"
#include "rt_eigh_f64.h"
#include "rt_gehrd_c128.h"
#include "rt_gehrd_c64.h"
#include "rt_gehrd_f32.h"
#include "rt_gehrd_f64.h"
#include "rt_lu_c128.h"
#include "rt_lu_c64.h"
#include "rt_lu_f32.h"
#include "rt_lu_f64.h"
#include "rt_pivoted_qr_c128.h"
#include "rt_pivoted_qr_c64.h"
#include "rt_pivoted_qr_f32.h"
#include "rt_pivoted_qr_f64.h"
#include "rt_qr_c128.h"
#include "rt_qr_c64.h"
#include "rt_qr_f32.h"
#include "rt_qr_f64.h"
#include "rt_svd_c128.h"
#include "rt_svd_c64.h"
#include "rt_svd_f32.h"
#include "rt_svd_f64.h"
#include "rt_triangular_solve_c128.h"
#include "rt_triangular_solve_c64.h"
#include "rt_triangular_solve_f32.h"
#include "rt_triangular_solve_f64.h"
#include "tests/unit/runtime_c/matrix.h"

namespace hlo2c::matrix {

/// The functions for one element type.
template <typename T>
struct Functions;
#define HLO2C_FUNCTIONS(T, ending)                                     \
    template <>                                                        \
    struct Functions<T> {                                              \
        static constexpr auto cholesky = hlo2c_cholesky_##ending;      \
        static constexpr auto gehrd = hlo2c_gehrd_##ending;            \
        static constexpr auto geqp3 = hlo2c_geqp3_##ending;            \
        static constexpr auto geqrf = hlo2c_geqrf_##ending;            \
        static constexpr auto gesdd = hlo2c_gesdd_##ending;            \
        static constexpr auto getrf = hlo2c_getrf_##ending;            \
        static constexpr auto orgqr = hlo2c_orgqr_##ending;            \
        static constexpr auto ormqr = hlo2c_ormqr_##ending;            \
        static constexpr auto potrf = hlo2c_potrf_##ending;            \
        static constexpr auto solve = hlo2c_triangular_solve_##ending; \
        static constexpr auto syevd = hlo2c_syevd_##ending;            \
        static constexpr auto sytrd = hlo2c_sytrd_##ending;            \
    }
HLO2C_EVERY_TYPE(HLO2C_FUNCTIONS);
#undef HLO2C_FUNCTIONS

}  // namespace hlo2c::matrix
