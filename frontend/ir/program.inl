#pragma once

namespace hlo2c::frontend {

template <typename Visit>
void for_each_op(const Region& region, Visit&& visit) {
    for (const Op& op : region.ops) {
        visit(op);
        for (const Region& inner : op.regions) for_each_op(inner, visit);
    }
}

template <typename Visit>
void for_each_op(Region& region, Visit&& visit) {
    for (Op& op : region.ops) {
        visit(op);
        for (Region& inner : op.regions) for_each_op(inner, visit);
    }
}

}  // namespace hlo2c::frontend
