#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "frontend/forms/bytecode/entry_reader.h"
#include "frontend/forms/text/op_properties.h"
#include "frontend/forms/vhlo/op_table.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend::bytecode {

/// Reads the section of operations into a program.
class IrReader {
public:
    IrReader(std::string_view bytes, const Container& container, EntryReader& entries, Origin& origin);
    void read(Program& program);

private:
    /// What is known of an op by its name; found once for each name.
    struct Kind {
        std::string spelling;
        std::optional<OpCode> code;                  ///< nothing: a module, a function, a cast, or unknown
        std::optional<vhlo::VersionedOp> versioned;  ///< of VHLO
        std::optional<PropertyLayout> layout;
        bool registered = false;
    };
    /// An op up to its regions.
    struct Header {
        const Kind* kind = nullptr;
        LocationId location = unknown_location;
        std::vector<NamedAttribute> attributes;
        std::vector<Type> result_types;
        std::vector<std::uint64_t> operands;  ///< numbers of values, not yet looked up
        std::uint64_t regions = 0;
        bool isolated = false;
    };
    /// The values that one region numbers; a program's value, or `no_value` before it is defined.
    struct Frame {
        std::uint64_t base = 0, size = 0;
        std::vector<ValueId> ids;
    };
    struct Scope {
        std::vector<Frame> frames;
        std::uint64_t size = 0;
    };

    Header read_header(ByteReader& reader);
    void read_properties(Header& header, ByteReader& reader);
    void read_registered_properties(Header& header, ByteReader blob);
    void skip_use_orders(ByteReader& reader, std::uint64_t values);
    /// Calls `read(reader)` on the bytes of the regions of an op, in a scope of their own where the op is
    /// isolated.
    template <typename Read>
    void read_regions(const Header& header, ByteReader& reader, Read&& read);
    std::vector<Type> read_block_arguments(ByteReader& reader, std::vector<LocationId>& locations);
    Region read_region(ByteReader& reader);
    void read_op(ByteReader& reader, Region& region);
    void finish_op(Op& op, Header& header, const ByteReader& at);
    void check_counts(const Op& op, const ByteReader& at) const;

    void read_module(ByteReader& reader, const Header& header, Program& program);
    void read_module_items(ByteReader& reader, Program& program);
    void read_module_item(ByteReader& reader, Program& program);
    void read_function(ByteReader& reader, Header header, Program& program);

    void open_frame(std::uint64_t size, const ByteReader& at);
    void close_frame(const ByteReader& at);
    std::size_t define(ValueId id, const ByteReader& at);
    ValueId value(std::uint64_t number, const ByteReader& at) const;
    const Kind& kind(std::uint64_t index);

    std::string_view bytes_;
    const Container& container_;
    EntryReader& entries_;
    Origin& origin_;
    std::vector<std::optional<Kind>> kinds_;
    std::vector<Scope> scopes_;
    Function* function_ = nullptr;
    std::unordered_set<std::string> function_names_;
    bool seen_module_ = false;
};

}  // namespace hlo2c::frontend::bytecode
