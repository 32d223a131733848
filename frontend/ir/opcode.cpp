#include "frontend/ir/opcode.h"

#include <array>
#include <unordered_map>

namespace hlo2c::frontend {
namespace {

constexpr std::array<std::string_view, op_count> spellings = {
#define OP(name, text) text,
#include "frontend/ops.def"
};

consteval bool are_unique() {
    for (std::size_t i = 0; i < op_count; i++)
        for (std::size_t j = 0; j < i; j++)
            if (spellings[i] == spellings[j]) return false;
    return true;
}
static_assert(are_unique());

}  // namespace

std::string_view spelling(OpCode code) {
    return spellings[static_cast<std::size_t>(code)];
}

std::string_view dialect_of(OpCode code) {
    const std::string_view text = spelling(code);
    return text.substr(0, text.find('.'));
}

std::optional<OpCode> opcode_from_spelling(std::string_view spelling) {
    static const auto codes = [] {
        std::unordered_map<std::string_view, OpCode> map;
        for (std::size_t i = 0; i < op_count; i++) map.emplace(spellings[i], static_cast<OpCode>(i));
        return map;
    }();
    const auto found = codes.find(spelling);
    if (found == codes.end()) return std::nullopt;
    return found->second;
}

}  // namespace hlo2c::frontend
