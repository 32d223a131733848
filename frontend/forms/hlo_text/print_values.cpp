#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "frontend/diagnostic.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/module_printer.h"

namespace hlo2c::frontend {
namespace {

std::string print_layout(const wire::LayoutProto& layout) {
    std::string text = "{";
    for (int i = 0; i < layout.minor_to_major_size(); i++)
        text += (i > 0 ? "," : "") + std::to_string(layout.minor_to_major(i));
    std::string properties;
    if (layout.dim_level_types_size() > 0) {
        constexpr std::string_view letters = "DCSH";
        properties += "D(";
        for (int i = 0; i < layout.dim_level_types_size(); i++) {
            if (i > 0) properties += ',';
            properties += letters[static_cast<std::size_t>(layout.dim_level_types(i)) % letters.size()];
            if (i < layout.dim_unique_size() && !layout.dim_unique(i)) properties += '+';
            if (i < layout.dim_ordered_size() && !layout.dim_ordered(i)) properties += '~';
        }
        properties += ')';
    }
    if (layout.tiles_size() > 0) properties += 'T';
    for (const auto& tile : layout.tiles()) {
        properties += '(';
        for (int i = 0; i < tile.dimensions_size(); i++) {
            if (i > 0) properties += ',';
            if (tile.dimensions(i) == INT64_MIN)
                properties += '*';
            else
                properties += std::to_string(tile.dimensions(i));
        }
        properties += ')';
    }
    if (layout.tail_padding_alignment_in_elements() > 1)
        properties += fmt::format("L({})", layout.tail_padding_alignment_in_elements());
    if (layout.index_primitive_type() != wire::PRIMITIVE_TYPE_INVALID)
        properties += fmt::format("#({})", spelling_of(layout.index_primitive_type()));
    if (layout.pointer_primitive_type() != wire::PRIMITIVE_TYPE_INVALID)
        properties += fmt::format("*({})", spelling_of(layout.pointer_primitive_type()));
    if (layout.element_size_in_bits() != 0) properties += fmt::format("E({})", layout.element_size_in_bits());
    if (layout.memory_space() != 0) properties += fmt::format("S({})", layout.memory_space());
    if (layout.split_configs_size() > 0) properties += "SC";
    for (const auto& split : layout.split_configs())
        properties += fmt::format("({}:{})", split.dimension(), fmt::join(split.split_indices(), ","));
    if (layout.has_physical_shape())
        properties += fmt::format("P({})", print_shape(layout.physical_shape(), true));
    if (layout.dynamic_shape_metadata_prefix_bytes() != 0)
        properties += fmt::format("M({})", layout.dynamic_shape_metadata_prefix_bytes());
    if (!properties.empty()) text += ':' + properties;
    return text + "}";
}

std::string print_mesh(const wire::MeshProto& mesh) {
    std::string text = "mesh[";
    for (int i = 0; i < mesh.axes_size(); i++)
        text += fmt::format("{}'{}'={}", i > 0 ? "," : "", mesh.axes(i).name(), mesh.axes(i).size());
    text += ']';
    if (mesh.has_iota_transform()) {
        text +=
            fmt::format(", device_ids=({}T{})", print_list(mesh.iota_transform().reshape_dims(), '[', ']'),
                        print_list(mesh.iota_transform().transpose_perm(), '(', ')'));
    } else if (mesh.device_ids_size() > 0) {
        text += ", device_ids=" + print_list(mesh.device_ids(), '(', ')');
    }
    return text;
}

std::string print_axis(const wire::MeshProto& mesh, const wire::AxisRefProto& axis) {
    HLO2C_CHECK(axis.mesh_axis_index() >= 0 && axis.mesh_axis_index() < mesh.axes_size(),
                "the mesh has the axis");
    std::string text = fmt::format("'{}'", mesh.axes(static_cast<int>(axis.mesh_axis_index())).name());
    if (axis.has_sub_axis_info())
        text += fmt::format(":({}){}", axis.sub_axis_info().pre_size(), axis.sub_axis_info().size());
    return text;
}

template <typename Axes>
std::string print_axes(const wire::MeshProto& mesh, const Axes& axes) {
    std::string text = "{";
    for (int i = 0; i < axes.size(); i++) text += (i > 0 ? "," : "") + print_axis(mesh, axes.Get(i));
    return text + "}";
}

template <typename Dimensions, typename Permutation>
std::string print_iota(const Dimensions& dimensions, const Permutation& permutation) {
    std::string text = print_list(dimensions, '[', ']');
    bool is_identity = true;
    for (int i = 0; i < permutation.size(); i++) is_identity = is_identity && permutation.Get(i) == i;
    return is_identity ? text : text + "T" + print_list(permutation, '(', ')');
}

template <typename Metadata>
std::string print_metadata_list(const Metadata& list) {
    if (list.size() == 0) return {};
    if (list.size() == 1) return " metadata=" + print_metadata(list.Get(0));
    std::string text = " metadata={";
    for (int i = 0; i < list.size(); i++) text += (i > 0 ? ", " : "") + print_metadata(list.Get(i));
    return text + "}";
}

std::string print_named_sharding(const wire::OpSharding& whole) {
    const wire::NamedShardingProto& sharding = whole.named_sharding();
    const wire::MeshProto& mesh = sharding.mesh();
    std::string text = "{" + print_mesh(mesh);
    if (whole.type() == wire::OpSharding::REPLICATED) text += ", replicated";
    if (sharding.dim_shardings_size() > 0) {
        text += ", [";
        for (int i = 0; i < sharding.dim_shardings_size(); i++) {
            const auto& dimension = sharding.dim_shardings(i);
            std::string axes = print_axes(mesh, dimension.axes());
            if (!dimension.is_closed()) axes.insert(axes.size() - 1, dimension.axes_size() > 0 ? ",?" : "?");
            text += (i > 0 ? ", " : "") + axes;
        }
        text += ']';
    }
    if (sharding.replicated_axes_size() > 0)
        text += ", replicated=" + print_axes(mesh, sharding.replicated_axes());
    if (sharding.unreduced_axes_size() > 0)
        text += ", unreduced=" + print_axes(mesh, sharding.unreduced_axes());
    if (sharding.manual_axes_size() > 0) text += ", manual=" + print_axes(mesh, sharding.manual_axes());
    if (sharding.reduction_op() != wire::NamedShardingProto::SUM)
        text += fmt::format(", reduction={}", word_of(reductions, sharding.reduction_op()));
    for (const auto& metadata : sharding.metadata()) text += ", metadata=" + print_metadata(metadata);
    return text + "}";
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        switch (c) {
            case '"': result += "\\\""; break;
            case '\\': result += "\\\\"; break;
            case '\n': result += "\\n"; break;
            case '\t': result += "\\t"; break;
            case '\r': result += "\\r"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
                    result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
                else
                    result += c;
        }
    }
    return result + "\"";
}

std::string raw_or_quoted(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); i++) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
            continue;
        }
        if (c == '"') in_string = true;
        if (c == '{') depth++;
        if (c == '}') depth--;
        if (depth == 0 && (i + 1 < text.size() || c != '}')) return quoted(text);
    }
    return depth == 0 && !in_string && !text.empty() ? std::string(text) : quoted(text);
}

