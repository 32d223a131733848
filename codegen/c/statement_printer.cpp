#include "codegen/c/statement_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "codegen/c/repeated_values.h"
#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/same_code.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::codegen {

using scheduler::LoopKind;
using scheduler::LoopNest;
using scheduler::MemoryKind;
using scheduler::Node;
using scheduler::NodeId;
using scheduler::NodeKind;

namespace {

/// Collects every symbol that appears below a node, bound there or not.
void collect_symbols(const LoopNest& nest, NodeId root, std::set<std::string>& symbols) {
    for_each_below(nest, {root}, [&](NodeId id) {
        const Node& node = nest[id];
        if (!node.symbol.empty() && node.kind != NodeKind::Comment && node.kind != NodeKind::Call) {
            symbols.insert(node.symbol);
        }
    });
}

bool allocates_scratch(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (node.kind == NodeKind::Allocate && node.memory == MemoryKind::Scratch) return true;
    return scheduler::is_statement(node.kind) &&
           std::any_of(node.operands.begin(), node.operands.end(),
                       [&](NodeId each) { return allocates_scratch(nest, each); });
}

/// A parallel loop, or the outermost of the serial loops that run for each range of its iterations.
bool begins_parallel(const Node& node) {
    return is_parallel_loop(node) || (node.kind == NodeKind::For && node.loop == LoopKind::AroundParallel);
}

/// The parallel loop that is, or is inside, the statement; no_node if there is none.
NodeId parallel_loop_of(const LoopNest& nest, NodeId id) {
    const Node& node = nest[id];
    if (is_parallel_loop(node)) return id;
    if (!scheduler::is_statement(node.kind)) return scheduler::no_node;
    for (const NodeId operand : node.operands)
        if (const NodeId found = parallel_loop_of(nest, operand); found != scheduler::no_node) return found;
    return scheduler::no_node;
}

}  // namespace

StatementPrinter::StatementPrinter(const LoopNest& nest, VectorSupport& support, std::string function)
    : nest_(nest),
      support_(support),
      function_(std::move(function)),
      expressions_(nest, support, names_, rows_, [this](const Code& code) { write(code); }) {
    for (const auto& parameter : nest.parameters) {
        names_.bind(parameter.name, {"", {parameter.element, 1}});
        pointers_.push_back({parameter.name, parameter.element, parameter.written});
    }
}

void StatementPrinter::define_functions() {
    const RepeatedValues repeated = repeated_values(nest_);
    if (repeated.functions.empty()) return;
    Names none;
    const std::vector<RowPointer> no_rows;
    ExpressionPrinter printer(nest_, support_, none, no_rows,
                              [](const Code&) { HLO2C_CHECK(false, "a repeated value declares a local"); });
    std::vector<std::string> names;
    for (const RepeatedValue& each : repeated.functions) {
        std::vector<std::pair<ValueType, std::string>> parameters;
        for (const RepeatedValue::Parameter& parameter : each.parameters)
            parameters.emplace_back(parameter.type, parameter.name);
        const auto body = [&](const std::vector<std::string>& parameter_names) {
            for (const auto& [argument, position] : each.arguments)
                printer.give_name(argument, parameter_names[position]);
            const Code value = printer.value(each.value);
            note_calls(value);
            return value.text;
        };
        names.push_back(support_.kernel_function(each.is_epilogue ? "epilogue" : "elementwise",
                                                 node(each.value).type, parameters, body));
    }
    for (const auto& [value, call] : repeated.calls)
        expressions_.give_function(value, names[call.function], call.arguments);
}

void StatementPrinter::note_calls(const Code& code) {
    for (const SupportCall& function : code.calls) calls_.add(function);
}

void StatementPrinter::write(const Code& code) {
    note_calls(code);
    writer_.statement(code.text);
}

void StatementPrinter::open(const Code& head) {
    note_calls(head);
    writer_.open(head.text);
}

std::vector<SupportCall> StatementPrinter::calls() const {
    Calls all = outlined_calls_;
    for (const SupportCall& function : calls_.order()) all.add(function);
    return all.order();
}

