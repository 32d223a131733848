#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {
namespace {

template <typename Sizes>
std::optional<std::int64_t> product(const Sizes& sizes) {
    std::int64_t result = 1;
    for (const std::int64_t size : sizes)
        if (size <= 0 || __builtin_mul_overflow(result, size, &result)) return std::nullopt;
    return result;
}

}  // namespace

/// Simplifies an iota to XLA's canonical form: drops dimensions of size 1 and merges dimensions that stay
/// adjacent.
template <typename Dimensions, typename Permutation>
void shorten_iota(Dimensions& dimensions, Permutation& permutation) {
    const std::vector<std::int64_t> sizes(dimensions.begin(), dimensions.end());
    const auto is_one = [](std::int64_t size) { return size == 1; };
    struct Run {
        std::int64_t first, last;
    };
    std::vector<Run> runs;  // in permutation order
    for (const std::int64_t dimension : permutation) {
        if (is_one(sizes[static_cast<std::size_t>(dimension)])) continue;
        const bool joins =
            !runs.empty() && runs.back().last < dimension &&
            std::all_of(sizes.begin() + runs.back().last + 1, sizes.begin() + dimension, is_one);
        if (joins)
            runs.back().last = dimension;
        else
            runs.push_back({dimension, dimension});
    }
    if (runs.empty() && !sizes.empty()) runs.push_back({0, 0});
    std::vector<std::int64_t> starts;
    for (const Run& run : runs) starts.push_back(run.first);
    std::sort(starts.begin(), starts.end());
    std::vector<std::int64_t> joined(runs.size(), 1);
    permutation.Clear();
    for (const Run& run : runs) {
        const auto place = std::lower_bound(starts.begin(), starts.end(), run.first) - starts.begin();
        permutation.Add(static_cast<typename Permutation::value_type>(place));
        for (std::int64_t d = run.first; d <= run.last; d++)
            joined[static_cast<std::size_t>(place)] *= sizes[static_cast<std::size_t>(d)];
    }
    dimensions.Clear();
    for (const std::int64_t size : joined) dimensions.Add(size);
}

template <typename Dimensions, typename Permutation>
void TextReader::read_iota(Dimensions* dimensions, Permutation* permutation) {
    const std::size_t begin = cursor_.offset();
    for (const std::int64_t size : read_integer_list('[', ']')) dimensions->Add(size);
    const int rank = dimensions->size();
    if (!product(*dimensions))
        fail_at(read_error::count, begin,
                "a size of the iota is not positive, or their product does not fit 64 bits",
                "Correct the sizes.");
    if (cursor_.accept('T')) {
        const std::size_t at = cursor_.offset();
        std::vector<bool> seen(static_cast<std::size_t>(rank), false);
        for (const std::int64_t dimension : read_integer_list('(', ')')) {
            if (dimension < 0 || dimension >= rank || seen[static_cast<std::size_t>(dimension)])
                fail_at(read_error::count, at, "the transposition does not name each dimension once",
                        "Correct the transposition.");
            seen[static_cast<std::size_t>(dimension)] = true;
            permutation->Add(static_cast<typename Permutation::value_type>(dimension));
        }
        if (permutation->size() != rank)
            fail_at(read_error::count, at, "the transposition does not name each dimension once",
                    "Correct the transposition.");
    } else {
        for (int i = 0; i < rank; i++) permutation->Add(static_cast<typename Permutation::value_type>(i));
    }
    shorten_iota(*dimensions, *permutation);
}

void TextReader::read_mesh(wire::MeshProto& mesh) {
    const std::size_t begin = cursor_.offset();
    if (!cursor_.accept_word("mesh")) cursor_.unexpected("'mesh'");
    cursor_.expect('[', "before the axes of the mesh");
    cursor_.entries(']', "after the axes of the mesh", [&] {
        auto& axis = *mesh.add_axes();
        axis.set_name(cursor_.string("the name of an axis in quotes"));
        cursor_.expect('=', "after the name of an axis");
        axis.set_size(cursor_.integer("the size of an axis"));
    });
    std::int64_t devices = 1;
    for (const auto& axis : mesh.axes())
        if (axis.size() <= 0 || __builtin_mul_overflow(devices, axis.size(), &devices))
            fail_at(read_error::count, begin,
                    "a size of the mesh is not positive, or their product does not fit 64 bits",
                    "Correct the sizes of the axes.");
    // A comma may introduce the devices, or follow the mesh.
    const std::size_t after = cursor_.offset();
    if (!cursor_.accept(',')) return;
    if (!cursor_.accept_word("device_ids")) {
        cursor_.seek(after);
        return;
    }
    cursor_.expect('=', "after 'device_ids'");
    const std::size_t ids = cursor_.offset();
    cursor_.expect('(', "before the devices");
    std::int64_t count = 0;
    if (cursor_.at('[')) {
        auto& iota = *mesh.mutable_iota_transform();
        read_iota(iota.mutable_reshape_dims(), iota.mutable_transpose_perm());
        count = *product(iota.reshape_dims());
    } else {
        while (!cursor_.at(')')) {
            mesh.add_device_ids(cursor_.integer("the number of a device"));
            if (!cursor_.accept(',')) break;
        }
        count = mesh.device_ids_size();
    }
    cursor_.expect(')', "after the devices");
    if (count != devices)
        fail_at(read_error::count, ids,
                fmt::format("the mesh has {} places, but {} devices are written", devices, count),
                "Write one device for each place of the mesh.");
}