std::string print_shape(const wire::ShapeProto& shape, bool with_layout) {
    const bool is_tuple = shape.element_type() == wire::TUPLE;
    if (is_tuple || shape.element_type() == wire::BUFFER) {
        std::string text = is_tuple ? "(" : "b(";
        for (int i = 0; i < shape.tuple_shapes_size(); i++) {
            if (i > 0) text += ", ";
            if (i > 0 && i % 5 == 0) text += fmt::format("/*index={}*/", i);
            text += print_shape(shape.tuple_shapes(i), with_layout);
        }
        return text + ")";
    }
    std::string text = spell_array(shape);
    if (!with_layout || !shape.has_layout()) return text;
    const std::string layout = print_layout(shape.layout());
    return layout == "{}" ? text : text + layout;
}

std::string print_sharding(const wire::OpSharding& sharding) {
    if (sharding.has_named_sharding()) return print_named_sharding(sharding);
    std::string text = "{";
    switch (sharding.type()) {
        case wire::OpSharding::TUPLE:
            for (int i = 0; i < sharding.tuple_shardings_size(); i++)
                text += (i > 0 ? ", " : "") + print_sharding(sharding.tuple_shardings(i));
            return text + "}";
        case wire::OpSharding::MAXIMAL:
            text += "maximal";
            if (sharding.tile_assignment_devices_size() > 0)
                text += fmt::format(" device={}", sharding.tile_assignment_devices(0));
            break;
        case wire::OpSharding::OTHER:
            text += "devices=" + print_list(sharding.tile_assignment_dimensions(), '[', ']');
            if (sharding.iota_reshape_dims_size() > 0)
                text += "<=" + print_iota(sharding.iota_reshape_dims(), sharding.iota_transpose_perm());
            else
                text += fmt::format("{}", fmt::join(sharding.tile_assignment_devices(), ","));
            break;
        default: text += word_of(sharding_types, sharding.type());
    }
    if (sharding.replicate_on_last_tile_dim()) text += " last_tile_dim_replicate";
    if (sharding.last_tile_dims_size() > 0) {
        text += " last_tile_dims={";
        for (int i = 0; i < sharding.last_tile_dims_size(); i++)
            text +=
                fmt::format("{}{}", i > 0 ? "," : "", word_of(sharding_types, sharding.last_tile_dims(i)));
        text += '}';
    }
    if (sharding.is_shard_group())
        text += fmt::format(" {} {}",
                            sharding.shard_group_type() == wire::OpSharding::AS ? "shard_as" : "shard_like",
                            sharding.shard_group_id());
    return text + print_metadata_list(sharding.metadata()) + "}";
}

