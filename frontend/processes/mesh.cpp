#include "frontend/processes/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/processes/scanner.h"

namespace hlo2c::frontend {
namespace {

[[noreturn]] void bad_mesh(const Place& place, const std::string& message) {
    fail(process_error::mesh, place, message, "Name a mesh of the module and its axes.");
}

const std::vector<NamedAttribute>* entries(const Attribute* attribute) {
    if (attribute == nullptr) return nullptr;
    if (const auto* dictionary = attribute->get_if<DictionaryAttribute>()) return &dictionary->entries;
    if (const auto* structure = attribute->get_if<StructAttribute>()) return &structure->fields;
    return nullptr;
}

std::string text_field(const std::vector<NamedAttribute>& fields, std::string_view name) {
    const auto* text = find_attribute<std::string>(fields, name);
    return text != nullptr ? *text : "";
}

std::int64_t integer_field(const std::vector<NamedAttribute>& fields, std::string_view name,
                           std::int64_t otherwise) {
    const auto* integer = find_attribute<IntegerAttribute>(fields, name);
    return integer != nullptr ? integer->value : otherwise;
}

const std::vector<Attribute>* list_field(const std::vector<NamedAttribute>& fields, std::string_view name) {
    const auto* list = find_attribute<ArrayAttribute>(fields, name);
    return list != nullptr ? &list->elements : nullptr;
}

/// The product of the sizes; 0 if a size is not positive or the product exceeds `most_processes`.
std::int64_t count_places(const std::vector<std::int64_t>& sizes) {
    const bool positive = std::all_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size > 0; });
    const std::int64_t count = positive ? product_of(sizes).value_or(0) : 0;
    return count <= most_processes ? count : 0;
}

/// Fails unless all axis sizes are positive and `device_ids`, if given, has one id per grid position.
void require_places(const Mesh& mesh, const Place& place) {
    std::vector<std::int64_t> sizes;
    for (const Mesh::Axis& axis : mesh.axes) sizes.push_back(axis.size);
    const std::int64_t count = count_places(sizes);
    if (count == 0)
        bad_mesh(place, fmt::format("a mesh whose sizes are not positive, or with more than {} places",
                                    most_processes));
    if (!mesh.device_ids.empty() && static_cast<std::int64_t>(mesh.device_ids.size()) != count)
        bad_mesh(place, "there must be one device id for each place of the mesh");
    std::vector<std::int64_t> ids = mesh.device_ids;
    std::sort(ids.begin(), ids.end());
    if (std::adjacent_find(ids.begin(), ids.end()) != ids.end())
        bad_mesh(place, "a device has two places of the mesh");
}

/// `{axes = [{name = "x", size = 2}], device_ids = dense<...>}`, as a dictionary or as
/// `#stablehlo.mesh<...>`.
Mesh mesh_of_fields(const std::vector<NamedAttribute>& fields, const Place& place) {
    Mesh mesh;
    const std::vector<Attribute>* axes = list_field(fields, "axes");
    if (axes == nullptr) bad_mesh(place, "a mesh without axes");
    for (const Attribute& axis : *axes) {
        const std::vector<NamedAttribute>* parts = entries(&axis);
        if (parts == nullptr) bad_mesh(place, "an axis of a mesh has no name and size");
        mesh.axes.push_back({text_field(*parts, "name"), integer_field(*parts, "size", 1)});
    }
    if (const Attribute* ids = find_attribute(fields, "device_ids"))
        if (const auto* literal = ids->get_if<Literal>()) {
            if (literal->type().element_count() > most_processes)
                bad_mesh(place, fmt::format("a mesh of more than {} devices", most_processes));
            for (std::int64_t i = 0; i < literal->type().element_count(); i++)
                mesh.device_ids.push_back(literal->integer(i));
        }
    require_places(mesh, place);
    return mesh;
}

/// Reads a sub-axis, either the text `(pre_size)size` or named fields.
void read_sub_axis(const Attribute& attribute, MeshAxis& axis, const Place& place) {
    if (const std::vector<NamedAttribute>* fields = entries(&attribute); fields && !fields->empty()) {
        axis.pre_size = integer_field(*fields, "pre_size", 1);
        axis.size = integer_field(*fields, "size", 0);
        return;
    }
    const auto* structure = attribute.get_if<StructAttribute>();
    const auto* text = attribute.get_if<std::string>();
    const std::string raw = structure != nullptr ? structure->raw : text != nullptr ? *text : "";
    Scanner scanner(raw, place, process_error::mesh);
    scanner.expect("(");
    axis.pre_size = scanner.integer();
    scanner.expect(")");
    axis.size = scanner.integer();
}

struct SizedAxis {
    std::int64_t stride, size;  ///< coordinate = position / stride % size
};

SizedAxis find_axis(const Mesh& mesh, const MeshAxis& wanted, const Place& place) {
    std::int64_t stride = mesh.count();
    for (const Mesh::Axis& axis : mesh.axes) {
        stride /= axis.size;
        if (axis.name != wanted.name) continue;
        if (wanted.size == 0) return {stride, axis.size};
        if (wanted.pre_size <= 0 || wanted.size < 0 || Wide{wanted.pre_size} * wanted.size > axis.size ||
            axis.size % (wanted.pre_size * wanted.size) != 0)
            bad_mesh(place, fmt::format("the sub-axis ({}){} of axis \"{}\" does not divide its size {}",
                                        wanted.pre_size, wanted.size, wanted.name, axis.size));
        return {stride * (axis.size / (wanted.pre_size * wanted.size)), wanted.size};
    }
    bad_mesh(place, fmt::format("the mesh has no axis \"{}\"", wanted.name));
}

}  // namespace