std::string StatementPrinter::pointer_declaration(const Pointer& pointer, const std::string& name) const {
    return std::string(pointer.written ? "" : "const ") + c_memory_type(pointer.element) + " *restrict " +
           name;
}

std::string StatementPrinter::parameters() const {
    std::string text;
    for (const Pointer& pointer : pointers_) {
        text += (text.empty() ? "" : ", ") + pointer_declaration(pointer, names_[pointer.symbol].name);
    }
    return text;
}

void StatementPrinter::print_body() {
    define_functions();
    // A parameter without elements is never read or written.
    std::set<std::string> used;
    collect_symbols(nest_, nest_.body, used);
    for (const Pointer& pointer : pointers_)
        if (used.count(pointer.symbol) == 0) write("(void)" + names_[pointer.symbol].name + ";");
    statement(nest_.body);
    if (takes_context_ && !begins_parallel(node(last_statement()))) write("return HLO2C_OK;");
}

/// The statement at the end of the body, inside the scopes that end there.
NodeId StatementPrinter::last_statement() const {
    NodeId last = nest_.body;
    for (;;) {
        const Node& n = node(last);
        const bool is_scope = n.kind == NodeKind::Block || n.kind == NodeKind::LetStatement ||
                              n.kind == NodeKind::Allocate || n.kind == NodeKind::Declare;
        if (!is_scope || n.operands.empty()) return last;
        last = n.operands.back();
    }
}

void StatementPrinter::statement(NodeId id) {
    const Node& n = node(id);
    switch (n.kind) {
        case NodeKind::Block: statements(n.operands); break;
        case NodeKind::For:
            if (n.loop == LoopKind::Shared) {
                shared_loop(n);
            } else if (begins_parallel(n) && !range_.is_open) {
                parallel_loop(id);
            } else if (is_parallel_loop(n) && range_.trip.empty()) {
                loop_over_range(n);
            } else {
                loop(n);
            }
            break;
        case NodeKind::LetStatement:
            expressions_.declare(n.symbol, n.operands[0]);
            statement(n.operands[1]);
            break;
        case NodeKind::Store: store(n); break;
        case NodeKind::If: {
            open("if (" + expressions_.value(n.operands[0]) + ")");
            names_.open();
            statement(n.operands[1]);
            names_.close();
            if (n.operands.size() > 2) {
                writer_.reopen("else");
                names_.open();
                statement(n.operands[2]);
                names_.close();
            }
            writer_.close();
            break;
        }
        case NodeKind::Allocate: allocate(n); break;
        case NodeKind::Prefetch:
            write("HLO2C_PREFETCH(" + expressions_.address(n.symbol, n.operands[0]) + ", " +
                  std::to_string(n.integer) + ");");
            break;
        case NodeKind::Declare: declare(id); break;
        case NodeKind::Assign:
            write(names_[n.symbol].name + " = " + expressions_.value(n.operands[0]) + ";");
            break;
        case NodeKind::Comment: writer_.comment(n.symbol, 2); break;
        default: HLO2C_CHECK(false, "an expression stands where a statement is needed");
    }
}

/// Whether a statement declares locals that take space: variables and arrays, rather than names of values.
bool StatementPrinter::takes_space(NodeId id) const {
    const Node& n = node(id);
    if (n.kind == NodeKind::LetStatement) return takes_space(n.operands[1]);
    if (n.kind == NodeKind::Block) return !n.operands.empty() && takes_space(n.operands.back());
    return n.kind == NodeKind::Declare || n.kind == NodeKind::Allocate;
}

void StatementPrinter::statements(std::span<const NodeId> block) {
    std::size_t shared = 0;
    for (std::size_t i = 0; i < block.size(); i++) {
        const NodeId each = block[i];
        if (node(each).kind == NodeKind::For && node(each).loop == LoopKind::Shared && !range_.is_open) {
            shared++;
        } else if (shared > 0) {
            parallel_loop(behind_lets(each, true), block.subspan(i - shared, shared));
            shared = 0;
        } else if (each == block.back() || !takes_space(each)) {
            statement(each);
        } else {
            // A separate scope, so that the locals of one statement do not outlive it.
            writer_.begin();
            names_.open();
            statement(each);
            names_.close();
            writer_.close();
        }
    }
    HLO2C_CHECK(shared == 0, "a parallel loop follows the loops that its ranges share");
}

