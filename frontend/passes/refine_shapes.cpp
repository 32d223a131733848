#include "frontend/passes/refine_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/declarations.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_row.h"
#include "frontend/ops/shape_assertion.h"
#include "frontend/ops/verify.h"
#include "frontend/passes/fill_bounds.h"
#include "frontend/passes/fold.h"
#include "frontend/passes/inline_calls.h"
#include "frontend/passes/simplify_rules.h"
#include "frontend/passes/size_intervals.h"

namespace hlo2c::frontend {
namespace {

/// True for a tensor type with a dynamic dimension, bounded or not.
bool has_free_size(const Type& type) {
    return type.is_tensor() && !type.as_tensor().is_static();
}

/// The exporter's name of the size in `value`, from an attribute of the callee argument that it is passed to.
std::string global_constant_name(const Program& program, const Function& main, ValueId value) {
    for (const Op& op : main.body.ops) {
        if (op.code != OpCode::Call) continue;
        const Function* callee = program.function(op[attr::callee].name);
        if (callee == nullptr) continue;
        for (std::size_t i = 0; i < std::min(op.operands.size(), callee->argument_attributes.size()); i++) {
            if (op.operands[i] != value) continue;
            if (const auto* name = find_attribute<std::string>(callee->argument_attributes[i].entries,
                                                               declarations::global_constant))
                return *name;
        }
    }
    return "";
}

/// Walks the entry point's ops; an op's operands already have their final types.
class Refinement {
public:
    Refinement(const Program& program, Function& function, const RuleTable& static_forms)
        : program_(program), function_(function), static_forms_(static_forms) {}

    bool changed() const { return changed_; }

    Replacement operator()(Rewriter& rewriter, Op& op) {
        if (op.code == OpCode::While)
            for (Region& region : op.regions)
                for (std::size_t i = 0; i < region.arguments.size(); i++)
                    set_type(region.arguments[i], function_.type(op.operands[i]));
        refine_results(rewriter, op);
        note_smaller(op);
        if (op.code == OpCode::GetDimensionSize && smaller_.count(op.operands[0]) != 0) return std::nullopt;
        require_assertion(rewriter, op);
        if (const SimplifyRule static_form = static_forms_.find(op.code)) {
            const OpCode before = op.code;
            if (Replacement replacement = static_form(rewriter, op)) return replacement;
            if (op.code != before) refine_results(rewriter, op);
        }
        return fold_op(program_, rewriter, op);
    }

private:
    bool is_bounded_only(ValueId value) const {
        return is_bounded(function_.type(value)) && has_free_size(function_.type(value));
    }

    /// A slice as long as the bound has the run-time size, whatever its type says; so have elementwise
    /// results of it.
    void note_smaller(const Op& op) {
        constexpr OpSet slicing = {OpCode::DynamicSlice, OpCode::Gather, OpCode::Slice};
        const bool cuts = slicing.contains(op.code) || has_trait(op.code, op_trait::Elementwise);
        const auto may_be_smaller = [&](ValueId operand) {
            return is_bounded_only(operand) || smaller_.count(operand) != 0;
        };
        if (cuts && std::any_of(op.operands.begin(), op.operands.end(), may_be_smaller))
            smaller_.insert(op.results.begin(), op.results.end());
    }

    void set_type(ValueId value, const Type& type) {
        if (function_.values[value].type == type) return;
        function_.values[value].type = type;
        changed_ = true;
    }

    void refine_results(const Rewriter& rewriter, const Op& op) {
        const bool is_open = std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) {
            return has_free_size(function_.type(result));
        });
        if (!is_open) return;
        if (const std::optional<std::vector<std::int64_t>> shape = computed_shape(rewriter, op)) {
            TensorType type = function_.tensor(op.results[0]);
            type.shape = *shape;
            type.bounds.clear();
            set_type(op.results[0], type);
            return;
        }
        if (const std::optional<TensorType> bounded = bounded_result(rewriter, op)) {
            set_type(op.results[0], *bounded);
            return;
        }
        std::vector<Type> types = infer_result_types(program_, function_, op);
        const bool reads_bounded = std::any_of(op.operands.begin(), op.operands.end(),
                                               [&](ValueId operand) { return is_bounded_only(operand); });
        take_bounds(op, types);
        for (std::size_t i = 0; i < types.size(); i++) {
            const Type& known = function_.type(op.results[i]);
            // A bounded result stays bounded until all sizes are known: a slice as long as the bound has the
            // run-time size.
            const bool is_known = !has_free_size(types[i]) && !reads_bounded;
            const bool says_more = types[i].is_tensor() && (!is_bounded(known) || is_known);
            if (has_free_size(known) && says_more) set_type(op.results[i], types[i]);
        }
    }

