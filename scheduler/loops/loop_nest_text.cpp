#include <bit>
#include <charconv>

#include "scheduler/loops/loop_nest.h"
#include "scheduler/loops/node_kinds.h"

namespace hlo2c::scheduler {

namespace {

std::string shortest(auto value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return {buffer, end};
}

std::string real_text(const Node& node) {
    return node.type.kind == ScalarKind::F64
               ? shortest(std::bit_cast<double>(node.integer))
               : shortest(std::bit_cast<float>(static_cast<std::uint32_t>(node.integer)));
}

class TextWriter {
public:
    explicit TextWriter(const LoopNest& nest) : nest_(nest) {}

    std::string expression(NodeId id) const {
        const Node& node = nest_[id];
        switch (node.kind) {
            case NodeKind::Integer: return std::to_string(node.integer) + suffix(node.type);
            case NodeKind::Real: return real_text(node) + suffix(node.type);
            case NodeKind::Variable: return node.symbol;
            case NodeKind::Load: return node.symbol + "[" + arguments(node) + "]:" + spelling(node.type);
            case NodeKind::Let:
                return "(let " + node.symbol + " = " + expression(node.operands[0]) + " in " +
                       expression(node.operands[1]) + ")";
            case NodeKind::Call: return node.symbol + "(" + arguments(node) + "):" + spelling(node.type);
            case NodeKind::Shuffle: {
                std::string text = "shuffle(" + arguments(node) + "; ";
                for (std::size_t i = 0; i < node.lanes.size(); i++) {
                    text += (i ? " " : "") + std::to_string(node.lanes[i]);
                }
                return text + ")";
            }
            case NodeKind::Reduce:
                return "reduce_" + spelling(node.reduction) + "(" + arguments(node) +
                       "):" + spelling(node.type);
            case NodeKind::Convert:
            case NodeKind::Reinterpret:
            case NodeKind::Ramp:
            case NodeKind::Broadcast:
                return spelling(node.kind) + "(" + arguments(node) + "):" + spelling(node.type);
            default: return spelling(node.kind) + "(" + arguments(node) + ")";
        }
    }

    void statement(NodeId id, int depth) {
        const Node& node = nest_[id];
        const auto& operands = node.operands;
        switch (node.kind) {
            case NodeKind::Block:
                for (NodeId each : operands) statement(each, depth);
                break;
            case NodeKind::For:
                line(depth, spelling(node.loop) + " " + node.symbol + " from " + expression(operands[0]) +
                                " extent " + expression(operands[1]));
                statement(operands[2], depth + 1);
                break;
            case NodeKind::LetStatement:
                line(depth, "let " + node.symbol + " = " + expression(operands[0]));
                statement(operands[1], depth);
                break;
            case NodeKind::Store:
                line(depth, node.symbol + "[" + expression(operands[0]) +
                                (operands.size() > 2 ? ", " + expression(operands[2]) : "") +
                                "] = " + expression(operands[1]));
                break;
            case NodeKind::If:
                line(depth, "if " + expression(operands[0]));
                statement(operands[1], depth + 1);
                if (operands.size() > 2) {
                    line(depth, "else");
                    statement(operands[2], depth + 1);
                }
                break;
            case NodeKind::Allocate:
                line(depth, "allocate " + node.symbol + ": " + spelling(node.type.kind) + "[" +
                                std::to_string(node.integer) + "] " + spelling(node.memory));
                statement(operands[0], depth);
                break;
            case NodeKind::Prefetch:
                line(depth, std::string("prefetch ") + (node.integer ? "write " : "read ") + node.symbol +
                                "[" + expression(operands[0]) + "]");
                break;
            case NodeKind::Declare:
                line(depth, "declare " + node.symbol + ": " + spelling(node.type) +
                                (operands.size() > 1 ? " = " + expression(operands[0]) : ""));
                statement(operands.back(), depth);
                break;
            case NodeKind::Assign: line(depth, node.symbol + " := " + expression(operands[0])); break;
            case NodeKind::Comment: line(depth, "# " + node.symbol); break;
            default: line(depth, "evaluate " + expression(id)); break;
        }
    }

    void line(int depth, const std::string& content) {
        text.append(static_cast<std::size_t>(depth) * 2, ' ');
        text += content + "\n";
    }

    std::string text;

private:
    static std::string suffix(ValueType type) { return type == ValueType{} ? "" : ":" + spelling(type); }
    std::string arguments(const Node& node) const {
        std::string result;
        for (std::size_t i = 0; i < node.operands.size(); i++) {
            result += (i ? ", " : "") + expression(node.operands[i]);
        }
        return result;
    }

    const LoopNest& nest_;
};

}  // namespace

std::string to_text(const LoopNest& nest) {
    TextWriter writer(nest);
    for (const BufferParameter& parameter : nest.parameters) {
        writer.line(0, std::string(parameter.written ? "output " : "input ") + parameter.name + ": " +
                           spelling(parameter.element) + "[" + std::to_string(parameter.elements) + "]");
    }
    if (nest.scratch_bytes > 0) writer.line(0, "scratch " + std::to_string(nest.scratch_bytes) + " bytes");
    if (nest.body != no_node) writer.statement(nest.body, 0);
    return writer.text;
}

std::string parameter_types(const LoopNest& nest) {
    std::string read, written;
    for (const BufferParameter& parameter : nest.parameters) {
        if (parameter.type.empty()) continue;
        std::string& list = parameter.written ? written : read;
        list += (list.empty() ? "" : ", ") + parameter.name + ": " + parameter.type;
    }
    return read + (read.empty() || written.empty() ? "" : " -> ") + written;
}

}  // namespace hlo2c::scheduler