/// Declares the names that a statement begins with, or only those before the first vector; returns the
/// statement behind them.
NodeId StatementPrinter::behind_lets(NodeId id, bool vectors_too) {
    for (; node(id).kind == NodeKind::LetStatement; id = node(id).operands[1]) {
        if (!vectors_too && node(node(id).operands[0]).type.is_vector()) break;
        expressions_.declare(node(id).symbol, node(id).operands[0]);
    }
    return id;
}

void StatementPrinter::loop(const Node& n) {
    const Node& begin = node(n.operands[0]);
    const Node& extent = node(n.operands[1]);
    const bool ends_at_value =
        extent.kind == NodeKind::Subtract && scheduler::same_code(nest_, extent.operands[1], n.operands[0]);
    const Code first = expressions_.value(n.operands[0], additive);
    Code last;
    if (begin.kind == NodeKind::Integer && extent.kind == NodeKind::Integer) {
        last = std::to_string(begin.integer + extent.integer);
    } else if (begin.kind == NodeKind::Integer && begin.integer == 0) {
        last = expressions_.value(n.operands[1], additive);
    } else if (ends_at_value) {
        last = expressions_.value(extent.operands[0], additive);
    } else {
        last = first + " + " + expressions_.value(n.operands[1], additive);
    }
    names_.open();
    const std::string variable = names_.bind_local(n.symbol, {"", n.type}).name;
    if (n.loop == LoopKind::Rolled) writer_.line("HLO2C_ROLLED");
    open("for (" + expressions_.type_name(n.type) + " " + variable + " = " + first + "; " + variable + " < " +
         last + "; " + variable + "++)");
    body_of_loop(n.operands[2]);
    writer_.close();
    if (n.loop == LoopKind::Crowded) writer_.line("HLO2C_LOAD_LATER;");
    names_.close();
}

/// Declares pointers to the rows that the body accesses, after the indices that it begins with.
void StatementPrinter::body_of_loop(NodeId body) {
    body = behind_lets(body, false);
    const std::size_t around = rows_.size();
    for (Row& row :
         rows_of(nest_, body, rows_, [&](const std::string& symbol) { return names_.contains(symbol); })) {
        const Code first = expressions_.address(row.buffer, row.first);
        const Binding& buffer = names_[row.buffer];
        const std::string name = names_.fresh(buffer.name + "_row");
        write((row.is_written ? "" : "const ") + c_memory_type(buffer.type.kind) + " *const " + name + " = " +
              first + ";");
        rows_.push_back({name, std::move(row)});
    }
    statement(body);
    rows_.resize(around);
}

/// The share of a loop that the iterations from `begin` to `end` of the parallel loop have.
void StatementPrinter::shared_loop(const Node& n) {
    const std::int64_t extent = node(n.operands[1]).integer;
    const auto of_range = [&](const std::string& iteration) {
        return extent == range_.iterations
                   ? iteration
                   : fmt::format("{} * {} / {}", iteration, extent, range_.iterations);
    };
    names_.open();
    const std::string variable = names_.bind_local(n.symbol, {"", n.type}).name;
    open("for (" + expressions_.type_name(n.type) + " " + variable + " = " + of_range("begin") + "; " +
         variable + " < " + of_range("end") + "; " + variable + "++)");
    body_of_loop(n.operands[2]);
    writer_.close();
    names_.close();
}