    /// The types of the results where the operands have the sizes of their bounds.
    /// Nothing where no tensors of these sizes fit together.
    std::optional<std::vector<Type>> types_at_bounds(const Op& op) {
        struct Restore {
            std::vector<Value>& values;
            std::vector<std::pair<ValueId, Type>> types;
            ~Restore() {
                for (auto& [value, type] : types) values[value].type = std::move(type);
            }
        } restore{function_.values, {}};
        for (const ValueId operand : op.operands) {
            Type& type = function_.values[operand].type;
            if (!has_free_size(type)) continue;
            restore.types.emplace_back(operand, type);
            type = filled(type.as_tensor());
        }
        try {
            return infer_result_types(program_, function_, op);
        } catch (const DiagnosticError&) {
            return std::nullopt;
        }
    }

    /// Bounds for the results of an op that only moves or combines elements: its results are largest where
    /// its operands are.
    void take_bounds(const Op& op, std::vector<Type>& types) {
        const bool is_open = std::any_of(types.begin(), types.end(), [](const Type& type) {
            return has_free_size(type) && !filled(type.as_tensor()).is_static();
        });
        const bool has_bounds = std::all_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) {
            return !has_free_size(function_.type(operand)) ||
                   filled(function_.type(operand).as_tensor()).is_static();
        });
        if (!is_open || !has_bounds || family_of(op.code) == OpFamily::Control) return;
        const std::optional<std::vector<Type>> largest = types_at_bounds(op);
        for (std::size_t i = 0; largest && i < types.size(); i++) {
            if (!has_free_size(types[i]) || has_free_size((*largest)[i])) continue;
            TensorType& type = types[i].as_tensor();
            type.bounds.resize(type.shape.size(), dynamic_size);
            for (std::size_t d = 0; d < type.shape.size(); d++)
                if (type.shape[d] == dynamic_size) type.bounds[d] = (*largest)[i].as_tensor().shape[d];
        }
    }

    /// The result's shape, if an operand holds all of it.
    static std::optional<std::vector<std::int64_t>> computed_shape(const Rewriter& rewriter, const Op& op) {
        if (op.code == OpCode::RealDynamicSlice) return real_dynamic_slice_shape(rewriter, op);
        const std::optional<std::size_t> position = shape_operand(op.code);
        return position ? known_integers(rewriter, op.operands[*position]) : std::nullopt;
    }

    void require_assertion(const Rewriter& rewriter, const Op& op) const {
        if (library_call(op) != LibraryCall::ShapeAssertion || op.operands.empty()) return;
        const Literal* holds = rewriter.constant(op.operands[0]);
        if (holds == nullptr || holds->integer(0) != 0) return;
        std::vector<std::optional<std::int64_t>> values;
        for (std::size_t i = 1; i < op.operands.size(); i++) {
            const Literal* value = rewriter.constant(op.operands[i]);
            values.push_back(value != nullptr ? std::optional(value->integer(0)) : std::nullopt);
        }
        fail(pass_error::assertion, place_of(program_, op), shape_assertion_message(op, values),
             "Give arguments of sizes that the program allows.");
    }

    const Program& program_;
    Function& function_;
    const RuleTable& static_forms_;
    std::set<ValueId> smaller_;
    bool changed_ = false;
};

bool has_open_value(const Function& function) {
    return std::any_of(function.values.begin(), function.values.end(),
                       [](const Value& value) { return has_free_size(value.type); }) ||
           std::any_of(function.result_types.begin(), function.result_types.end(), has_free_size);
}

/// True if the function has an op with a static form, or a shape assertion.
bool has_dynamic_op(const Function& function, const RuleTable& static_forms) {
    bool found = false;
    for_each_op(function.body, [&](const Op& op) { found = found || static_forms.find(op.code) != nullptr; });
    return found;
}

}  // namespace

