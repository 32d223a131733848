#include <map>

#include "driver/coverage_page.h"
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

}  // namespace

Run declare_ops(CLI::App&) {
    return [](Console&) {
        std::map<std::string_view, frontend::OpFacts> rows;
        for (int i = 0; i < frontend::opcode_count(); i++) {
            const frontend::OpFacts& facts = frontend::facts(static_cast<frontend::OpCode>(i));
            rows.emplace(facts.spelling, facts);
        }
        Report report;
        report.text = coverage_page_files().begin()->second;
        report.json["coverage"] = report.text;
        report.json["ops"] = Json::array();
        for (const auto& [spelling, facts] : rows) {
            report.json["ops"].push_back({{"name", spelling},
                                          {"family", family_name(facts.family)},
                                          {"least_operands", facts.least_operands},
                                          {"most_operands", facts.most_operands},
                                          {"regions", facts.regions}});
        }
        return report;
    };
}

}  // namespace hlo2c::driver
