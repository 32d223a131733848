#include "frontend/passes/upgrade_custom_calls.h"

#include <algorithm>
#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/upgrade_rules.h"

namespace hlo2c::frontend {
namespace {

using Numbers = std::vector<std::int64_t>;

/// An untyped form: its operands are numbers, then tensors. `real_results` and `complex_results` map each of
/// its results to one of the typed form; -1 is a work array that nothing reads.
struct UntypedForm {
    std::size_t numbers;
    std::vector<int> real_results, complex_results;
    std::vector<NamedAttribute> (*options)(const Numbers& numbers);
};

/// An option that is a letter; 0 if the number is not a letter.
NamedAttribute letter(std::string name, std::int64_t value) {
    const bool is_letter = value >= 'A' && value <= 'Z';
    return {std::move(name), IntegerAttribute{is_letter ? value : 0, "ui8"}};
}

NamedAttribute triangle(std::int64_t lower) {
    return letter("uplo", lower != 0 ? 'L' : 'U');
}

std::vector<NamedAttribute> no_options(const Numbers&) {
    return {};
}

const std::map<std::string, UntypedForm>& untyped_forms() {
    static const std::map<std::string, UntypedForm> forms = {
        {"potrf", {3, {0, 1}, {0, 1}, [](const Numbers& n) { return std::vector{triangle(n[0])}; }}},
        {"getrf", {3, {0, 1, 2}, {0, 1, 2}, no_options}},
        {"geqrf", {4, {0, 1, -1, -1}, {0, 1, -1, -1}, no_options}},
        {"orgqr", {5, {0, -1, -1}, {}, no_options}},
        {"ungqr", {5, {}, {0, -1, -1}, no_options}},
        {"syevd",
         {3,
          {0, 1, 2, -1, -1},
          {},
          [](const Numbers& n) {
              return std::vector{letter("mode", 'V'), triangle(n[0])};
          }}},
        {"heevd",
         {3,
          {},
          {0, 1, 2, -1, -1, -1},
          [](const Numbers& n) {
              return std::vector{letter("mode", 'V'), triangle(n[0])};
          }}},
        {"gesdd",
         {6,
          {0, 1, 2, 3, 4, -1, -1},
          {0, 1, 2, 3, 4, -1, -1, -1},
          [](const Numbers& n) {
              return std::vector{letter("mode", n[0] == 0 ? 'N' : n[1] != 0 ? 'A' : 'S')};
          }}},
        {"geev",
         {4,
          {-1, -1, -1, 0, 1, 2, 3, 4},
          {-1, -1, 0, 1, 2, 3},
          [](const Numbers& n) {
              return std::vector{letter("compute_left", n[2]), letter("compute_right", n[3])};
          }}},
        {"gehrd",
         {6,
          {0, 1, 2, -1},
          {0, 1, 2, -1},
          [](const Numbers& n) {
              return std::vector<NamedAttribute>{{"high", IntegerAttribute{n[2], "i32"}},
                                                 {"low", IntegerAttribute{n[1], "i32"}}};
          }}},
        {"gees",
         {4,
          {0, 2, 3, 1, 4, 5},
          {0, -1, 2, 1, 3, 4},
          [](const Numbers& n) {
              return std::vector{letter("mode", n[2]), letter("sort", n[3])};
          }}},
        {"sytrd", {5, {0, 1, 2, 3, 4, -1}, {}, [](const Numbers& n) { return std::vector{triangle(n[1])}; }}},
        {"hetrd", {5, {}, {0, 1, 2, 3, 4, -1}, [](const Numbers& n) { return std::vector{triangle(n[1])}; }}},
        {"trsm",
         {8,
          {0},
          {0},
          [](const Numbers& n) {
              return std::vector{letter("diag", n[3] != 0 ? 'U' : 'N'), letter("side", n[0] != 0 ? 'L' : 'R'),
                                 letter("trans_x", n[2] == 0   ? 'N'
                                                   : n[2] == 1 ? 'T'
                                                               : 'C'),
                                 triangle(n[1])};
          }}},
    };
    return forms;
}

/// The leading operands as numbers. The factor of trsm, the last one, must be 1 and is stored as 1.
std::optional<Numbers> leading_numbers(const Rewriter& rewriter, const Op& op, std::size_t count) {
    if (op.operands.size() <= count) return std::nullopt;
    Numbers numbers;
    for (std::size_t i = 0; i < count; i++) {
        const Literal* literal = rewriter.constant(op.operands[i]);
        if (literal == nullptr || literal->type().element_count() != 1) return std::nullopt;
        const ElementType element = literal->type().element;
        if (is_integer(element)) {
            numbers.push_back(literal->integer(0));
            continue;
        }
        const TensorType part{{}, real_part(element), {}, {}};
        const auto one = Literal::from_values<double>(part, {1});
        std::vector<std::byte> expected(one.bytes().begin(), one.bytes().end());
        if (is_complex(element)) expected.resize(2 * expected.size());
        const std::span<const std::byte> given = literal->bytes();
        if (!std::equal(expected.begin(), expected.end(), given.begin(), given.end())) return std::nullopt;
        numbers.push_back(1);
    }
    return numbers;
}

ValueId zeros(Rewriter& rewriter, const TensorType& type) {
    if (is_float(type.element) || is_complex(type.element)) return Builder(rewriter).uniform(type, 0);
    return rewriter.emit_constant(Literal::from_values<std::int64_t>(type, {0}));
}

/// The untyped form that a custom call's target names, or nullptr.
const UntypedForm* untyped_form(const Op& op) {
    if (op.code != OpCode::CustomCall) return nullptr;
    const std::string target = op[attr::call_target_name];
    const std::size_t stem = target.find('_') + 1;
    if ((!target.starts_with("lapack_") && !target.starts_with("blas_")) || target.ends_with("_ffi"))
        return nullptr;
    const auto form = untyped_forms().find(target.substr(std::min(stem + 1, target.size())));
    return form == untyped_forms().end() ? nullptr : &form->second;
}

std::optional<std::vector<ValueId>> upgrade(Rewriter& rewriter, const Op& op) {
    const UntypedForm* form = untyped_form(op);
    if (form == nullptr) return std::nullopt;
    const std::string target = op[attr::call_target_name];
    const std::size_t stem = target.find('_') + 1;
    const bool is_complex_call = target[stem] == 'c' || target[stem] == 'z';
    const std::vector<int>& places = is_complex_call ? form->complex_results : form->real_results;
    const std::optional<Numbers> numbers = leading_numbers(rewriter, op, form->numbers);
    const auto* tuple =
        op.results.size() == 1 ? std::get_if<TupleType>(&rewriter.type(op.results[0]).value) : nullptr;
    std::vector<Type> types;
    if (tuple != nullptr)
        types = tuple->elements;
    else
        for (const ValueId result : op.results) types.push_back(rewriter.type(result));
    if (!numbers || types.size() != places.size()) return std::nullopt;
    for (const Type& type : types)
        if (!type.is_tensor() || !type.as_tensor().is_static()) return std::nullopt;

    Op typed{.code = OpCode::CustomCall};
    typed.operands.assign(op.operands.begin() + static_cast<std::ptrdiff_t>(form->numbers),
                          op.operands.end());
    typed.set(attr::call_target_name, "lapack_" + target.substr(stem) + "_ffi");
    typed.set_attribute(attr::mhlo_backend_config, DictionaryAttribute{form->options(*numbers)});
    std::vector<Type> typed_types(
        static_cast<std::size_t>(*std::max_element(places.begin(), places.end()) + 1));
    for (std::size_t i = 0; i < places.size(); i++)
        if (places[i] >= 0) typed_types[static_cast<std::size_t>(places[i])] = types[i];
    const std::vector<ValueId> given = rewriter.emit(std::move(typed), std::move(typed_types));
    std::vector<ValueId> results;
    for (std::size_t i = 0; i < places.size(); i++)
        results.push_back(places[i] >= 0 ? given[static_cast<std::size_t>(places[i])]
                                         : zeros(rewriter, types[i].as_tensor()));
    if (tuple == nullptr) return results;
    return std::vector{
        rewriter.emit(Op{.code = OpCode::Tuple, .operands = results}, rewriter.type(op.results[0]))};
}

/// Renumbers the values of a function in definition order, and drops values that are no longer defined.
class Numbering {
public:
    explicit Numbering(Function& function) : function_(function), number_(function.values.size(), no_value) {}