void TextReader::read_axis(const wire::MeshProto& mesh, wire::AxisRefProto& axis) {
    const std::size_t begin = cursor_.offset();
    const std::string name = cursor_.string("the name of an axis in quotes");
    const auto found = std::find_if(mesh.axes().begin(), mesh.axes().end(),
                                    [&](const auto& candidate) { return candidate.name() == name; });
    if (found == mesh.axes().end())
        fail_at(read_error::undefined_name, begin, fmt::format("the mesh has no axis '{}'", name),
                "Use an axis of the mesh.");
    axis.set_mesh_axis_index(found - mesh.axes().begin());
    if (cursor_.accept(':')) {
        auto& part = *axis.mutable_sub_axis_info();
        cursor_.expect('(', "before the pre-size of a sub-axis");
        part.set_pre_size(cursor_.integer("a size"));
        cursor_.expect(')', "after the pre-size of a sub-axis");
        part.set_size(cursor_.integer("the size of a sub-axis"));
    }
}

template <typename Axes>
void TextReader::read_axes(const wire::MeshProto& mesh, Axes* axes) {
    cursor_.expect('{', "before the axes");
    cursor_.entries('}', "after the axes", [&] { read_axis(mesh, *axes->Add()); });
}

void TextReader::read_replica_groups(wire::HloInstructionProto& instruction) {
    const std::size_t begin = cursor_.offset();
    if (cursor_.at_word("mesh")) {
        auto& list = *instruction.mutable_mesh_axes_replica_group_list();
        read_mesh(*list.mutable_mesh());
        read_axes(list.mesh(), list.mutable_axes());
        return;
    }
    if (cursor_.at('[')) {
        auto& list = *instruction.mutable_iota_collective_device_list();
        const std::vector<std::int64_t> sizes = read_integer_list('[', ']');
        if (sizes.size() != 2)
            fail_at(read_error::count, begin, "the groups are not a list of two sizes, groups and members",
                    "Write as in [2,4]<=[8].");
        list.set_num_replica_groups(sizes[0]);
        list.set_num_devices_per_group(sizes[1]);
        cursor_.expect("<=", "after the sizes of the groups");
        read_iota(list.mutable_iota_reshape_dims(), list.mutable_iota_transpose_perm());
        if (product(sizes) != product(list.iota_reshape_dims()))
            fail_at(read_error::count, begin, "the groups and the iota differ in their number of members",
                    "Correct the sizes.");
        return;
    }
    auto& list = *instruction.mutable_collective_device_list();
    cursor_.expect('{', "before the groups");
    cursor_.entries('}', "after the groups",
                    [&] { read_integers(list.add_replica_groups()->mutable_replica_ids()); });
}

void TextReader::read_sharding(wire::OpSharding& sharding) {
    const Nesting nesting(cursor_, depth_);
    cursor_.expect('{', "before the sharding");
    if (cursor_.at('{') || cursor_.at('}')) {
        sharding.set_type(wire::OpSharding::TUPLE);
        while (!cursor_.at('}')) {
            read_sharding(*sharding.add_tuple_shardings());
            if (!cursor_.accept(',')) break;
        }
    } else if (cursor_.at_word("mesh")) {
        read_named_sharding(sharding);
    } else {
        read_one_sharding(sharding);
    }
    cursor_.expect('}', "after the sharding");
}

/// `devices=[2,1]<=[2]` or `devices=[2,1]0,1`, after the word.
void TextReader::read_tile_assignment(wire::OpSharding& sharding, std::size_t begin) {
    cursor_.expect('=', "after 'devices'");
    for (const std::int64_t size : read_integer_list('[', ']')) sharding.add_tile_assignment_dimensions(size);
    const auto tiles = product(sharding.tile_assignment_dimensions());
    std::optional<std::int64_t> devices;
    if (cursor_.accept("<=")) {
        read_iota(sharding.mutable_iota_reshape_dims(), sharding.mutable_iota_transpose_perm());
        devices = product(sharding.iota_reshape_dims());
    } else {
        do {
            sharding.add_tile_assignment_devices(cursor_.integer("the number of a device"));
        } while (cursor_.accept(','));
        devices = sharding.tile_assignment_devices_size();
    }
    if (!tiles || tiles != devices)
        fail_at(read_error::count, begin, "the numbers of tiles and of devices differ",
                "Write one device for each tile.");
}

