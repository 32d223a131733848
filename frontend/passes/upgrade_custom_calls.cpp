#include "frontend/passes/upgrade_custom_calls.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/lapack_call.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/upgrade_rules.h"

namespace hlo2c::frontend {
namespace {

using Numbers = std::vector<std::int64_t>;

/// An untyped form: its operands are numbers, then tensors. `real_results` and `complex_results` have one
/// character per result: the digit of a result of the typed form, or `work`.
struct UntypedForm {
    std::size_t numbers = 0;
    std::string_view real_results, complex_results;
    std::vector<NamedAttribute> (*options)(const Numbers& numbers) = nullptr;
};

/// An option that is a letter; 0 if the number is not a letter.
NamedAttribute letter(const LapackOption<char>& option, std::int64_t value) {
    const bool is_letter = value >= 'A' && value <= 'Z';
    return {std::string(option.name), IntegerAttribute{is_letter ? value : 0, "ui8"}};
}

NamedAttribute triangle(std::int64_t lower) {
    return letter(lapack_option::uplo, lower != 0 ? 'L' : 'U');
}

std::vector<NamedAttribute> no_options(const Numbers&) {
    return {};
}

std::vector<NamedAttribute> triangle_first(const Numbers& n) {
    return {triangle(n[0])};
}
std::vector<NamedAttribute> triangle_second(const Numbers& n) {
    return {triangle(n[1])};
}
std::vector<NamedAttribute> vectors_and_triangle(const Numbers& n) {
    return {letter(lapack_option::vectors, 'V'), triangle(n[0])};
}
std::vector<NamedAttribute> singular_vectors(const Numbers& n) {
    return {letter(lapack_option::singular_vectors, n[0] == 0 ? 'N' : n[1] != 0 ? 'A' : 'S')};
}
std::vector<NamedAttribute> vectors_of_both_sides(const Numbers& n) {
    return {letter(lapack_option::compute_left, n[2]), letter(lapack_option::compute_right, n[3])};
}
std::vector<NamedAttribute> schur_vectors(const Numbers& n) {
    return {letter(lapack_option::vectors, n[2]), letter(lapack_option::sort, n[3])};
}
std::vector<NamedAttribute> low_and_high(const Numbers& n) {
    return {{std::string(lapack_option::high), IntegerAttribute{n[2], "i32"}},
            {std::string(lapack_option::low.name), IntegerAttribute{n[1], "i32"}}};
}
std::vector<NamedAttribute> triangular_solve(const Numbers& n) {
    return {letter(lapack_option::diag, n[3] != 0 ? 'U' : 'N'),
            letter(lapack_option::side, n[0] != 0 ? 'L' : 'R'),
            letter(lapack_option::trans_x, n[2] == 0   ? 'N'
                                           : n[2] == 1 ? 'T'
                                                       : 'C'),
            triangle(n[1])};
}

/// A result of the untyped form that nothing reads: a work array.
constexpr char work = '-';

constexpr auto untyped_forms = by_enumerator<last_lapack_function, UntypedForm>({
    {LapackFunction::Gees, {4, "023145", "0-2134", schur_vectors}},
    {LapackFunction::Geev, {4, "---01234", "--0123", vectors_of_both_sides}},
    {LapackFunction::Gehrd, {6, "012-", "012-", low_and_high}},
    {LapackFunction::Geqrf, {4, "01--", "01--", no_options}},
    {LapackFunction::Gesdd, {6, "01234--", "01234---", singular_vectors}},
    {LapackFunction::Getrf, {3, "012", "012", no_options}},
    {LapackFunction::Orgqr, {5, "0--", "0--", no_options}},
    {LapackFunction::Potrf, {3, "01", "01", triangle_first}},
    {LapackFunction::Syevd, {3, "012--", "012---", vectors_and_triangle}},
    {LapackFunction::Sytrd, {5, "01234-", "01234-", triangle_second}},
    {LapackFunction::Trsm, {8, "0", "0", triangular_solve}},
});

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

ValueId zeros_of_any(Rewriter& rewriter, const TensorType& type) {
    if (is_float(type.element) || is_complex(type.element)) return Builder(rewriter).uniform(type, 0);
    return rewriter.emit_constant(Literal::from_values<std::int64_t>(type, {0}));
}

}  // namespace

std::optional<std::vector<ValueId>> upgrade_untyped_lapack(Rewriter& rewriter, const Op& op) {
    const LapackFunction function = library_row(op).function;
    const UntypedForm& form = untyped_forms[static_cast<std::size_t>(function)];
    const ElementType element = element_in_target(op);
    const std::string_view places = is_complex(element) ? form.complex_results : form.real_results;
    const std::optional<Numbers> numbers = leading_numbers(rewriter, op, form.numbers);
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
    typed.operands.assign(op.operands.begin() + static_cast<std::ptrdiff_t>(form.numbers), op.operands.end());
    typed.set(attr::call_target_name, lapack_target(function, element));
    typed.set_attribute(attr::mhlo_backend_config, DictionaryAttribute{form.options(*numbers)});
    const auto place = [&](std::size_t i) { return static_cast<std::size_t>(places[i] - '0'); };
    const auto is_read = [](char each) { return each != work; };
    std::vector<Type> typed_types(static_cast<std::size_t>(std::ranges::count_if(places, is_read)));
    for (std::size_t i = 0; i < places.size(); i++)
        if (is_read(places[i])) typed_types[place(i)] = types[i];
    const std::vector<ValueId> given = rewriter.emit(std::move(typed), std::move(typed_types));
    std::vector<ValueId> results;
    for (std::size_t i = 0; i < places.size(); i++)
        results.push_back(is_read(places[i]) ? given[place(i)]
                                             : zeros_of_any(rewriter, types[i].as_tensor()));
    if (tuple == nullptr) return results;
    return std::vector{
        rewriter.emit(Op{.code = OpCode::Tuple, .operands = results}, rewriter.type(op.results[0]))};
}

namespace {

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

std::optional<std::vector<ValueId>> upgrade_function(Rewriter& rewriter, const Op& op) {
    const Type type = rewriter.type(op.results[0]);
    if (!type.is_tensor() || rewriter.type(op.operands[0]) != type) return std::nullopt;
    return std::vector{rewriter.emit({.code = library_row(op).op, .operands = op.operands}, type)};
}

constexpr auto upgrades = by_enumerator<last_library_call, Upgrade>({
    {LibraryCall::DynamicFourier, upgrade_dynamic_fourier},
    {LibraryCall::EigenvectorsOfXla, upgrade_eigh},
    {LibraryCall::Fourier, upgrade_fourier},
    {LibraryCall::GpuLapack, upgrade_gpu_lapack},
    {LibraryCall::GpuSingularValues, upgrade_singular_values},
    {LibraryCall::GpuSingularValuesInColumns, upgrade_singular_values_in_columns},
    {LibraryCall::GpuTridiagonal, upgrade_tridiagonal},
    {LibraryCall::LuOfXla, upgrade_lu},
    {LibraryCall::MhloFunction, upgrade_function},
    {LibraryCall::StochasticConvert, upgrade_stochastic_convert},
    {LibraryCall::Threefry, upgrade_threefry},
    {LibraryCall::UntypedLapack, upgrade_untyped_lapack},
});

Upgrade upgrade_of(const Op& op) {
    const LibraryRow& row = library_row(op);
    return has_counts(row, op) ? upgrades[static_cast<std::size_t>(row.call)] : nullptr;
}

/// A call with a result for each element of its tuple, as programs that were HLO have it, if that has an
/// upgrade.
std::optional<Op> without_tuple(Function& function, const Op& op) {
    if (op.code != OpCode::CustomCall || op.results.size() != 1) return std::nullopt;
    const auto* const tuple = std::get_if<TupleType>(&function.type(op.results[0]).value);
    if (tuple == nullptr) return std::nullopt;
    Op call = op;
    call.results.clear();
    for (const Type& element : std::vector<Type>(tuple->elements))
        call.results.push_back(function.add_value(element));
    return upgrade_of(call) != nullptr ? std::optional(std::move(call)) : std::nullopt;
}

void split_tuples(Function& function, Region& region) {
    std::vector<Op> ops;
    for (Op& op : region.ops) {
        for (Region& inner : op.regions) split_tuples(function, inner);
        if (std::optional<Op> call = without_tuple(function, op)) {
            op = Op{.code = OpCode::Tuple,
                    .operands = call->results,
                    .results = op.results,
                    .location = op.location};
            ops.push_back(std::move(*call));
        }
        ops.push_back(std::move(op));
    }
    region.ops = std::move(ops);
}

}  // namespace

void upgrade_custom_calls(Program& program) {
    for (Function& function : program.functions) {
        split_tuples(function, function.body);
        bool has_some = false;
        for_each_op(function.body, [&](const Op& op) { has_some = has_some || upgrade_of(op) != nullptr; });
        if (!has_some) continue;
        Rewriter(program, function)
            .run([&](Rewriter& rewriter, Op& op) -> std::optional<std::vector<ValueId>> {
                const Upgrade upgrade = upgrade_of(op);
                return upgrade == nullptr ? std::nullopt : upgrade(rewriter, op);
            });
        Numbering(function).run();
    }
}

}  // namespace hlo2c::frontend
