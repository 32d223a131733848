#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/forms/text/assembly.h"
#include "frontend/forms/text/text_printer.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

const SpecialPiece* own_piece(const Op& op) {
    const Form* form = pretty_form(op.code);
    return form != nullptr ? form->front().special : nullptr;
}

std::vector<NamedAttribute> other_attributes(const Op& op) {
    std::vector<NamedAttribute> rest = op.attributes;
    if (const SpecialPiece* piece = own_piece(op))
        std::erase_if(rest, [piece](const NamedAttribute& named) {
            return std::find(piece->attributes.begin(), piece->attributes.end(), named.first) !=
                   piece->attributes.end();
        });
    return rest;
}

void write_other_attributes(TextPrinter& printer, const Op& op, std::string_view before) {
    const std::vector<NamedAttribute> rest = other_attributes(op);
    if (rest.empty()) return;
    printer.write(before);
    printer.write_dictionary(rest);
}

void take_attributes(TextParser& parser, Op& op) {
    for (NamedAttribute& named : parser.parse_optional_dictionary())
        op.set_attribute(named.first, std::move(named.second));
}

const StructAttribute* raw_structure(const Op& op, std::string_view name, std::string_view kind) {
    const Attribute* attribute = op.attribute(name);
    const auto* structure = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    return structure != nullptr && structure->name == kind && structure->fields.empty() ? structure : nullptr;
}

// reduce: (%a init: %i), (%b init: %j) applies stablehlo.add across dimensions = [0] : types
//     or  ... across dimensions = [0] : types reducer(%x: t, %y: t) (...) { region }
Type scalar_of(const Type& type) {
    TensorType scalar = type.as_tensor();
    scalar.shape.clear();
    scalar.bounds.clear();
    if (scalar.is_quantized()) scalar.quantization.front().axis = -1;
    return scalar;
}

/// The region of `applies`: one op of two scalars.
Region applied_reducer(TextParser& parser, const Op& reduce, OpCode applied, const Token& at) {
    const Type& of_initial = parser.type_of(reduce.operands.back());
    if (!of_initial.is_tensor())
        parser.lexer().fail_at(read_error::type_mismatch, at, "an operand of reduce is not a tensor",
                               "Check the operands.");
    const Type scalar = scalar_of(of_initial);
    Region region;
    for (int i = 0; i < 2; i++) region.arguments.push_back(parser.add_anonymous(scalar, unknown_location));
    Op inner{.code = applied, .operands = region.arguments, .position = reduce.position};
    inner.results = {parser.add_anonymous(scalar, unknown_location)};
    Op terminator{.code = OpCode::Return, .operands = inner.results, .position = reduce.position};
    region.ops = {inner, terminator};
    parser.inherit_location();
    return region;
}

/// The region after `reducer`, with two arguments for each input. The block has those of all initial values
/// first.
Region written_reducer(TextParser& parser, std::size_t inputs) {
    parser.expect_word("reducer", "or 'applies', in reduce");
    parser.open_scope();
    std::vector<WrittenArgument> accumulated, elements;
    for (std::size_t i = 0; i < inputs; i++) {
        parser.expect('(', "before the two arguments for an input");
        accumulated.push_back(parser.parse_argument());
        parser.expect(',', "between the two arguments for an input");
        elements.push_back(parser.parse_argument());
        parser.expect(')', "after the two arguments for an input");
    }
    Region region;
    for (const auto* list : {&accumulated, &elements})
        for (const WrittenArgument& argument : *list) region.arguments.push_back(parser.define(argument));
    parser.expect('{', "before the body of the reducer");
    parser.parse_ops(region);
    parser.close_scope();
    return region;
}

