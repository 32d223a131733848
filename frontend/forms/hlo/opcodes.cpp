#include "frontend/forms/hlo/opcodes.h"

#include <algorithm>

#include "frontend/forms/hlo/op_fields.h"

namespace hlo2c::frontend {
namespace {

consteval auto make_rows() {
    std::array<OpcodeRow, op_count> rows{};
    for (std::size_t i = 0; i < op_count; i++)
        rows[i] = OpcodeRow{rows::table[i].hlo, rows::table[i].code, &hlo::op_fields[i].fields};
    return rows;
}
constexpr std::array<OpcodeRow, op_count> opcode_rows = make_rows();

/// The rows of ops that have an opcode, in its alphabetical order.
const std::vector<const OpcodeRow*>& rows_by_opcode() {
    static const std::vector<const OpcodeRow*> sorted = [] {
        std::vector<const OpcodeRow*> found;
        for (const OpcodeRow& row : opcode_rows)
            if (!row.opcode.empty()) found.push_back(&row);
        std::sort(found.begin(), found.end(),
                  [](const OpcodeRow* a, const OpcodeRow* b) { return a->opcode < b->opcode; });
        return found;
    }();
    return sorted;
}

}  // namespace

const OpcodeRow* row_of(std::string_view opcode) {
    const auto& rows = rows_by_opcode();
    const auto found = std::lower_bound(rows.begin(), rows.end(), opcode,
                                        [](const OpcodeRow* a, std::string_view b) { return a->opcode < b; });
    return found != rows.end() && (*found)->opcode == opcode ? *found : nullptr;
}

const OpcodeRow* row_of(OpCode code) {
    const OpcodeRow& row = behaviour(opcode_rows, code);
    return row.opcode.empty() ? nullptr : &row;
}

}  // namespace hlo2c::frontend
