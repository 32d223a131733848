#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/common.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <vector>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo/literals.h"
#include "frontend/forms/hlo/message_positions.h"
#include "frontend/forms/hlo/module.h"
#include "frontend/forms/hlo/read_hlo.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/forms/hlo/wire_defect.h"
#include "frontend/platforms.h"

namespace hlo2c::frontend {
namespace {

constexpr int deepest_text = 100;

/// Possible first fields of an HloModuleProto in text form.
constexpr std::array<std::string_view, 6> module_fields = {
    "name", "entry_computation_name", "computations", "host_program_shape", "id", "entry_computation_id"};

/// The name of the first field in protobuf's text form, after comments.
std::string_view first_field(std::string_view text) {
    while (true) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return {};
        text.remove_prefix(begin);
        if (text.substr(0, 2) != "# " && text.substr(0, 2) != "##") break;
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end);
    }
    const std::size_t end = text.find_first_of(" \t\r\n:{");
    if (end == std::string_view::npos) return {};
    const std::size_t sign = text.find_first_not_of(" \t\r\n", end);
    if (sign == std::string_view::npos || (text[sign] != ':' && text[sign] != '{')) return {};
    return text.substr(0, end);
}

bool is_module_field(std::string_view word) {
    return std::find(module_fields.begin(), module_fields.end(), word) != module_fields.end();
}

class FirstError : public google::protobuf::io::ErrorCollector {
public:
    void AddError(int line, int column, const std::string& message) override {
        if (!text_.empty()) return;
        text_ = message;
        position_ = {line + 1, column + 1};
    }
    const std::string& text() const { return text_; }
    SourcePosition position() const { return position_; }

private:
    std::string text_;
    SourcePosition position_;
};

/// A message and the positions of its instructions in the file.
struct Parsed {
    wire::HloSnapshot snapshot;
    InstructionPositions positions;
};

template <typename Message>
InstructionPositions parse_text(std::string_view text, const std::string& path, Message& message) {
    constexpr std::size_t most_located = std::size_t{1} << 24;  // each number of a constant gets a location
    google::protobuf::TextFormat::Parser parser;
    google::protobuf::TextFormat::ParseInfoTree locations;
    if (text.size() <= most_located) parser.WriteLocationsTo(&locations);
    FirstError error;
    parser.RecordErrorsTo(&error);
    parser.AllowUnknownField(true);
    parser.SetRecursionLimit(deepest_text);
    google::protobuf::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
    if (parser.Parse(&stream, &message)) return positions_in_text(message, locations);
    const Site site{path, {}, {}, error.position()};
    site.refuse(fmt::format("the text of the message is malformed: {}", error.text()));
}

/// Converts an HloUnoptimizedSnapshot to a snapshot.
wire::HloSnapshot snapshot_of(wire::HloUnoptimizedSnapshot from) {
    wire::HloSnapshot snapshot;
    snapshot.mutable_hlo()->mutable_hlo_module()->Swap(from.mutable_hlo_module());
    if (from.partitions_size() > 0) {
        const bool whole = from.partitions(0).arguments_descriptors_size() == 0;
        if (whole) snapshot.mutable_arguments()->Swap(from.mutable_partitions(0)->mutable_arguments());
    }
    return snapshot;
}

Parsed parse_text_snapshot(std::string_view text, const std::string& path) {
    Parsed parsed;
    const std::string_view word = first_field(text);
    if (word == "hlo_module") {
        wire::HloUnoptimizedSnapshot wrapper;
        parsed.positions = parse_text(text, path, wrapper);
        parsed.snapshot = snapshot_of(std::move(wrapper));
    } else if (is_module_field(word)) {
        parsed.positions = parse_text(text, path, *parsed.snapshot.mutable_hlo()->mutable_hlo_module());
    } else {
        parsed.positions = parse_text(text, path, parsed.snapshot);
    }
    return parsed;
}

/// The defect of the bytes, read as the kind of message that can be read furthest.
WireDefect first_defect(std::string_view bytes) {
    WireDefect last;
    for (const auto* kind : {wire::HloModuleProto::descriptor(), wire::HloProto::descriptor(),
                             wire::HloSnapshot::descriptor(), wire::HloUnoptimizedSnapshot::descriptor()}) {
        WireDefect defect = find_wire_defect(bytes, *kind);
        if (defect.offset > last.offset ||
            (defect.offset == last.offset && defect.path.size() > last.path.size()))
            last = std::move(defect);
    }
    return last;
}

