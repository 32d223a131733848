#include "scheduler/loops/prefetched_lines.h"

namespace hlo2c::scheduler {

NodeId prefetch_next(LoopNest& nest, const PrefetchedLines& next, Affine place, const std::string& line) {
    const ValueType type = next.index;
    NodeId condition =
        nest.binary(NodeKind::Less, add_affine(nest, next.begin, type), nest.integer(next.last, type));
    if (next.prefetching < next.readers)
        condition = nest.binary(NodeKind::And,
                                nest.binary(NodeKind::Less, add_affine(nest, next.reader, type),
                                            nest.integer(next.prefetching, type)),
                                condition);
    if (!line.empty()) place.terms[line] = next.line;
    NodeId prefetch = nest.add(
        {.kind = NodeKind::Prefetch, .operands = {add_affine(nest, place, type)}, .symbol = next.buffer});
    if (!line.empty())
        prefetch = nest.add({.kind = NodeKind::For,
                             .type = type,
                             .operands = {nest.integer(0, type), nest.integer(next.lines, type), prefetch},
                             .symbol = line});
    return nest.add({.kind = NodeKind::If, .operands = {condition, prefetch}});
}

}  // namespace hlo2c::scheduler
