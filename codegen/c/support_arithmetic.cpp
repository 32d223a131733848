#include <fmt/format.h>

#include <map>

#include "codegen/c/float_registers.h"
#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

namespace {

enum class ResultKind { Same, Mask };
enum class Shift { None, Left, RightLogical, RightArithmetic };

/// An operation that works lane by lane. Bodies are C expressions in a, b, c (select: m, a, b); an empty
/// vector body applies the scalar function lane by lane.
struct ElementwiseRow {
    int operands;
    ResultKind result;
    std::string float_scalar, integer_scalar;  // signed and unsigned alike unless signed_scalar is set
    std::string float_vector, integer_vector;
    std::string signed_scalar;
    Shift shift = Shift::None;
};

const std::map<std::string, ElementwiseRow>& rows() {
    static const std::map<std::string, ElementwiseRow> table = {
        {"add",
         {2, ResultKind::Same, "a + b", "({S})(({W})a + ({W})b)", "a + b", "({T})(({U})a + ({U})b)", ""}},
        {"sub",
         {2, ResultKind::Same, "a - b", "({S})(({W})a - ({W})b)", "a - b", "({T})(({U})a - ({U})b)", ""}},
        {"mul",
         {2, ResultKind::Same, "a * b", "({S})(({W})a * ({W})b)", "a * b", "({T})(({U})a * ({U})b)", ""}},
        {"multiply_add", {3, ResultKind::Same, "a * b + c", "", "a * b + c", "", ""}},
        {"div",
         {2, ResultKind::Same, "a / b", "b == 0 ? ({S})-1 : ({S})(a / b)", "a / b", "",
          "b == 0 ? -1 : b == -1 ? ({S})(0 - ({W})a) : ({S})(a / b)"}},
        {"rem",
         {2, ResultKind::Same, "float_remainder_{e}(a, b)", "b == 0 ? a : ({S})(a % b)", "", "",
          "b == 0 ? a : b == -1 ? 0 : ({S})(a % b)"}},
        {"floor_div", {2, ResultKind::Same, "", "({S})(a / b)", "", "", "({S})(a / b - (a % b < 0))"}},
        {"floor_rem",
         {2, ResultKind::Same, "", "({S})(a % b)", "", "", "({S})(a % b + (a % b < 0 ? b : 0))"}},
        {"and", {2, ResultKind::Same, "", "({S})(a & b)", "", "a & b", ""}},
        {"or", {2, ResultKind::Same, "", "({S})(a | b)", "", "a | b", ""}},
        {"xor", {2, ResultKind::Same, "", "({S})(a ^ b)", "", "a ^ b", ""}},
        {"andnot", {2, ResultKind::Same, "", "({S})(a & ~b)", "", "a & ~b", ""}},
        {"not", {1, ResultKind::Same, "", "({S})~a", "", "~a", ""}},
        {"neg", {1, ResultKind::Same, "-a", "({S})(0 - ({W})a)", "-a", "({T})(-({U})a)", ""}},
        {"abs",
         {1, ResultKind::Same, "bits_{e}_u{B}(bits_u{B}_{e}(a) & ~{sign})", "a",
          "({T})(({U})a & ~splat_u{B}x{N}({sign}))", "a", "a < 0 ? ({S})(0 - ({W})a) : a"}},
        {"shift_left",
         {2, ResultKind::Same, "", "({u})b >= {B} ? 0 : ({S})(({W})a << b)", "", "", "", Shift::Left}},
        {"shift_right_logical",
         {2, ResultKind::Same, "", "({u})b >= {B} ? 0 : ({S})(({u})a >> b)", "", "", "",
          Shift::RightLogical}},
        {"shift_right_arithmetic",
         {2, ResultKind::Same, "", "({S})(({i})a >> (({u})b >= {B} ? {B} - 1 : b))", "", "", "",
          Shift::RightArithmetic}},
        {"eq",
         {2, ResultKind::Mask, "-({i})(a == b)", "({i})-(a == b)", "({M})(a == b)", "({M})(a == b)", ""}},
        {"ne",
         {2, ResultKind::Mask, "-({i})(a != b)", "({i})-(a != b)", "({M})(a != b)", "({M})(a != b)", ""}},
        {"lt", {2, ResultKind::Mask, "-({i})(a < b)", "({i})-(a < b)", "({M})(a < b)", "({M})(a < b)", ""}},
        {"le",
         {2, ResultKind::Mask, "-({i})(a <= b)", "({i})-(a <= b)", "({M})(a <= b)", "({M})(a <= b)", ""}},
    };
    return table;
}

Definition function_text(const SupportName& name, const std::string& result, const std::string& parameters,
                         const std::string& body) {
    return inline_function(name, result + " {F}(" + parameters + ")", body);
}

std::string parameter_list(const std::string& type, int count) {
    std::string text;
    for (int i = 0; i < count; i++) text += (i ? ", " : "") + type + " " + std::string(1, char('a' + i));
    return text;
}

/// GCC divides four lanes also where two are meant, and the other two of the dividend hold what the stack
/// has: subnormal numbers, often, which are slow.
SupportFunction pair_division(const SupportName& name) {
    FunctionBody body("    return a / b;\n");
    body.prefer(
        "defined(__SSE2__)",
        "    const f32x4 quotient = (f32x4){a[0], a[1], 0.0f, 0.0f} / (f32x4){b[0], b[1], 1.0f, 1.0f};\n"
        "    return ({T}){quotient[0], quotient[1]};\n");
    SupportFunction function;
    function.vector = function_text(name, "{T}", "{T} a, {T} b", body.text());
    function.portable = lane_loop(name, "{T}", {"{T}", "{T}"}, "div_{e}", false);
    return function;
}

/// Quotients of i32 in f64, where a + 1/2 is at least 1 / 2 b from any multiple of b: so the product with 1 /
/// b rounds to the right number, whatever its rounding errors. Compilers would divide lane by lane.
Definition floor_division(const SupportName& name) {
    return function_text(
        name, "{T}", "{T} a, {T} b",
        name.operation == "floor_rem"
            ? "    return ({T})(({U})a - ({U})floor_div_{s}(a, b) * ({U})b);\n"
            : "    /* For b > 0. The sum with 1.5 * 2^52 rounds to an integer in its low bits. */\n"
              "    const f64x{N} half = splat_f64x{N}(0.5);\n"
              "    const f64x{N} inverse = splat_f64x{N}(1.0) / convert_f64x{N}_i32x{N}(b);\n"
              "    const f64x{N} quotient = (convert_f64x{N}_i32x{N}(a) + half) * inverse;\n"
              "    const f64x{N} shifted = (quotient - half) + splat_f64x{N}(6755399441055744.0);\n"
              "    return convert_i32x{N}_i64x{N}(bits_i64x{N}_f64x{N}(shifted));\n");
}

SupportFunction elementwise(const SupportName& name, const ElementwiseRow& row) {
    const bool floats = scheduler::is_float(name.type.kind);
    const bool vector = name.type.is_vector();
    const std::string result = row.result == ResultKind::Mask ? (vector ? "{M}" : "{i}")
                               : vector                       ? "{T}"
                                                              : "{S}";
    SupportFunction function;
    if (!vector) {
        std::string body = floats ? row.float_scalar : row.integer_scalar;
        if (scheduler::is_signed(name.type.kind) && !row.signed_scalar.empty()) body = row.signed_scalar;
        function.common =
            function_text(name, result, parameter_list("{S}", row.operands), "    return " + body + ";\n");
        return function;
    }
    const std::string body = floats ? row.float_vector : row.integer_vector;
    const std::vector<std::string> parameters(static_cast<std::size_t>(row.operands), "{T}");
    const std::string scalar = name.operation + "_{e}";
    if (name.operation == "div" && name.type == ValueType{ScalarKind::F32, 2}) return pair_division(name);
    function.vector =
        body.empty() || (scheduler::is_signed(name.type.kind) && !row.signed_scalar.empty())
            ? lane_loop(name, result, parameters, scalar, true)
            : function_text(name, result, parameter_list("{T}", row.operands), "    return " + body + ";\n");
    if (name.operation.starts_with("floor_") && name.type.kind == ScalarKind::I32)
        function.vector = floor_division(name);
    function.portable = lane_loop(name, result, parameters, scalar, false);
    return function;
}

/// Shifts of whole vectors: amounts beyond the width are undefined in C, so they are clamped first.
SupportFunction vector_shift(const SupportName& name, Shift shift, SupportFunction function) {
    const std::string limit =
        "    const {U} limit = splat_u{B}x{N}({B} - 1);\n"
        "    const {U} amount = ({U})b;\n"
        "    const {U} in_range = ({U})(amount <= limit);\n";
    std::string body;
    if (shift == Shift::RightArithmetic) {
        body = limit + "    return ({T})(({I})a >> ({I})((amount & in_range) | (limit & ~in_range)));\n";
    } else {
        body = limit + "    return ({T})((({U})a " + (shift == Shift::Left ? "<<" : ">>") +
               " (amount & limit)) & in_range);\n";
    }
    function.vector = function_text(name, "{T}", "{T} a, {T} b", body);
    return function;
}

/// Prefers x86's instructions, which do not move scalars to registers of integers: both orders, as below. For
/// GCC, those of scalars commute, so these are of vectors.
void prefer_scalar_extremum(FunctionBody& body, std::string_view letter, bool maximum) {
    const std::string type = letter == "s" ? "__m128" : "__m128d";
    const auto call = [&](std::string_view instruction, std::string_view operands) {
        return fmt::format("_mm_{}_p{}({})", instruction, letter, operands);
    };
    const std::string_view extremum = maximum ? "max" : "min";
    std::string text = fmt::format(
        "    const {0} x = _mm_set_s{1}(a), y = _mm_set_s{1}(b);\n"
        "    const {0} first = {2}, second = {3};\n",
        type, letter, call(extremum, "x, y"), call(extremum, "y, x"));
    std::string result = call("or", "first, second");
    if (maximum) {
        text += "    const " + type + " difference = " + call("xor", "first, second") + ";\n";
        result = call("sub", call("or", "first, difference") + ", difference");
    }
    const std::string_view scalar = letter == "s" ? "f32" : "f64";
    body.prefer("defined(HLO2C_X86)",
                fmt::format("{}    return _mm_cvts{}_{}({});\n", text, letter, scalar, result));
}

/// NaN if either operand is NaN; -0 is less than +0. `maxps` and its like return the second operand if the
/// operands are equal or unordered, so both orders are computed: where they differ, the operands are zeros of
/// different signs, or one is NaN. Without these instructions, the second order is the first but for the
/// lanes that are equal or unordered: clang before 16 takes `b > a ? b : a` with b = -0 for the first order.
template <bool maximum>
SupportFunction float_extremum(const SupportName& name) {
    const std::string relation = maximum ? ">" : "<";
    const std::string instruction = maximum ? "max" : "min";
    SupportFunction function;
    if (!name.type.is_vector()) {
        const std::string result = maximum ? "bits_{e}_u{B}(first | difference) - bits_{e}_u{B}(difference)"
                                           : "bits_{e}_u{B}(first | difference)";
        FunctionBody body("    const {u} first = bits_u{B}_{e}(a " + relation +
                          " b ? a : b);\n"
                          "    const {u} is_same = -({u})!((a > b) | (a < b));\n"
                          "    const {u} difference = (bits_u{B}_{e}(a) ^ bits_u{B}_{e}(b)) & is_same;\n"
                          "    return " +
                          result + ";\n");
        prefer_scalar_extremum(body, name.type.kind == ScalarKind::F32 ? "s" : "d", maximum);
        function.common = function_text(name, "{S}", "{S} a, {S} b", body.text());
        return function;
    }
    FunctionBody both("    const {M} forward = ({M})(a " + relation + " b), backward = ({M})(b " + relation +
                      " a);\n"
                      "    const {U} first = ({U})((forward & ({M})a) | (~forward & ({M})b));\n"
                      "    const {U} difference = ({U})(~(forward | backward) & (({M})a ^ ({M})b));\n");
    if (const auto x86 = x86_registers(name.type))
        both.prefer(x86->condition, "    const {U} first = ({U})" + x86->call(instruction, {"a", "b"}) +
                                        ";\n    const {U} difference = first ^ ({U})" +
                                        x86->call(instruction, {"b", "a"}) + ";\n");
    FunctionBody body(both.text() + (maximum ? "    return ({T})(first | difference) - ({T})difference;\n"
                                             : "    return ({T})(first | difference);\n"));
    prefer_call(body, neon_registers(name.type), instruction, {"a", "b"});
    function.vector = function_text(name, "{T}", "{T} a, {T} b", body.text());
    function.portable = lane_loop(name, "{T}", {"{T}", "{T}"}, name.operation + "_{e}", false);
    return function;
}

/// a < b ? a : b and a > b ? a : b: the second operand if they are unordered, as with the instructions.
template <bool lesser>
SupportFunction ordered_choice(const SupportName& name) {
    const std::string relation = lesser ? "<" : ">";
    SupportFunction function;
    if (!name.type.is_vector()) {
        function.common =
            function_text(name, "{S}", "{S} a, {S} b", "    return a " + relation + " b ? a : b;\n");
        return function;
    }
    FunctionBody body("    const {M} first = ({M})(a " + relation +
                      " b);\n    return ({T})((first & ({M})a) | (~first & ({M})b));\n");
    prefer_call(body, x86_registers(name.type), lesser ? "min" : "max", {"a", "b"});
    function.vector = function_text(name, "{T}", "{T} a, {T} b", body.text());
    function.portable = lane_loop(name, "{T}", {"{T}", "{T}"}, name.operation + "_{e}", false);
    return function;
}

/// The same as max or min with a constant limit, in one instruction: it is neither NaN nor a
/// zero (+0 in a minimum at most), so the second operand counts if the operands are equal or unordered.
template <bool maximum>
SupportFunction limited(const SupportName& name) {
    const std::string relation = maximum ? ">" : "<", instruction = maximum ? "max" : "min";
    SupportFunction function;
    if (!name.type.is_vector()) {
        function.common = function_text(name, "{S}", "{S} a, {S} limit",
                                        "    return limit " + relation + " a ? limit : a;\n");
        return function;
    }
    FunctionBody body("    const {M} beyond = ({M})(limit " + relation +
                      " a);\n    return ({T})((beyond & ({M})limit) | (~beyond & ({M})a));\n");
    prefer_call(body, x86_registers(name.type), instruction, {"limit", "a"});
    prefer_call(body, neon_registers(name.type), instruction, {"limit", "a"});
    function.vector = function_text(name, "{T}", "{T} a, {T} limit", body.text());
    function.portable = lane_loop(name, "{T}", {"{T}", "{T}"}, name.operation + "_{e}", false);
    return function;
}

template <bool maximum>
SupportFunction integer_extremum(const SupportName& name) {
    SupportFunction function;
    if (!name.type.is_vector()) {
        function.common =
            function_text(name, "{S}", "{S} a, {S} b",
                          std::string("    return a ") + (maximum ? ">" : "<") + " b ? a : b;\n");
        return function;
    }
    const std::string operands = maximum ? "b, a" : "a, b";
    FunctionBody body("    return select_{s}(lt_{s}(" + operands + "), a, b);\n");
    const int element = scheduler::byte_width(name.type.kind);
    const auto wrap = [&](const std::string& condition, const std::string& prefix, const std::string& type) {
        const std::string call = prefix + (maximum ? "_max_ep" : "_min_ep") +
                                 (scheduler::is_signed(name.type.kind) ? "i{B}" : "u{B}");
        body.prefer("defined(" + condition + ")",
                    "    return ({T})" + call + "((" + type + ")a, (" + type + ")b);\n");
    };
    const int bytes = name.type.lanes * element;
    if (bytes == 64) wrap(element >= 4 ? "__AVX512F__" : "__AVX512BW__", "_mm512", "__m512i");
    if (bytes == 32) wrap(element == 8 ? "__AVX512VL__" : "__AVX2__", "_mm256", "__m256i");
    if (bytes == 16) wrap(element == 8 ? "__AVX512VL__" : "__SSE4_1__", "_mm", "__m128i");
    function.vector = function_text(name, "{T}", "{T} a, {T} b", body.text());
    function.portable = lane_loop(name, "{T}", {"{T}", "{T}"}, name.operation + "_{e}", false);
    return function;
}

/// The same as max with a constant zero as the first operand, in two instructions: maxps returns the second
/// operand if it is NaN or a zero, and adding +0 turns -0 into +0.
SupportFunction relu(const SupportName& name) {
    SupportFunction function;
    if (!name.type.is_vector()) {
        function.common = function_text(name, "{S}", "{S} a", "    return (0 > a ? 0 : a) + 0;\n");
        return function;
    }
    FunctionBody body(
        "    const {M} negative = ({M})(splat_{s}(0) > a);\n"
        "    return ({T})(~negative & ({M})a) + splat_{s}(0);\n");
    if (const auto x86 = x86_registers(name.type))
        body.prefer(x86->condition,
                    "    return ({T})" + x86->call("max", {"splat_{s}(0)", "a"}) + " + splat_{s}(0);\n");
    function.vector = function_text(name, "{T}", "{T} a", body.text());
    function.portable = lane_loop(name, "{T}", {"{T}"}, "relu_{e}", false);
    return function;
}

/// Lanes of a where the mask is set, else lanes of b.
SupportFunction select(const SupportName& name) {
    SupportFunction function;
    if (!name.type.is_vector()) {
        function.common = function_text(name, "{S}", "{i} m, {S} a, {S} b", "    return m ? a : b;\n");
        return function;
    }
    const int element = scheduler::byte_width(name.type.kind);
    const int bytes = name.type.lanes * element;
    FunctionBody body("    return ({T})((m & ({M})a) | (~m & ({M})b));\n");
    const std::string has_mask =
        std::string("defined(") + (element >= 4 ? "__AVX512DQ__" : "__AVX512BW__") + ")";
    if (bytes == 16 || bytes == 32) {
        const std::string prefix = bytes == 32 ? "_mm256" : "_mm",
                          type = bytes == 32 ? "(__m256i)" : "(__m128i)";
        body.prefer(
            bytes == 32 ? "defined(__AVX2__)" : "defined(__SSE4_1__)",
            "    return ({T})" + prefix + "_blendv_epi8(" + type + "b, " + type + "a, " + type + "m);\n");
        // On machines with mask registers, gcc 12 selects the wrong side of a byte blend by a comparison.
        body.prefer("defined(__AVX512VL__) && " + has_mask,
                    "    return ({T})" + prefix + "_mask_blend_epi{B}(" + prefix + "_movepi{B}_mask(" + type +
                        "m), " + type + "b, " + type + "a);\n");
    }
    if (bytes == 64)
        body.prefer(has_mask,
                    "    return ({T})_mm512_mask_blend_epi{B}(_mm512_movepi{B}_mask((__m512i)m), (__m512i)b, "
                    "(__m512i)a);\n");
    function.vector = function_text(name, "{T}", "{M} m, {T} a, {T} b", body.text());
    function.portable = lane_loop(name, "{T}", {"{M}", "{T}", "{T}"}, "select_{e}", false);
    return function;
}

template <bool maximum>
SupportFunction extremum(const SupportName& name) {
    return scheduler::is_float(name.type.kind) ? float_extremum<maximum>(name)
                                               : integer_extremum<maximum>(name);
}

/// Operations whose text depends on the type or on the compiler's flags; the others are in `rows()`.
constexpr SupportRow choice_rows[] = {
    {"min", extremum<false>},
    {"max", extremum<true>},
    {"lesser", ordered_choice<true>, SupportRow::Elements::Floats},
    {"greater", ordered_choice<false>, SupportRow::Elements::Floats},
    {"relu", relu, SupportRow::Elements::Floats},
    {"at_least", limited<true>, SupportRow::Elements::Floats},
    {"at_most", limited<false>, SupportRow::Elements::Floats},
    {"select", select},
};

}  // namespace

std::optional<SupportFunction> arithmetic_function(const SupportName& name) {
    if (auto choice = by_rows(choice_rows, name)) return choice;
    const auto row = rows().find(name.operation);
    if (name.second || row == rows().end()) return std::nullopt;
    SupportFunction function = elementwise(name, row->second);
    if (name.type.is_vector() && row->second.shift != Shift::None)
        return vector_shift(name, row->second.shift, function);
    return function;
}

}  // namespace hlo2c::codegen
