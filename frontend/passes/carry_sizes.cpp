#include "frontend/passes/carry_sizes.h"

#include <algorithm>
#include <iterator>

#include "frontend/ir/attributes.h"
#include "frontend/passes/bind_arguments.h"
#include "frontend/passes/fill_bounds.h"

namespace hlo2c::frontend {
namespace {

const TensorType size_type{{}, ElementType::I32, {}, {}};

/// The bounded dimensions; none if some dimension has neither a size nor a bound.
std::vector<std::int64_t> bounded_dimensions(const Type& type) {
    std::vector<std::int64_t> dimensions;
    if (!type.is_tensor() || !filled(type.as_tensor()).is_static()) return dimensions;
    const std::vector<std::int64_t>& shape = type.as_tensor().shape;
    for (std::size_t d = 0; d < shape.size(); d++)
        if (shape[d] == dynamic_size) dimensions.push_back(static_cast<std::int64_t>(d));
    return dimensions;
}

class SizeCarrier {
public:
    explicit SizeCarrier(Function& function) : function_(function) {}

    void run() {
        for (auto* attributes : {&function_.argument_attributes, &function_.result_attributes})
            for (DictionaryAttribute& each : *attributes)
                std::erase_if(each.entries, [](const auto& named) { return named.first == sizes_attribute; });
        take_sizes();
        give_sizes();
    }

private:
    ValueId emit(Op op, Type type, const std::string& name = {}) {
        op.position = function_.position;
        const ValueId result = function_.add_value(std::move(type), name, function_.location);
        op.results = {result};
        ops_.push_back(std::move(op));
        return result;
    }

    ValueId number(std::int64_t value) {
        Op op{.code = OpCode::Constant};
        op.set(attr::value, Literal::scalar(ElementType::I32, value));
        return emit(std::move(op), size_type);
    }

    static Op along(OpCode code, std::vector<ValueId> operands, std::int64_t dimension) {
        Op op{.code = code, .operands = std::move(operands)};
        op.set(attr::dimension, dimension);
        return op;
    }

    static void mark(std::vector<DictionaryAttribute>& attributes, std::size_t i,
                     const std::vector<std::int64_t>& dimensions) {
        if (attributes.size() <= i) attributes.resize(i + 1);
        attributes[i].entries.emplace_back(std::string(sizes_attribute), IntegerArray{dimensions, "i64"});
    }

    void take_sizes() {
        const std::size_t count = function_.arguments().size();
        int position = 0;
        for (std::size_t i = 0; i < count; i++)
            position = std::max(position, original_position(function_, static_cast<int>(i)) + 1);
        for (std::size_t i = 0; i < count; i++) {
            const ValueId bounded = function_.body.arguments[i];
            const std::vector<std::int64_t> dimensions = bounded_dimensions(function_.type(bounded));
            if (dimensions.empty()) continue;
            const Value value = function_.values[bounded];
            const TensorType whole = filled(value.type.as_tensor());
            TensorType type = whole;
            type.bounds.assign(whole.shape.size(), dynamic_size);
            ValueId part = function_.add_value(whole, value.name, value.location);
            function_.body.arguments[i] = part;
            mark(function_.argument_attributes, i, dimensions);
            for (const std::int64_t d : dimensions) {
                const std::int64_t bound = whole.shape[static_cast<std::size_t>(d)];
                const ValueId given = function_.add_value(size_type, {}, function_.location);
                function_.body.arguments.push_back(given);
                DictionaryAttribute attributes;
                attributes.entries.emplace_back(std::string(position_attribute),
                                                IntegerAttribute{position++, "i64"});
                function_.argument_attributes.resize(function_.body.arguments.size() - 1);
                function_.argument_attributes.push_back(std::move(attributes));
                Op clamp{.code = OpCode::Clamp, .operands = {number(0), given, number(bound)}};
                const ValueId size = emit(std::move(clamp), size_type);
                type.shape[static_cast<std::size_t>(d)] = dynamic_size;
                type.bounds[static_cast<std::size_t>(d)] = bound;
                part = emit(along(OpCode::SetDimensionSize, {part, size}, d), type);
            }
            ops_.back().results = {bounded};
        }
        function_.body.ops.insert(function_.body.ops.begin(), std::make_move_iterator(ops_.begin()),
                                  std::make_move_iterator(ops_.end()));
        ops_.clear();
    }

    void give_sizes() {
        Op last = std::move(function_.body.ops.back());
        function_.body.ops.pop_back();
        const std::size_t count = last.operands.size();
        for (std::size_t i = 0; i < count; i++) {
            const std::vector<std::int64_t> dimensions = bounded_dimensions(function_.result_types[i]);
            if (dimensions.empty()) continue;
            mark(function_.result_attributes, i, dimensions);
            for (const std::int64_t d : dimensions) {
                last.operands.push_back(
                    emit(along(OpCode::GetDimensionSize, {last.operands[i]}, d), size_type));
                function_.result_types.emplace_back(size_type);
            }
        }
        function_.result_attributes.resize(last.operands.size());
        ops_.push_back(std::move(last));
        std::move(ops_.begin(), ops_.end(), std::back_inserter(function_.body.ops));
    }

    Function& function_;
    std::vector<Op> ops_;
};

}  // namespace

void carry_sizes(Program& program) {
    for (Function& function : program.functions)
        if (function.is_public || &function == &program.main()) SizeCarrier(function).run();
}

std::vector<CarriedSize> carried_sizes(const std::vector<DictionaryAttribute>& attributes,
                                       std::size_t count) {
    std::vector<CarriedSize> sizes;
    for (std::size_t i = 0; i < attributes.size(); i++)
        for (const auto& [name, value] : attributes[i].entries)
            if (name == sizes_attribute)
                for (const std::int64_t dimension : value.get_if<IntegerArray>()->values)
                    sizes.push_back({i, dimension, 0});
    for (std::size_t i = 0; i < sizes.size(); i++) sizes[i].size = count - sizes.size() + i;
    return sizes;
}

}  // namespace hlo2c::frontend
