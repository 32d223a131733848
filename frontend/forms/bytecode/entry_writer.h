#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/forms/bytecode/byte_writer.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend::bytecode {

/// Builds the tables of a file (strings, attributes, types, op names, properties) without duplicate entries.
/// Throws H0123 at the current op for anything that the format cannot represent.
class EntryWriter {
public:
    explicit EntryWriter(const Program& program) : program_(program) {}

    /// Sets the current op for diagnostics; nullptr for the module.
    void set_op(const Op* op) { op_ = op; }
    [[noreturn]] void refuse(const std::string& what) const;

    std::uint64_t string(std::string_view text);
    std::uint64_t op_name(std::string_view dialect, std::string_view name);
    std::uint64_t property(const std::string& blob);

    std::uint64_t vhlo_attribute(const Attribute& attribute);
    std::uint64_t vhlo_type(const Type& type);
    std::uint64_t vhlo_foreign_type(const ForeignType& type);  ///< memref<...> and tensor<*x...>
    std::uint64_t vhlo_function_type(const std::vector<Type>& inputs, const std::vector<Type>& results);
    std::uint64_t builtin_attribute(const Attribute& attribute);
    std::uint64_t builtin_type(const Type& type);
    /// A builtin dictionary with VHLO attributes as values if `of_vhlo`, else builtin ones.
    std::uint64_t dictionary(const std::vector<NamedAttribute>& entries, bool of_vhlo);
    std::uint64_t location(LocationId id);

    /// A VHLO attribute with this code and content.
    std::uint64_t vhlo(std::uint64_t code, const ByteWriter& content);
    std::uint64_t vhlo_type_attribute(std::uint64_t type);
    std::uint64_t vhlo_none_type();
    std::uint64_t vhlo_string(std::string_view text);

    /// Assembles the file from its tables and the encoded operations.
    std::string file(std::string_view producer, const std::string& operations);

private:
    struct BuiltinAttributes;  // writes each kind of attribute
    struct Entry {
        std::uint64_t dialect;
        bool own_encoding;
        std::string body;
    };
    struct Table {
        std::vector<Entry> entries;
        std::unordered_map<std::string, std::uint64_t> index;
    };
    std::uint64_t dialect(std::string_view name);
    std::uint64_t add(Table& table, std::string_view dialect, std::string body, bool own_encoding = true);
    std::uint64_t attribute(std::string_view dialect, std::uint64_t code, const ByteWriter& content);
    std::uint64_t type(std::string_view dialect, std::uint64_t code, const ByteWriter& content);
    std::uint64_t element_type(ElementType element, bool of_vhlo);
    std::uint64_t vhlo_quantization(const Quantization& quantization);
    std::uint64_t vhlo_literal(const Literal& literal);
    std::uint64_t vhlo_number(const IntegerAttribute& number);
    std::uint64_t vhlo_structure(const StructAttribute& structure);
    std::uint64_t vhlo_keyword(const EnumAttribute& keyword);
    std::uint64_t builtin_array(const std::string& type, std::size_t count, std::string data);
    ElementType named_element(const std::string& name) const;
    void offsets(ByteWriter& into, const std::vector<Entry>& entries) const;

    const Program& program_;
    const Op* op_ = nullptr;
    std::vector<std::string> strings_, dialects_, properties_;
    std::map<std::string, std::uint64_t, std::less<>> string_index_, property_index_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> op_names_;  ///< indices of dialect and string
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> op_name_index_;
    Table attributes_, types_;
    std::map<std::pair<const std::byte*, std::uint64_t>, std::uint64_t> large_literals_;
    std::map<LocationId, std::uint64_t> locations_;
};

}  // namespace hlo2c::frontend::bytecode
