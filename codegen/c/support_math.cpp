#include "codegen/c/support_math.h"

#include <algorithm>
#include <regex>

#include "codegen/c/float_registers.h"
#include "codegen/c/support_bits.h"
#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

namespace {

/// Text of a template on "fxN", "ixN" and "uxN" for floats of `bits`. Its constants end in "_f".
std::string with_element(const std::string& text, int bits) {
    std::string typed =
        std::regex_replace(text, std::regex("([fiu])xN"), "$01" + std::to_string(bits) + "xN");
    typed = std::regex_replace(typed, std::regex("infinity_f\\("), "infinity_f" + std::to_string(bits) + "(");
    return std::regex_replace(typed, std::regex("([0-9])_f"), bits == 32 ? "$1f" : "$1");
}

/// A function of any number of lanes.
struct FunctionTemplate {
    std::string head, body;
    std::size_t parameters = 1;
};

/// Templates define functions on "f32xN" and its like; N stands for the lanes, and scalars drop the "xN".
/// Functions on "fxN" are one text for f32 and f64. Each file is a sequence of functions separated by blank
/// lines at depth 0; this indexes them by name. INLINE marks functions that are always inlined, OUTLINE those
/// that are long and rarely called.
std::map<std::string, FunctionTemplate> index_templates() {
    std::map<std::string, FunctionTemplate> index;
    for (const auto& [file, text] : math_templates()) {
        std::size_t begin = 0;
        while (begin < text.size()) {
            const std::size_t open = text.find("\n{\n", begin), end = text.find("\n}\n", begin);
            if (open == std::string_view::npos || end == std::string_view::npos) break;
            std::string head(text.substr(begin, open - begin));
            head.erase(0, head.find_first_not_of('\n'));
            const std::string body(text.substr(open + 3, end + 1 - (open + 3)));
            const std::size_t parenthesis = head.find('(');
            const std::size_t name = head.rfind(' ', parenthesis) + 1;
            const std::string called = head.substr(name, parenthesis - name);
            const auto parameters = static_cast<std::size_t>(std::count(head.begin(), head.end(), ',')) + 1;
            if (called.ends_with("_fxN")) {
                for (const int bits : {32, 64})
                    index[with_element(called, bits)] = {with_element(head, bits), with_element(body, bits),
                                                         parameters};
            } else {
                index[called] = {head, body, parameters};
            }
            begin = end + 3;
        }
    }
    return index;
}

/// A function that computes in f64 works on halves if f64 of all lanes fit neither into four nor into a
/// vector of the target.
Definition by_halves(const SupportName& name, std::size_t parameters) {
    const int half = name.type.lanes / 2;
    std::string head, low, high, all;
    const auto list = [](int begin, int end) {
        std::string text;
        for (int i = begin; i < end; i++) text += ", " + std::to_string(i);
        return text;
    };
    for (std::size_t i = 0; i < parameters; i++) {
        const std::string a(1, static_cast<char>('a' + i)), comma = i ? ", " : "";
        head += comma + "{T} " + a;
        low += comma + "SHUFFLE(" + a + ", " + a + list(0, half) + ")";
        high += comma + "SHUFFLE(" + a + ", " + a + list(half, 2 * half) + ")";
    }
    const std::string type = "{e}x" + std::to_string(half), function = name.operation + "_" + type;
    return inline_function(name, "{T} {F}(" + head + ")",
                           "    const " + type + " low = " + function + "(" + low + ");\n    const " + type +
                               " high = " + function + "(" + high + ");\n    return SHUFFLE(low, high" +
                               list(0, 2 * half) + ");\n");
}

/// The instruction for a rounding to an integral value, where there is one: its function, and the condition
/// on the compiler's flags.
struct RoundingInstruction {
    std::string condition, value;
};

std::vector<RoundingInstruction> rounding_instructions(const SupportName& name) {
    struct Mode {
        const char *x86, *neon;
    };
    static const std::map<std::string, Mode> modes = {
        {"round_nearest_even", {"8", "n"}}, {"floor", {"9", "m"}}, {"ceil", {"10", "p"}}};
    const auto found = modes.find(name.operation);
    if (found == modes.end() || name.second || !scheduler::is_float(name.type.kind)) return {};
    const auto& [x86, neon] = found->second;
    const bool f32 = name.type.kind == ScalarKind::F32;
    const std::string letter = f32 ? "s" : "d", sse = "defined(HLO2C_X86) && defined(__SSE4_1__)";
    if (!name.type.is_vector()) {
        const std::string set = "_mm_set_s" + letter + "(x)";
        return {{sse, "_mm_cvts" + letter + "_f" + (f32 ? "32" : "64") + "(_mm_round_s" + letter + "(" + set +
                          ", " + set + ", " + x86 + "))"}};
    }
    std::vector<RoundingInstruction> instructions;
    if (const auto registers = x86_registers(name.type)) {
        const int bytes = name.type.lanes * scheduler::byte_width(name.type.kind);
        instructions.push_back({bytes == 16 ? sse : registers->condition,
                                registers->prefix + (bytes == 64 ? "roundscale" : "round") +
                                    registers->suffix + "((" + registers->type + ")x, " + x86 + ")"});
    }
    if (const auto registers = neon_registers(name.type))
        instructions.push_back({registers->condition, registers->call(std::string("rnd") + neon, {"x"})});
    return instructions;
}

/// The function for the name's lanes, with instructions in place of its body where the flags allow them, the
/// first one first.
Definition definition_of(const SupportName& name, const FunctionTemplate& function) {
    FunctionBody body(with_lanes(function.body, name.type.lanes));
    const std::vector<RoundingInstruction> instructions = rounding_instructions(name);
    for (auto each = instructions.rbegin(); each != instructions.rend(); ++each)
        body.prefer(each->condition, "    return ({T})" + each->value + ";\n");
    prefer_bit_instructions(name, body);
    return function_definition(name, with_lanes(function.head, name.type.lanes), body.text());
}

}  // namespace