std::string print_replica_groups(const wire::HloInstructionProto& instruction) {
    if (instruction.has_mesh_axes_replica_group_list()) {
        const auto& list = instruction.mesh_axes_replica_group_list();
        return print_mesh(list.mesh()) + " " + print_axes(list.mesh(), list.axes());
    }
    if (instruction.has_iota_collective_device_list()) {
        const auto& list = instruction.iota_collective_device_list();
        return fmt::format("[{},{}]<={}", list.num_replica_groups(), list.num_devices_per_group(),
                           print_iota(list.iota_reshape_dims(), list.iota_transpose_perm()));
    }
    const auto& groups = instruction.has_collective_device_list()
                             ? instruction.collective_device_list().replica_groups()
                             : instruction.replica_groups();
    if (groups.empty() && !instruction.has_collective_device_list()) return {};
    std::string text = "{";
    for (int i = 0; i < groups.size(); i++)
        text += (i > 0 ? "," : "") + print_list(groups.Get(i).replica_ids());
    return text + "}";
}

std::string print_metadata(const wire::OpMetadata& metadata) {
    std::vector<std::string> fields;
    const auto text = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) fields.push_back(fmt::format("{}={}", name, quoted(value)));
    };
    const auto number = [&](std::string_view name, std::int64_t value) {
        if (value != 0) fields.push_back(fmt::format("{}={}", name, value));
    };
    text("op_type", metadata.op_type());
    text("op_name", metadata.op_name());
    text("source_file", metadata.source_file());
    number("source_line", metadata.source_line());
    number("source_end_line", metadata.source_end_line());
    number("source_column", metadata.source_column());
    number("source_end_column", metadata.source_end_column());
    number("stack_frame_id", metadata.stack_frame_id());
    if (metadata.profile_type_size() > 0)
        fields.push_back(fmt::format("profile_type={}", print_list(metadata.profile_type())));
    text("deduplicated_name", metadata.deduplicated_name());
    text("scheduling_name", metadata.scheduling_name());
    number("size_of_generated_code_in_bytes", metadata.size_of_generated_code_in_bytes());
    number("size_of_memory_working_set_in_bytes", metadata.size_of_memory_working_set_in_bytes());
    return fmt::format("{{{}}}", fmt::join(fields, " "));
}

