#include <algorithm>
#include <array>
#include <cctype>

#include "codegen/c/support_function.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

constexpr ScalarKind all_kinds[] = {ScalarKind::U8,  ScalarKind::U16, ScalarKind::U32, ScalarKind::U64,
                                    ScalarKind::I8,  ScalarKind::I16, ScalarKind::I32, ScalarKind::I64,
                                    ScalarKind::F32, ScalarKind::F64};

/// The function with this name, if the name ends with a type.
std::optional<SupportCall> parse_call(const std::string& name) {
    std::size_t end = name.rfind('_');
    if (end == std::string::npos || end == 0) return std::nullopt;
    const auto last = parse_type(std::string_view(name).substr(end + 1));
    if (!last) return std::nullopt;
    SupportCall result{name.substr(0, end), *last};
    const std::size_t before = result.operation.rfind('_');
    if (before != std::string::npos && before > 0) {
        if (const auto first = parse_type(std::string_view(result.operation).substr(before + 1)))
            result = {result.operation.substr(0, before), *first, *last};
    }
    return result;
}

/// Functions and macros of C compilers, and of the header. Some end with a type, too: "_mm_cvtss_f32",
/// "vfmaq_f32", "HLO2C_SCALE_f32x8".
bool is_of_compiler(std::string_view name) {
    return name.starts_with("_") || name.starts_with("v") || name.starts_with("HLO2C_");
}

bool is_in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Reads a template once, from its beginning to its end.
class TemplateReader {
public:
    TemplateReader(std::string_view text, const SupportName& name)
        : text_(text), name_(name), placeholders_(placeholders(name)) {}

    Definition run() {
        while (at_ < text_.size()) {
            const std::string word = next_word();
            if (word.empty())
                made_.text += text_[at_++];
            else
                add(word);
        }
        return std::move(made_);
    }

private:
    struct Placeholder {
        std::string_view mark;
        std::string text;
    };

    static std::vector<Placeholder> placeholders(const SupportName& name) {
        const int bits = scheduler::bit_width(name.type.kind);
        const ScalarKind signed_kind = integer_kind(bits, true), unsigned_kind = integer_kind(bits, false);
        std::vector<Placeholder> all = {
            {"{T}", c_type(name.type)},
            {"{S}", c_type(name.type.with_lanes(1))},
            {"{M}", c_type(mask_type(name.type))},
            {"{I}", c_type(name.type.with_kind(signed_kind))},
            {"{U}", c_type(name.type.with_kind(unsigned_kind))},
            {"{i}", c_type({signed_kind, 1})},
            {"{u}", c_type({unsigned_kind, 1})},
            {"{W}", bits == 64 ? "uint64_t" : "uint32_t"},
            {"{N}", std::to_string(name.type.lanes)},
            {"{B}", std::to_string(bits)},
            {"{sign}", bits == 64 ? "0x8000000000000000u" : "0x80000000u"},
            {"{F}", name.name},
            {"{s}", scheduler::spelling(name.type)},
            {"{e}", scheduler::spelling(name.type.kind)},
        };
        if (!name.second) return all;
        all.push_back({"{D}", c_type(*name.second)});
        all.push_back({"{O}", c_type(name.second->with_lanes(1))});
        all.push_back({"{d}", scheduler::spelling(name.second->kind)});
        return all;
    }

    /// The word that begins here, with the texts of its placeholders; "" if none does.
    std::string next_word() {
        std::string word;
        while (at_ < text_.size()) {
            if (is_in_word(text_[at_])) {
                word += text_[at_++];
                continue;
            }
            const auto found = std::find_if(
                placeholders_.begin(), placeholders_.end(),
                [&](const Placeholder& each) { return text_.substr(at_).starts_with(each.mark); });
            if (found == placeholders_.end()) break;
            word += found->text;
            at_ += found->mark.size();
        }
        return word;
    }

    void add(const std::string& word) {
        static constexpr std::array macros = {"INLINE", "OUTLINE", "SHUFFLE"};
        if (std::find(macros.begin(), macros.end(), word) != macros.end()) {
            made_.text += "HLO2C_" + word;
            return;
        }
        const bool is_called = at_ < text_.size() && text_[at_] == '(' && word != name_.name;
        if (const auto type = parse_type(word)) {
            made_.types.push_back(*type);
        } else if (auto call = is_called && !is_of_compiler(word) ? parse_call(word) : std::nullopt) {
            call->operation = operation_on_target(call->operation);
            made_.calls.push_back(*call);
            made_.text += call->name();
            return;
        }
        made_.text += word;
    }

