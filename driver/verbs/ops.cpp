#include <fmt/format.h>

#include <map>

#include "driver/verbs/verbs.h"
#include "frontend/ir/opcode.h"

namespace hlo2c::driver {
namespace {

const char* family_name(frontend::OpFamily family) {
    switch (family) {
        case frontend::OpFamily::Elementwise: return "elementwise";
        case frontend::OpFamily::Movement: return "movement";
        case frontend::OpFamily::Contraction: return "contraction";
        case frontend::OpFamily::Reduction: return "reduction";
        case frontend::OpFamily::Indexing: return "indexing";
        case frontend::OpFamily::Control: return "control";
    }
    return "";
}

std::string operand_range(const frontend::OpFacts& facts) {
    if (facts.least_operands == facts.most_operands) return fmt::format("{}", facts.least_operands);
    if (facts.most_operands < 0) return fmt::format("{} or more", facts.least_operands);
    return fmt::format("{} to {}", facts.least_operands, facts.most_operands);
}

}  // namespace

Run declare_ops(CLI::App&) {
    return [](Console&) {
        std::map<std::string_view, frontend::OpFacts> rows;
        for (int i = 0; i < frontend::opcode_count(); i++) {
            const frontend::OpFacts& facts = frontend::facts(static_cast<frontend::OpCode>(i));
            rows.emplace(facts.spelling, facts);
        }
        Report report;
        report.json["ops"] = Json::array();
        for (const auto& [spelling, facts] : rows) {
            report.text += fmt::format("{:<38} {:<12} operands: {}\n", spelling, family_name(facts.family),
                                       operand_range(facts));
            report.json["ops"].push_back({{"name", spelling},
                                          {"family", family_name(facts.family)},
                                          {"least_operands", facts.least_operands},
                                          {"most_operands", facts.most_operands},
                                          {"regions", facts.regions}});
        }
        report.text += fmt::format("{} ops\n", rows.size());
        return report;
    };
}

}  // namespace hlo2c::driver