std::optional<SupportFunction> math_function(const SupportName& name) {
    static const std::map<std::string, FunctionTemplate> index = index_templates();
    const std::string element = scheduler::spelling(name.type.kind);
    std::string key = name.operation + "_" + element + "xN";
    std::string scalar = name.operation + "_" + element;
    if (name.second) {
        key += "_" + scheduler::spelling(name.second->kind) + "xN";
        scalar += "_" + scheduler::spelling(name.second->kind);
    }
    const auto found = index.find(key);
    const auto scalar_only = index.find(scalar);
    if (found == index.end() && scalar_only == index.end()) return std::nullopt;
    SupportFunction result;
    if (!name.type.is_vector()) {
        result.common = found != index.end()
                            ? definition_of(name, found->second)
                            : function_definition(name, scalar_only->second.head, scalar_only->second.body);
        return result;
    }
    // Lane by lane: always in the portable form, and in the vector form if there is only a scalar function.
    const FunctionTemplate& source = found != index.end() ? found->second : scalar_only->second;
    const std::vector<std::string> parameters(source.parameters, name.second ? "{D}" : "{T}");
    result.portable = lane_loop(name, "{T}", parameters, scalar, false);
    if (found == index.end()) {
        result.vector = lane_loop(name, "{T}", parameters, scalar, true);
        return result;
    }
    result.vector = definition_of(name, source);
    const bool in_f64 =
        name.type.kind == ScalarKind::F32 && result.vector.mentions({ScalarKind::F64, name.type.lanes});
    const int most_lanes = std::max(4, name.vector_bytes / scheduler::byte_width(ScalarKind::F64));
    if (in_f64 && !name.second && name.type.lanes > most_lanes && name.type.lanes % 2 == 0)
        result.vector = by_halves(name, source.parameters);
    return result;
}

}  // namespace hlo2c::codegen
