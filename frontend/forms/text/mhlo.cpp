// MHLO is the predecessor of StableHLO, and XLA still writes it for HLO that StableHLO lacks. Most of its ops
// have the same name and form in StableHLO; this file reads the others.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {

std::optional<OpCode> opcode_of_mhlo(std::string_view spelled) {
    constexpr std::string_view prefix = "mhlo.";
    if (!spelled.starts_with(prefix)) return std::nullopt;
    for (const std::string_view dialect : {"stablehlo.", "chlo."})
        if (const auto code =
                opcode_from_spelling(fmt::format("{}{}", dialect, spelled.substr(prefix.size()))))
            return code;
    return std::nullopt;
}

bool TextParser::parse_mhlo_op(Region& region, const std::vector<ResultName>& names, Op& op) {
    using Reader = std::vector<ValueId> (TextParser::*)(Region&, Op&, const Token&);
    static constexpr std::array<std::pair<std::string_view, Reader>, 5> readers = {{
        {"mhlo.bitcast", &TextParser::read_bitcast},
        {"mhlo.copy", &TextParser::read_copy},
        {"mhlo.fusion", &TextParser::read_fusion},
        {stochastic_convert_target, &TextParser::read_stochastic_convert},
        {mhlo_top_k_target, &TextParser::read_top_k},
    }};
    const Token name = token_;
    const auto reader =
        std::find_if(readers.begin(), readers.end(), [&](const auto& row) { return row.first == name.text; });
    if (reader == readers.end()) return false;
    take();
    result_types_.clear();
    // Only names the op in errors: an op whose results are its operands.
    op.code = OpCode::OptimizationBarrier;
    const std::size_t before = region.ops.size();
    const std::vector<ValueId> given = (this->*reader->second)(region, op, name);
    op.location = parse_optional_location().value_or(unknown_location);
    for (std::size_t i = before; i < region.ops.size(); i++)
        if (region.ops[i].location == unknown_location) region.ops[i].location = op.location;
    const bool as_written =
        std::equal(given.begin(), given.end(), result_types_.begin(), result_types_.end(),
                   [&](ValueId value, const Type& type) { return type_of(value) == type; });
    if (!as_written)
        lexer_.fail_at(read_error::type_mismatch, name,
                       fmt::format("the results of {} do not have the declared types", name.text),
                       "Make the types agree.");
    add_results(op, names);
    for (std::size_t i = 0; i < given.size(); i++) aliases_[op.results[i]] = given[i];
    return true;
}

/// Removes values that no op defines any more, so that printing and reading the program again gives an equal
/// one.
void TextParser::drop_replaced_values(Function& function) const {
    if (aliases_.empty()) return;
    std::vector<ValueId> number(function.values.size(), no_value);
    const auto keep = [&](ValueId value) { number[value] = 0; };
    const auto keep_all = [&](const Region& region) {
        std::for_each(region.arguments.begin(), region.arguments.end(), keep);
    };
    keep_all(function.body);
    for_each_op(function.body, [&](const Op& op) {
        std::for_each(op.results.begin(), op.results.end(), keep);
        std::for_each(op.regions.begin(), op.regions.end(), keep_all);
    });
    std::vector<Value> kept;
    for (std::size_t i = 0; i < number.size(); i++) {
        if (number[i] == no_value) continue;
        number[i] = static_cast<ValueId>(kept.size());
        kept.push_back(std::move(function.values[i]));
    }
    function.values = std::move(kept);
    const auto rename = [&](std::vector<ValueId>& values) {
        for (ValueId& value : values) value = number[value];
    };
    rename(function.body.arguments);
    for_each_op(function.body, [&](Op& op) {
        rename(op.operands);
        rename(op.results);
        for (Region& region : op.regions) rename(region.arguments);
    });
}

/// Parses operands, attributes and result types, in generic form or as `%a, %b {..} : types`.
void TextParser::parse_mhlo_tail(Op& op, const Token& name) {
    if (name.kind == TokenKind::String) return parse_generic_tail(op, name);
    do op.operands.push_back(parse_value_use());
    while (accept(','));
    op.attributes = parse_optional_dictionary();
    const Signature signature = parse_signature();
    if (signature.functional) check_operand_types(op, signature.operands, name);
    result_types_ = signature.functional ? signature.results : signature.operands;
}

ValueId TextParser::emit(Region& region, const Op& like, OpCode code, std::vector<ValueId> operands,
                         Type type) {
    Op op;
    op.code = code;
    op.operands = std::move(operands);
    op.position = like.position;
    op.results = {add_anonymous(std::move(type), unknown_location)};
    region.ops.push_back(std::move(op));
    return region.ops.back().results[0];
}

std::vector<ValueId> TextParser::read_copy(Region&, Op& op, const Token& name) {
    parse_mhlo_tail(op, name);
    return op.operands;
}

