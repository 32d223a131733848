#include "tests/unit/bytecode/file_builder.h"

#include <algorithm>

namespace {

template <typename T>
std::uint64_t index_in(std::vector<T>& table, T value) {
    const auto found = std::find(table.begin(), table.end(), value);
    const auto index = static_cast<std::uint64_t>(found - table.begin());
    if (found == table.end()) table.push_back(std::move(value));
    return index;
}

}  // namespace

std::string FileBuilder::varint(std::uint64_t value) {
    for (int further = 0; further < 8; further++) {
        if (value >> (7 * (further + 1)) != 0) continue;
        const std::uint64_t bits = (value << 1 | 1) << further;
        std::string bytes;
        for (int i = 0; i <= further; i++) bytes += static_cast<char>(bits >> (8 * i));
        return bytes;
    }
    std::string bytes(1, '\0');
    for (int i = 0; i < 8; i++) bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

std::string FileBuilder::signed_varint(std::int64_t value) {
    return varint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
}

std::string FileBuilder::section(int id, const std::string& data) {
    return static_cast<char>(id) + varint(data.size()) + data;
}

std::string FileBuilder::list(const std::vector<std::uint64_t>& values) {
    std::string bytes = varint(values.size());
    for (const std::uint64_t value : values) bytes += varint(value);
    return bytes;
}

std::uint64_t FileBuilder::string(std::string_view text) {
    return index_in(strings_, std::string(text));
}

std::uint64_t FileBuilder::dialect(std::string_view name) {
    string(name);
    return index_in(dialects_, std::string(name));
}

std::uint64_t FileBuilder::attribute(std::string_view owner, std::string body) {
    dialect(owner);
    return index_in(attributes_, Entry{std::string(owner), std::move(body)});
}

std::uint64_t FileBuilder::text_attribute(std::string_view owner, std::string text) {
    dialect(owner);
    return index_in(attributes_, Entry{std::string(owner), std::move(text) + '\0', false});
}

std::uint64_t FileBuilder::type(std::string_view owner, std::string body) {
    dialect(owner);
    return index_in(types_, Entry{std::string(owner), std::move(body)});
}

std::uint64_t FileBuilder::op_name(std::string_view owner, std::string_view name) {
    return index_in(op_names_, {dialect(owner), string(name)});
}

std::uint64_t FileBuilder::tensor(const std::vector<std::int64_t>& shape, std::uint64_t element) {
    std::string body = varint(20) + varint(shape.size());
    for (const std::int64_t size : shape) body += signed_varint(size);
    return type("vhlo", body + varint(element));
}

std::uint64_t FileBuilder::text_type(std::string_view owner, std::string text) {
    dialect(owner);
    return index_in(types_, Entry{std::string(owner), std::move(text) + '\0', false});
}

std::string FileBuilder::op(const Op& op) {
    const bool native = version_ >= 5;
    const bool has_attributes = !op.attributes.empty() || op.has_properties;
    int mask = 0;
    std::string bytes;
    if (has_attributes && !native) {
        mask |= 0x01;
        std::string body = varint(1) + varint(op.attributes.size());
        for (const auto& [name, value] : op.attributes)
            body += varint(attribute("builtin", varint(2) + varint(string(name)))) + varint(value);
        bytes += varint(attribute("builtin", body));
    }
    if (has_attributes && native) {
        mask |= 0x40;
        std::string blob;
        for (const auto& [name, value] : op.attributes) blob += varint(value);
        if (op.name == "module") blob = "\x01\x01";
        bytes += varint(index_in(properties_, blob));
    }
    if (!op.results.empty()) mask |= 0x02, bytes += list(op.results);
    if (!op.operands.empty()) mask |= 0x04, bytes += list(op.operands);
    if (!op.regions.empty()) {
        mask |= 0x10;
        bytes += flagged(op.region_count, isolated_);
        bytes += isolated_ && version_ >= 2 ? section(4, op.regions) : op.regions;
    }
    const std::uint64_t unknown = attribute("builtin", varint(15));
    return varint(op_name(op.dialect, op.name)) + static_cast<char>(mask) + varint(unknown) + bytes;
}

std::string FileBuilder::region(std::uint64_t values, const std::vector<std::uint64_t>& arguments,
                                const std::vector<std::string>& ops) {
    std::string bytes = varint(1) + varint(values) + flagged(ops.size(), !arguments.empty());
    if (!arguments.empty()) {
        bytes += varint(arguments.size());
        const std::uint64_t unknown = attribute("builtin", varint(15));
        for (const std::uint64_t type : arguments)
            bytes += version_ >= 4 ? flagged(type, false) : varint(type) + varint(unknown);
        if (version_ >= 3) bytes += '\0';
    }
    for (const std::string& op : ops) bytes += op;
    return bytes;
}

std::string FileBuilder::function(std::string_view name, const std::vector<std::uint64_t>& inputs,
                                  const std::vector<std::uint64_t>& results, std::string body) {
    const std::uint64_t none = attribute("vhlo", varint(1) + varint(0));
    const std::uint64_t signature = type("vhlo", varint(8) + list(inputs) + list(results));
    const std::uint64_t type_attribute = attribute("vhlo", varint(17) + varint(signature));
    const auto text = [&](std::string_view value) {
        return attribute("vhlo", varint(14) + varint(string(value)));
    };
    return op({.dialect = "vhlo",
               .name = "func_v1",
               .attributes = {{"arg_attrs", none},
                              {"function_type", type_attribute},
                              {"res_attrs", none},
                              {"sym_name", text(name)},
                              {"sym_visibility", text("public")}},
               .regions = std::move(body)});
}

std::string FileBuilder::entry_offsets(const std::vector<Entry>& entries) {
    std::string bytes;
    for (const Entry& entry : entries)
        bytes += varint(dialect(entry.dialect)) + varint(1) + flagged(entry.body.size(), entry.own_encoding);
    return bytes;
}

std::string FileBuilder::file(const std::vector<std::string>& ops, std::string_view producer) {
    const std::string module = op({.dialect = "builtin",
                                   .name = "module",
                                   .regions = region(0, {}, ops),
                                   .has_properties = version_ >= 5});
    const std::string ir = flagged(1, false) + module;
    const std::string offsets = varint(attributes_.size()) + varint(types_.size()) +
                                entry_offsets(attributes_) + entry_offsets(types_);
    std::string entries;
    for (const Entry& entry : attributes_) entries += entry.body;
    for (const Entry& entry : types_) entries += entry.body;
    std::string names = varint(dialects_.size());
    for (const std::string& name : dialects_)
        names += version_ >= 1 ? flagged(string(name), false) : varint(string(name));
    if (version_ >= 4) names += varint(op_names_.size());
    for (const auto& [owner, name] : op_names_)
        names += varint(owner) + varint(1) + (version_ >= 5 ? flagged(name, true) : varint(name));
    std::string lengths = varint(strings_.size()), texts;
    for (auto text = strings_.rbegin(); text != strings_.rend(); ++text) lengths += varint(text->size() + 1);
    for (const std::string& text : strings_) texts += text + '\0';
    std::string bytes =
        "ML\xefR" + varint(static_cast<std::uint64_t>(version_)) + std::string(producer) + '\0';
    bytes += section(1, names) + section(3, offsets) + section(2, entries) + section(4, ir);
    bytes += section(0, lengths + texts);
    if (version_ >= 5) {
        std::string blobs = varint(properties_.size());
        for (const std::string& blob : properties_) blobs += varint(blob.size()) + blob;
        bytes += section(8, blobs);
    }
    return bytes;
}
