#include "frontend/ir/opcode.h"

#include <array>
#include <unordered_map>

namespace hlo2c::frontend {
namespace {

constexpr auto make_rows() {
    using namespace op_trait;
    return std::array{
#define OP(name, spelling, family, least, most, regions, traits, verify) \
    OpFacts{OpCode::name, #name, spelling, OpFamily::family, least, most, regions, traits},
#include "frontend/ops.def"
    };
}
constexpr auto rows = make_rows();

}  // namespace

const OpFacts& facts(OpCode code) {
    return rows[static_cast<std::size_t>(code)];
}

std::optional<OpCode> opcode_from_spelling(std::string_view spelling) {
    static const auto codes = [] {
        std::unordered_map<std::string_view, OpCode> map;
        for (const OpFacts& row : rows) map.emplace(row.spelling, row.code);
        return map;
    }();
    const auto found = codes.find(spelling);
    if (found == codes.end()) return std::nullopt;
    return found->second;
}

int opcode_count() {
    return static_cast<int>(rows.size());
}

}  // namespace hlo2c::frontend
