#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// Print parts of HLO text from their messages; the TextReader method of the same name reads each back.
std::string print_shape(const wire::ShapeProto& shape, bool with_layout);
std::string print_literal(const wire::LiteralProto& literal);
std::string print_typed_literal(const wire::LiteralProto& literal);
std::string print_sharding(const wire::OpSharding& sharding);
std::string print_replica_groups(const wire::HloInstructionProto& instruction);
std::string print_metadata(const wire::OpMetadata& metadata);
std::string print_frontend_attributes(const wire::FrontendAttributes& attributes);
std::string print_original_value(const wire::OriginalValueProto& original);
std::string print_window(const wire::Window& window);
/// The text in double quotes, with escapes.
std::string quoted(std::string_view text);
/// The text unchanged if it is one bracketed value, otherwise in quotes.
std::string raw_or_quoted(std::string_view text);

/// A repeated field as `{1,2,3}`, with the given brackets.
template <typename Repeated>
std::string print_list(const Repeated& values, char open = '{', char close = '}') {
    std::string text(1, open);
    for (int i = 0; i < values.size(); i++) text += (i > 0 ? "," : "") + std::to_string(values.Get(i));
    return text + close;
}

/// Names of the instructions of one computation by id.
using InstructionNames = std::unordered_map<std::int64_t, std::string>;

/// The input of an attribute printer.
struct PrintedInstruction {
    const wire::HloInstructionProto& instruction;
    const std::unordered_map<std::int64_t, std::string>& computations;  ///< names by id
    const InstructionNames& instructions;
    wire::PrimitiveType operand_type;  ///< element type of operand 0
};

/// The value of an attribute; "" if it is omitted because it has its default.
std::string print_attribute(std::string_view name, const PrintedInstruction& printed);

}  // namespace hlo2c::frontend
