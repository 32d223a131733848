#include "frontend/ops/rows/table.h"

#include <unordered_map>

namespace hlo2c::frontend {

const OpRow& row(OpCode code) {
    return rows::table[static_cast<std::size_t>(code)];
}

std::span<const OpRow> op_rows() {
    return rows::table;
}

std::string_view spelling(OpCode code) {
    return row(code).text;
}

OpFamily family_of(OpCode code) {
    return row(code).family;
}

bool has_trait(OpCode code, unsigned trait) {
    return (row(code).traits & trait) != 0;
}

std::optional<OpCode> opcode_from_spelling(std::string_view spelling) {
    static const auto codes = [] {
        std::unordered_map<std::string_view, OpCode> map;
        for (const OpRow& row : rows::table) map.emplace(row.text, row.code);
        return map;
    }();
    const auto found = codes.find(spelling);
    if (found == codes.end()) return std::nullopt;
    return found->second;
}

}  // namespace hlo2c::frontend