void parse_reduce(TextParser& parser, Op& op, const Token& at) {
    std::vector<ValueId> initial;
    do {
        parser.expect('(', "before an operand of reduce");
        op.operands.push_back(parser.parse_value_use());
        parser.expect_all("init :", "between operand and initial value");
        initial.push_back(parser.parse_value_use());
        parser.expect(')', "after an initial value");
    } while (parser.accept(','));
    const std::size_t inputs = initial.size();
    op.operands.insert(op.operands.end(), initial.begin(), initial.end());
    std::optional<OpCode> applied;
    if (parser.accept_word("applies")) {
        const Token name = parser.take();
        applied = opcode_from_spelling(name.text);
        if (!applied || inputs != 1 || !has_trait(*applied, op_trait::Commutative))
            parser.lexer().fail_at(read_error::syntax, name,
                                   "'applies' needs one input and the name of a commutative op",
                                   "Write the reducer as a region.");
    }
    parser.expect_all("across dimensions =", "in reduce");
    op.set(attr::dimensions, parser.parse_integer_list("in the dimensions of reduce"));
    take_attributes(parser, op);
    const Token types = parser.token();
    const Signature signature = parser.parse_signature();
    if (!signature.functional)
        parser.lexer().fail_at(read_error::syntax, types,
                               "the types of reduce are written (operands) -> results",
                               "Write the types of operands and results.");
    parser.check_operand_types(op, signature.operands, types);
    op.regions.push_back(applied ? applied_reducer(parser, op, *applied, at)
                                 : written_reducer(parser, inputs));
    parser.set_result_types(signature.results);
}

/// Whether the `applies` form can represent the region.
bool is_applied(const Op& op, const Function& function) {
    const Region& region = op.regions[0];
    if (op.operands.size() != 2 || region.arguments.size() != 2 || region.ops.size() != 2) return false;
    const Op& inner = region.ops[0];
    const Op& terminator = region.ops[1];
    const Type scalar = scalar_of(function.type(op.operands[1]));
    const auto plain = [&](ValueId id, LocationId location) {
        const Value& value = function.values[id];
        return value.name.empty() && value.location == location && value.type == scalar;
    };
    return has_trait(inner.code, op_trait::Commutative) && inner.attributes.empty() &&
           inner.regions.empty() && inner.operands == region.arguments && inner.results.size() == 1 &&
           inner.location == op.location && terminator.code == OpCode::Return &&
           terminator.attributes.empty() && terminator.operands == inner.results &&
           terminator.location == op.location && plain(inner.results[0], op.location) &&
           plain(region.arguments[0], unknown_location) && plain(region.arguments[1], unknown_location);
}

void print_reduce(TextPrinter& printer, const Op& op) {
    const std::size_t inputs = op.operands.size() / 2;
    const Region& region = op.regions[0];
    for (std::size_t i = 0; i < inputs; i++) {
        printer.write(i == 0 ? "(" : ", (");
        printer.write_value(op.operands[i]);
        printer.write(" init: ");
        printer.write_value(op.operands[inputs + i]);
        printer.write(")");
    }
    const bool applied = is_applied(op, printer.function());
    if (applied) {
        printer.write(" applies ");
        printer.write(spelling(region.ops[0].code));
    }
    printer.write(" across dimensions = ");
    printer.write_integers(op[attr::dimensions]);
    write_other_attributes(printer, op, " ");
    printer.write(" : ");
    printer.write_functional_type(op);
    if (applied) return;
    printer.open_scope();
    printer.indent();
    printer.write_line("reducer");
    for (std::size_t i = 0; i < inputs; i++) {
        printer.write(i == 0 ? "(" : " (");
        printer.name_value(region.arguments[i]);
        printer.write_argument(region.arguments[i]);
        printer.write(", ");
        printer.name_value(region.arguments[inputs + i]);
        printer.write_argument(region.arguments[inputs + i]);
        printer.write(")");
    }
    printer.write(" {");
    printer.indent();
    for (const Op& inner : region.ops) printer.write_op(inner);
    printer.outdent();
    printer.write_line("}");
    printer.outdent();
    printer.close_scope();
}

bool fits_reduce(const Op& op, const Function& function) {
    const Attribute* dimensions = op.attribute(attr::dimensions);
    const auto* array = dimensions != nullptr ? dimensions->get_if<IntegerArray>() : nullptr;
    return array != nullptr && array->type == "i64" && op.operands.size() % 2 == 0 &&
           op.regions.size() == 1 && function.type(op.operands.back()).is_tensor() &&
           op.regions[0].arguments.size() == op.operands.size();
}

