#include "scheduler/rewrite/error_functions.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

/// Emits `%NAME = CODE OPERANDS : TYPE` for one element type, and polynomials.
class Writer {
public:
    explicit Writer(const std::string& element) : type_("tensor<8x" + element + ">") {}

    std::string emit(const std::string& code, const std::string& operands) {
        const std::string name = "%v" + std::to_string(count_++);
        text_ += name + " = stablehlo." + code + " " + operands + " : " + type_ + "\n";
        return name;
    }
    std::string constant(const std::string& number) { return emit("constant", "dense<" + number + ">"); }
    std::string compare(const std::string& direction, const std::string& a, const std::string& b) {
        const std::string name = "%v" + std::to_string(count_++);
        text_ += name + " = stablehlo.compare " + direction + ", " + a + ", " + b + " : (" + type_ + ", " +
                 type_ + ") -> tensor<8xi1>\n";
        return name;
    }
    std::string select(const std::string& condition, const std::string& yes, const std::string& no) {
        const std::string name = "%v" + std::to_string(count_++);
        text_ += name + " = stablehlo.select " + condition + ", " + yes + ", " + no + " : tensor<8xi1>, " +
                 type_ + "\n";
        return name;
    }
    /// The coefficient of the highest power comes first.
    std::string polynomial(const std::string& x, const std::vector<std::string>& coefficients) {
        std::string sum = constant(coefficients[0]);
        for (std::size_t i = 1; i < coefficients.size(); i++)
            sum = emit("add", emit("multiply", sum + ", " + x) + ", " + constant(coefficients[i]));
        return sum;
    }
    Program program(const std::string& result) const {
        return program_of("(%x: " + type_ + ") -> " + type_,
                          text_ + "return " + result + " : " + type_ + "\n");
    }

private:
    std::string type_, text_;
    int count_ = 0;
};

/// A quotient of polynomials, clamped, whose last coefficient is `slope`.
Program erf_of(const std::string& element, const std::string& operand, const std::string& slope) {
    Writer w(element);
    const std::string y = operand == "%x" ? operand : w.emit("tanh", "%x");
    const std::string x = w.emit("clamp", w.constant("-3.7") + ", " + y + ", " + w.constant("3.7"));
    const std::string s = w.emit("multiply", x + ", " + x);
    const std::string p = w.polynomial(s, {"2.2898023e-08", "-2.05012179e-06", "0.000130145141",
                                           "0.0029894663", "0.0482286476", "0.181714684", slope});
    const std::string q =
        w.polynomial(s, {"0.000800505688", "0.0128567545", "0.107537374", "0.494372904", "1.0"});
    const std::string value = w.emit("divide", w.emit("multiply", x + ", " + p) + ", " + q);
    return w.program(w.emit("clamp", w.constant("-1.0") + ", " + value + ", " + w.constant("1.0")));
}

/// exp(-x^2) times a polynomial of 1 / (|x| + 2), subtracted from 2 below 0.
Program erfc() {
    Writer w("f32");
    const std::string a = w.emit("abs", "%x");
    const std::string c =
        w.emit("divide", w.constant("1.0") + ", " + w.emit("add", a + ", " + w.constant("2.0")));
    const std::string q =
        w.polynomial(w.emit("subtract", c + ", " + w.constant("0.25")),
                     {"11.9950361", "-34.7395554", "11.9687262", "12.4636049", "-6.59301376", "-5.50461102",
                      "2.33195543", "4.47154236", "2.7486434", "1.02158272"});
    const std::string power = w.emit("exponential", w.emit("negate", w.emit("multiply", "%x, %x")));
    const std::string positive = w.emit("multiply", power + ", " + w.emit("multiply", c + ", " + q));
    const std::string other = w.emit("subtract", w.constant("2.0") + ", " + positive);
    return w.program(w.select(w.compare("LT", "%x", w.constant("0.0")), other, positive));
}

/// The op that computes the result.
Op last_op(Program program) {
    recognise_error_functions(program);
    hlo2c::frontend::verify(program);
    const std::vector<Op>& ops = program.main().body.ops;
    return *std::find_if(ops.begin(), ops.end(), [&](const Op& op) {
        return !op.results.empty() && op.results[0] == ops.back().operands[0];
    });
}

}  // namespace

TEST_CASE("erf and erfc are recognised where a program writes them out") {
    const Program program = erf_of("f32", "%x", "1.12837911");
    const Op erf = last_op(program);
    CHECK(erf.code == OpCode::ChloErf);
    CHECK(erf.operands == program.main().arguments());
    CHECK(last_op(erfc()).code == OpCode::ChloErfc);
}

TEST_CASE("the operand of a recognised function may be computed") {
    const Program program = erf_of("f32", "tanh", "1.12837911");
    const Op erf = last_op(program);
    CHECK(erf.code == OpCode::ChloErf);
    CHECK(erf.operands == program.main().body.ops[0].results);
}

TEST_CASE("other functions and types are not recognised") {
    CHECK(last_op(erf_of("f32", "%x", "1.1284")).code == OpCode::Clamp);
    CHECK(last_op(erf_of("f64", "%x", "1.12837911")).code == OpCode::Clamp);
}
