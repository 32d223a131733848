#include "frontend/forms/hlo/message_positions.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

namespace hlo2c::frontend {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

/// Whether messages of this kind contain instructions.
bool holds_instructions(const Descriptor* kind) {
    return kind == wire::HloSnapshot::descriptor() || kind == wire::HloUnoptimizedSnapshot::descriptor() ||
           kind == wire::HloProto::descriptor() || kind == wire::HloModuleProto::descriptor() ||
           kind == wire::HloComputationProto::descriptor();
}

void add(InstructionPositions& positions, std::int64_t id, SourcePosition position) {
    const auto [known, is_new] = positions.emplace(id, position);
    if (!is_new) known->second = {};
}

void drop_ambiguous(InstructionPositions& positions) {
    std::erase_if(positions, [](const auto& entry) { return entry.second.column == 0; });
}

class Walk {
public:
    explicit Walk(std::string_view bytes)
        : stream_(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size())) {}

    void message(const Descriptor& kind, int begin) {
        std::int64_t id = -1;
        const bool is_instruction = &kind == wire::HloInstructionProto::descriptor();
        while (const std::uint32_t tag = stream_.ReadTag()) {
            const int number = WireFormatLite::GetTagFieldNumber(tag);
            const FieldDescriptor* field = kind.FindFieldByNumber(number);
            const bool is_message = field != nullptr && field->type() == FieldDescriptor::TYPE_MESSAGE;
            if (is_instruction && number == wire::HloInstructionProto::kIdFieldNumber) {
                std::uint64_t value = 0;
                if (!stream_.ReadVarint64(&value)) return;
                id = static_cast<std::int64_t>(value);
            } else if (is_message && !is_instruction &&
                       (holds_instructions(field->message_type()) ||
                        field->message_type() == wire::HloInstructionProto::descriptor())) {
                std::uint32_t size = 0;
                const int at = stream_.CurrentPosition();
                if (!stream_.ReadVarint32(&size)) return;
                const auto limit = stream_.PushLimit(static_cast<int>(size));
                message(*field->message_type(), at);
                stream_.Skip(stream_.BytesUntilLimit());
                stream_.PopLimit(limit);
            } else if (!WireFormatLite::SkipField(&stream_, tag)) {
                return;
            }
        }
        if (is_instruction) add(positions_, id, {.line = 0, .column = begin});
    }

    InstructionPositions take() {
        drop_ambiguous(positions_);
        return std::move(positions_);
    }

private:
    google::protobuf::io::CodedInputStream stream_;
    InstructionPositions positions_;
};

void collect(const google::protobuf::Message& message,
             const google::protobuf::TextFormat::ParseInfoTree* locations, InstructionPositions& positions) {
    if (locations == nullptr) return;
    const auto* reflection = message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    reflection->ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
        const Descriptor* kind = field->message_type();
        const bool is_instruction = kind == wire::HloInstructionProto::descriptor();
        if (kind == nullptr || (!is_instruction && !holds_instructions(kind))) continue;
        if (!field->is_repeated()) {
            collect(reflection->GetMessage(message, field), locations->GetTreeForNested(field, -1),
                    positions);
            continue;
        }
        for (int i = 0; i < reflection->FieldSize(message, field); i++) {
            const auto& inner = reflection->GetRepeatedMessage(message, field, i);
            if (!is_instruction) {
                collect(inner, locations->GetTreeForNested(field, i), positions);
                continue;
            }
            const auto at = locations->GetLocation(field, i);
            add(positions, static_cast<const wire::HloInstructionProto&>(inner).id(),
                {.line = at.line + 1, .column = at.column + 1});
        }
    }
}

}  // namespace

InstructionPositions positions_in_bytes(std::string_view bytes, const Descriptor& kind) {
    Walk walk(bytes);
    walk.message(kind, 0);
    return walk.take();
}

InstructionPositions positions_in_text(const google::protobuf::Message& message,
                                       const google::protobuf::TextFormat::ParseInfoTree& locations) {
    InstructionPositions positions;
    collect(message, &locations, positions);
    drop_ambiguous(positions);
    return positions;
}

}  // namespace hlo2c::frontend
