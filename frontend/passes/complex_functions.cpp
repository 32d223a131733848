#include "frontend/ir/total_table.h"
#include "frontend/passes/complex_arithmetic.h"

namespace hlo2c::frontend {

namespace {

constexpr auto complex_functions = partial<ComplexFunction>({
    {OpCode::Cbrt, &ComplexArithmetic::cube_root},
    {OpCode::ChloAcos, &ComplexArithmetic::arc_cosine},
    {OpCode::ChloAcosh, &ComplexArithmetic::area_cosine},
    {OpCode::ChloAsin, &ComplexArithmetic::arc_sine},
    {OpCode::ChloAsinh, &ComplexArithmetic::area_sine},
    {OpCode::ChloAtan, &ComplexArithmetic::arc_tangent},
    {OpCode::ChloAtanh, &ComplexArithmetic::area_tangent},
    {OpCode::ChloConj, &ComplexArithmetic::conjugate},
    {OpCode::ChloCosh, &ComplexArithmetic::hyperbolic_cosine},
    {OpCode::ChloSinh, &ComplexArithmetic::hyperbolic_sine},
    {OpCode::ChloSquare, &ComplexArithmetic::square},
    {OpCode::Cosine, &ComplexArithmetic::cosine},
    {OpCode::Exponential, &ComplexArithmetic::exponential},
    {OpCode::ExponentialMinusOne, &ComplexArithmetic::exponential_minus_one},
    {OpCode::Log, &ComplexArithmetic::log},
    {OpCode::LogPlusOne, &ComplexArithmetic::log_plus_one},
    {OpCode::Logistic, &ComplexArithmetic::logistic},
    {OpCode::Negate, &ComplexArithmetic::negate},
    {OpCode::Rsqrt, &ComplexArithmetic::reciprocal_root},
    {OpCode::Sign, &ComplexArithmetic::sign},
    {OpCode::Sine, &ComplexArithmetic::sine},
    {OpCode::Sqrt, &ComplexArithmetic::square_root},
    {OpCode::Tan, &ComplexArithmetic::tangent},
    {OpCode::Tanh, &ComplexArithmetic::hyperbolic_tangent},
});

}  // namespace

ComplexFunction complex_function(OpCode code) {
    return behaviour(complex_functions, code);
}

}  // namespace hlo2c::frontend
