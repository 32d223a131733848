#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <array>
#include <climits>

#include "frontend/hlo/literals.h"
#include "frontend/hlo/module.h"
#include "frontend/hlo/read_hlo.h"
#include "frontend/hlo/site.h"
#include "frontend/hlo/wire_defect.h"

namespace hlo2c::frontend {
namespace {

constexpr int deepest_text = 100;

/// The fields with which the messages begin in text form.
constexpr std::array<std::string_view, 6> module_fields = {
    "name", "entry_computation_name", "computations", "host_program_shape", "id", "entry_computation_id"};

/// The first field's name in protobuf's text form, comments skipped.
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

template <typename Message>
void parse_text(std::string_view text, const std::string& path, Message& message) {
    google::protobuf::TextFormat::Parser parser;
    FirstError error;
    parser.RecordErrorsTo(&error);
    parser.AllowUnknownField(true);
    parser.SetRecursionLimit(deepest_text);
    google::protobuf::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
    if (parser.Parse(&stream, &message)) return;
    const Site site{path, {}, {}, error.position()};
    site.refuse(fmt::format("the text of the message is not well formed: {}", error.text()));
}

/// Takes what an HloUnoptimizedSnapshot has into a snapshot.
wire::HloSnapshot snapshot_of(wire::HloUnoptimizedSnapshot from) {
    wire::HloSnapshot snapshot;
    snapshot.mutable_hlo()->mutable_hlo_module()->Swap(from.mutable_hlo_module());
    if (from.partitions_size() > 0) {
        const bool whole = from.partitions(0).arguments_descriptors_size() == 0;
        if (whole) snapshot.mutable_arguments()->Swap(from.mutable_partitions(0)->mutable_arguments());
    }
    return snapshot;
}

wire::HloSnapshot parse_text_snapshot(std::string_view text, const std::string& path) {
    wire::HloSnapshot snapshot;
    const std::string_view word = first_field(text);
    if (word == "hlo_module") {
        wire::HloUnoptimizedSnapshot wrapper;
        parse_text(text, path, wrapper);
        return snapshot_of(std::move(wrapper));
    }
    if (is_module_field(word)) {
        parse_text(text, path, *snapshot.mutable_hlo()->mutable_hlo_module());
    } else {
        parse_text(text, path, snapshot);
    }
    return snapshot;
}

/// The defect of the bytes read as the kind of message of which most can be read.
WireDefect first_defect(std::string_view bytes) {
    WireDefect last;
    for (const auto* kind : {wire::HloModuleProto::descriptor(), wire::HloProto::descriptor(),
                             wire::HloSnapshot::descriptor(), wire::HloUnoptimizedSnapshot::descriptor()}) {
        WireDefect defect = find_wire_defect(bytes, *kind);
        if (defect.path.size() > last.path.size()) last = std::move(defect);
    }
    return last;
}

}  // namespace

wire::HloSnapshot parse_snapshot(std::string_view bytes, const std::string& path) {
    const Site site{path, {}, {}, {}};
    if (bytes.size() > INT_MAX) site.reject("a message of more than 2 GiB is not supported", "Use HLO text.");
    const google::protobuf::LogSilencer silencer;
    if (is_hlo_message_text(bytes)) return parse_text_snapshot(bytes, path);
    const auto size = static_cast<int>(bytes.size());
    wire::HloSnapshot snapshot;
    if (snapshot.ParseFromArray(bytes.data(), size) && snapshot.hlo().hlo_module().computations_size() > 0)
        return snapshot;
    wire::HloUnoptimizedSnapshot wrapper;
    if (wrapper.ParseFromArray(bytes.data(), size) && wrapper.hlo_module().computations_size() > 0)
        return snapshot_of(std::move(wrapper));
    wire::HloProto proto;
    snapshot.Clear();
    if (proto.ParseFromArray(bytes.data(), size) && proto.hlo_module().computations_size() > 0) {
        snapshot.mutable_hlo()->Swap(&proto);
        return snapshot;
    }
    if (snapshot.mutable_hlo()->mutable_hlo_module()->ParseFromArray(bytes.data(), size)) return snapshot;
    Place place = site.place();
    WireDefect defect = first_defect(bytes);
    place.byte_offset = static_cast<long long>(defect.offset);
    place.op = std::move(defect.path);
    fail(hlo_error::malformed, place, "the message is no well-formed HLO module, proto or snapshot",
         "The file may have been cut or changed while it was copied. Export the program again.");
}

bool is_hlo_message_text(std::string_view text) {
    const std::string_view word = first_field(text);
    return word == "hlo" || word == "hlo_module" || is_module_field(word);
}

RecordedProgram read_hlo_message(std::string_view bytes, const std::string& path) {
    const wire::HloSnapshot snapshot = parse_snapshot(bytes, path);
    RecordedProgram recorded{program_of_module(snapshot.hlo().hlo_module(), {path, {}}), {}};
    const Site site{path, {}, "the recorded arguments", {}};
    int position = 0;
    for (const wire::LiteralProto& argument : snapshot.arguments())
        for (Literal& literal : literals_of(argument, site))
            recorded.arguments.emplace(position++, std::move(literal));
    const std::vector<ValueId>& wanted = recorded.program.main().arguments();
    if (position > static_cast<int>(wanted.size()))
        site.refuse(fmt::format("there are {} arguments for a program of {}", position, wanted.size()));
    for (const auto& [number, literal] : recorded.arguments) {
        const Type& type = recorded.program.main().type(wanted[static_cast<std::size_t>(number)]);
        const bool fits = type.is_tensor() && type.as_tensor().element == literal.type().element &&
                          type.as_tensor().rank() == literal.type().rank();
        if (!fits)
            site.refuse(fmt::format("argument {} is {} instead of {}", number, to_string(literal.type()),
                                    to_string(type)));
    }
    return recorded;
}

std::string print_hlo_message(const Program& program) {
    const wire::HloModuleProto module = module_of_program(program);
    std::string result;
    google::protobuf::io::StringOutputStream stream(&result);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    HLO2C_CHECK(module.SerializeToCodedStream(&coded), "the module cannot be serialized");
    coded.Trim();
    return result;
}

}  // namespace hlo2c::frontend
