#include "frontend/random_programs/coverage.h"

#include <fmt/format.h>

#include <map>

#include "frontend/ops/op_row.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs {

std::string coverage_text() {
    std::map<std::string_view, std::string> by_reason;
    std::size_t covered = 0;
    for (const OpRow& row : op_rows()) {
        if (rule_of(row.code) != nullptr) {
            covered++;
            continue;
        }
        std::string& names = by_reason[reason_without_rule(row.code)];
        names += (names.empty() ? "" : ", ") + std::string(spelling(row.code));
    }
    std::string text = fmt::format("{} of {} ops have rules\n", covered, op_count);
    for (const auto& [reason, names] : by_reason) text += fmt::format("  none: {}: {}\n", names, reason);
    return text;
}

}  // namespace hlo2c::frontend::random_programs