/// What a loop, and those that its ranges share, use of the kernel's values; `first` is the name of the
/// parallel loop's begin, "" for 0.
StatementPrinter::Captures StatementPrinter::captures(NodeId id, std::span<const NodeId> shared,
                                                      ValueType type, const std::string& first) {
    const NodeId body = node(id).operands[2];
    Captures captures;
    const auto capture = [&](const std::string& declaration, const std::string& name) {
        captures.structure.statement(declaration + ";");
        captures.parameters += declaration + ", ";
        captures.arguments += "captured->" + name + ", ";
        captures.values += (captures.values.empty() ? "" : ", ") + name;
    };
    std::set<std::string> used;
    collect_symbols(nest_, body, used);
    for (const NodeId each : shared) collect_symbols(nest_, each, used);
    for (const Pointer& pointer : pointers_) {
        if (!used.count(pointer.symbol)) continue;
        const std::string& name = names_[pointer.symbol].name;
        capture(pointer_declaration(pointer, name), name);
    }
    for (const auto& [symbol, binding] : names_.visible()) {
        const bool is_pointer =
            std::any_of(pointers_.begin(), pointers_.end(),
                        [&sought = symbol](const Pointer& each) { return each.symbol == sought; });
        if (is_pointer || !used.count(symbol)) continue;
        const ValueType type = binding.mask_bits
                                   ? ValueType{integer_kind(binding.mask_bits, true), binding.type.lanes}
                                   : binding.type;
        capture(expressions_.type_name(type) + " " + binding.name, binding.name);
    }
    if (!first.empty()) capture(expressions_.type_name(type) + " " + first, first);
    if (allocates_scratch(nest_, body)) capture("unsigned char *restrict scratch", "scratch");
    return captures;
}

/// The iterations from `begin` to `end` of a parallel loop.
void StatementPrinter::loop_over_range(const Node& n) {
    names_.open();
    const std::string variable = names_.bind_local(n.symbol, {"", n.type}).name;
    const std::string shift = range_.first.empty() ? "" : range_.first + " + ";
    open("for (" + expressions_.type_name(n.type) + " " + variable + " = " + shift + "begin; " + variable +
         " < " + shift + "end; " + variable + "++)");
    range_.trip = range_.first.empty() ? variable : "(" + variable + " - " + range_.first + ")";
    range_.trips = node(n.operands[1]).kind == NodeKind::Integer ? node(n.operands[1]).integer : 0;
    body_of_loop(n.operands[2]);
    range_.trip = "";
    range_.trips = 0;
    writer_.close();
    names_.close();
}

/// The body of the function for one range of a parallel loop, which begins at the name `first`, "" for 0.
std::string StatementPrinter::range_body(NodeId id, std::span<const NodeId> shared,
                                         const std::string& first) {
    Writer kernel = std::exchange(writer_, Writer(1));
    std::vector<RowPointer> rows_of_kernel = std::exchange(rows_, {});
    const Calls of_kernel = std::exchange(calls_, {});
    const Node& extent = node(node(parallel_loop_of(nest_, id)).operands[1]);
    range_ = {.is_open = true, .first = first};
    if (extent.kind == NodeKind::Integer) range_.iterations = extent.integer;
    for (const NodeId each : shared) statement(each);
    statement(id);
    range_ = {};
    rows_ = std::move(rows_of_kernel);
    const Calls of_body = std::exchange(calls_, of_kernel);
    for (const SupportCall& function : of_body.order()) outlined_calls_.add(function);
    return std::exchange(writer_, std::move(kernel)).text();
}

