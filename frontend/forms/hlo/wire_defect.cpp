#include "frontend/forms/hlo/wire_defect.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>

namespace hlo2c::frontend {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

constexpr int deepest_message = 100;

class DefectFinder {
public:
    explicit DefectFinder(std::string_view bytes) : bytes_(bytes) {}

    /// The first defect in bytes [begin, end).
    std::optional<WireDefect> find(const Descriptor& kind, std::size_t begin, std::size_t end,
                                   std::string path, int depth) const {
        std::size_t at = begin;
        while (at < end) {
            const std::size_t field_begin = at;
            std::uint64_t tag = 0, value = 0;
            if (!varint(at, end, tag) || tag >> 3 == 0) return WireDefect{field_begin, path};
            const FieldDescriptor* field = kind.FindFieldByNumber(static_cast<int>(tag >> 3));
            switch (tag & 7) {
                case 0:
                    if (!varint(at, end, value)) return WireDefect{field_begin, named(path, field)};
                    continue;
                case 1: value = 8; break;
                case 2:
                    if (!varint(at, end, value)) return WireDefect{field_begin, named(path, field)};
                    break;
                case 5: value = 4; break;
                default: return WireDefect{field_begin, named(path, field)};
            }
            const bool message = field != nullptr && field->type() == FieldDescriptor::TYPE_MESSAGE &&
                                 (tag & 7) == 2 && depth < deepest_message;
            const bool whole = value <= end - at;
            const std::size_t inner_end = whole ? at + value : end;
            if (message)
                if (auto defect = find(*field->message_type(), at, inner_end, named(path, field), depth + 1))
                    return defect;
            if (!whole) return WireDefect{message ? end : field_begin, named(path, field)};
            if (depth > 0 && field != nullptr && field->name() == "name" && (tag & 7) == 2)
                path += " " + printable(at, value);
            at += value;
        }
        return std::nullopt;
    }

private:
    bool varint(std::size_t& at, std::size_t end, std::uint64_t& value) const {
        value = 0;
        for (int shift = 0; shift < 64 && at < end; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes_[at++]);
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) return true;
        }
        return false;
    }
    static std::string named(const std::string& path, const FieldDescriptor* field) {
        if (field == nullptr) return path;
        return path.empty() ? field->name() : path + "/" + field->name();
    }
    std::string printable(std::size_t begin, std::size_t size) const {
        constexpr std::size_t longest_name = 60;
        std::string name;
        for (const char c : bytes_.substr(begin, std::min(size, longest_name)))
            name += std::isgraph(static_cast<unsigned char>(c)) != 0 ? c : '?';
        return name;
    }

    std::string_view bytes_;
};

}  // namespace

WireDefect find_wire_defect(std::string_view bytes, const Descriptor& kind) {
    const auto defect = DefectFinder(bytes).find(kind, 0, bytes.size(), {}, 0);
    return defect ? *defect : WireDefect{bytes.size(), {}};
}

}  // namespace hlo2c::frontend
