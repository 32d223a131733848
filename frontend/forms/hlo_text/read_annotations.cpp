#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {

namespace {

/// A field of metadata that holds a text or a number.
template <typename Value>
struct MetadataField {
    std::string_view name;
    void (*set)(wire::OpMetadata&, Value);
};
constexpr auto metadata_texts = std::to_array<MetadataField<std::string>>({
    {"op_type", [](wire::OpMetadata& to, std::string text) { to.set_op_type(std::move(text)); }},
    {"op_name", [](wire::OpMetadata& to, std::string text) { to.set_op_name(std::move(text)); }},
    {"source_file", [](wire::OpMetadata& to, std::string text) { to.set_source_file(std::move(text)); }},
    {"deduplicated_name",
     [](wire::OpMetadata& to, std::string text) { to.set_deduplicated_name(std::move(text)); }},
    {"scheduling_name",
     [](wire::OpMetadata& to, std::string text) { to.set_scheduling_name(std::move(text)); }},
});
constexpr auto metadata_numbers = std::to_array<MetadataField<std::int32_t>>({
    {"source_line", [](wire::OpMetadata& to, std::int32_t value) { to.set_source_line(value); }},
    {"source_end_line", [](wire::OpMetadata& to, std::int32_t value) { to.set_source_end_line(value); }},
    {"source_column", [](wire::OpMetadata& to, std::int32_t value) { to.set_source_column(value); }},
    {"source_end_column", [](wire::OpMetadata& to, std::int32_t value) { to.set_source_end_column(value); }},
    {"stack_frame_id", [](wire::OpMetadata& to, std::int32_t value) { to.set_stack_frame_id(value); }},
});
constexpr auto metadata_sizes = std::to_array<MetadataField<std::int64_t>>({
    {"size_of_generated_code_in_bytes",
     [](wire::OpMetadata& to, std::int64_t value) { to.set_size_of_generated_code_in_bytes(value); }},
    {"size_of_memory_working_set_in_bytes",
     [](wire::OpMetadata& to, std::int64_t value) { to.set_size_of_memory_working_set_in_bytes(value); }},
});

template <typename Fields>
auto field_named(const Fields& fields, std::string_view name) {
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
    return found == fields.end() ? nullptr : found->set;
}

}  // namespace

void TextReader::read_metadata(wire::OpMetadata& metadata) {
    cursor_.expect('{', "before the metadata");
    while (!cursor_.at('}')) {
        const std::size_t begin = cursor_.offset();
        const std::string_view name = cursor_.word("a field of the metadata");
        cursor_.expect('=', "after the field's name");
        if (auto* const set_text = field_named(metadata_texts, name)) {
            set_text(metadata, cursor_.string("a string in quotes"));
        } else if (auto* const set_number = field_named(metadata_numbers, name)) {
            const std::size_t at = cursor_.offset();
            const std::int64_t value = cursor_.integer("an integer");
            if (value < INT32_MIN || value > INT32_MAX)
                fail_at(read_error::syntax, at, "this number does not fit 32 bits", "Correct the metadata.");
            set_number(metadata, static_cast<std::int32_t>(value));
        } else if (auto* const set_size = field_named(metadata_sizes, name)) {
            set_size(metadata, cursor_.integer("an integer"));
        } else if (name == "profile_type") {
            for (const std::int64_t type : read_integer_list('{', '}')) {
                if (type < 0 || type > INT32_MAX || !wire::ProfileType_IsValid(static_cast<int>(type)))
                    fail_at(read_error::syntax, begin, fmt::format("there is no profile type {}", type),
                            "Correct the metadata.");
                metadata.add_profile_type(static_cast<wire::ProfileType>(type));
            }
        } else {
            skip_value();  // a field of a newer version; metadata does not affect results
        }
        cursor_.accept(',');
    }
    cursor_.expect('}', "after the metadata");
}

std::string TextReader::read_raw_value() {
    if (cursor_.at('{')) return std::string(cursor_.braced());
    if (cursor_.at_string()) return cursor_.string("a value");
    return std::string(cursor_.word("a value in quotes or braces"));
}

/// Consumes a value of any form: a bracketed text, a string, or characters up to a blank or separator.
void TextReader::skip_value() {
    if (cursor_.at('{')) {
        cursor_.braced();
    } else if (cursor_.at_string()) {
        cursor_.string("a value");
    } else if (cursor_
                   .run([](char c) {
                       return std::string_view(" \t\r\n,{}\"'").find(c) == std::string_view::npos;
                   })
                   .empty()) {
        cursor_.unexpected("a value");
    }
}

void TextReader::read_frontend_attributes(wire::FrontendAttributes& attributes) {
    cursor_.expect('{', "before the attributes");
    cursor_.entries('}', "after the attributes", [&] {
        const std::size_t begin = cursor_.offset();
        const std::string name = cursor_.at_string() ? cursor_.string("a name")
                                                     : std::string(cursor_.word("the name of an attribute"));
        cursor_.expect('=', "after the attribute's name");
        if (!attributes.mutable_map()->insert({name, read_raw_value()}).second)
            fail_at(read_error::redefinition, begin, fmt::format("the attribute '{}' is written twice", name),
                    "Remove one of them.");
    });
}

void TextReader::read_backend_config(wire::HloInstructionProto& instruction) {
    if (!cursor_.at('{') && !cursor_.at_string()) cursor_.unexpected("a string or '{'");
    instruction.set_backend_config(read_raw_value());
}

void TextReader::read_statistics(wire::StatisticsViz& statistics) {
    cursor_.expect('{', "before the statistics");
    if (!cursor_.accept_word("visualizing_index")) cursor_.unexpected("'visualizing_index'");
    cursor_.expect('=', "after 'visualizing_index'");
    statistics.set_stat_index_to_visualize(cursor_.integer("an index"));
    while (cursor_.accept(',')) {
        auto& statistic = *statistics.add_statistics();
        statistic.set_stat_name(std::string(cursor_.word("the name of a statistic")));
        cursor_.expect('=', "after the statistic's name");
        statistic.set_stat_val(cursor_.real("a number"));
    }
    cursor_.expect('}', "after the statistics");
}

void TextReader::read_original_value(wire::OriginalValueProto& original) {
    cursor_.expect('{', "before the origin");
    if (cursor_.accept('[')) {
        if (!cursor_.accept_word("synthetic_call")) cursor_.unexpected("'synthetic_call'");
        cursor_.expect(']', "after 'synthetic_call'");
        original.set_is_synthetic_call(true);
    } else {
        std::vector<std::int64_t> index;
        read_original_element(original, index);
    }
    cursor_.expect('}', "after the origin");
}

void TextReader::read_original_element(wire::OriginalValueProto& original, std::vector<std::int64_t>& index) {
    const Nesting nesting(cursor_, depth_);
    if (cursor_.accept('(')) {
        index.push_back(0);
        cursor_.entries(')', "at the end of a tuple's origin", [&] {
            read_original_element(original, index);
            index.back()++;
        });
        index.pop_back();
        return;
    }
    auto& element = *original.add_elements();
    for (const std::int64_t i : index) element.add_shape_index(i);
    cursor_.expect('{', "before the origin of an array");
    if (cursor_.at_string()) {
        auto& array = *element.mutable_original_array();
        array.set_instruction_name(cursor_.string("the name of an instruction"));
        if (cursor_.at('{')) read_integers(array.mutable_shape_index());
    }
    cursor_.expect('}', "after the origin of an array");
}

}  // namespace hlo2c::frontend
