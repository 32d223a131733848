#include "scheduler/fourier/transform_steps.h"

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"

namespace hlo2c::scheduler {

TransformSteps::TransformSteps(LoopBuilder& loops, const TransformProblem& problem,
                               const TransformSchedule& schedule, const TransformTables& tables)
    : loops_(loops),
      problem_(problem),
      schedule_(schedule),
      tables_(tables),
      vector_{problem.element, schedule.lanes} {}

Parts TransformSteps::array(int index) {
    Parts& parts = arrays_[static_cast<std::size_t>(index)];
    if (parts.real.empty()) {
        const std::int64_t ends = problem_.is_halved() ? problem_.numbers() + 1 : 0;
        const std::int64_t elements =
            schedule_.is_in_columns ? schedule_.points : std::max(schedule_.points, ends) * schedule_.lanes;
        parts = {loops_.scratch("work", ScratchContents::TransformSteps, problem_.element, elements),
                 loops_.scratch("work_i", ScratchContents::TransformSteps, problem_.element, elements)};
    }
    return parts;
}

ComplexNode TransformSteps::load(const Parts& parts, NodeId k) {
    const NodeId at = schedule_.is_in_columns ? k : loops_.scaled(k, schedule_.lanes);
    return {loops_.let("x", loops_.load(parts.real, at, vector_)),
            loops_.let("x_i", loops_.load(parts.imaginary, at, vector_))};
}

void TransformSteps::store(const Parts& parts, NodeId k, ComplexNode value) {
    store_at(parts, schedule_.is_in_columns ? k : loops_.scaled(k, schedule_.lanes), value);
}

ComplexNode TransformSteps::load_at(const Parts& parts, NodeId index) {
    const ValueType scalar = vector_.with_lanes(1);
    return {loops_.load(parts.real, index, scalar), loops_.load(parts.imaginary, index, scalar)};
}

void TransformSteps::store_at(const Parts& parts, NodeId index, ComplexNode value) {
    loops_.store(parts.real, index, value.real);
    loops_.store(parts.imaginary, index, value.imaginary);
}

void TransformSteps::vectors(std::int64_t begin, std::int64_t end, const std::function<void(NodeId)>& body) {
    const std::int64_t count = end - begin;
    HLO2C_CHECK(count >= schedule_.lanes, "a row in columns has fewer numbers than a vector");
    loops_.loop("block", ceil_div(count, schedule_.lanes), [&](NodeId block) {
        NodeId k = loops_.offset(loops_.scaled(block, schedule_.lanes), begin);
        if (count % schedule_.lanes != 0) k = loops_.minimum(k, loops_.integer(end - schedule_.lanes));
        body(loops_.let("k", k));
    });
}

ComplexNode TransformSteps::twiddles(std::int64_t table, std::int64_t count, NodeId k) {
    return {loops_.let("cosine", loops_.load("roots", loops_.offset(k, table), vector_)),
            loops_.let("sine", loops_.load("roots", loops_.offset(k, table + count), vector_))};
}

ComplexNode TransformSteps::twiddle(std::int64_t table, std::int64_t count, NodeId k) {
    return {root("cosine", loops_.offset(k, table)), root("sine", loops_.offset(k, table + count))};
}

NodeId TransformSteps::root(const char* stem, NodeId at) {
    const NodeId scalar = loops_.load("roots", at, vector_.with_lanes(1));
    return loops_.let(stem, loops_.broadcast(scalar, vector_));
}

ComplexNode TransformSteps::factors(std::int64_t table, std::int64_t count, NodeId k) {
    return schedule_.is_in_columns ? twiddles(table, count, k) : twiddle(table, count, k);
}

void TransformSteps::each_number(std::int64_t end, const std::function<void(NodeId)>& body) {
    if (schedule_.is_in_columns)
        vectors(0, end, body);
    else
        loops_.loop("k", end, body);
}

int TransformSteps::intermediates() const {
    const int steps = static_cast<int>(schedule_.radices.size());
    return schedule_.is_in_columns ? steps : std::max(steps - 1, 0);
}

void TransformSteps::run(const Source& source, const Sink& sink) {
    if (!schedule_.is_chirp) {
        transform(source, sink, 0);
        return;
    }
    const Parts y = convolve(source);
    each_number(problem_.numbers(), [&](NodeId k) {
        const ComplexNode value = load(y, k), chirp = factors(tables_.chirp, problem_.numbers(), k);
        sink(k, rotated(loops_, {value.imaginary, value.real}, chirp.real, chirp.imaginary));
    });
}

Parts TransformSteps::run_to_scratch(const Source& source) {
    const int last = result_of(0);
    // A convolution ends with a product, from the arrays that `convolve` returns to the others.
    const Parts result = array(schedule_.is_chirp ? 1 - result_of(1 - last) : last);
    run(source, [&](NodeId k, ComplexNode value) { store(result, k, value); });
    return result;
}

Parts TransformSteps::convolve(const Source& source) {
    const std::int64_t numbers = problem_.numbers(), points = schedule_.points;
    const Parts padded = array(1);
    each_number(numbers, [&](NodeId k) {
        const ComplexNode value = source(k), chirp = factors(tables_.chirp, numbers, k);
        store(padded, k, rotated(loops_, value, chirp.real, chirp.imaginary));
    });
    const NodeId zero = loops_.real(0, vector_);
    const auto clear = [&](NodeId k) { store(padded, k, {zero, zero}); };
    if (schedule_.is_in_columns)
        vectors(numbers, points, clear);
    else
        loops_.loop("k", points - numbers, [&](NodeId k) { clear(loops_.offset(k, numbers)); });
    const int product = result_of(0), result = result_of(1 - product);
    transform([&](NodeId k) { return load(padded, k); },
              [&](NodeId k, ComplexNode value) {
                  const ComplexNode filter = factors(tables_.filter, points, k);
                  const ComplexNode both = rotated(loops_, value, filter.real, filter.imaginary);
                  // Exchanged parts: the next transform is the inverse.
                  store(array(product), k, {both.imaginary, both.real});
              },
              0);
    transform([&](NodeId k) { return load(array(product), k); },
              [&](NodeId k, ComplexNode value) { store(array(result), k, value); }, 1 - product);
    return array(result);
}

void TransformSteps::transform(const Source& source, const Sink& sink, int first_written) {
    const std::int64_t width = schedule_.is_in_columns ? schedule_.lanes : 1;
    std::int64_t groups = schedule_.points / width, size = 1;
    // In columns, number n of a column is the vector from n * lanes on.
    Source read = [&](NodeId n) { return source(loops_.scaled(n, width)); };
    int written = first_written;
    for (std::size_t i = 0; i < schedule_.radices.size(); i++) {
        groups /= schedule_.radices[i];
        const bool is_last = i + 1 == schedule_.radices.size() && !schedule_.is_in_columns;
        const Parts to = is_last ? Parts{} : array(written);
        step(
            i, groups, size, read,
            is_last ? sink : [&](NodeId n, ComplexNode value) { store(to, loops_.scaled(n, width), value); });
        size *= schedule_.radices[i];
        read = [this, to, width](NodeId n) { return load(to, loops_.scaled(n, width)); };
        written = 1 - written;
    }
    if (schedule_.is_in_columns)
        across_columns(array(1 - written), sink);
    else if (schedule_.radices.empty())
        sink(loops_.integer(0), source(loops_.integer(0)));
}

void TransformSteps::step(std::size_t number, std::int64_t groups, std::int64_t size, const Source& source,
                          const Sink& sink) {
    const std::int64_t radix = schedule_.radices[number], table = tables_.steps[number];
    loops_.loop("p", groups, [&](NodeId p) {
        std::vector<ComplexNode> twiddles(static_cast<std::size_t>(radix));
        for (std::int64_t j = 1; j < radix && groups > 1; j++) {
            const NodeId at = loops_.offset(loops_.scaled(p, 2 * (radix - 1)), table + 2 * (j - 1));
            twiddles[static_cast<std::size_t>(j)] = {root("cosine", at), root("sine", loops_.offset(at, 1))};
        }
        loops_.loop("q", size, [&](NodeId q) {
            std::vector<ComplexNode> x;
            for (std::int64_t k = 0; k < radix; k++)
                x.push_back(source(loops_.add(loops_.scaled(loops_.offset(p, groups * k), size), q)));
            std::vector<ComplexNode> y = codelet(loops_, x, vector_);
            for (std::int64_t j = 0; j < radix; j++) {
                ComplexNode value = y[static_cast<std::size_t>(j)];
                const ComplexNode twiddle = twiddles[static_cast<std::size_t>(j)];
                if (j > 0 && groups > 1) value = rotated(loops_, value, twiddle.real, twiddle.imaginary);
                const NodeId place = loops_.offset(loops_.scaled(p, radix), j);
                sink(loops_.add(loops_.scaled(place, size), q),
                     {loops_.let("y", value.real), loops_.let("y_i", value.imaginary)});
            }
        });
    });
}

void TransformSteps::across_columns(const Parts& from, const Sink& sink) {
    const std::int64_t rows = schedule_.points / schedule_.lanes;
    const auto lanes = static_cast<std::size_t>(schedule_.lanes);
    vectors(0, rows, [&](NodeId k) {
        std::vector<NodeId> real, imaginary;
        for (std::size_t i = 0; i < lanes; i++) {
            const NodeId at = loops_.scaled(loops_.offset(k, static_cast<std::int64_t>(i)), schedule_.lanes);
            const ComplexNode x = load(from, at), root = twiddles(tables_.columns, schedule_.points, at);
            const ComplexNode value = rotated(loops_, x, root.real, root.imaginary);
            real.push_back(loops_.let("x", value.real));
            imaginary.push_back(loops_.let("x_i", value.imaginary));
        }
        real = transposed(loops_, real);
        imaginary = transposed(loops_, imaginary);
        std::vector<ComplexNode> x;
        for (std::size_t i = 0; i < lanes; i++) x.push_back({real[i], imaginary[i]});
        const std::vector<ComplexNode> y = codelet(loops_, x, vector_);
        for (std::size_t j = 0; j < lanes; j++)
            sink(loops_.offset(k, rows * static_cast<std::int64_t>(j)), y[j]);
    });
}

}  // namespace hlo2c::scheduler