std::string print_frontend_attributes(const wire::FrontendAttributes& attributes) {
    // Sorted, because the map has no defined order.
    const std::map<std::string, std::string> sorted(attributes.map().begin(), attributes.map().end());
    std::string text = "{";
    for (const auto& [name, value] : sorted) {
        const bool is_word = !name.empty() &&
                             std::all_of(name.begin(), name.end(),
                                         [](char c) {
                                             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                                    (c >= '0' && c <= '9') || c == '_' || c == '.' ||
                                                    c == '-';
                                         }) &&
                             (name[0] < '0' || name[0] > '9') && name[0] != '.' && name[0] != '-';
        text += fmt::format("{}{}={}", text.size() > 1 ? "," : "", is_word ? name : quoted(name),
                            raw_or_quoted(value));
    }
    return text + "}";
}

std::string print_window(const wire::Window& window) {
    using Dimension = wire::WindowDimension;
    const auto& dimensions = window.dimensions();
    const auto field = [&](std::string_view name, auto value, auto is_default) -> std::string {
        if (std::all_of(dimensions.begin(), dimensions.end(), is_default)) return {};
        std::string text = fmt::format(" {}=", name);
        for (int i = 0; i < dimensions.size(); i++)
            text += fmt::format("{}{}", i > 0 ? "x" : "", value(dimensions.Get(i)));
        return text;
    };
    const auto never = [](const Dimension&) { return false; };
    std::string text = field(
                           "size", [](const Dimension& d) { return d.size(); }, never)
                           .substr(1);
    text += field(
        "stride", [](const Dimension& d) { return d.stride(); },
        [](const Dimension& d) { return d.stride() == 1; });
    text += field(
        "pad", [](const Dimension& d) { return fmt::format("{}_{}", d.padding_low(), d.padding_high()); },
        [](const Dimension& d) { return d.padding_low() == 0 && d.padding_high() == 0; });
    text += field(
        "lhs_dilate", [](const Dimension& d) { return d.base_dilation(); },
        [](const Dimension& d) { return d.base_dilation() == 1; });
    text += field(
        "rhs_dilate", [](const Dimension& d) { return d.window_dilation(); },
        [](const Dimension& d) { return d.window_dilation() == 1; });
    text += field(
        "rhs_reversal", [](const Dimension& d) { return d.window_reversal() ? 1 : 0; },
        [](const Dimension& d) { return !d.window_reversal(); });
    return "{" + text + "}";
}

namespace {

/// Prints the part of `original` that starts at element `next`, inside `depth` tuple levels; advances `next`
/// past it.
std::string print_origin_level(const wire::OriginalValueProto& original, int& next, int depth) {
    const auto& element = original.elements(next);
    if (element.shape_index_size() == depth) {
        next++;
        if (!element.has_original_array()) return "{}";
        const auto& array = element.original_array();
        return fmt::format("{{{}{}}}", quoted(array.instruction_name()),
                           array.shape_index_size() > 0 ? " " + print_list(array.shape_index()) : "");
    }
    const std::vector<std::int64_t> prefix(element.shape_index().begin(),
                                           element.shape_index().begin() + depth);
    std::string text = "(";
    while (next < original.elements_size()) {
        const auto& index = original.elements(next).shape_index();
        if (index.size() <= depth || !std::equal(prefix.begin(), prefix.end(), index.begin())) break;
        text += (text.size() > 1 ? ", " : "") + print_origin_level(original, next, depth + 1);
    }
    return text + ")";
}

}  // namespace

std::string print_original_value(const wire::OriginalValueProto& original) {
    if (original.is_synthetic_call()) return "{[synthetic_call]}";
    if (original.elements_size() == 0) return "{()}";
    int next = 0;
    return "{" + print_origin_level(original, next, 0) + "}";
}

}  // namespace hlo2c::frontend
