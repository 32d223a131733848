#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/forms/text/printer.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Prints a program op by op to one string; used by print_stablehlo_text and by the pretty forms.
class TextPrinter {
public:
    TextPrinter(const Program& program, const PrintOptions& options) : program_(program), options_(options) {}
    std::string print_program();
    const std::string& text() const { return out_; }  ///< the text so far

    void write(std::string_view text) { out_ += text; }
    void write_line(std::string_view text = {});  ///< a line break, the indentation, then `text`
    void write_value(ValueId id);
    void write_values(const std::vector<ValueId>& ids);
    void write_type(const Type& type);
    void write_types(const std::vector<ValueId>& ids);
    void write_functional_type(const Op& op);
    struct AttributeWriter;
    void write_attribute(const Attribute& attribute);
    void write_literal(const Literal& literal);
    void write_elements(const Literal& literal);  ///< dense<...> without the type
    void write_integers(const std::vector<std::int64_t>& values);
    void write_dictionary(const std::vector<NamedAttribute>& entries);
    void write_convolution_dimensions(const StructAttribute& dimensions);
    void write_struct_body(const StructAttribute& structure);  ///< <a = 1, b = [2]>
    void write_location(LocationId id);
    void write_argument(ValueId id);
    /// `{ ^bb0(...): ops }`; omits the block's header if it has no arguments or `header` is false.
    void write_region(const Region& region, bool header = true);
    void write_op(const Op& op);
    void open_scope();
    void close_scope();
    /// Names a value in the current scope: by the name it was read with if that is free, else by a fresh one.
    void name_value(ValueId id);
    /// Gives `id` the name of `other`; the two must never be visible together.
    void name_value_like(ValueId id, ValueId other) { names_[id] = names_.at(other); }

    const Function& function() const { return *function_; }
    void indent() { depth_++; }
    void outdent() { depth_--; }

private:
    void write_function(const Function& function);
    void begin_function(const Function& function);  ///< forgets the names of the previous one
    void write_arguments(const Function& function, bool declaration);
    void write_result_types(const Function& function);
    void write_symbol(const std::string& name);
    void write_generic(const Op& op);
    void write_scalar(const Literal& literal, std::int64_t index);
    void write_real(ElementType type, std::uint64_t bits);
    void write_nested(const Literal& literal, std::size_t dimension, std::int64_t& next);
    void write_location_body(LocationId id);
    void write_file_location(const Location& location);
    void write_aliases();
    std::string fresh_name();
    void take_name(const std::string& name);
    std::string name_for(ValueId id);
    void write_results(const Op& op);

    const Program& program_;
    const PrintOptions& options_;
    const Function* function_ = nullptr;
    std::string out_;
    int depth_ = 0;
    std::map<ValueId, std::string> names_;
    std::set<std::string> taken_;     ///< names visible in the current scope
    std::set<std::string> reserved_;  ///< names with which values of the function were read
    std::vector<bool> used_;          ///< per value: whether an op of the function uses it
    std::vector<std::vector<std::string>> scopes_;
    std::uint64_t next_name_ = 0;
};

}  // namespace hlo2c::frontend