// while: (%i = %a, %j = %b) : types [attributes {...}] cond { ... } do { ... }
void parse_while(TextParser& parser, Op& op, const Token& at) {
    std::vector<Token> names;
    parser.expect('(', "before the operands of while");
    while (!parser.at(')')) {
        if (!parser.at_value()) parser.unexpected("an argument like %iterArg");
        names.push_back(parser.take());
        parser.expect('=', "between the argument and its first value");
        op.operands.push_back(parser.parse_value_use());
        if (!parser.accept(',')) break;
    }
    parser.expect(')', "after the operands of while");
    std::vector<Type> types;
    if (parser.at(':')) {
        const Token colon = parser.take();
        types = parser.parse_bare_type_list();
        parser.check_operand_types(op, types, colon);
    }
    if (types.size() != names.size())
        parser.lexer().fail_at(read_error::count, at, "while does not have one type per operand",
                               "Write the missing types.");
    if (parser.accept_word("attributes")) op.attributes = parser.parse_dictionary();
    for (const std::string_view keyword : {"cond", "do"}) {
        parser.expect_word(keyword, "in while");
        parser.open_scope();
        Region region;
        for (std::size_t i = 0; i < names.size(); i++)
            region.arguments.push_back(parser.define(names[i], types[i], unknown_location));
        parser.expect('{', "before the body of a region");
        parser.parse_ops(region);
        parser.close_scope();
        op.regions.push_back(std::move(region));
    }
    parser.set_result_types(std::move(types));
}

void print_while(TextPrinter& printer, const Op& op) {
    const std::vector<ValueId>& condition_arguments = op.regions[0].arguments;
    const std::vector<ValueId>& body_arguments = op.regions[1].arguments;
    printer.open_scope();
    for (const ValueId argument : condition_arguments) printer.name_value(argument);
    std::vector<std::string> names;
    printer.write("(");
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        if (i > 0) printer.write(", ");
        printer.write_value(condition_arguments[i]);
        printer.write(" = ");
        printer.write_value(op.operands[i]);
    }
    printer.write(")");
    if (!op.operands.empty()) {
        printer.write(" : ");
        printer.write_types(op.operands);
    }
    write_other_attributes(printer, op, " attributes ");
    for (std::size_t i = 0; i < body_arguments.size(); i++)
        printer.name_value_like(body_arguments[i], condition_arguments[i]);
    printer.indent();
    printer.write_line("cond ");
    printer.write_region(op.regions[0], false);
    printer.write(" do ");
    printer.write_region(op.regions[1], false);
    printer.outdent();
    printer.close_scope();
}

bool fits_while(const Op& op, const Function& function) {
    if (op.regions.size() != 2 || op.results.size() != op.operands.size()) return false;
    for (const Region& region : op.regions)
        if (region.arguments.size() != op.operands.size()) return false;
    for (std::size_t i = 0; i < op.operands.size(); i++) {
        const Value& first = function.values[op.regions[0].arguments[i]];
        const Value& second = function.values[op.regions[1].arguments[i]];
        const Type& type = function.type(op.operands[i]);
        if (first.name != second.name || first.location != unknown_location ||
            second.location != unknown_location || first.type != type || second.type != type ||
            function.type(op.results[i]) != type)
            return false;
    }
    return true;
}