std::int64_t Mesh::count() const {
    std::int64_t count = 1;
    for (const Axis& axis : axes) count *= axis.size;
    return count;
}

std::int64_t Mesh::device(std::int64_t position) const {
    return device_ids.empty() ? position : device_ids[static_cast<std::size_t>(position)];
}

Mesh parse_mesh(std::string_view text, const Place& place) {
    Mesh mesh;
    Scanner scanner(text, place, process_error::mesh);
    scanner.expect("[");
    while (!scanner.accept("]")) {
        if (!mesh.axes.empty()) scanner.expect(",");
        const std::string name = scanner.quoted();
        scanner.expect("=");
        mesh.axes.push_back({name, scanner.integer()});
    }
    if (scanner.accept(",")) {
        scanner.expect("device_ids");
        scanner.expect("=");
        mesh.device_ids = scanner.integers();
    }
    scanner.finish();
    require_places(mesh, place);
    return mesh;
}

Mesh find_mesh(const Program& program, std::string_view name, const Place& place) {
    for (const Op& op : program.symbols) {
        if (op.code != OpCode::SdyMesh || op[attr::sym_name].name != name) continue;
        if (const Attribute* mesh = op.attribute(attr::mesh))
            if (const auto* structure = mesh->get_if<StructAttribute>()) {
                if (!structure->raw.empty()) return parse_mesh(structure->raw, place_of(program, op));
                if (!structure->fields.empty()) return mesh_of_fields(structure->fields, place);
            }
        if (const std::vector<NamedAttribute>* fields = entries(op.attribute(attr::stablehlo_mesh)))
            return mesh_of_fields(*fields, place);
    }
    bad_mesh(place, fmt::format("the module has no mesh @{}", name));
}

std::int64_t coordinate(const Mesh& mesh, std::int64_t position, const std::vector<MeshAxis>& axes,
                        const Place& place) {
    std::int64_t result = 0;
    for (const MeshAxis& axis : axes) {
        const SizedAxis sized = find_axis(mesh, axis, place);
        result = result * sized.size + position / sized.stride % sized.size;
    }
    return result;
}

std::int64_t extent(const Mesh& mesh, const std::vector<MeshAxis>& axes, const Place& place) {
    std::int64_t result = 1;
    for (const MeshAxis& axis : axes) {
        result *= find_axis(mesh, axis, place).size;
        if (result > mesh.count()) bad_mesh(place, "an axis of the mesh is named twice");
    }
    return result;
}

std::vector<std::int64_t> iota_order(const std::vector<std::int64_t>& dimensions,
                                     const std::vector<std::int64_t>& order) {
    std::vector<std::int64_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); i++)
        if (sorted[i] != static_cast<std::int64_t>(i)) return {};
    if (count_places(dimensions) == 0 || (!order.empty() && order.size() != dimensions.size())) return {};
    const std::vector<std::int64_t> strides = row_major_strides(dimensions);
    std::vector<std::int64_t> numbers = {0};
    for (std::size_t i = 0; i < dimensions.size(); i++) {
        const auto dimension = order.empty() ? i : static_cast<std::size_t>(order[i]);
        std::vector<std::int64_t> next;
        for (std::int64_t number : numbers)
            for (std::int64_t at = 0; at < dimensions.at(dimension); at++)
                next.push_back(number + at * strides[dimension]);
        numbers = std::move(next);
    }
    return numbers;
}

std::vector<std::vector<std::int64_t>> mesh_groups(const Mesh& mesh, const std::vector<MeshAxis>& axes,
                                                   const Place& place) {
    // Key: the position minus the contribution of `axes`, which is the same for all processes of a row.
    std::map<std::int64_t, std::vector<std::int64_t>> rows;
    const auto size = static_cast<std::size_t>(extent(mesh, axes, place));
    for (std::int64_t position = 0; position < mesh.count(); position++) {
        std::int64_t rest = position;
        for (const MeshAxis& axis : axes) {
            const SizedAxis sized = find_axis(mesh, axis, place);
            rest -= position / sized.stride % sized.size * sized.stride;
        }
        std::vector<std::int64_t>& row = rows[rest];
        row.resize(size);
        row[static_cast<std::size_t>(coordinate(mesh, position, axes, place))] = mesh.device(position);
    }
    std::vector<std::vector<std::int64_t>> groups;
    for (auto& [rest, row] : rows) groups.push_back(std::move(row));
    return groups;
}

std::vector<std::vector<std::int64_t>> mesh_groups(const Program& program, const Op& op,
                                                   const StructAttribute& attribute) {
    const Place place = place_of(program, op);
    Mesh mesh;
    const Attribute* given = find_attribute(attribute.fields, "mesh");
    if (const std::vector<NamedAttribute>* fields = entries(given)) {
        mesh = mesh_of_fields(*fields, place);
    } else {
        const auto* symbol = given != nullptr ? given->get_if<SymbolAttribute>() : nullptr;
        const std::string name = symbol != nullptr ? symbol->name : text_field(attribute.fields, "mesh");
        mesh = find_mesh(program, name, place);
    }
    const std::vector<Attribute>* references = list_field(attribute.fields, "axes");
    if (references == nullptr) bad_mesh(place, "replica groups name no axes of their mesh");
    std::vector<MeshAxis> axes;
    for (const Attribute& reference : *references) {
        const std::vector<NamedAttribute>* fields = entries(&reference);
        if (fields == nullptr) bad_mesh(place, "an axis of the replica groups has no name");
        MeshAxis axis{text_field(*fields, "name"), 1, 0};
        if (const Attribute* part = find_attribute(*fields, "sub_axis_info"))
            read_sub_axis(*part, axis, place);
        axes.push_back(std::move(axis));
    }
    return mesh_groups(mesh, axes, place);
}

}  // namespace hlo2c::frontend
