#include "codegen/c/vector_support.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "codegen/c/names.h"
#include "codegen/c/support_function.h"
#include "codegen/c/vector_settings.h"
#include "codegen/text/writer.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {

namespace {

const char* const header_top =
    R"(/* GCC (12 or newer) and Clang use their vector extensions; any other C11 compiler, or HLO2C_SCALAR, gets
 * structures of lanes and plain loops. Both give the same bits. Every operation rounds once: nothing is
 * contracted or reassociated, whatever the compiler's flags say. For this, a file must include this header
 * before all others. */
)";

}  // namespace

std::string c_type(ValueType type) {
    if (type.is_vector()) return scheduler::spelling(type);
    switch (type.kind) {
        case ScalarKind::Boolean:
        case ScalarKind::I32: return "int";
        case ScalarKind::U8: return "uint8_t";
        case ScalarKind::U16: return "uint16_t";
        case ScalarKind::U32: return "uint32_t";
        case ScalarKind::U64: return "uint64_t";
        case ScalarKind::I8: return "int8_t";
        case ScalarKind::I16: return "int16_t";
        case ScalarKind::I64: return "int64_t";
        case ScalarKind::F32: return "float";
        case ScalarKind::F64: return "double";
    }
    return "";
}

std::string c_memory_type(ScalarKind kind) {
    if (kind == ScalarKind::Boolean) return "unsigned char";
    return kind == ScalarKind::I32 ? "int32_t" : c_type({kind, 1});
}

ScalarKind integer_kind(int bits, bool is_signed) {
    switch (bits) {
        case 8: return is_signed ? ScalarKind::I8 : ScalarKind::U8;
        case 16: return is_signed ? ScalarKind::I16 : ScalarKind::U16;
        case 32: return is_signed ? ScalarKind::I32 : ScalarKind::U32;
        default: return is_signed ? ScalarKind::I64 : ScalarKind::U64;
    }
}

ValueType mask_type(ValueType type) {
    return type.with_kind(integer_kind(scheduler::bit_width(type.kind), true));
}

void VectorSupport::require_type(ValueType type) {
    if (type.is_vector()) vector_types_.insert({type.kind, type.lanes});
}

namespace {

/// The code with its statements broken where they are too long.
std::string broken_statements(const std::string& code) {
    std::string result;
    std::istringstream lines(code);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t margin = line.find_first_not_of(' ');
        const bool is_long = static_cast<int>(line.size()) > text_columns;
        for (std::string more; is_long && line.ends_with(',') && std::getline(lines, more);)
            line += more.substr(more.find_first_not_of(' ') - 1);
        if (is_long && line.ends_with(';'))
            result += break_line(line.substr(margin), margin);
        else
            result += line + '\n';
    }
    return result;
}

}  // namespace

bool VectorSupport::require(const SupportCall& call) {
    const SupportName name{call.name(), call.operation, call.type, call.second, has_fma_, vector_bytes_};
    const auto [known, inserted] = required_.emplace(name.name, false);
    if (!inserted) return known->second;
    std::optional<SupportFunction> function;
    for (auto* family : {memory_function, lane_function, conversion_function, fused_function, math_function,
                         narrow_function, word_function, arithmetic_function}) {
        function = family(name);
        if (function) break;
    }
    if (!function) return false;
    known->second = true;
    for (const Definition* form : {&function->common, &function->vector, &function->portable}) {
        for (const ValueType type : form->types) require_type(type);
        for (const SupportCall& used : form->calls)
            HLO2C_CHECK(require(used), name.name + " calls " + used.name() + ", which does not exist");
    }
    if (!function->common.text.empty()) common_.push_back(broken_statements(function->common.text));
    if (!function->vector.text.empty()) vector_.push_back(broken_statements(function->vector.text));
    if (!function->portable.text.empty()) portable_.push_back(broken_statements(function->portable.text));
    return true;
}

/// "lane2_f32x4" takes a lane, "splat_lane2_f32x4" repeats it; other shuffles are numbered.
std::string VectorSupport::shuffle_name(ValueType operand, int operands, const std::vector<int>& lanes) {
    const std::string type = scheduler::spelling(operand), lane = "lane" + std::to_string(lanes[0]) + "_";
    const bool repeats = std::all_of(lanes.begin(), lanes.end(), [&](int each) { return each == lanes[0]; });
    if (operands == 1 && lanes.size() == 1) return lane + type;
    const ValueType result = operand.with_lanes(static_cast<int>(lanes.size()));
    if (operands == 1 && repeats)
        return "splat_" + lane + type + (result == operand ? "" : "_to_" + scheduler::spelling(result));
    const std::string base = "shuffle_" + scheduler::spelling(result);
    return base + "_" + std::to_string(++shuffle_counts_[base]);
}

/// The body of a shuffle into a wider vector. The operands are doubled until they are as wide: gcc moves them
/// through memory otherwise.
std::string VectorSupport::widened_shuffle(ValueType operand, int operands, ValueType result,
                                           const std::string& lanes) {
    std::string body, first = "a", second = operands == 2 ? "b" : "a";
    int filled = operand.lanes * operands;
    for (int width = operand.lanes * 2; width <= result.lanes; width *= 2) {
        const ValueType type = operand.with_lanes(width);
        require_type(type);
        std::string list;
        for (int lane = 0; lane < width; lane++) list += ", " + std::to_string(lane < filled ? lane : -1);
        const std::string wider = "x" + std::to_string(width);
        body += "    const " + c_type(type) + " " + wider + " = HLO2C_SHUFFLE(" + first + ", " + second +
                list + ");\n";
        first = second = wider;
    }
    return body + "    return HLO2C_SHUFFLE(" + first + ", " + second + lanes + ");\n";
}

