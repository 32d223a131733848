#include "frontend/processes/sharding.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/declarations.h"
#include "frontend/processes/mesh.h"
#include "frontend/processes/scanner.h"

namespace hlo2c::frontend {
namespace {

struct DimensionAxes {
    std::vector<MeshAxis> axes;
    bool is_open = false;
};

/// Reads the axes of one dimension, without the priority: `{"x", "y":(1)2, ?}p0`.
DimensionAxes read_axes(Scanner& scanner) {
    DimensionAxes read;
    scanner.expect("{");
    for (bool first = true; !scanner.accept("}"); first = false) {
        if (!first) scanner.expect(",");
        if (scanner.accept("?")) {
            read.is_open = true;
            continue;
        }
        MeshAxis axis{scanner.quoted(), 1, 0};
        if (scanner.accept(":")) {
            scanner.expect("(");
            axis.pre_size = scanner.integer();
            scanner.expect(")");
            axis.size = scanner.integer();
        }
        read.axes.push_back(std::move(axis));
    }
    return read;
}

/// Reads what follows the dimensions: `, replicated={"x"}, unreduced={"y"}`. `coordinates` gives the index of
/// each rank along some axes.
template <typename Coordinates>
void read_other_axes(Scanner& scanner, Sharding& sharding, const Coordinates& coordinates) {
    while (scanner.accept(",")) {
        if (scanner.accept("replicated")) {
            scanner.expect("=");
            sharding.reserved = coordinates(read_axes(scanner).axes);
        } else {
            scanner.expect("unreduced");
            scanner.expect("=");
            for (const std::string_view operation : {"sum", "max", "min"})
                static_cast<void>(scanner.accept(operation));
            sharding.unreduced = !read_axes(scanner).axes.empty();
        }
    }
}

Mesh read_mesh(const Program& program, Scanner& scanner, const Place& place) {
    if (scanner.accept("@")) return find_mesh(program, scanner.word(), place);
    scanner.expect("mesh");
    scanner.expect("<");
    std::string text;
    // The text of an inline mesh contains no ">".
    text = scanner.until(">");
    return parse_mesh(text, place);
}

/// Reads an iota device list after its `<=`: `<=[2,2]T(1,0)`.
std::vector<std::int64_t> read_iota(Scanner& scanner) {
    const std::vector<std::int64_t> dimensions = scanner.integers();
    std::vector<std::int64_t> order;
    if (scanner.accept("T")) {
        scanner.expect("(");
        while (!scanner.accept(")")) {
            if (!order.empty()) scanner.expect(",");
            order.push_back(scanner.integer());
        }
    }
    std::vector<std::int64_t> numbers = iota_order(dimensions, order);
    if (numbers.empty()) scanner.refuse("its list of devices is not a permuted iota");
    return numbers;
}

}  // namespace

bool Sharding::is_replicated() const {
    return std::all_of(parts.begin(), parts.end(), [](std::int64_t count) { return count == 1; });
}

std::vector<std::int64_t> Sharding::local_shape(const std::vector<std::int64_t>& shape) const {
    std::vector<std::int64_t> local = shape;
    for (std::size_t i = 0; i < shape.size(); i++) local[i] = (shape[i] + parts[i] - 1) / parts[i];
    return local;
}

Box Sharding::box(const std::vector<std::int64_t>& shape, int rank) const {
    const std::vector<std::int64_t> local = local_shape(shape);
    Box box;
    for (std::size_t i = 0; i < shape.size(); i++) {
        const std::int64_t begin = coordinates[static_cast<std::size_t>(rank)][i] * local[i];
        box.emplace_back(std::min(begin, shape[i]), std::min(begin + local[i], shape[i]));
    }
    return box;
}

std::vector<std::int64_t> Sharding::coordinates_along(std::size_t dimension) const {
    std::vector<std::int64_t> along;
    for (const std::vector<std::int64_t>& of_rank : coordinates) along.push_back(of_rank[dimension]);
    return along;
}

std::vector<std::int64_t> Sharding::ranks_by_part() const {
    std::vector<std::int64_t> ranks(coordinates.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::stable_sort(ranks.begin(), ranks.end(), [&](std::int64_t a, std::int64_t b) {
        return coordinates[static_cast<std::size_t>(a)] < coordinates[static_cast<std::size_t>(b)];
    });
    return ranks;
}

Sharding replicated(int rank, int ranks) {
    const auto dimensions = static_cast<std::size_t>(rank);
    return {std::vector<std::int64_t>(dimensions, 1),
            std::vector<std::vector<std::int64_t>>(static_cast<std::size_t>(ranks),
                                                   std::vector<std::int64_t>(dimensions, 0)),
            false};
}

Sharding parse_sdy_sharding(const Program& program, std::string_view text, int rank, int ranks,
                            const Place& place, const AxisFilter& counts) {
    Scanner scanner(text, place, process_error::mesh);
    const Mesh mesh = read_mesh(program, scanner, place);
    if (mesh.count() != ranks)
        scanner.refuse(
            fmt::format("its mesh has {} places, but there are {} processes", mesh.count(), ranks));
    const auto coordinates = [&](const std::vector<MeshAxis>& axes) {
        std::vector<std::int64_t> by_rank(static_cast<std::size_t>(ranks));
        for (std::int64_t position = 0; position < mesh.count(); position++) {
            const std::int64_t device = mesh.device(position);
            if (device < 0 || device >= ranks) scanner.refuse("a device of its mesh is not a rank");
            by_rank[static_cast<std::size_t>(device)] = coordinate(mesh, position, axes, place);
        }
        return by_rank;
    };
    Sharding sharding = replicated(rank, ranks);
    sharding.open.resize(static_cast<std::size_t>(rank), true);
    sharding.priorities.resize(static_cast<std::size_t>(rank), 0);
    scanner.expect(",");
    scanner.expect("[");
    int dimension = 0;
    for (; !scanner.accept("]"); dimension++) {
        if (dimension > 0) scanner.expect(",");
        DimensionAxes read = read_axes(scanner);
        if (counts) std::erase_if(read.axes, [&](const MeshAxis& axis) { return !counts(axis.name); });
        const std::int64_t priority = scanner.accept("p") ? scanner.integer() : 0;
        if (dimension >= rank) scanner.refuse("there are more dimensions than the tensor has");
        const auto at = static_cast<std::size_t>(dimension);
        sharding.parts[at] = extent(mesh, read.axes, place);
        sharding.open[at] = read.is_open;
        sharding.priorities[at] = priority;
        const std::vector<std::int64_t> by_rank = coordinates(read.axes);
        for (std::size_t r = 0; r < by_rank.size(); r++) sharding.coordinates[r][at] = by_rank[r];
    }
    if (dimension < rank) scanner.refuse("there are fewer dimensions than the tensor has");
    read_other_axes(scanner, sharding, coordinates);
    scanner.finish();
    return sharding;
}

std::vector<std::string> axis_names(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t begin = text.find('"'); begin != std::string_view::npos;) {
        const std::size_t end = text.find('"', begin + 1);
        if (end == std::string_view::npos) break;
        names.emplace_back(text.substr(begin + 1, end - begin - 1));
        begin = text.find('"', end + 1);
    }
    return names;
}

std::vector<std::string> split_sdy_shardings(std::string_view text) {
    std::vector<std::string> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); i++) {
        if (text[i] == '<' && depth++ == 0) begin = i + 1;
        if (text[i] == '>' && --depth == 0) parts.emplace_back(text.substr(begin, i - begin));
    }
    return parts;
}