/// A parallel loop, and the serial loops around it, become `static void NAME_rangeN(..., int begin, int
/// end)`, and `NAME_bodyN`, which the hook calls, takes its arguments out of a structure. Compilers trust
/// `restrict` of parameters most. NAME_rangeN is never inlined: in its caller, its innermost loop would have
/// fewer registers.
void StatementPrinter::parallel_loop(NodeId id, std::span<const NodeId> shared) {
    const NodeId loop_of_ranges = parallel_loop_of(nest_, id);
    HLO2C_CHECK(loop_of_ranges != scheduler::no_node, "a parallel loop has ranges");
    const Node& n = node(loop_of_ranges);
    takes_context_ = true;
    const std::string number = bodies_ ? std::to_string(bodies_ + 1) : "";
    const std::string stem = function_ + "_body" + number, range = function_ + "_range" + number;
    bodies_++;
    const Code extent = expressions_.value(n.operands[1]);
    std::string first;
    if (node(n.operands[0]).kind != NodeKind::Integer || node(n.operands[0]).integer != 0) {
        first = names_.fresh("first");
        write("const " + expressions_.type_name(n.type) + " " + first + " = " +
              expressions_.value(n.operands[0]) + ";");
    }
    const Captures captured = captures(id, shared, n.type, first);
    const std::string body = range_body(id, shared, first);
    const bool has_closure = !captured.values.empty();
    if (has_closure) outlined_ += "struct " + stem + "_closure {\n" + captured.structure.text() + "};\n\n";
    outlined_ +=
        break_line("HLO2C_OUTLINE void " + range + "(" + captured.parameters + "int begin, int end)", 0) +
        "{\n" + body + "}\n\n";
    Writer callback(1);
    callback.statement(has_closure ? "const struct " + stem + "_closure *const captured = closure;"
                                   : "(void)closure;");
    callback.statement(range + "(" + captured.arguments + "begin, end);");
    callback.statement("return HLO2C_OK;");
    outlined_ += break_line("static int " + stem + "(void *closure, int begin, int end)", 0) + "{\n" +
                 callback.text() + "}\n\n";
    std::string closure = "NULL";
    if (has_closure) {
        const std::string name = names_.fresh("captured");
        write("struct " + stem + "_closure " + name + " = {" + captured.values + "};");
        closure = "&" + name;
    }
    const Code call = "hlo2c_parallel_for(context, " + extent + ", " + stem + ", " + closure + ");";
    if (id == last_statement()) {
        write("return " + call);
        return;
    }
    const std::string status = names_.fresh("status");
    write("const int " + status + " = " + call);
    open("if (" + status + " != HLO2C_OK)");
    write("return " + status + ";");
    writer_.close();
}

/// What a store adds to the elements that it overwrites, or no node.
NodeId StatementPrinter::added_value(const Node& n) const {
    const Node& sum = node(n.operands[1]);
    if (sum.kind != NodeKind::Add || expressions_.has_function(n.operands[1])) return scheduler::no_node;
    const Node& load = node(sum.operands[0]);
    const bool is_overwritten = load.kind == NodeKind::Load && load.symbol == n.symbol &&
                                load.operands.size() == 1 &&
                                scheduler::same_code(nest_, load.operands[0], n.operands[0]);
    return is_overwritten ? sum.operands[1] : scheduler::no_node;
}

void StatementPrinter::store(const Node& n) {
    const Node& at = node(n.operands[0]);
    const ValueType value = node(n.operands[1]).type;
    const bool boolean = value.kind == ScalarKind::Boolean;
    const ValueType type = boolean ? value.with_kind(ScalarKind::U8) : value;
    const std::string& name = names_[n.symbol].name;
    const bool masked = n.operands.size() > 2;
    if (!type.is_vector()) {
        Code text = expressions_.value(n.operands[1]);
        if (boolean) text = "(unsigned char)" + expressions_.value(n.operands[1], unary);
        const Code target = expressions_.element(n.symbol, n.operands[0]);
        if (masked) {
            open("if (" + expressions_.value(n.operands[2]) + ")");
            write(target + " = " + text + ";");
            writer_.close();
        } else {
            write(target + " = " + text + ";");
        }
        return;
    }
    const Code text = boolean ? calling({"ones", type}) + expressions_.mask(n.operands[1], 8) + ")"
                              : expressions_.value(n.operands[1]);
    const bool constant_stride = at.kind == NodeKind::Ramp && node(at.operands[1]).kind == NodeKind::Integer;
    const std::int64_t stride = constant_stride ? node(at.operands[1]).integer : 0;
    if (masked) {
        const Code mask = expressions_.mask(n.operands[2], scheduler::bit_width(type.kind));
        if (stride == 1) {
            write(calling({"store_masked", type}) + expressions_.address(n.symbol, at.operands[0]) + ", " +
                  mask + ", " + text + ");");
        } else {
            write(calling({"scatter_masked", type, at.type}) + name + ", " +
                  expressions_.value(n.operands[0]) + ", " + mask + ", " + text + ");");
        }
        return;
    }
    const NodeId added = stride == 1 ? added_value(n) : scheduler::no_node;
    if (added != scheduler::no_node) {
        write(calling({"add_to", type}) + expressions_.address(n.symbol, at.operands[0]) + ", " +
              expressions_.value(added) + ");");
    } else if (stride == 1 || stride == -1) {
        write(calling({stride == 1 ? "store" : "store_reversed", type}) +
              expressions_.address(n.symbol, at.operands[0]) + ", " + text + ");");
    } else if (at.kind == NodeKind::Ramp) {
        write(calling({"store_strided", type}) + expressions_.address(n.symbol, at.operands[0]) + ", " +
              expressions_.value(at.operands[1]) + ", " + text + ");");
    } else {
        write(calling({"scatter", type, at.type}) + name + ", " + expressions_.value(n.operands[0]) + ", " +
              text + ");");
    }
}

