#include "frontend/forms/text/json_printer.h"

#include <nlohmann/json.hpp>

#include "frontend/forms/text/text_printer.h"

namespace hlo2c::frontend {
namespace {

using Json = nlohmann::ordered_json;

class JsonPrinter {
public:
    explicit JsonPrinter(const Program& program) : program_(program) {}

    Json program() const {
        Json json{{"name", program_.name},
                  {"attributes", attributes(program_.attributes)},
                  {"functions", Json::array()}};
        for (const Function& each : program_.functions) json["functions"].push_back(function(each));
        return json;
    }

private:
    std::string text(const Type& type) const {
        TextPrinter printer(program_, options_);
        printer.write_type(type);
        return printer.text();
    }

    Json attributes(const std::vector<NamedAttribute>& entries) const {
        Json json = Json::object();
        for (const auto& [name, attribute] : entries) {
            TextPrinter printer(program_, options_);
            printer.write_attribute(attribute);
            json[name] = printer.text();
        }
        return json;
    }

    Json values(const Function& function, const std::vector<ValueId>& ids) const {
        Json json = Json::array();
        for (const ValueId id : ids) {
            json.push_back({{"value", id}, {"type", text(function.type(id))}});
            if (!function.values[id].name.empty()) json.back()["name"] = function.values[id].name;
        }
        return json;
    }

    Json op(const Function& function, const Op& op) const {
        Json json{
            {"op", spelling(op.code)}, {"operands", op.operands}, {"results", values(function, op.results)}};
        if (!op.attributes.empty()) json["attributes"] = attributes(op.attributes);
        for (const Region& each : op.regions) json["regions"].push_back(region(function, each));
        if (op.position.line > 0) json["line"] = op.position.line;
        return json;
    }

    Json region(const Function& function, const Region& region) const {
        Json json{{"arguments", values(function, region.arguments)}, {"ops", Json::array()}};
        for (const Op& each : region.ops) json["ops"].push_back(op(function, each));
        return json;
    }

    Json function(const Function& function) const {
        Json json{{"name", function.name},
                  {"public", function.is_public},
                  {"attributes", attributes(function.attributes)},
                  {"result_types", Json::array()},
                  {"body", region(function, function.body)}};
        for (const Type& type : function.result_types) json["result_types"].push_back(text(type));
        return json;
    }

    const Program& program_;
    const PrintOptions options_;
};

}  // namespace

Json json_of(const Program& program) {
    return JsonPrinter(program).program();
}

}  // namespace hlo2c::frontend