// chlo.scan: (%a, %b) inits (%i) dimension=0 [attributes {...}] { ^bb0(...): ... } : types
void parse_scan(TextParser& parser, Op& op, const Token&) {
    parser.expect('(', "before the inputs of scan");
    op.operands = parser.parse_value_uses(')');
    const auto inputs = static_cast<std::int64_t>(op.operands.size());
    parser.expect_all("inits (", "after the inputs of scan");
    const std::vector<ValueId> initial = parser.parse_value_uses(')');
    const auto carries = static_cast<std::int64_t>(initial.size());
    op.operands.insert(op.operands.end(), initial.begin(), initial.end());
    parser.expect_all("dimension =", "in scan");
    op.set(attr::dimension, parser.parse_integer("as the dimension of scan"));
    if (parser.accept_word("attributes")) take_attributes(parser, op);
    op.regions.push_back(parser.parse_region());
    const Token types = parser.token();
    const Signature signature = parser.parse_signature();
    parser.check_operand_types(op, signature.operands, types);
    op.set(attr::operand_segment_sizes, {inputs, carries});
    op.set(attr::result_segment_sizes,
           {static_cast<std::int64_t>(signature.results.size()) - carries, carries});
    parser.set_result_types(signature.results);
}

void print_scan(TextPrinter& printer, const Op& op) {
    const auto inputs = op.operands.begin() + op[attr::operand_segment_sizes][0];
    printer.write("(");
    printer.write_values({op.operands.begin(), inputs});
    printer.write(") inits (");
    printer.write_values({inputs, op.operands.end()});
    printer.write(fmt::format(") dimension={}", op[attr::dimension]));
    write_other_attributes(printer, op, " attributes ");
    printer.write(" ");
    printer.write_region(op.regions[0]);
    printer.write(" : ");
    printer.write_functional_type(op);
}

bool fits_scan(const Op& op, const Function&) {
    const Attribute* dimension = op.attribute(attr::dimension);
    const auto* integer = dimension != nullptr ? dimension->get_if<IntegerAttribute>() : nullptr;
    const auto segments = [&](std::string_view name, std::size_t total) -> std::optional<std::int64_t> {
        const Attribute* attribute = op.attribute(name);
        const auto* array = attribute != nullptr ? attribute->get_if<IntegerArray>() : nullptr;
        if (array == nullptr || array->type != "i32" || array->values.size() != 2 || array->values[0] < 0 ||
            array->values[1] < 0 || Wide{array->values[0]} + array->values[1] != Wide{total})
            return std::nullopt;
        return array->values[1];
    };
    const std::optional<std::int64_t> carried = segments("operandSegmentSizes", op.operands.size());
    return integer != nullptr && integer->type == "i64" && op.regions.size() == 1 && carried &&
           carried == segments("resultSegmentSizes", op.results.size());
}

// sdy.mesh: @mesh = <["x"=4]> {attributes}
void parse_mesh(TextParser& parser, Op& op, const Token&) {
    op.set_attribute(attr::sym_name, parser.parse_symbol("of the mesh"));
    parser.expect('=', "after the name of a mesh");
    if (!parser.at('<')) parser.unexpected("'<' before the axes of a mesh");
    const std::string_view raw = parser.take_balanced();
    op.set_attribute(attr::mesh, StructAttribute{"sdy.mesh", {}, std::string(raw.substr(1, raw.size() - 2))});
    take_attributes(parser, op);
}

void print_mesh(TextPrinter& printer, const Op& op) {
    printer.write_attribute(SymbolAttribute{op[attr::sym_name].name});
    printer.write(fmt::format(" = <{}>", op.attribute(attr::mesh)->get_if<StructAttribute>()->raw));
    write_other_attributes(printer, op, " ");
}

bool fits_mesh(const Op& op, const Function&) {
    const Attribute* name = op.attribute(attr::sym_name);
    return name != nullptr && name->get_if<std::string>() != nullptr &&
           raw_structure(op, "mesh", "sdy.mesh") != nullptr;
}

// sdy.sharding_constraint: %0 <@mesh, [{"x"}, {}]> : type
void parse_sharding(TextParser& parser, Op& op, const Token&) {
    if (!parser.at('<')) parser.unexpected("'<' before a sharding");
    const std::string_view raw = parser.take_balanced();
    op.set_attribute(attr::sharding,
                     StructAttribute{structures::sharding, {}, std::string(raw.substr(1, raw.size() - 2))});
}

void print_sharding(TextPrinter& printer, const Op& op) {
    printer.write(fmt::format(" <{}>", op.attribute(attr::sharding)->get_if<StructAttribute>()->raw));
}