Sharding parse_hlo_sharding(std::string_view text, int rank, int ranks, const Place& place) {
    Scanner scanner(text, place, process_error::mesh);
    Sharding sharding = replicated(rank, ranks);
    scanner.expect("{");
    if (scanner.accept("replicated") || scanner.accept("maximal")) return sharding;
    if (scanner.accept("unknown")) {
        sharding.open.assign(static_cast<std::size_t>(rank), true);
        return sharding;
    }
    if (scanner.accept("manual")) {
        sharding.manual = true;
        return sharding;
    }
    scanner.expect("devices=");
    const std::vector<std::int64_t> tiles = scanner.integers();
    if (static_cast<int>(tiles.size()) < rank)
        scanner.refuse("there are fewer dimensions than the tensor has");
    if (std::any_of(tiles.begin(), tiles.end(), [](std::int64_t tile) { return tile <= 0; }))
        scanner.refuse("a dimension is not cut into a positive number of tiles");
    const std::int64_t count = product_of(tiles).value_or(INT64_MAX);
    if (count != ranks) scanner.refuse(fmt::format("it is for {} devices, but there are {}", count, ranks));
    std::vector<std::int64_t> devices;
    if (scanner.accept("<=")) {
        devices = read_iota(scanner);
    } else {
        do devices.push_back(scanner.integer());
        while (scanner.accept(","));
    }
    if (static_cast<std::int64_t>(devices.size()) != count) scanner.refuse("a device is missing");
    sharding.manual = text.find("manual", 1) != std::string_view::npos;
    const std::vector<std::int64_t> strides = row_major_strides(tiles);
    for (std::int64_t position = 0; position < count; position++) {
        const std::int64_t device = devices[static_cast<std::size_t>(position)];
        if (device < 0 || device >= ranks) scanner.refuse("a device is not a rank");
        for (std::size_t i = 0; i < static_cast<std::size_t>(rank); i++)
            sharding.coordinates[static_cast<std::size_t>(device)][i] = position / strides[i] % tiles[i];
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(rank); i++) sharding.parts[i] = tiles[i];
    return sharding;
}

std::optional<Sharding> find_sharding(const Program& program, const std::vector<NamedAttribute>& attributes,
                                      int rank, int ranks, const Place& place) {
    for (const auto& [name, value] : attributes) {
        if (name == declarations::sharding)
            if (const auto* structure = value.get_if<StructAttribute>())
                return parse_sdy_sharding(program, structure->raw, rank, ranks, place);
        if (name == attr::mhlo_sharding.name)
            if (const auto* text = value.get_if<std::string>())
                return parse_hlo_sharding(*text, rank, ranks, place);
    }
    return std::nullopt;
}

}  // namespace hlo2c::frontend
