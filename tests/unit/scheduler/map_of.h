#pragma once

#include "scheduler/schedule/problem.h"

namespace hlo2c::scheduler {

/// A map over `rows` rows of `columns` elements, each row a loop of its own.
inline Problem map_of(std::int64_t rows, std::int64_t columns) {
    MapProblem map;
    map.boxes.push_back({0, rows * columns, {{rows, columns, {0}}, {columns, 1, {1}}}});
    return {.operands = {{ScalarKind::F32, rows * columns, false}}, .form = map};
}

}  // namespace hlo2c::scheduler
