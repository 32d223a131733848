#include <map>

#include "driver/coverage_page.h"
#include "driver/verbs/verbs.h"
#include "frontend/ops/op_row.h"

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

Json values_json(std::span<const frontend::ValueFact> facts) {
    Json values = Json::array();
    for (const frontend::ValueFact& fact : facts)
        values.push_back({{"name", fact.name},
                          {"kind", frontend::describe(fact.kinds)},
                          {"variadic", fact.count != frontend::ValueCount::One}});
    return values;
}

Json row_json(const frontend::OpRow& row) {
    Json attributes = Json::array();
    for (const frontend::AttributeFact& fact : row.attributes)
        attributes.push_back({{"name", fact.name}, {"required", fact.is_required}});
    return {{"name", frontend::spelling(row.code)},
            {"hlo", row.hlo},
            {"family", family_name(row.family)},
            {"least_operands", row.least_operands()},
            {"most_operands", row.most_operands()},
            {"operands", values_json(row.operands)},
            {"results", values_json(row.results)},
            {"attributes", attributes},
            {"regions", row.regions}};
}

}  // namespace

Run declare_ops(CLI::App&) {
    return [](Console&) {
        std::map<std::string_view, const frontend::OpRow*> rows;
        for (const frontend::OpRow& row : frontend::op_rows())
            rows.emplace(frontend::spelling(row.code), &row);
        Report report;
        report.text = coverage_page_files().begin()->second;
        report.json["coverage"] = report.text;
        report.json["ops"] = Json::array();
        for (const auto& [text, row] : rows) report.json["ops"].push_back(row_json(*row));
        return report;
    };
}

}  // namespace hlo2c::driver
