#pragma once

#include <algorithm>
#include <string>

#include "frontend/forms/text/printer.h"
#include "frontend/forms/vhlo/from_vhlo.h"

/// Canonical texts, to compare programs read from different forms.
namespace hlo2c::testing {

inline void forget_names(frontend::Program& program) {
    for (frontend::Function& function : program.functions)
        for (frontend::Value& value : function.values) value.name.clear();
}

/// Constants of one value become splats, whatever form they were written in.
inline void make_splat(frontend::Literal& literal) {
    const auto bytes = literal.bytes();
    const auto width = static_cast<std::size_t>(frontend::byte_width(literal.type().element));
    if (literal.is_splat() || bytes.size() < 2 * width) return;
    const frontend::Literal splat(literal.type(), {bytes.begin(), bytes.begin() + width}, true);
    if (splat == literal) literal = splat;
}

/// The text without names of values, locations and attributes that hold their default.
inline std::string canonical_text(frontend::Program program) {
    forget_names(program);
    for (frontend::Function& function : program.functions)
        frontend::for_each_op(function.body, [](frontend::Op& op) {
            frontend::vhlo::drop_default_attributes(op);
            for (auto& [name, value] : op.attributes)
                if (auto* literal = std::get_if<frontend::Literal>(&value.value)) make_splat(*literal);
        });
    return frontend::print_stablehlo_text(program, {.locations = false, .pretty = false});
}

/// The line around a position, shortened for a message.
inline std::string line_at(const std::string& text, std::size_t position) {
    const std::size_t begin = text.rfind('\n', position);
    return text.substr(begin + 1, std::min<std::size_t>(text.find('\n', position) - begin, 300));
}

}  // namespace hlo2c::testing
