#pragma once

#include <cstdint>
#include <vector>

#include "frontend/evaluate/evaluate.h"

namespace hlo2c::scheduler {

/// The results of a program for arguments of whole numbers from -50 to 50, in an order that does not repeat
/// soon.
inline std::vector<frontend::Literal> results_of(const frontend::Program& program) {
    std::vector<frontend::Literal> arguments;
    for (const auto value : program.main().arguments()) {
        const frontend::TensorType& type = program.main().tensor(value);
        std::vector<double> elements;
        for (std::int64_t i = 0; i < type.element_count(); i++)
            elements.push_back(static_cast<double>(i * 37 % 101 - 50));
        arguments.push_back(frontend::Literal::from_values<double>(type, elements));
    }
    return frontend::evaluate(program, arguments);
}

inline int loops(const frontend::Program& program) {
    int count = 0;
    frontend::for_each_op(program.main().body,
                          [&](const frontend::Op& op) { count += op.code == frontend::OpCode::While; });
    return count;
}

}  // namespace hlo2c::scheduler
