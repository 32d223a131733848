// Attributes of the sdy dialect, decoded to text because programs store shardings as text.
#include <fmt/format.h>

#include "frontend/error_numbers.h"
#include "frontend/forms/bytecode/entry_reader.h"
#include "frontend/forms/text/lexer.h"

namespace hlo2c::frontend::bytecode {
namespace {

/// A part of a sharding: text in a structure named "sdy.<kind>".
StructAttribute piece(std::string_view kind, std::string text) {
    return {fmt::format("sdy.{}", kind), {}, std::move(text)};
}

std::string quoted(std::string_view name) {
    return "\"" + escape(name) + "\"";
}

const StructAttribute& structure(const Attribute& attribute, const ByteReader& reader) {
    if (const auto* found = attribute.get_if<StructAttribute>()) return *found;
    reader.malformed("a part of a sharding was expected");
}

std::string text_of(EntryReader& entries, ByteReader& reader) {
    return structure(entries.attribute(reader), reader).raw;
}

/// The texts of a list of attributes, separated by commas.
std::string joined(EntryReader& entries, ByteReader& reader, std::string_view begin = {},
                   std::string_view end = {}) {
    std::string text;
    for (std::uint64_t left = reader.count(); left > 0; left--) {
        if (!text.empty()) text += ", ";
        text += begin;
        text += text_of(entries, reader);
        text += end;
    }
    entries.spend(text.size() / 32, reader);
    return text;
}

/// i, j, ..., z, z_1, z_2, ...
std::string factor_name(std::int64_t factor) {
    constexpr std::int64_t letters = 'z' - 'i';
    if (factor <= letters) return std::string(1, static_cast<char>('i' + factor));
    return fmt::format("z_{}", factor - letters);
}

std::string manual_axes(EntryReader& entries, ByteReader& reader) {
    std::string text;
    for (std::uint64_t left = reader.count(); left > 0; left--) {
        if (!text.empty()) text += ", ";
        text += quoted(entries.text(reader));
    }
    return "manual_axes{" + text + "}";
}

std::string mesh_text(EntryReader& entries, ByteReader& reader) {
    std::string text = "[" + joined(entries, reader) + "]";
    const std::vector<std::int64_t> devices = reader.signed_varints();
    if (!devices.empty()) text += fmt::format(", device_ids=[{}]", fmt::join(devices, ", "));
    return text;
}

std::string axis_text(EntryReader& entries, ByteReader& reader) {
    const std::string name = quoted(entries.string(reader));
    const auto [index, has_part] = reader.flagged_varint();
    if (!has_part) return name;
    return name + ":" + structure(entries.attribute(index, reader), reader).raw;
}

std::string dimension(EntryReader& entries, ByteReader& reader) {
    std::string text = "{" + joined(entries, reader);
    const bool is_closed = reader.byte() != 0;
    if (!is_closed) text += text.size() > 1 ? ", ?" : "?";
    text += "}";
    const auto [priority, has_priority] = reader.flagged_varint();
    if (has_priority) text += fmt::format("p{}", priority);
    return text;
}

std::string sharding(EntryReader& entries, ByteReader& reader, std::uint64_t code) {
    const Attribute& mesh = entries.attribute(reader);
    const auto* name = mesh.get_if<SymbolAttribute>();
    std::string text = name != nullptr ? "@" + name->name : "mesh<" + structure(mesh, reader).raw + ">";
    text += ", [" + joined(entries, reader) + "]";
    if (const std::string axes = joined(entries, reader); !axes.empty())
        text += ", replicated={" + axes + "}";
    if (code == 6) return text;
    if (const std::string axes = joined(entries, reader); !axes.empty()) text += ", unreduced={" + axes + "}";
    if (code == 17 && reader.signed_varint() != 0)
        reader.refuse(frontend::read_error::format, "this reduction in a sharding is not supported",
                      "Use sums in shardings.");
    return text;
}

std::string factors(const std::vector<std::int64_t>& list, const ByteReader& reader) {
    constexpr std::int64_t most_factors = 1 << 16;
    std::string text;
    for (const std::int64_t factor : list) {
        if (factor < 0 || factor > most_factors)
            reader.malformed("a factor of a sharding rule is out of range");
        text += factor_name(factor);
    }
    return text;
}

std::string rule(EntryReader& entries, ByteReader& reader) {
    const std::vector<std::int64_t> sizes = reader.signed_varints();
    std::string text = "(" + joined(entries, reader, "[", "]");
    text += ")->(" + joined(entries, reader, "[", "]") + ") {";
    for (std::size_t i = 0; i < sizes.size(); i++)
        text +=
            fmt::format("{}{}={}", i > 0 ? ", " : "", factor_name(static_cast<std::int64_t>(i)), sizes[i]);
    text += "}";
    for (const std::string_view kind :
         {"reduction", "need_replication", "permutation", "blocked_propagation"}) {
        const std::vector<std::int64_t> list = reader.signed_varints();
        if (list.empty()) continue;
        text += fmt::format(" {}={{", kind);
        for (std::size_t i = 0; i < list.size(); i++) {
            if (i > 0) text += ", ";
            text += factors({list[i]}, reader);
        }
        text += "}";
    }
    if (reader.byte() != 0) text += ", custom";
    return text;
}

}  // namespace

Attribute decode_sdy_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    switch (code) {
        case 0: return StructAttribute{"sdy", {}, manual_axes(entries, reader)};
        case 1: {
            const std::string name = quoted(entries.string(reader));
            return piece("mesh_axis", fmt::format("{}={}", name, reader.signed_varint()));
        }
        case 2: return piece("mesh", mesh_text(entries, reader));
        case 3: {
            const std::int64_t before = reader.signed_varint();
            return piece("sub_axis", fmt::format("({}){}", before, reader.signed_varint()));
        }
        case 4: return piece("axis_ref", axis_text(entries, reader));
        case 5: return piece("dimension_sharding", dimension(entries, reader));
        case 6:
        case 15:
        case 17: return piece("sharding", sharding(entries, reader, code));
        case 7:
        case 16: return piece("sharding_per_value", "[" + joined(entries, reader, "<", ">") + "]");
        case 8: return piece("dimension_mapping", factors(reader.signed_varints(), reader));
        case 9: return piece("tensor_mapping", joined(entries, reader));
        case 10: return piece("op_sharding_rule", rule(entries, reader));
        default: unknown_code("sdy attribute", code, reader);
    }
}

}  // namespace hlo2c::frontend::bytecode