/// `metadata={...}` or `metadata={{...}, {...}}`, after the word.
void TextReader::read_sharding_metadata(wire::OpSharding& sharding) {
    cursor_.expect('=', "after 'metadata'");
    const std::size_t brace = cursor_.offset();
    cursor_.expect('{', "before the metadata");
    if (!cursor_.at('{')) {
        cursor_.seek(brace);
        read_metadata(*sharding.add_metadata());
    } else {
        cursor_.entries('}', "after the metadata", [&] { read_metadata(*sharding.add_metadata()); });
    }
}

void TextReader::read_one_sharding(wire::OpSharding& sharding) {
    const std::size_t begin = cursor_.offset();
    bool has_kind = false;
    const auto kind = [&](wire::OpSharding::Type type) {
        sharding.set_type(type);
        has_kind = true;
    };
    while (!cursor_.at('}')) {
        const std::size_t at = cursor_.offset();
        const std::string_view word = cursor_.word("a part of a sharding");
        if (word == "replicated" || word == "manual" || word == "unknown" || word == "unreduced") {
            for (const auto& candidate : sharding_types)
                if (candidate.word == word) kind(candidate.value);
        } else if (word == "maximal") {
            kind(wire::OpSharding::MAXIMAL);
        } else if (word == "device") {
            cursor_.expect('=', "after 'device'");
            sharding.add_tile_assignment_devices(cursor_.integer("the number of a device"));
            if (sharding.type() != wire::OpSharding::MAXIMAL) kind(wire::OpSharding::MAXIMAL);
        } else if (word == "devices") {
            kind(wire::OpSharding::OTHER);
            read_tile_assignment(sharding, at);
        } else if (word == "last_tile_dim_replicate") {
            sharding.set_replicate_on_last_tile_dim(true);
        } else if (word == "last_tile_dims") {
            cursor_.expect('=', "after 'last_tile_dims'");
            cursor_.expect('{', "before the kinds");
            cursor_.entries('}', "after the kinds",
                            [&] { sharding.add_last_tile_dims(enumerator(cursor_, sharding_types)); });
        } else if (word == "shard_as" || word == "shard_like") {
            sharding.set_is_shard_group(true);
            sharding.set_shard_group_id(cursor_.integer("the number of a group"));
            sharding.set_shard_group_type(word == "shard_as" ? wire::OpSharding::AS : wire::OpSharding::LIKE);
        } else if (word == "metadata") {
            read_sharding_metadata(sharding);
        } else {
            fail_at(read_error::syntax, at, fmt::format("'{}' is not a part of a sharding", word),
                    "Shardings are written as in {replicated} or {devices=[2,1]<=[2]}.");
        }
    }
    if (!has_kind)
        fail_at(read_error::syntax, begin, "the sharding does not say how the array is divided",
                "Shardings are written as in {replicated} or {devices=[2,1]<=[2]}.");
}

void TextReader::read_named_sharding(wire::OpSharding& whole) {
    whole.set_type(wire::OpSharding::OTHER);
    wire::NamedShardingProto& sharding = *whole.mutable_named_sharding();
    read_mesh(*sharding.mutable_mesh());
    const wire::MeshProto& mesh = sharding.mesh();
    while (cursor_.accept(',')) {
        if (cursor_.accept('[')) {
            cursor_.entries(']', "after the axes of the dimensions", [&] {
                auto& dimension = *sharding.add_dim_shardings();
                dimension.set_is_closed(true);
                cursor_.expect('{', "before the axes of a dimension");
                cursor_.entries('}', "after the axes of a dimension", [&] {
                    if (cursor_.accept('?'))
                        dimension.set_is_closed(false);
                    else
                        read_axis(mesh, *dimension.add_axes());
                });
            });
            continue;
        }
        const std::size_t begin = cursor_.offset();
        const std::string_view word = cursor_.word("a part of a sharding");
        const bool has_value = cursor_.accept('=');
        if (!has_value && word == "replicated") {
            whole.set_type(wire::OpSharding::REPLICATED);
            continue;
        }
        if (word == "replicated") {
            read_axes(mesh, sharding.mutable_replicated_axes());
        } else if (word == "unreduced") {
            read_axes(mesh, sharding.mutable_unreduced_axes());
        } else if (word == "manual") {
            read_axes(mesh, sharding.mutable_manual_axes());
        } else if (word == "reduction") {
            sharding.set_reduction_op(enumerator(cursor_, reductions));
        } else if (word == "metadata") {
            read_metadata(*sharding.add_metadata());
        } else {
            fail_at(read_error::syntax, begin,
                    fmt::format("'{}' is not a part of a sharding over a mesh", word),
                    "Shardings over a mesh are written as in {mesh['x'=2], [{'x'}, {}]}.");
        }
    }
}

wire::OpSharding TextReader::read_only_sharding() {
    wire::OpSharding sharding;
    read_sharding(sharding);
    if (!cursor_.at_end()) cursor_.unexpected("the end of the sharding");
    return sharding;
}

wire::OpSharding read_sharding_text(std::string_view text) {
    return TextReader(text, {}).read_only_sharding();
}

}  // namespace hlo2c::frontend