/// Reinterprets the elements in row-major order. The layouts that a bitcast names are ignored: they describe
/// XLA's memory, and XLA reassigns them in modules without a schedule.
std::vector<ValueId> TextParser::read_bitcast(Region& region, Op& op, const Token& name) {
    parse_mhlo_tail(op, name);
    const bool tensors = op.operands.size() == 1 && result_types_.size() == 1 &&
                         type_of(op.operands[0]).is_tensor() && result_types_[0].is_tensor();
    if (!tensors)
        lexer_.fail_at(read_error::count, name,
                       "a bitcast does not have one tensor as operand and one as result",
                       "Check the types of this op.");
    TensorType type = type_of(op.operands[0]).as_tensor();
    const TensorType to = result_types_[0].as_tensor();
    if (!type.is_static() || !to.is_static() || type.element_count() != to.element_count() ||
        bit_width(type.element) != bit_width(to.element))
        unsupported(read_error::format, lexer_.place(name),
                    fmt::format("a bitcast of {} to {} is not supported", to_string(type), to_string(to)),
                    "Export the program before layouts are assigned.");
    ValueId value = op.operands[0];
    if (type.element != to.element) {
        type.element = to.element;
        value = emit(region, op, OpCode::BitcastConvert, {value}, type);
    }
    return {type.shape == to.shape ? value : emit(region, op, OpCode::Reshape, {value}, to)};
}

/// A fusion is replaced by its ops.
std::vector<ValueId> TextParser::read_fusion(Region& region, Op& op, const Token& name) {
    if (name.kind != TokenKind::String) unexpected("a fusion in generic form");
    parse_generic_tail(op, name);
    if (op.regions.size() != 1 || op.regions[0].arguments.size() != op.operands.size() ||
        op.regions[0].ops.empty() || !has_trait(op.regions[0].ops.back().code, op_trait::Terminator))
        lexer_.fail_at(read_error::count, name,
                       "a fusion has one region, with an argument for each operand and a return at its end",
                       "Check the region of this op.");
    Region& body = op.regions[0];
    for_each_op(body, [&](Op& inner) {
        for (ValueId& operand : inner.operands)
            for (std::size_t i = 0; i < body.arguments.size(); i++)
                if (operand == body.arguments[i]) operand = op.operands[i];
    });
    std::vector<ValueId> given = body.ops.back().operands;
    body.ops.pop_back();
    // Other fusions may have values with the same names.
    for (const Op& inner : body.ops)
        for (const ValueId result : inner.results) function_->values[result].name.clear();
    std::move(body.ops.begin(), body.ops.end(), std::back_inserter(region.ops));
    return given;
}

/// Becomes a custom call of the same name, which `upgrade_custom_calls` decomposes.
std::vector<ValueId> TextParser::read_stochastic_convert(Region& region, Op& op, const Token& name) {
    parse_mhlo_tail(op, name);
    const auto is_tensor = [](const Type& type) { return type.is_tensor(); };
    if (op.operands.size() != 2 || result_types_.size() != 1 || !is_tensor(type_of(op.operands[0])) ||
        !is_tensor(type_of(op.operands[1])) || !is_tensor(result_types_[0]))
        lexer_.fail_at(read_error::count, name,
                       "a stochastic conversion does not have two tensors as operands and one as result",
                       "Check the types of this op.");
    const TensorType& from = type_of(op.operands[0]).as_tensor();
    const TensorType& random = type_of(op.operands[1]).as_tensor();
    const TensorType& to = result_types_[0].as_tensor();
    if (is_float(to.element))
        unsupported(read_error::format, lexer_.place(name), std::string(no_stochastic_floats),
                    std::string(stochastic_floats_remedy));
    if (!is_float(from.element) || !is_unsigned_integer(random.element) || !is_integer(to.element) ||
        from.shape != random.shape || from.shape != to.shape)
        lexer_.fail_at(read_error::type_mismatch, name,
                       fmt::format("a stochastic conversion takes floats and as many unsigned integers and "
                                   "gives integers, not {} and {} to {}",
                                   to_string(from), to_string(random), to_string(to)),
                       "Check the types of this op.");
    const ValueId result = emit(region, op, OpCode::CustomCall, op.operands, result_types_[0]);
    region.ops.back().set(attr::call_target_name, std::string(stochastic_convert_target));
    return {result};
}

/// mhlo.topk(%a, k = 2, largest = false) : A -> (V, I)
std::vector<ValueId> TextParser::read_top_k(Region& region, Op& op, const Token& name) {
    if (name.kind == TokenKind::String) {
        parse_generic_tail(op, name);
    } else {
        expect('(', "before the operand of topk");
        op.operands = {parse_value_use()};
        if (accept(','))
            op.attributes = parse_fields(')');
        else
            expect(')', "after the operand of topk");
        for (NamedAttribute& attribute : parse_optional_dictionary())
            op.set_attribute(attribute.first, std::move(attribute.second));
        result_types_ = parse_signature().results;
    }
    if (op.operands.size() != 1 || result_types_.size() != 2)
        lexer_.fail_at(read_error::count, name, "topk does not have one operand and two results",
                       "Check the types of this op.");
    Op call;
    call.code = OpCode::CustomCall;
    call.operands = op.operands;
    call.position = op.position;
    for (const Type& type : result_types_) call.results.push_back(add_anonymous(type, unknown_location));
    DictionaryAttribute options;
    const Attribute* largest = op.attribute("largest");
    const auto* flag = largest != nullptr ? largest->get_if<bool>() : nullptr;
    if (largest != nullptr && flag == nullptr)
        lexer_.fail_at(read_error::literal, name, "'largest' of topk is neither true nor false",
                       "Check the attributes of this op.");
    options.entries.emplace_back("largest", flag == nullptr || *flag);
    call.set(attr::call_target_name, std::string(mhlo_top_k_target));
    call.set_attribute(attr::mhlo_attributes, std::move(options));
    region.ops.push_back(std::move(call));
    return region.ops.back().results;
}

}  // namespace hlo2c::frontend
