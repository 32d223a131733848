#include "frontend/partition/program_shards.h"

namespace hlo2c::frontend {
namespace {

/// The sharding of the whole that a value is part of; nothing if none is declared.
std::optional<Sharding> sharding_of_whole(const Program& program,
                                          const std::vector<DictionaryAttribute>& attributes,
                                          std::size_t index, int dimensions, int ranks) {
    if (index >= attributes.size()) return std::nullopt;
    const auto* text = find_attribute<std::string>(attributes[index].entries, part_attribute);
    if (text == nullptr) return std::nullopt;
    return parse_hlo_sharding(*text, dimensions, ranks, Place{.file = program.source_path});
}

/// Adds the shape of the whole that consists of these parts, and each rank's box in it.
void add_whole(const Sharding& sharding, const std::vector<std::int64_t>& part, int ranks,
               std::vector<std::vector<std::int64_t>>& shapes, std::vector<std::vector<Box>>& boxes) {
    std::vector<std::int64_t> whole = part;
    for (std::size_t d = 0; d < whole.size(); d++) whole[d] *= sharding.parts.at(d);
    boxes.emplace_back();
    for (int rank = 0; rank < ranks; rank++) boxes.back().push_back(sharding.box(whole, rank));
    shapes.push_back(std::move(whole));
}

}  // namespace

std::optional<ProgramShards> shards_of_parts(const Program& program, int ranks) {
    const Function& main = program.main();
    ProgramShards shards;
    bool is_said = false, all_results = true;
    for (std::size_t i = 0; i < main.arguments().size(); i++) {
        if (!main.type(main.arguments()[i]).is_tensor()) continue;
        const std::vector<std::int64_t>& shape = main.tensor(main.arguments()[i]).shape;
        const int dimensions = static_cast<int>(shape.size());
        const auto sharding = sharding_of_whole(program, main.argument_attributes, i, dimensions, ranks);
        is_said = is_said || sharding;
        add_whole(sharding.value_or(replicated(dimensions, ranks)), shape, ranks, shards.input_shapes,
                  shards.inputs);
    }
    for (std::size_t i = 0; i < main.result_types.size(); i++) {
        if (!main.result_types[i].is_tensor()) continue;
        const std::vector<std::int64_t>& shape = main.result_types[i].as_tensor().shape;
        const int dimensions = static_cast<int>(shape.size());
        const auto sharding = sharding_of_whole(program, main.result_attributes, i, dimensions, ranks);
        all_results = all_results && sharding;
        add_whole(sharding.value_or(replicated(dimensions, ranks)), shape, ranks, shards.result_shapes,
                  shards.results);
    }
    if (!is_said) return std::nullopt;
    if (!all_results) {
        shards.results.clear();
        shards.result_shapes.clear();
    }
    return shards;
}

}  // namespace hlo2c::frontend