    std::string operation_on_target(const std::string& operation) const {
        if (name_.has_fma) return operation == "fused" ? "fma" : operation;
        return operation == "fma" ? "multiply_add" : operation;
    }

    const std::string_view text_;
    const SupportName& name_;
    const std::vector<Placeholder> placeholders_;
    std::size_t at_ = 0;
    Definition made_;
};

}  // namespace

bool Definition::mentions(ValueType type) const {
    return std::find(types.begin(), types.end(), type) != types.end() ||
           std::any_of(calls.begin(), calls.end(),
                       [&](const SupportCall& call) { return call.type == type || call.second == type; });
}

Definition instantiate(std::string_view text, const SupportName& name) {
    return TemplateReader(text, name).run();
}

Definition function_definition(const SupportName& name, const std::string& head, const std::string& body) {
    return instantiate(head + "\n{\n" + body + "}\n", name);
}

Definition inline_function(const SupportName& name, const std::string& head, const std::string& body) {
    return function_definition(name, "INLINE " + head, body);
}

std::optional<ValueType> parse_type(std::string_view text) {
    for (ScalarKind kind : all_kinds) {
        const std::string element = scheduler::spelling(kind);
        if (!text.starts_with(element)) continue;
        const std::string_view rest = text.substr(element.size());
        if (rest.empty()) return ValueType{kind, 1};
        if (rest[0] != 'x' || rest.size() < 2 || rest.size() > 5) continue;
        int lanes = 0;
        for (char c : rest.substr(1)) {
            if (!std::isdigit(static_cast<unsigned char>(c))) return std::nullopt;
            lanes = lanes * 10 + (c - '0');
        }
        if (lanes >= 2 && rest[1] != '0') return ValueType{kind, lanes};
    }
    return std::nullopt;
}

bool SupportRow::takes(const SupportName& name) const {
    return name.operation == operation &&
           (elements == Elements::Any || scheduler::is_float(name.type.kind)) &&
           (lanes == Lanes::Any || name.type.is_vector()) &&
           (second == Second::Optional || (second == Second::Given) == name.second.has_value());
}

std::optional<SupportFunction> by_rows(std::span<const SupportRow> rows, const SupportName& name) {
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const SupportRow& each) { return each.takes(name); });
    return row == rows.end() ? std::nullopt : std::optional(row->define(name));
}

std::string FunctionBody::text() const {
    if (preferred_.empty()) return otherwise_;
    std::string text;
    for (auto each = preferred_.rbegin(); each != preferred_.rend(); ++each)
        text += (text.empty() ? "#if " : "#elif ") + each->first + "\n" + each->second;
    return text + "#else\n" + otherwise_ + "#endif\n";
}

Definition lane_loop(const SupportName& name, const std::string& result,
                     const std::vector<std::string>& parameters, const std::string& scalar_function,
                     bool subscripts) {
    const std::string lane = subscripts ? "[i]" : ".lane[i]";
    const std::string_view letters = parameters.size() == 3 && parameters[0] == "{M}" ? "mab" : "abcdefgh";
    HLO2C_CHECK(parameters.size() <= letters.size(), "a support function with too many parameters");
    std::string head, call;
    for (std::size_t i = 0; i < parameters.size(); i++) {
        const std::string letter(1, letters[i]);
        head += (i ? ", " : "") + parameters[i] + " " + letter;
        call += (i ? ", " : "") + letter + lane;
    }
    // Goes through an array: GCC 12 at -O3 crashes in store_constructor when it fills vectors of 64 bytes by
    // subscripts.
    const std::string lanes = result == "{M}" ? "{i}" : "{S}";
    return instantiate(
        "INLINE " + result + " {F}(" + head + ")\n{\n" +
            (subscripts ? "    " + lanes + " lanes[{N}];\n" : "    " + result + " result;\n") +
            "    for (int i = 0; i < {N}; i++) {\n        " + (subscripts ? "lanes[i]" : "result.lane[i]") +
            " = " + scalar_function + "(" + call + ");\n    }\n" +
            (subscripts ? "    " + result + " result;\n    memcpy(&result, lanes, sizeof result);\n" : "") +
            "    return result;\n}\n",
        name);
}

std::string with_lanes(std::string text, int lanes) {
    const std::string replacement = lanes == 1 ? "" : "x" + std::to_string(lanes);
    for (std::size_t at = 0; (at = text.find("xN", at)) != std::string::npos; at += replacement.size()) {
        text.replace(at, 2, replacement);
    }
    return text;
}

}  // namespace hlo2c::codegen
