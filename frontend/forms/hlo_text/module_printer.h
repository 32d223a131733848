#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"

namespace hlo2c::frontend {

/// Pieces of HLO text out of their messages; each is read back by the method of TextReader of the same name.
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
/// The text as it is when it is one bracketed value, and in quotes otherwise.
std::string raw_or_quoted(std::string_view text);

/// Any repeated field as `{1,2,3}` with brackets of one's choice.
template <typename Repeated>
std::string print_list(const Repeated& values, char open = '{', char close = '}') {
    std::string text(1, open);
    for (int i = 0; i < values.size(); i++) text += (i > 0 ? "," : "") + std::to_string(values.Get(i));
    return text + close;
}

/// Names of the instructions of one computation by id.
using InstructionNames = std::unordered_map<std::int64_t, std::string>;

/// What the printer of an attribute sees.
struct PrintedInstruction {
    const wire::HloInstructionProto& instruction;
    const std::unordered_map<std::int64_t, std::string>& computations;  ///< names by id
    const InstructionNames& instructions;
    wire::PrimitiveType operand_type;  ///< of operand 0
};

/// The value of an attribute, or "" where it has its default and is left out.
std::string print_attribute(std::string_view name, const PrintedInstruction& printed);

}  // namespace hlo2c::frontend
