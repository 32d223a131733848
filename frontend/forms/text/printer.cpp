#include "frontend/forms/text/printer.h"

#include <fmt/format.h>

#include "frontend/forms/text/assembly.h"
#include "frontend/forms/text/op_properties.h"
#include "frontend/forms/text/text_printer.h"

namespace hlo2c::frontend {

void TextPrinter::write_line(std::string_view text) {
    out_ += '\n';
    out_.append(static_cast<std::size_t>(2 * depth_), ' ');
    out_ += text;
}

void TextPrinter::open_scope() {
    scopes_.emplace_back();
}

void TextPrinter::close_scope() {
    for (const std::string& name : scopes_.back()) taken_.erase(name);
    scopes_.pop_back();
}

std::string TextPrinter::fresh_name() {
    std::string name;
    do name = fmt::format("{}", next_name_++);
    while (reserved_.count(name) != 0 || taken_.count(name) != 0);
    return name;
}

void TextPrinter::take_name(const std::string& name) {
    taken_.insert(name);
    scopes_.back().push_back(name);
}

std::string TextPrinter::name_for(ValueId id) {
    const std::string& wanted = function_->values[id].name;
    std::string name = !wanted.empty() && taken_.count(wanted) == 0 ? wanted : fresh_name();
    take_name(name);
    return name;
}

void TextPrinter::name_value(ValueId id) {
    names_[id] = name_for(id);
}

void TextPrinter::write_value(ValueId id) {
    const auto name = names_.find(id);
    HLO2C_CHECK(name != names_.end(), "a value is used where it is not defined, in @" + function_->name);
    out_ += '%';
    out_ += name->second;
}

void TextPrinter::write_values(const std::vector<ValueId>& ids) {
    std::string_view separator;
    for (const ValueId id : ids) {
        out_ += separator;
        separator = ", ";
        write_value(id);
    }
}

void TextPrinter::write_type(const Type& type) {
    out_ += to_string(type);
}

void TextPrinter::write_types(const std::vector<ValueId>& ids) {
    std::string_view separator;
    for (const ValueId id : ids) {
        out_ += separator;
        separator = ", ";
        write_type(function_->type(id));
    }
}

void TextPrinter::write_functional_type(const Op& op) {
    out_ += '(';
    write_types(op.operands);
    out_ += ") -> ";
    if (op.results.size() == 1) return write_type(function_->type(op.results[0]));
    out_ += '(';
    write_types(op.results);
    out_ += ')';
}

void TextPrinter::write_argument(ValueId id) {
    write_value(id);
    out_ += ": ";
    write_type(function_->type(id));
    write_location(function_->values[id].location);
}

void TextPrinter::write_region(const Region& region, bool header) {
    open_scope();
    out_ += '{';
    if (header && !region.arguments.empty()) {
        write_line("^bb0(");
        for (const ValueId argument : region.arguments) {
            if (argument != region.arguments.front()) out_ += ", ";
            name_value(argument);
            write_argument(argument);
        }
        out_ += "):";
    }
    indent();
    for (const Op& op : region.ops) write_op(op);
    outdent();
    write_line("}");
    close_scope();
}

/// Names the op's results and writes `%a, %b:2 = `. It runs before the op itself is written, so values in its
/// regions get other names than its results. Omits the names of results that are neither used nor named.
void TextPrinter::write_results(const Op& op) {
    bool needed = false;
    for (const ValueId id : op.results) needed = needed || used_[id] || !function_->values[id].name.empty();
    if (!needed) return;
    for (std::size_t begin = 0; begin < op.results.size();) {
        const std::string& wanted = function_->values[op.results[begin]].name;
        std::size_t end = begin + 1;
        while (end < op.results.size() && function_->values[op.results[end]].name == wanted) end++;
        const std::string name = name_for(op.results[begin]);
        out_ += fmt::format("{}%{}", begin > 0 ? ", " : "", name);
        if (end - begin > 1) out_ += fmt::format(":{}", end - begin);
        for (std::size_t i = begin; i < end; i++)
            names_[op.results[i]] = end - begin > 1 ? fmt::format("{}#{}", name, i - begin) : name;
        begin = end;
    }
    out_ += " = ";
}

void TextPrinter::write_op(const Op& op) {
    write_line();
    write_results(op);
    if (options_.pretty && fits_assembly(op, *function_)) {
        out_ += spelling(op.code);
        print_assembly(*this, op);
    } else {
        write_generic(op);
    }
    write_location(op.location);
}

void TextPrinter::write_generic(const Op& op) {
    out_ += fmt::format("\"{}\"(", spelling(op.code));
    write_values(op.operands);
    out_ += ')';
    const PropertyLayout layout = *property_layout(spelling(op.code));
    std::vector<NamedAttribute> properties, others;
    for (const NamedAttribute& each : op.attributes)
        (layout.has(each.first) ? properties : others).push_back(each);
    if (!properties.empty()) {
        out_ += " <";
        write_dictionary(properties);
        out_ += '>';
    }
    if (!op.regions.empty()) {
        out_ += " (";
        for (const Region& region : op.regions) {
            if (&region != &op.regions.front()) out_ += ", ";
            write_region(region);
        }
        out_ += ')';
    }
    if (!others.empty()) {
        out_ += ' ';
        write_dictionary(others);
    }
    out_ += " : ";
    write_functional_type(op);
}

void TextPrinter::begin_function(const Function& function) {
    function_ = &function;
    names_.clear();
    taken_.clear();
    reserved_.clear();
    next_name_ = 0;
    for (const Value& value : function.values)
        if (!value.name.empty()) reserved_.insert(value.name);
    used_.assign(function.values.size(), false);
    for_each_op(function.body, [this](const Op& op) {
        for (const ValueId operand : op.operands) used_[operand] = true;
    });
}

void TextPrinter::write_arguments(const Function& function, bool declaration) {
    for (std::size_t i = 0; i < function.body.arguments.size(); i++) {
        const ValueId argument = function.body.arguments[i];
        if (i > 0) out_ += ", ";
        if (!declaration) {
            name_value(argument);
            write_value(argument);
            out_ += ": ";
        }
        write_type(function.type(argument));
        if (i < function.argument_attributes.size() && !function.argument_attributes[i].entries.empty()) {
            out_ += ' ';
            write_dictionary(function.argument_attributes[i].entries);
        }
        write_location(function.values[argument].location);
    }
}

void TextPrinter::write_result_types(const Function& function) {
    const auto attributes = [&](std::size_t i) -> const std::vector<NamedAttribute>* {
        if (i >= function.result_attributes.size() || function.result_attributes[i].entries.empty())
            return nullptr;
        return &function.result_attributes[i].entries;
    };
    const bool bare = function.result_types.size() == 1 && attributes(0) == nullptr;
    out_ += bare ? " -> " : " -> (";
    for (std::size_t i = 0; i < function.result_types.size(); i++) {
        if (i > 0) out_ += ", ";
        write_type(function.result_types[i]);
        if (attributes(i) == nullptr) continue;
        out_ += ' ';
        write_dictionary(*attributes(i));
    }
    if (!bare) out_ += ')';
}

void TextPrinter::write_function(const Function& function) {
    begin_function(function);
    const bool declaration = function.body.ops.empty();
    open_scope();
    write_line(function.is_public ? "func.func public " : "func.func private ");
    write_symbol(function.name);
    out_ += '(';
    write_arguments(function, declaration);
    out_ += ')';
    if (!function.result_types.empty()) write_result_types(function);
    if (!function.attributes.empty()) {
        out_ += " attributes ";
        write_dictionary(function.attributes);
    }
    if (!declaration) {
        out_ += ' ';
        write_region(function.body, false);
    }
    write_location(function.location);
    close_scope();
}

std::string TextPrinter::print_program() {
    if (options_.locations) write_aliases();
    out_ += "module";
    if (!program_.name.empty()) {
        out_ += ' ';
        write_symbol(program_.name);
    }
    if (!program_.attributes.empty()) {
        out_ += " attributes ";
        write_dictionary(program_.attributes);
    }
    out_ += " {";
    indent();
    const Function nothing;
    function_ = &nothing;
    for (const Op& op : program_.symbols) write_op(op);
    for (const Function& function : program_.functions) write_function(function);
    outdent();
    write_line("}");
    write_location(program_.location);
    out_ += '\n';
    return std::move(out_);
}

std::string print_stablehlo_text(const Program& program, const PrintOptions& options) {
    return TextPrinter(program, options).print_program();
}

}  // namespace hlo2c::frontend
