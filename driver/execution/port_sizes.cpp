#include "driver/execution/port_sizes.h"

#include <algorithm>

#include "frontend/data/shards.h"

namespace hlo2c::driver {

using frontend::Literal;

std::size_t tensor_count(const std::vector<scheduler::Port>& ports) {
    std::size_t count = ports.size();
    for (const scheduler::Port& port : ports) count -= port.sizes.size();
    return count;
}

std::vector<Literal> cut_to_sizes(const std::vector<scheduler::Port>& ports, std::vector<Literal> arrays) {
    for (std::size_t i = 0; i < ports.size(); i++) {
        if (ports[i].sizes.empty()) continue;
        frontend::Box part;
        for (const std::int64_t size : arrays[i].type().shape) part.emplace_back(0, size);
        for (const auto& [dimension, number] : ports[i].sizes) {
            auto& [begin, end] = part.at(static_cast<std::size_t>(dimension));
            end = std::clamp(arrays.at(static_cast<std::size_t>(number)).integer(0), begin, end);
        }
        arrays[i] = frontend::cut(arrays[i], part);
    }
    arrays.resize(tensor_count(ports));
    return arrays;
}

std::vector<Literal> fill_to_bounds(const std::vector<scheduler::Port>& ports, std::vector<Literal> arrays) {
    const std::size_t tensors = arrays.size();
    arrays.resize(ports.size());
    for (std::size_t i = 0; i < tensors; i++) {
        if (ports[i].sizes.empty()) continue;
        const std::vector<std::int64_t> shape = arrays[i].type().shape;
        frontend::Box part;
        for (const std::int64_t size : shape) part.emplace_back(0, size);
        for (const auto& [dimension, number] : ports[i].sizes)
            arrays.at(static_cast<std::size_t>(number)) =
                Literal::scalar(frontend::ElementType::I32, shape.at(static_cast<std::size_t>(dimension)));
        const Literal given = arrays[i];
        arrays[i] = frontend::put_together(ports[i].type.shape, {&part, 1}, {&given, 1});
    }
    return arrays;
}

}  // namespace hlo2c::driver
