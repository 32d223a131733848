#include "frontend/forms/bytecode/container.h"

#include <fmt/format.h>

#include <array>

#include "frontend/error_numbers.h"

namespace hlo2c::frontend::bytecode {
namespace {

using Sections = std::array<std::optional<ByteReader>, section_id::count>;

class ContainerReader {
public:
    ContainerReader(std::string_view bytes, const Origin& origin) : reader_(bytes, origin) {}

    Container read() {
        if (reader_.take(magic.size()) != magic) reader_.malformed("this is not MLIR bytecode");
        container_.version = reader_.varint();
        if (container_.version > newest_version)
            reader_.refuse(read_error::newer,
                           fmt::format("MLIR bytecode of version {} is not supported, {} is the newest",
                                       container_.version, newest_version),
                           "Export the program as a StableHLO portable artifact for an older version.");
        container_.producer = reader_.zero_terminated();
        read_sections();
        read_strings();
        read_dialects();
        if (sections_[section_id::properties]) read_properties();
        if (sections_[section_id::resource_offsets]) read_resources();
        read_entry_offsets();
        const ByteReader ir = mandatory(section_id::ir, "operations");
        container_.ir = {ir.position(), ir.position() + ir.remaining()};
        return std::move(container_);
    }

private:
    void read_sections() {
        while (!reader_.at_end()) {
            const ByteReader::Section section = reader_.section();
            if (section.id >= section_id::count)
                reader_.malformed(fmt::format("there is no section {} in MLIR bytecode", section.id));
            if (sections_[section.id]) reader_.malformed(fmt::format("section {} occurs twice", section.id));
            sections_[section.id] = section.data;
        }
    }

    ByteReader mandatory(std::uint8_t id, std::string_view content) const {
        if (!sections_[id]) reader_.malformed(fmt::format("the section with the {} is missing", content));
        return *sections_[id];
    }

    void read_strings() {
        ByteReader reader = mandatory(section_id::strings, "strings");
        std::vector<std::uint64_t> lengths(reader.count());
        for (std::size_t i = lengths.size(); i-- > 0;) lengths[i] = reader.varint();
        container_.strings.reserve(lengths.size());
        for (const std::uint64_t length : lengths) {
            const std::string_view text = reader.take(length);
            if (text.empty() || text.back() != '\0') reader.malformed("a string is not terminated");
            container_.strings.push_back(text.substr(0, text.size() - 1));
        }
        reader.expect_end("the strings");
    }

    std::string_view string_at(const ByteReader& reader, std::uint64_t index) const {
        return container_.strings[reader.check_index(index, container_.strings.size(), "string")];
    }

    std::string_view dialect(ByteReader& reader) const {
        return dialects_[reader.index(dialects_.size(), "dialect")];
    }

    void read_dialects() {
        ByteReader reader = mandatory(section_id::dialects, "dialects");
        for (std::uint64_t left = reader.count(); left > 0; left--) {
            if (container_.version == 0) {
                dialects_.push_back(string_at(reader, reader.varint()));
                continue;
            }
            const auto [name, has_version] = reader.flagged_varint();
            dialects_.push_back(string_at(reader, name));
            if (has_version && reader.section().id != section_id::dialect_version)
                reader.malformed("the version of a dialect was expected");
        }
        std::uint64_t announced = 0;
        if (container_.has_argument_flags()) announced = reader.varint();
        while (!reader.at_end()) {
            const std::string_view owner = dialect(reader);
            for (std::uint64_t left = reader.count(); left > 0; left--) {
                const ByteReader::Flagged name = container_.has_properties()
                                                     ? reader.flagged_varint()
                                                     : ByteReader::Flagged{reader.varint(), false};
                const std::string_view text = string_at(reader, name.value);
                if (owner.size() + text.size() > longest_name)
                    reader.malformed("the name of an op is too long");
                container_.op_names.push_back(
                    {text.empty() ? std::string(owner) : fmt::format("{}.{}", owner, text), name.flag});
            }
        }
        if (container_.has_argument_flags() && announced != container_.op_names.size())
            reader.malformed(fmt::format("the file declares {} names of ops, but has {}", announced,
                                         container_.op_names.size()));
    }

    void read_properties() {
        ByteReader reader = *sections_[section_id::properties];
        for (std::uint64_t left = reader.count(); left > 0; left--) {
            const std::uint64_t length = reader.varint();
            const std::size_t begin = reader.position();
            reader.take(length);
            container_.properties.push_back({begin, reader.position()});
        }
        reader.expect_end("the properties");
    }

    void read_resource_group(ByteReader& offsets, ByteReader& data, bool keep) {
        for (std::uint64_t left = offsets.count(3); left > 0; left--) {
            Resource resource;
            resource.key = string_at(offsets, offsets.varint());
            const std::uint64_t length = offsets.varint();
            resource.kind = offsets.byte();
            const std::size_t begin = data.position();
            data.take(length);
            resource.data = {begin, data.position()};
            if (keep) container_.resources.push_back(resource);
        }
    }

    void read_resources() {
        ByteReader offsets = *sections_[section_id::resource_offsets];
        ByteReader data = mandatory(section_id::resources, "resources");
        for (std::uint64_t groups = offsets.count(2); groups > 0; groups--) {
            string_at(offsets, offsets.varint());
            read_resource_group(offsets, data, false);
        }
        while (!offsets.at_end()) {
            dialect(offsets);
            read_resource_group(offsets, data, true);
        }
    }

    void read_entry_offsets() {
        ByteReader offsets = mandatory(section_id::entry_offsets, "sizes of attributes and types");
        ByteReader data = mandatory(section_id::entries, "attributes and types");
        const std::uint64_t attributes = offsets.count(), types = offsets.count();
        read_entries(container_.attributes, attributes, offsets, data);
        read_entries(container_.types, types, offsets, data);
        offsets.expect_end("the sizes of attributes and types");
        data.expect_end("the attributes and types");
    }

    void read_entries(std::vector<Entry>& entries, std::uint64_t wanted, ByteReader& offsets,
                      ByteReader& data) {
        entries.reserve(wanted);
        while (entries.size() < wanted) {
            const std::string_view owner = dialect(offsets);
            std::uint64_t left = offsets.count();
            if (left > wanted - entries.size())
                offsets.malformed("there are more sizes of attributes and types than declared");
            for (; left > 0; left--) {
                const auto [length, own_encoding] = offsets.flagged_varint();
                const std::size_t begin = data.position();
                data.take(length);
                entries.push_back({owner, own_encoding, begin, data.position()});
            }
        }
    }

    static constexpr std::size_t longest_name = 128;

    ByteReader reader_;
    Sections sections_;
    std::vector<std::string_view> dialects_;
    Container container_;
};

}  // namespace

Container read_container(std::string_view bytes, const Origin& origin) {
    return ContainerReader(bytes, origin).read();
}

}  // namespace hlo2c::frontend::bytecode