Parsed parse(std::string_view bytes, const std::string& path) {
    const Site site{path, {}, {}, {}};
    if (bytes.size() > INT_MAX) site.reject("a message of more than 2 GiB is not supported", "Use HLO text.");
    const google::protobuf::LogSilencer silencer;
    if (is_hlo_message_text(bytes)) return parse_text_snapshot(bytes, path);
    const auto size = static_cast<int>(bytes.size());
    const auto located = [&](wire::HloSnapshot&& snapshot, const google::protobuf::Descriptor* kind) {
        return Parsed{std::move(snapshot), positions_in_bytes(bytes, *kind)};
    };
    wire::HloSnapshot snapshot;
    if (snapshot.ParseFromArray(bytes.data(), size) && snapshot.hlo().hlo_module().computations_size() > 0)
        return located(std::move(snapshot), wire::HloSnapshot::descriptor());
    wire::HloUnoptimizedSnapshot wrapper;
    if (wrapper.ParseFromArray(bytes.data(), size) && wrapper.hlo_module().computations_size() > 0)
        return located(snapshot_of(std::move(wrapper)), wire::HloUnoptimizedSnapshot::descriptor());
    wire::HloProto proto;
    snapshot.Clear();
    if (proto.ParseFromArray(bytes.data(), size) && proto.hlo_module().computations_size() > 0) {
        snapshot.mutable_hlo()->Swap(&proto);
        return located(std::move(snapshot), wire::HloProto::descriptor());
    }
    if (snapshot.mutable_hlo()->mutable_hlo_module()->ParseFromArray(bytes.data(), size))
        return located(std::move(snapshot), wire::HloModuleProto::descriptor());
    Place place = site.place();
    WireDefect defect = first_defect(bytes);
    place.byte_offset = static_cast<long long>(defect.offset);
    place.op = std::move(defect.path);
    fail(read_error::malformed_hlo, place, "the message is not a well-formed HLO module, proto or snapshot",
         "The file may have been truncated or changed. Export the program again.");
}

}  // namespace

bool is_hlo_message_text(std::string_view text) {
    const std::string_view word = first_field(text);
    return word == "hlo" || word == "hlo_module" || is_module_field(word);
}

RecordedProgram read_hlo_message(std::string_view bytes, const std::string& path) {
    Parsed parsed = parse(bytes, path);
    const wire::HloSnapshot& snapshot = parsed.snapshot;
    RecordedProgram recorded{
        program_of_module(snapshot.hlo().hlo_module(), {path, std::move(parsed.positions)}), {}};
    const Site site{path, {}, "the recorded arguments", {}};
    int position = 0;
    for (const wire::LiteralProto& argument : snapshot.arguments())
        for (Literal& literal : literals_of(argument, site))
            recorded.arguments.emplace(position++, std::move(literal));
    if (!snapshot.execution_platform().empty())
        keep_platforms(recorded.program, {snapshot.execution_platform()});
    const std::vector<ValueId>& wanted = recorded.program.main().arguments();
    if (position > static_cast<int>(wanted.size()))
        site.refuse(
            fmt::format("there are {} arguments for a program that takes {}", position, wanted.size()));
    for (const auto& [number, literal] : recorded.arguments) {
        const Type& type = recorded.program.main().type(wanted[static_cast<std::size_t>(number)]);
        const bool fits = type.is_tensor() && type.as_tensor().element == literal.type().element &&
                          type.as_tensor().rank() == literal.type().rank();
        if (!fits)
            site.refuse(fmt::format("argument {} is {}, but {} was expected", number,
                                    to_string(literal.type()), to_string(type)));
    }
    return recorded;
}

namespace {

/// The first field whose text is not UTF-8, which protobuf writes but does not read.
const google::protobuf::FieldDescriptor* unreadable_text(const google::protobuf::Message& message) {
    const google::protobuf::Reflection& reflection = *message.GetReflection();
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    for (const google::protobuf::FieldDescriptor* field : fields) {
        const bool is_list = field->is_repeated();
        const int count = is_list ? reflection.FieldSize(message, field) : 1;
        std::string scratch;
        for (int i = 0; i < count; i++) {
            if (field->type() == google::protobuf::FieldDescriptor::TYPE_STRING) {
                const std::string& text =
                    is_list ? reflection.GetRepeatedStringReference(message, field, i, &scratch)
                            : reflection.GetStringReference(message, field, &scratch);
                if (!google::protobuf::internal::IsStructurallyValidUTF8(text)) return field;
            } else if (field->type() == google::protobuf::FieldDescriptor::TYPE_MESSAGE) {
                const auto* inner = unreadable_text(is_list ? reflection.GetRepeatedMessage(message, field, i)
                                                            : reflection.GetMessage(message, field));
                if (inner != nullptr) return inner;
            } else {
                break;
            }
        }
    }
    return nullptr;
}

}  // namespace

std::string print_hlo_message(const Program& program, ShardingReader read_sharding) {
    const wire::HloModuleProto module = module_of_program(program, read_sharding);
    if (const auto* field = unreadable_text(module))
        fail(write_error::no_hlo_form, Place{.file = program.source_path},
             fmt::format("the text for '{}' of {} is not UTF-8", field->name(),
                         field->containing_type()->name()),
             "Name it in UTF-8, or write HLO text or StableHLO.");
    std::string result;
    google::protobuf::io::StringOutputStream stream(&result);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    HLO2C_CHECK(module.SerializeToCodedStream(&coded), "the module cannot be serialized");
    coded.Trim();
    return result;
}

}  // namespace hlo2c::frontend
