#include "frontend/partition/annotations.h"

#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ir/op_set.h"

namespace hlo2c::frontend {
namespace {

/// Ops that only declare the sharding of their operand.
constexpr OpSet declaring = {OpCode::SdyReshard, OpCode::SdyShardingConstraint};

/// Calls whose `mhlo.sharding` is that of their result.
constexpr LibraryCallTable<bool> marked_calls = by_enumerator<last_library_call, bool>({
    {LibraryCall::ShardToFull, true},
    {LibraryCall::Sharding, true},
});

const std::string& raw_text(const Op& op, std::string_view name) {
    static const std::string none;
    const Attribute* attribute = op.attribute(name);
    const auto* structure = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    return structure != nullptr ? structure->raw : none;
}

/// The text of an entry of mhlo.frontend_attributes, else "".
std::string frontend_text(const Op& op, std::string_view name) {
    const Attribute* attribute = op.attribute(attr::mhlo_frontend_attributes);
    const auto* dictionary = attribute != nullptr ? attribute->get_if<DictionaryAttribute>() : nullptr;
    if (dictionary == nullptr) return {};
    const auto* text = find_attribute<std::string>(dictionary->entries, name);
    return text != nullptr ? *text : std::string();
}

/// The shardings in `#sdy.sharding_per_value<[<@mesh, [...]>, ...]>`.
std::vector<std::string> shardings_per_value(std::string_view text) {
    const std::size_t begin = text.find('['), end = text.rfind(']');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    return split_sdy_shardings(text.substr(begin + 1, end - begin - 1));
}

std::optional<Sharding> find_at(const Program& program, const std::vector<DictionaryAttribute>& attributes,
                                std::size_t index, const Type& type, int ranks) {
    if (index >= attributes.size() || !type.is_tensor()) return std::nullopt;
    return find_sharding(program, attributes[index].entries, type.as_tensor().rank(), ranks,
                         Place{.file = program.source_path});
}

}  // namespace

ManualBorder entry_of(const Op& op) {
    return {split_sdy_shardings(raw_text(op, attr::in_shardings)),
            axis_names(raw_text(op, attr::manual_axes))};
}

ManualBorder exit_of(const Op& op) {
    return {split_sdy_shardings(raw_text(op, attr::out_shardings)),
            axis_names(raw_text(op, attr::manual_axes))};
}

ManualBorder entry_of_call(const Op& op) {
    return {shardings_per_value(frontend_text(op, "xla.sdy.in_shardings")),
            axis_names(frontend_text(op, "xla.sdy.manual_axes"))};
}

ManualBorder exit_of_call(const Op& op) {
    return {shardings_per_value(frontend_text(op, "xla.sdy.out_shardings")),
            axis_names(frontend_text(op, "xla.sdy.manual_axes"))};
}

std::vector<Sharding> stated_by(const Program& program, const Function& function, const Op& op, int ranks) {
    std::vector<std::string> texts;
    if (declaring.contains(op.code)) texts.push_back(raw_text(op, attr::sharding));
    if (op.code == OpCode::CustomCall) texts = shardings_per_value(frontend_text(op, "xla.sdy.sharding"));
    std::vector<Sharding> shardings;
    if (!texts.empty()) {
        for (std::size_t i = 0; i < texts.size() && i < op.results.size(); i++)
            if (function.type(op.results[i]).is_tensor())
                shardings.push_back(parse_sdy_sharding(
                    program, texts[i], function.tensor(op.results[i]).rank(), ranks, place_of(program, op)));
        return shardings;
    }
    const bool is_marked = op.code == OpCode::CustomCall && op.results.size() == 1 &&
                           op.has(attr::mhlo_sharding) &&
                           marked_calls[static_cast<std::size_t>(library_call(op))];
    if (is_marked)
        shardings.push_back(parse_hlo_sharding(op[attr::mhlo_sharding], function.tensor(op.results[0]).rank(),
                                               ranks, place_of(program, op)));
    return shardings;
}

std::optional<Sharding> argument_sharding(const Program& program, std::size_t argument, int ranks) {
    const Function& main = program.main();
    return find_at(program, main.argument_attributes, argument, main.type(main.arguments()[argument]), ranks);
}

std::optional<Sharding> result_sharding(const Program& program, std::size_t result, int ranks) {
    const Function& main = program.main();
    return find_at(program, main.result_attributes, result, main.result_types[result], ranks);
}

std::vector<Sharding> stated_shardings(const Program& program, int ranks) {
    const Function& main = program.main();
    std::vector<Sharding> stated;
    const auto add = [&](const std::optional<Sharding>& sharding) {
        if (sharding) stated.push_back(*sharding);
    };
    for (std::size_t i = 0; i < main.arguments().size(); i++) add(argument_sharding(program, i, ranks));
    for (std::size_t i = 0; i < main.result_types.size(); i++) add(result_sharding(program, i, ranks));
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            for (const Sharding& sharding : stated_by(program, function, op, ranks)) add(sharding);
            if (op.code != OpCode::SdyManualComputation) return;
            const auto add_border = [&](const ManualBorder& border, const std::vector<ValueId>& values) {
                for (std::size_t i = 0; i < border.shardings.size() && i < values.size(); i++)
                    if (function.type(values[i]).is_tensor())
                        add(parse_sdy_sharding(program, border.shardings[i],
                                               function.tensor(values[i]).rank(), ranks,
                                               place_of(program, op)));
            };
            add_border(entry_of(op), op.operands);
            add_border(exit_of(op), op.results);
        });
    return stated;
}

}  // namespace hlo2c::frontend
