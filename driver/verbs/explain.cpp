#include <fmt/format.h>

#include <cctype>
#include <memory>

#include "driver/diagnostic_numbers.h"
#include "driver/error_numbers.h"
#include "driver/verbs/verbs.h"

namespace hlo2c::driver {
namespace {

/// "H0102", "h102", "0102" and "102" are the same code; -1 for anything else.
int code_number(const std::string& code) {
    const std::size_t begin = !code.empty() && (code[0] == 'H' || code[0] == 'h') ? 1 : 0;
    int number = 0;
    for (std::size_t i = begin; i < code.size(); i++) {
        if (!std::isdigit(static_cast<unsigned char>(code[i])) || i - begin >= 6) return -1;
        number = number * 10 + (code[i] - '0');
    }
    return code.size() > begin ? number : -1;
}

Json row_json(const DiagnosticNumber& row) {
    return {{"number", fmt::format("H{:04}", row.number)},
            {"title", row.title},
            {"explanation", row.explanation}};
}

Report explain_all() {
    Report report;
    report.json["numbers"] = Json::array();
    for (const DiagnosticNumber& row : diagnostic_numbers()) {
        report.text += fmt::format("H{:04}  {}\n", row.number, row.title);
        report.json["numbers"].push_back(row_json(row));
    }
    return report;
}

}  // namespace

Run declare_explain(CLI::App& app) {
    auto code = std::make_shared<std::string>();
    app.add_option("code", *code, "number of an error, such as H0102; without it, lists all numbers")
        ->type_name("CODE");
    return [code](Console&) {
        if (code->empty()) return explain_all();
        const DiagnosticNumber* row = find_diagnostic_number(code_number(*code));
        if (row == nullptr) {
            fail(command_error::number, {}, fmt::format("no error has the number '{}'", *code),
                 "'hlo2c explain' lists all numbers.");
        }
        Report report;
        report.text = fmt::format("H{:04}  {}\n\n{}\n", row->number, row->title, row->explanation);
        report.json = row_json(*row);
        return report;
    };
}

}  // namespace hlo2c::driver