std::string VectorSupport::shuffle(ValueType operand, int operands, const std::vector<int>& lanes) {
    HLO2C_CHECK(operands == 1 || operands == 2, "a shuffle of more than two vectors");
    const ValueType result = operand.with_lanes(static_cast<int>(lanes.size()));
    std::string list;
    for (int lane : lanes) list += ", " + std::to_string(lane);
    const std::string pattern = std::to_string(operands) + scheduler::spelling(operand) + list;
    const auto [found, inserted] = shuffle_names_.emplace(pattern, "");
    if (!inserted) return found->second;
    const std::string name = shuffle_name(operand, operands, lanes);
    found->second = name;
    require_type(operand);
    require_type(result);
    const std::string type = scheduler::spelling(operand);
    const std::string second = operands == 2 ? "b" : "a";
    const std::string head = "HLO2C_INLINE " + c_type(result) + " " + name + "(" + type + " a" +
                             (operands == 2 ? ", " + type + " b" : "") + ")\n{\n";
    if (!result.is_vector()) {
        const int lane = lanes[0];
        const std::string from = lane < operand.lanes ? "a" : "b";
        const std::string position = "[" + std::to_string(lane % operand.lanes) + "];\n}\n";
        vector_.push_back(head + "    return " + from + position);
        portable_.push_back(head + "    return " + from + ".lane" + position);
        return name;
    }
    if (operand.lanes < result.lanes)
        vector_.push_back(head + widened_shuffle(operand, operands, result, list) + "}\n");
    else
        vector_.push_back(head + "    return HLO2C_SHUFFLE(a, " + second + list + ");\n}\n");
    std::string body = "    " + c_type(result) + " result;\n";
    for (std::size_t i = 0; i < lanes.size(); i++) {
        body += "    result.lane[" + std::to_string(i) + "] = " + (lanes[i] < operand.lanes ? "a" : "b") +
                ".lane[" + std::to_string(lanes[i] % operand.lanes) + "];\n";
    }
    portable_.push_back(head + body + "    return result;\n}\n");
    return name;
}

std::string VectorSupport::kernel_function(
    const std::string& stem, ValueType result,
    const std::vector<std::pair<ValueType, std::string>>& parameters,
    const std::function<std::string(const std::vector<std::string>&)>& body) {
    std::string types;
    std::vector<std::string> numbers;
    for (const auto& [type, name] : parameters) {
        types += c_type(type) + " ";
        numbers.push_back(std::to_string(numbers.size()));
    }
    const auto [found, inserted] = function_names_.emplace(stem + " " + types + body(numbers), "");
    if (!inserted) return found->second;
    const std::string base = stem + "_" + scheduler::spelling(result);
    const int count = ++function_counts_[base];
    const std::string name = base + (count > 1 ? "_" + std::to_string(count) : "");
    Names names;
    std::string list;
    std::vector<std::string> chosen;
    for (const auto& [type, wish] : parameters) {
        chosen.push_back(names.fresh(wish));
        list += (list.empty() ? "" : ", ") + c_type(type) + " " + chosen.back();
    }
    Writer writer(1);
    writer.statement("return " + body(chosen) + ";");
    kernel_functions_.push_back(
        break_line("HLO2C_INLINE " + c_type(result) + " " + name + "(" + list + ")", 0) + "{\n" +
        writer.text() + "}\n");
    return found->second = name;
}

std::string VectorSupport::header(const std::string& guard, const std::string& users) const {
    std::string text;
    const auto section = [&](const std::vector<std::string>& functions) {
        for (const std::string& function : functions) text += "\n" + function;
    };
    if (!vector_types_.empty()) {
        std::string vectors, structures;
        for (const auto& [kind, lanes] : vector_types_) {
            const ValueType type{kind, lanes};
            const std::string name = scheduler::spelling(type), element = scheduler::spelling(kind);
            vectors += "typedef " + element + " " + name + " __attribute__((vector_size(" +
                       std::to_string(lanes * scheduler::byte_width(kind)) + ")));\n";
            structures += "typedef struct " + name + " {\n    " + element + " lane[" + std::to_string(lanes) +
                          "];\n} " + name + ";\n";
        }
        text += "\n#if !defined(HLO2C_SCALAR)\n" + vectors + "#else\n" + structures + "#endif\n";
    }
    section(common_);
    if (!vector_.empty()) {
        text += "\n#if !defined(HLO2C_SCALAR)\n";
        section(vector_);
        text += "\n#else\n";
        section(portable_);
        text += "\n#endif\n";
    }
    if (!kernel_functions_.empty()) text += "\n/* What kernels compute several times. */\n";
    section(kernel_functions_);
    return header_top + ("#ifndef " + guard) + "\n#define " + guard + "\n" + vector_settings(text + users) +
           text + "\n#endif\n";
}

}  // namespace hlo2c::codegen
