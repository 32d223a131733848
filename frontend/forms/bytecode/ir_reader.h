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

/// Decodes the IR section into a program.
class IrReader {
public:
    IrReader(std::string_view bytes, const Container& container, EntryReader& entries, Origin& origin);
    void read(Program& program);

private:
    /// What the name of an op determines; looked up once per name.
    struct Kind {
        std::string spelling;
        std::optional<OpCode> code;  ///< nullopt for a module, a function, a cast or an unknown op
        std::optional<vhlo::VersionedOp> versioned;  ///< set for VHLO ops
        std::optional<PropertyLayout> layout;
        bool registered = false;
    };
    /// The part of an op before its regions.
    struct Header {
        const Kind* kind = nullptr;
        LocationId location = unknown_location;
        std::vector<NamedAttribute> attributes;
        std::vector<Type> result_types;
        std::vector<std::uint64_t> operands;  ///< value numbers, not yet resolved
        std::uint64_t regions = 0;
        bool isolated = false;
    };
    /// The values numbered by one region; an id is `no_value` until its value is defined.
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
    /// Calls `read(reader)` on the bytes of an op's regions, in a new scope if the op is isolated.
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