void StatementPrinter::allocate(const Node& n) {
    const Pointer pointer{n.symbol, n.type.kind, true};
    const std::string name = names_.bind_local(n.symbol, {"", {n.type.kind, 1}}).name;
    const std::string element = c_memory_type(n.type.kind);
    const std::int64_t scratch_before = scratch_offset_;
    if (n.memory == MemoryKind::Scratch) {
        const std::int64_t bytes = round_up(n.integer * scheduler::byte_width(n.type.kind), 64);
        std::string offset;
        if (scratch_offset_ > 0) offset += " + " + std::to_string(scratch_offset_);
        if (!range_.trip.empty()) {
            HLO2C_CHECK(range_.trips > 0, "scratch in a parallel loop of unknown extent");
            offset += " + (size_t)" + range_.trip + " * " + std::to_string(bytes);
        }
        const std::string place = offset.empty() ? "scratch" : "(scratch" + offset + ")";
        write(pointer_declaration(pointer, name) + " = (" + element + " *)(void *)" + place + ";");
        scratch_offset_ += bytes * std::max<std::int64_t>(1, range_.trips);
        pointers_.push_back(pointer);
    } else {
        write("_Alignas(64) " + element + " " + name + "[" + std::to_string(n.integer) + "];");
    }
    statement(n.operands[0]);
    scratch_offset_ = scratch_before;
}

/// The value that a declared variable has first, and the statements behind it.
std::optional<StatementPrinter::FirstValue> StatementPrinter::first_value(NodeId declaration) const {
    const Node& n = node(declaration);
    if (n.operands.size() > 1) return FirstValue{n.operands[0], std::span(n.operands).last(1)};
    const Node& body = node(n.operands[0]);
    if (body.kind != NodeKind::Block) return std::nullopt;
    const Node& first = node(body.operands.front());
    if (first.kind != NodeKind::Assign || first.symbol != n.symbol) return std::nullopt;
    return FirstValue{first.operands[0], std::span(body.operands).subspan(1)};
}

/// Neighbours of one type share a statement: "f32x8 acc0 = splat_f32x8(0.0f), acc1 = splat_f32x8(0.0f);".
void StatementPrinter::declare(NodeId id) {
    const ValueType type = node(id).type;
    const auto goes_on = [&] { return node(id).kind == NodeKind::Declare && node(id).type == type; };
    std::optional<FirstValue> first = first_value(id);
    if (!first) {
        std::vector<std::string> symbols;
        for (; goes_on() && !first_value(id); id = node(id).operands[0]) {
            symbols.push_back(node(id).symbol);
            names_.bind_local(symbols.back(), {"", type});
        }
        declare_without_values(type, symbols);
        statement(id);
        return;
    }
    Code list;
    std::span<const NodeId> rest;
    for (; first; first = rest.size() == 1 && goes_on() ? first_value(id) : std::nullopt) {
        const Code value = expressions_.value(first->value);
        list += (list.text.empty() ? "" : ", ") + names_.bind_local(node(id).symbol, {"", type}).name +
                " = " + value;
        rest = first->rest;
        if (!rest.empty()) id = rest.front();
    }
    write(expressions_.type_name(type) + " " + list + ";");
    statements(rest);
}

void StatementPrinter::declare_without_values(ValueType type, const std::vector<std::string>& symbols) {
    if (symbols.empty()) return;
    std::string list;
    for (const std::string& symbol : symbols) list += (list.empty() ? "" : ", ") + names_[symbol].name;
    write(expressions_.type_name(type) + " " + list + ";");
}

}  // namespace hlo2c::codegen