bool fits_sharding(const Op& op, const Function&) {
    return raw_structure(op, attr::sharding, structures::sharding) != nullptr;
}

// sdy.manual_computation: (%0) in_shardings=[...] out_shardings=[...] manual_axes={...} (%arg: type) { ... }
// : types
void parse_manual_computation(TextParser& parser, Op& op, const Token&) {
    parser.expect('(', "before the operands");
    op.operands = parser.parse_value_uses(')');
    for (const std::string_view name : {attr::in_shardings.name, attr::out_shardings.name}) {
        parser.expect_word(name, "in sdy.manual_computation");
        parser.expect('=', "before the shardings");
        if (!parser.at('[')) parser.unexpected("'[' before the shardings");
        op.set_attribute(
            name, StructAttribute{structures::sharding_per_value, {}, std::string(parser.take_balanced())});
    }
    parser.expect_all("manual_axes =", "in sdy.manual_computation");
    if (!parser.at('{')) parser.unexpected("'{' before the manual axes");
    op.set_attribute(attr::manual_axes,
                     StructAttribute{"sdy", {}, fmt::format("manual_axes{}", parser.take_balanced())});
    parser.open_scope();
    Region region;
    region.arguments = parser.parse_arguments();
    parser.expect('{', "before the body");
    parser.parse_ops(region);
    parser.close_scope();
    op.regions.push_back(std::move(region));
    take_attributes(parser, op);
    const Token types = parser.token();
    const Signature signature = parser.parse_signature();
    parser.check_operand_types(op, signature.operands, types);
    parser.set_result_types(signature.results);
}

void print_manual_computation(TextPrinter& printer, const Op& op) {
    printer.write("(");
    printer.write_values(op.operands);
    printer.write(")");
    for (const std::string_view name : {attr::in_shardings.name, attr::out_shardings.name})
        printer.write(fmt::format(" {}={}", name, op.attribute(name)->get_if<StructAttribute>()->raw));
    constexpr std::size_t prefix = attr::manual_axes.name.size();
    printer.write(fmt::format(
        " manual_axes={} (", op.attribute(attr::manual_axes)->get_if<StructAttribute>()->raw.substr(prefix)));
    const Region& region = op.regions[0];
    printer.open_scope();
    for (const ValueId argument : region.arguments) {
        if (argument != region.arguments.front()) printer.write(", ");
        printer.name_value(argument);
        printer.write_argument(argument);
    }
    printer.write(") ");
    printer.write_region(region, false);
    printer.close_scope();
    write_other_attributes(printer, op, " ");
    printer.write(" : ");
    printer.write_functional_type(op);
}

bool fits_manual_computation(const Op& op, const Function&) {
    const StructAttribute* axes = raw_structure(op, attr::manual_axes, "sdy");
    return op.regions.size() == 1 &&
           raw_structure(op, attr::in_shardings, structures::sharding_per_value) != nullptr &&
           raw_structure(op, attr::out_shardings, structures::sharding_per_value) != nullptr &&
           axes != nullptr && axes->raw.starts_with("manual_axes{");
}

}  // namespace

constinit const SpecialPiece reduce_piece = {parse_reduce, print_reduce, fits_reduce, {"dimensions"}, true};

constinit const SpecialPiece while_piece = {parse_while, print_while, fits_while, {}, true};

constinit const SpecialPiece scan_piece = {
    parse_scan, print_scan, fits_scan, {"dimension", "operandSegmentSizes", "resultSegmentSizes"}, true};

constinit const SpecialPiece mesh_piece = {parse_mesh, print_mesh, fits_mesh, {"sym_name", "mesh"}};

constinit const SpecialPiece sharding_piece = {
    parse_sharding, print_sharding, fits_sharding, {attr::sharding}};

constinit const SpecialPiece manual_computation_piece = {
    parse_manual_computation,
    print_manual_computation,
    fits_manual_computation,
    {attr::in_shardings, attr::out_shardings, attr::manual_axes},
    true};

}  // namespace hlo2c::frontend