std::vector<FreeDimension> free_dimensions(const Program& program) {
    const Function& main = program.main();
    std::vector<FreeDimension> free;
    for (std::size_t i = 0; i < main.arguments().size(); i++) {
        const Type& type = main.type(main.arguments()[i]);
        if (!has_free_size(type)) continue;
        for (int d = 0; d < type.as_tensor().rank(); d++)
            if (type.as_tensor().shape[static_cast<std::size_t>(d)] == dynamic_size)
                free.push_back({static_cast<int>(i), d, ""});
    }
    for (const Op& op : main.body.ops) {
        if (op.code != OpCode::GetDimensionSize) continue;
        for (FreeDimension& dimension : free)
            if (main.arguments()[static_cast<std::size_t>(dimension.argument)] == op.operands[0] &&
                dimension.dimension == op[attr::dimension])
                dimension.name = global_constant_name(program, main, op.results[0]);
    }
    return free;
}

void set_argument_shape(Program& program, int position, const std::vector<std::int64_t>& shape) {
    Function& main = program.main();
    const Place place{.file = program.source_path};
    if (position < 0 || position >= static_cast<int>(main.arguments().size()))
        fail(pass_error::sizes, place,
             fmt::format("argument {} does not exist, so its sizes cannot be given", position),
             "Arguments count from 0.");
    Type& type = main.values[main.arguments()[static_cast<std::size_t>(position)]].type;
    const auto fits = [&] {
        if (!type.is_tensor() || type.as_tensor().shape.size() != shape.size()) return false;
        for (std::size_t d = 0; d < shape.size(); d++) {
            const TensorType& declared = type.as_tensor();
            const std::int64_t fixed = declared.shape[d];
            const bool is_over = !declared.bounds.empty() && declared.bounds[d] != dynamic_size &&
                                 shape[d] > declared.bounds[d];
            if (shape[d] == dynamic_size && fixed == dynamic_size) continue;
            if (is_over || shape[d] < 0 || (fixed != dynamic_size && fixed != shape[d])) return false;
        }
        return true;
    };
    if (!fits())
        fail(pass_error::sizes, place,
             fmt::format("the sizes {} do not fit argument {}, which is {}", fmt::join(shape, "x"), position,
                         to_string(type)),
             "Give one size for each dimension; sizes that the program fixes must not change.");
    if (!has_free_size(type)) return;
    type.as_tensor().shape = shape;
    if (type.as_tensor().is_static()) type.as_tensor().bounds.clear();
}

void set_argument_shapes(Program& program, std::span<const Literal> arrays) {
    for (std::size_t i = 0; i < arrays.size(); i++) {
        const std::vector<ValueId>& arguments = program.main().arguments();
        if (i < arguments.size() &&
            std::holds_alternative<TokenType>(program.main().type(arguments[i]).value))
            continue;
        set_argument_shape(program, static_cast<int>(i), arrays[i].type().shape);
    }
}

void set_argument_bound(Program& program, const FreeDimension& dimension, std::int64_t bound) {
    Function& main = program.main();
    TensorType& type =
        main.values[main.arguments()[static_cast<std::size_t>(dimension.argument)]].type.as_tensor();
    const auto d = static_cast<std::size_t>(dimension.dimension);
    type.bounds.resize(type.shape.size(), dynamic_size);
    if (type.shape[d] != dynamic_size || bound < 0 ||
        (type.bounds[d] != dynamic_size && type.bounds[d] < bound))
        fail(pass_error::sizes, Place{.file = program.source_path},
             fmt::format("the bound {} does not fit dimension {} of argument {}, which is {}", bound,
                         dimension.dimension, dimension.argument, to_string(type)),
             "Give a bound that is at most the program's own.");
    type.bounds[d] = bound;
}

void refine_shapes(Program& program) {
    Function& main = program.main();
    const RuleTable static_forms = {dynamic_rules};
    if (!has_open_value(main) && !has_dynamic_op(main, static_forms)) return;
    // The result types of if and case follow from ops inside them, so their readers are refined in the next
    // walk.
    for (bool changed = true; changed;) {
        Refinement refinement(program, main, static_forms);
        Rewriter(program, main).run([&](Rewriter& rewriter, Op& op) { return refinement(rewriter, op); });
        changed = refinement.changed();
    }
    take_returned_types(main);
    inline_calls(program);
}

}  // namespace hlo2c::frontend
