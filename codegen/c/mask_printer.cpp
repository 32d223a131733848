#include <algorithm>

#include "codegen/c/expression_printer.h"
#include "codegen/c/shuffle_printer.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {

using scheduler::bit_width;
using scheduler::Node;
using scheduler::NodeId;
using scheduler::NodeKind;

int ExpressionPrinter::natural_bits(NodeId id) const {
    const Node& n = node(id);
    const auto first_known = [&](std::size_t begin) {
        for (std::size_t i = begin; i < n.operands.size(); i++) {
            if (const int bits = natural_bits(n.operands[i])) return bits;
        }
        return 0;
    };
    switch (n.kind) {
        case NodeKind::Integer:
        case NodeKind::Broadcast: return 0;
        case NodeKind::Variable: return names_[n.symbol].mask_bits;
        case NodeKind::Load: return 8;
        case NodeKind::Equal:
        case NodeKind::NotEqual:
        case NodeKind::Less:
        case NodeKind::LessEqual: {
            const ScalarKind kind = node(n.operands[0]).type.kind;
            return kind == ScalarKind::Boolean ? first_known(0) : bit_width(kind);
        }
        case NodeKind::Convert:
        case NodeKind::Reinterpret: {
            const ScalarKind kind = node(n.operands[0]).type.kind;
            return kind == ScalarKind::Boolean ? first_known(0) : bit_width(kind);
        }
        case NodeKind::Call: return n.operands.empty() ? 32 : bit_width(node(n.operands[0]).type.kind);
        case NodeKind::Select: return first_known(1);
        case NodeKind::Let: return natural_bits(n.operands[1]);
        default: return first_known(0);
    }
}

int ExpressionPrinter::common_bits(NodeId id) const {
    constexpr int mixed = -1;
    const Node& n = node(id);
    if (n.kind == NodeKind::Let || n.kind == NodeKind::Shuffle) return mixed;
    const bool combines =
        n.kind != NodeKind::Load && n.kind != NodeKind::Call && !n.operands.empty() &&
        std::all_of(n.operands.begin(), n.operands.end(), [&](NodeId each) {
            return node(each).type.kind == ScalarKind::Boolean && node(each).type.is_vector();
        });
    if (!combines) return natural_bits(id);
    int common = 0;
    for (const NodeId each : n.operands) {
        const int bits = common_bits(each);
        if (bits != 0 && common != 0 && bits != common) return mixed;
        if (bits != 0) common = bits;
    }
    return common;
}

/// Prints a leaf or comparison at its natural width.
Code ExpressionPrinter::natural_mask(NodeId id) {
    const Node& n = node(id);
    const auto compare = [&](const std::string& operation) {
        return function(operation, node(n.operands[0]).type, n.operands);
    };
    switch (n.kind) {
        case NodeKind::Variable: return names_[n.symbol].name;
        case NodeKind::Load: {
            const ValueType type = n.type.with_kind(ScalarKind::U8);
            return calling({"ne", type}) + load(n) + ", " + calling({"splat", type}) + "0))";
        }
        case NodeKind::Equal: return compare("eq");
        case NodeKind::NotEqual: return compare("ne");
        case NodeKind::Less: return compare("lt");
        case NodeKind::LessEqual: return compare("le");
        case NodeKind::Convert:
        case NodeKind::Reinterpret: {
            const ValueType type = node(n.operands[0]).type;
            return calling({"ne", type}) + value(n.operands[0]) + ", " + calling({"splat", type}) + "0))";
        }
        case NodeKind::Call: return call(n);
        default: break;
    }
    HLO2C_CHECK(false, "a boolean vector operation without a C form");
    return "";
}

Code ExpressionPrinter::mask(NodeId id, int bits) {
    const Node& n = node(id);
    const ValueType type{integer_kind(bits, true), n.type.lanes};
    const auto combine = [&](const std::string& operation, std::size_t a, std::size_t b) {
        return calling({operation, type}) + mask(n.operands[a], bits) + ", " + mask(n.operands[b], bits) +
               ")";
    };
    const bool of_booleans = !n.operands.empty() && node(n.operands[0]).type.kind == ScalarKind::Boolean;
    if (const int common = common_bits(id); common > 0 && common != bits)
        return calling({"convert", type, type.with_kind(integer_kind(common, true))}) + mask(id, common) +
               ")";
    switch (n.kind) {
        case NodeKind::Integer: return calling({"splat", type}) + (n.integer ? "-1" : "0") + ")";
        case NodeKind::Broadcast: return calling({"splat", type}) + "-(" + value(n.operands[0]) + "))";
        case NodeKind::And:
        case NodeKind::Minimum:
        case NodeKind::Multiply: return combine("and", 0, 1);
        case NodeKind::Or:
        case NodeKind::Maximum:
        case NodeKind::Add: return combine("or", 0, 1);
        case NodeKind::Xor: return combine("xor", 0, 1);
        case NodeKind::Not: return calling({"not", type}) + mask(n.operands[0], bits) + ")";
        case NodeKind::NotEqual:
            if (of_booleans) return combine("xor", 0, 1);
            break;
        case NodeKind::Equal:
            if (of_booleans) return calling({"not", type}) + combine("xor", 0, 1) + ")";
            break;
        case NodeKind::Less:
            if (of_booleans) return combine("andnot", 1, 0);
            break;
        case NodeKind::LessEqual:
            if (of_booleans) return calling({"not", type}) + combine("andnot", 0, 1) + ")";
            break;
        case NodeKind::Convert:
        case NodeKind::Reinterpret:
            if (of_booleans) return mask(n.operands[0], bits);
            break;
        case NodeKind::Select:
            return calling({"select", type}) + mask(n.operands[0], bits) + ", " + mask(n.operands[1], bits) +
                   ", " + mask(n.operands[2], bits) + ")";
        case NodeKind::Shuffle: {
            std::vector<Code> operands;
            for (NodeId each : n.operands) {
                operands.push_back(node(each).type.is_vector() ? mask(each, bits) : "-(" + value(each) + ")");
            }
            return print_shuffle(nest_, n, type, operands, support_);
        }
        case NodeKind::Let: declare(n.symbol, n.operands[0]); return mask(n.operands[1], bits);
        default: break;
    }
    const int natural = natural_bits(id);
    const Code text = natural_mask(id);
    if (natural == bits) return text;
    return calling({"convert", type, type.with_kind(integer_kind(natural, true))}) + text + ")";
}

}  // namespace hlo2c::codegen