    void run() {
        define(function_.body);
        std::vector<Value> values(order_.size());
        for (std::size_t i = 0; i < order_.size(); i++) values[i] = std::move(function_.values[order_[i]]);
        function_.values = std::move(values);
        rename(function_.body);
    }

private:
    void define(ValueId value) {
        number_[value] = static_cast<ValueId>(order_.size());
        order_.push_back(value);
    }
    void define(const Region& region) {
        for (const ValueId argument : region.arguments) define(argument);
        for (const Op& op : region.ops) {
            for (const Region& inner : op.regions) define(inner);
            for (const ValueId result : op.results) define(result);
        }
    }
    void rename(std::vector<ValueId>& values) const {
        for (ValueId& value : values) value = number_[value];
    }
    void rename(Region& region) const {
        rename(region.arguments);
        for (Op& op : region.ops) {
            rename(op.operands);
            rename(op.results);
            for (Region& inner : op.regions) rename(inner);
        }
    }

    Function& function_;
    std::vector<ValueId> number_, order_;
};

}  // namespace

void upgrade_custom_calls(Program& program) {
    struct Rule {
        bool (*applies)(const Op&);
        std::optional<std::vector<ValueId>> (*upgrade)(Rewriter&, const Op&);
    };
    static constexpr Rule rules[] = {
        {[](const Op& op) { return untyped_form(op) != nullptr; }, upgrade},
        {is_fourier_call, upgrade_fourier_call},
        {is_factorization_call, upgrade_factorization_call},
        {is_gpu_call, upgrade_gpu_call},
        {is_stochastic_convert, upgrade_stochastic_convert},
    };
    const auto rule_of = [](const Op& op) {
        return std::find_if(std::begin(rules), std::end(rules),
                            [&](const Rule& rule) { return rule.applies(op); });
    };
    for (Function& function : program.functions) {
        bool has_some = false;
        for_each_op(function.body,
                    [&](const Op& op) { has_some = has_some || rule_of(op) != std::end(rules); });
        if (!has_some) continue;
        Rewriter(program, function)
            .run([&](Rewriter& rewriter, Op& op) -> std::optional<std::vector<ValueId>> {
                const auto rule = rule_of(op);
                return rule == std::end(rules) ? std::nullopt : rule->upgrade(rewriter, op);
            });
        Numbering(function).run();
    }
}

}  // namespace hlo2c::frontend
