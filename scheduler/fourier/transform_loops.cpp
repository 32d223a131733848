#include "scheduler/fourier/transform_loops.h"

#include <functional>

#include "frontend/integer_division.h"
#include "scheduler/fourier/transform_steps.h"

namespace hlo2c::scheduler {
namespace {

/// Loops over the rows: around each transform, loads of its operand and stores of its result. A call that
/// binds a name is a statement of its own, because C++ does not order the arguments of a call.
class TransformLoops {
public:
    TransformLoops(LoopNest& nest, const TransformProblem& problem, const TransformSchedule& schedule,
                   const TransformTables& tables, bool is_in_place)
        : loops_(nest),
          steps_(loops_, problem, schedule, tables),
          problem_(problem),
          schedule_(schedule),
          tables_(tables),
          from_(is_in_place ? "data" : "from"),
          to_(is_in_place ? "data" : "to"),
          vector_{problem.element, schedule.lanes},
          scalar_{problem.element, 1},
          rows_(problem.inner > 1 ? problem.inner : problem.outer) {}

    void write() {
        if (schedule_.is_in_columns)
            loops_.loop("row", problem_.outer, [&](NodeId row) { row_in_columns(row); });
        else if (problem_.inner > 1)
            loops_.loop("outer", problem_.outer, [&](NodeId outer) {
                each_group([&] {
                    first_number_ = loops_.let(
                        "begin", loops_.add(loops_.scaled(outer, problem_.length * problem_.inner), first_));
                    rows_side_by_side();
                });
            });
        else
            each_group([&] { rows_side_by_side(); });
        loops_.finish();
    }

private:
    // Complex numbers, of scalars or of vectors.

    /// A transform is inverted by exchanging the real and imaginary parts of its operand and of its result.
    ComplexNode directed(ComplexNode a) const {
        return problem_.is_inverse() ? ComplexNode{a.imaginary, a.real} : a;
    }
    ComplexNode finished(ComplexNode a) {
        if (!problem_.is_inverse()) return a;
        const NodeId scale = loops_.real(1 / static_cast<double>(problem_.numbers()), loops_.type(a.real));
        const ComplexNode y = directed(a);
        return {loops_.multiply(y.real, scale), loops_.multiply(y.imaginary, scale)};
    }
    ComplexNode bound(const std::string& stem, ComplexNode a) { return scheduler::bound(loops_, stem, a); }
    NodeId halved(const char* stem, NodeId value) {
        return loops_.let(stem, loops_.multiply(value, loops_.real(0.5, loops_.type(value))));
    }

    /// Numbers k and half - k of one transform.
    struct Mirrored {
        ComplexNode at, mirror;
    };

    /// The transform of a real row of even length, from numbers k and half - k of the transform of its pairs:
    /// even + odd * twiddle, and the conjugate of even - odd * twiddle.
    Mirrored split(Mirrored z, ComplexNode twiddle) {
        const NodeId even = halved("even", loops_.add(z.at.real, z.mirror.real));
        const NodeId even_i = halved("even_i", loops_.subtract(z.at.imaginary, z.mirror.imaginary));
        const NodeId odd = halved("odd", loops_.add(z.at.imaginary, z.mirror.imaginary));
        const NodeId odd_i = halved("odd_i", loops_.subtract(z.mirror.real, z.at.real));
        const ComplexNode product =
            bound("product", rotated(loops_, {odd, odd_i}, twiddle.real, twiddle.imaginary));
        return {bound("y", {loops_.add(even, product.real), loops_.add(even_i, product.imaginary)}),
                bound("mirror",
                      {loops_.subtract(even, product.real), loops_.subtract(product.imaginary, even_i)})};
    }
    /// The inverse of `split`, with the conjugate of the factor: even + i * odd * twiddle, and the conjugate
    /// of even - i * odd * twiddle.
    Mirrored merged(Mirrored a, ComplexNode twiddle) {
        const NodeId even = halved("even", loops_.add(a.at.real, a.mirror.real));
        const NodeId even_i = halved("even_i", loops_.subtract(a.at.imaginary, a.mirror.imaginary));
        const NodeId odd = halved("odd", loops_.subtract(a.at.real, a.mirror.real));
        const NodeId odd_i = halved("odd_i", loops_.add(a.at.imaginary, a.mirror.imaginary));
        const ComplexNode product =
            bound("product", rotated(loops_, {odd, odd_i}, twiddle.real, loops_.negate(twiddle.imaginary)));
        return {
            bound("y", {loops_.subtract(even, product.imaginary), loops_.add(even_i, product.real)}),
            bound("mirror", {loops_.add(even, product.imaginary), loops_.subtract(product.real, even_i)})};
    }
    /// `merged` for number 0, from the two real numbers of a row's transform.
    ComplexNode merged_ends(NodeId first, NodeId last) {
        const NodeId half = loops_.real(0.5, loops_.type(first));
        return {loops_.multiply(loops_.add(first, last), half),
                loops_.multiply(loops_.subtract(first, last), half)};
    }

    // Operands and results.

    ComplexNode load_pair(NodeId at) {
        return {loops_.load(from_, at, scalar_), loops_.load(from_, loops_.offset(at, 1), scalar_)};
    }
    void store_pair(NodeId pair, ComplexNode value) {
        const NodeId at = loops_.let("at", loops_.scaled(pair, 2));
        loops_.store(to_, at, value.real);
        loops_.store(to_, loops_.offset(at, 1), value.imaginary);
    }
    /// As many neighbours as a vector has lanes, from pair number `pair` on.
    ComplexNode load_pairs(NodeId pair) {
        const ValueType pairs = vector_.with_lanes(2 * schedule_.lanes);
        const NodeId both = loops_.let("pairs", loops_.load(from_, loops_.scaled(pair, 2), pairs));
        std::vector<int> even, odd;
        for (int i = 0; i < schedule_.lanes; i++) {
            even.push_back(2 * i);
            odd.push_back(2 * i + 1);
        }
        return {loops_.let("x", loops_.shuffle({both}, even)),
                loops_.let("x_i", loops_.shuffle({both}, odd))};
    }
    void store_pairs(NodeId pair, ComplexNode value) {
        std::vector<int> lanes;
        for (int i = 0; i < schedule_.lanes; i++) {
            lanes.push_back(i);
            lanes.push_back(schedule_.lanes + i);
        }
        loops_.store(to_, loops_.scaled(pair, 2), loops_.shuffle({value.real, value.imaginary}, lanes));
    }

    /// Calls the body for numbers 1 to end - 1 of each row.
    void each_after_first(std::int64_t end, const std::function<void(NodeId)>& body) {
        if (end < 2) return;
        loops_.loop_to("k", loops_.integer(end - 1),
                       [&](NodeId before) { body(loops_.let("number", loops_.offset(before, 1))); });
    }

    /// Brings the transform of a real row of odd length into scratch, where number k is at `place(k)`; its
    /// pair begins at `source(k)`. Numbers k and length - k are conjugate; number 0 is real.
    void load_conjugates(const Parts& z, const std::function<NodeId(NodeId)>& source,
                         const std::function<NodeId(NodeId)>& place) {
        const NodeId zero = loops_.integer(0);
        steps_.store_at(z, place(zero),
                        directed({loops_.load(from_, source(zero), scalar_), loops_.real(0, scalar_)}));
        each_after_first(problem_.kept(), [&](NodeId k) {
            const ComplexNode pair = load_pair(loops_.let("at", source(k)));
            const NodeId real = loops_.let("x", pair.real);
            const NodeId imaginary = loops_.let("x_i", pair.imaginary);
            steps_.store_at(z, place(k), directed({real, imaginary}));
            steps_.store_at(z, place(loops_.subtract(loops_.integer(problem_.length), k)),
                            directed({real, loops_.negate(imaginary)}));
        });
    }

    // A vector holds neighbours of one row.

    void row_in_columns(NodeId row) {
        switch (problem_.kind) {
            case TransformKind::Complex:
            case TransformKind::InverseComplex: complex_row(row); return;
            case TransformKind::Real:
                if (problem_.is_halved())
                    real_row(row);
                else
                    odd_real_row(row);
                return;
            case TransformKind::InverseReal:
                if (problem_.is_halved())
                    inverse_real_row(row);
                else
                    odd_inverse_real_row(row);
                return;
        }
    }

    void complex_row(NodeId row) {
        const NodeId begin = loops_.let("begin", loops_.scaled(row, problem_.length));
        steps_.run([&](NodeId k) { return directed(load_pairs(loops_.add(begin, k))); },
                   [&](NodeId k, ComplexNode y) { store_pairs(loops_.add(begin, k), finished(y)); });
    }

    /// The first of the numbers half - k for the numbers from k on.
    NodeId mirror_of(NodeId k) {
        return loops_.let("back",
                          loops_.subtract(loops_.integer(problem_.numbers() + 1 - schedule_.lanes), k));
    }
    ComplexNode reversed(ComplexNode a) {
        std::vector<int> lanes;
        for (int i = schedule_.lanes; i-- > 0;) lanes.push_back(i);
        return {loops_.let("mirrored", loops_.shuffle({a.real}, lanes)),
                loops_.let("mirrored", loops_.shuffle({a.imaginary}, lanes))};
    }

    void real_row(NodeId row) {
        const std::int64_t half = problem_.numbers();
        const NodeId begin = loops_.let("begin", loops_.scaled(row, half));
        const Parts z = steps_.run_to_scratch([&](NodeId k) { return load_pairs(loops_.add(begin, k)); });
        const NodeId to = loops_.let("result", loops_.scaled(row, problem_.kept()));
        const ComplexNode ends = steps_.load_at(z, loops_.integer(0));
        const NodeId first = loops_.let("first", ends.real), first_i = loops_.let("first_i", ends.imaginary);
        const NodeId zero = loops_.real(0, scalar_);
        store_pair(to, {loops_.add(first, first_i), zero});
        store_pair(loops_.offset(to, half), {loops_.subtract(first, first_i), zero});
        steps_.vectors(1, half / 2 + 1, [&](NodeId k) {
            const NodeId back = mirror_of(k);
            const ComplexNode a = steps_.load(z, k), b = steps_.load(z, back);
            const ComplexNode twiddle = steps_.twiddles(tables_.halves, problem_.kept(), k);
            const Mirrored y = split({a, reversed(b)}, twiddle);
            store_pairs(loops_.add(to, k), y.at);
            store_pairs(loops_.add(to, back), reversed(y.mirror));
        });
    }

    void inverse_real_row(NodeId row) {
        const std::int64_t half = problem_.numbers();
        const NodeId begin = loops_.let("begin", loops_.scaled(row, problem_.kept()));
        const Parts z = steps_.source_array();
        const auto real_of = [&](std::int64_t k) {
            return loops_.let("end", loops_.load(from_, loops_.scaled(loops_.offset(begin, k), 2), scalar_));
        };
        const NodeId last = real_of(half), first = real_of(0);
        steps_.store_at(z, loops_.integer(0), directed(merged_ends(first, last)));
        steps_.vectors(1, half / 2 + 1, [&](NodeId k) {
            const NodeId back = mirror_of(k);
            const ComplexNode a = load_pairs(loops_.add(begin, k)), b = load_pairs(loops_.add(begin, back));
            const ComplexNode twiddle = steps_.twiddles(tables_.halves, problem_.kept(), k);
            const Mirrored y = merged({a, reversed(b)}, twiddle);
            steps_.store(z, k, directed(y.at));
            steps_.store(z, back, directed(reversed(y.mirror)));
        });
        const NodeId to = loops_.let("result", loops_.scaled(row, half));
        steps_.run([&](NodeId k) { return steps_.load(z, k); },
                   [&](NodeId k, ComplexNode y) { store_pairs(loops_.add(to, k), finished(y)); });
    }

    void odd_real_row(NodeId row) {
        const NodeId begin = loops_.let("begin", loops_.scaled(row, problem_.length));
        const Parts z = steps_.run_to_scratch([&](NodeId k) {
            return ComplexNode{loops_.load(from_, loops_.add(begin, k), vector_), loops_.real(0, vector_)};
        });
        const NodeId to = loops_.let("result", loops_.scaled(row, problem_.kept()));
        steps_.vectors(0, problem_.kept(),
                       [&](NodeId k) { store_pairs(loops_.add(to, k), steps_.load(z, k)); });
    }

    void odd_inverse_real_row(NodeId row) {
        const NodeId begin = loops_.let("begin", loops_.scaled(row, problem_.kept()));
        const Parts z = steps_.source_array();
        load_conjugates(
            z, [&](NodeId k) { return loops_.scaled(loops_.add(begin, k), 2); }, [](NodeId k) { return k; });
        const NodeId to = loops_.let("result", loops_.scaled(row, problem_.length));
        const Parts y = steps_.run_to_scratch([&](NodeId k) { return steps_.load(z, k); });
        steps_.vectors(0, problem_.length, [&](NodeId k) {
            loops_.store(to_, loops_.add(to, k), finished(steps_.load(y, k)).real);
        });
    }

    // A vector holds one number each of several rows, a group.

    void each_group(const std::function<void()>& body) {
        loops_.loop("group", ceil_div(rows_, schedule_.lanes), [&](NodeId group) {
            first_ = loops_.let("first", loops_.scaled(group, schedule_.lanes));
            body();
        });
    }
    /// Calls the body for each row of the group, with its lane. The last group may have fewer rows than
    /// lanes.
    void each_row(const std::function<void(NodeId)>& body) {
        if (rows_ % schedule_.lanes == 0)
            loops_.loop("lane", schedule_.lanes, body);
        else
            loops_.loop_to("lane",
                           loops_.minimum(loops_.integer(schedule_.lanes),
                                          loops_.subtract(loops_.integer(rows_), first_)),
                           body);
    }
    NodeId in_scratch(NodeId k, NodeId lane) { return loops_.add(loops_.scaled(k, schedule_.lanes), lane); }
    /// The place of number k of the row in `lane`, among `length` numbers per row.
    NodeId in_memory(NodeId k, NodeId lane, std::int64_t length) {
        if (problem_.inner > 1)
            return loops_.add(loops_.add(first_number_, loops_.scaled(k, problem_.inner)), lane);
        return loops_.add(loops_.scaled(loops_.add(first_, lane), length), k);
    }
    /// The same for a row of reals, of which a halved one has two in each number.
    NodeId real_in_memory(NodeId k, NodeId lane) {
        return in_memory(problem_.is_halved() ? loops_.scaled(k, 2) : k, lane, problem_.length);
    }

    void rows_side_by_side() {
        switch (problem_.kind) {
            case TransformKind::Complex:
            case TransformKind::InverseComplex: complex_rows(); return;
            case TransformKind::Real: real_rows(); return;
            case TransformKind::InverseReal: inverse_real_rows(); return;
        }
    }

    void complex_rows() {
        if (problem_.inner > 1 && rows_ % schedule_.lanes == 0) {
            const auto pair = [&](NodeId k) { return in_memory(k, loops_.integer(0), problem_.length); };
            steps_.run([&](NodeId k) { return directed(load_pairs(pair(k))); },
                       [&](NodeId k, ComplexNode y) { store_pairs(pair(k), finished(y)); });
            return;
        }
        const Parts z = steps_.source_array();
        copy_in(z, problem_.length);
        const Parts y = steps_.run_to_scratch([&](NodeId k) { return directed(steps_.load(z, k)); });
        copy_out(y, problem_.length);
    }

    /// Brings `count` complex numbers of each row into scratch.
    void copy_in(const Parts& z, std::int64_t count) {
        const auto scalars = [&] {
            each_row([&](NodeId lane) {
                loops_.loop("k", count, [&](NodeId k) {
                    const NodeId at = loops_.let("at", loops_.scaled(in_memory(k, lane, count), 2));
                    steps_.store_at(z, in_scratch(k, lane), load_pair(at));
                });
            });
        };
        copy(scalars, [&] {
            loops_.loop("k", count, [&](NodeId k) {
                steps_.store(z, k, load_pairs(in_memory(k, loops_.integer(0), count)));
            });
        });
    }

    /// Brings `count` complex numbers of each row from scratch to the result.
    void copy_out(const Parts& y, std::int64_t count) {
        const auto scalars = [&] {
            each_row([&](NodeId lane) {
                loops_.loop("k", count, [&](NodeId k) {
                    const NodeId at = loops_.let("at", in_scratch(k, lane));
                    store_pair(in_memory(k, lane, count), finished(steps_.load_at(y, at)));
                });
            });
        };
        copy(scalars, [&] {
            loops_.loop("k", count, [&](NodeId k) {
                store_pairs(in_memory(k, loops_.integer(0), count), finished(steps_.load(y, k)));
            });
        });
    }

    /// Rows that are neighbours in memory are copied as vectors, except in a group that is not full.
    void copy(const std::function<void()>& scalars, const std::function<void()>& vectors) {
        if (problem_.inner == 1 || rows_ < schedule_.lanes) {
            scalars();
            return;
        }
        const NodeId is_full = loops_.less(first_, loops_.integer(rows_ - schedule_.lanes + 1));
        loops_.branch(is_full, vectors, scalars);
    }

    void real_rows() {
        const Parts z = steps_.source_array();
        each_row([&](NodeId lane) {
            loops_.loop("k", problem_.numbers(), [&](NodeId k) {
                const NodeId at = loops_.let("at", real_in_memory(k, lane));
                steps_.store_at(z, in_scratch(k, lane),
                                problem_.is_halved()
                                    ? load_pair(at)
                                    : ComplexNode{loops_.load(from_, at, scalar_), loops_.real(0, scalar_)});
            });
        });
        const Parts y = steps_.run_to_scratch([&](NodeId k) { return steps_.load(z, k); });
        copy_out(problem_.is_halved() ? split_rows(y) : y, problem_.kept());
    }

    /// From the transforms of pairs to those of the rows.
    Parts split_rows(const Parts& z) {
        const std::int64_t half = problem_.numbers();
        const Parts y = steps_.other_array(z);
        const NodeId index = loops_.integer(0), zero = loops_.real(0, vector_);
        const ComplexNode ends = steps_.load(z, index);
        steps_.store(y, index, {loops_.add(ends.real, ends.imaginary), zero});
        steps_.store(y, loops_.integer(half), {loops_.subtract(ends.real, ends.imaginary), zero});
        each_after_first(half / 2 + 1, [&](NodeId k) {
            const NodeId back = loops_.let("back", loops_.subtract(loops_.integer(half), k));
            const ComplexNode a = steps_.load(z, k), b = steps_.load(z, back);
            const ComplexNode twiddle = steps_.twiddle(tables_.halves, problem_.kept(), k);
            const Mirrored both = split({a, b}, twiddle);
            steps_.store(y, k, both.at);
            steps_.store(y, back, both.mirror);
        });
        return y;
    }

    void inverse_real_rows() {
        const Parts z = steps_.source_array();
        if (problem_.is_halved())
            merge_rows(z);
        else
            each_row([&](NodeId lane) {
                load_conjugates(
                    z, [&](NodeId k) { return loops_.scaled(in_memory(k, lane, problem_.kept()), 2); },
                    [&](NodeId k) { return in_scratch(k, lane); });
            });
        const Parts y = steps_.run_to_scratch([&](NodeId k) { return steps_.load(z, k); });
        each_row([&](NodeId lane) {
            loops_.loop("k", problem_.numbers(), [&](NodeId k) {
                const NodeId at = loops_.let("at", in_scratch(k, lane)), to = real_in_memory(k, lane);
                const ComplexNode value = finished(steps_.load_at(y, at));
                loops_.store(to_, to, value.real);
                if (problem_.is_halved()) loops_.store(to_, loops_.offset(to, 1), value.imaginary);
            });
        });
    }

    /// From the transforms of rows, in memory, to those of their pairs.
    void merge_rows(const Parts& z) {
        const std::int64_t half = problem_.numbers();
        const Parts given = steps_.other_array(z);
        copy_in(given, problem_.kept());
        const NodeId zero = loops_.integer(0);
        const NodeId last = steps_.load(given, loops_.integer(half)).real;
        const NodeId first = steps_.load(given, zero).real;
        steps_.store_at(z, zero, directed(merged_ends(first, last)));
        each_after_first(half / 2 + 1, [&](NodeId k) {
            const NodeId back = loops_.let("back", loops_.subtract(loops_.integer(half), k));
            const ComplexNode a = steps_.load(given, k), b = steps_.load(given, back);
            const ComplexNode twiddle = steps_.twiddle(tables_.halves, problem_.kept(), k);
            const Mirrored both = merged({a, b}, twiddle);
            steps_.store(z, k, directed(both.at));
            steps_.store(z, back, directed(both.mirror));
        });
    }

    LoopBuilder loops_;
    TransformSteps steps_;
    const TransformProblem& problem_;
    const TransformSchedule& schedule_;
    const TransformTables& tables_;
    std::string from_, to_;
    ValueType vector_, scalar_;
    std::int64_t rows_;              ///< that groups are made of
    NodeId first_ = no_node;         ///< the first row of the group
    NodeId first_number_ = no_node;  ///< the place of its first number, where rows are neighbours
};

}  // namespace

LoopNest transform_loops(const TransformProblem& problem, const TransformSchedule& schedule,
                         const TransformTables& tables, bool is_in_place) {
    const std::int64_t rows = problem.outer * problem.inner;
    const auto elements = [&](bool is_real_side) {
        return is_real_side ? rows * problem.length
                            : 2 * rows * (problem.is_real() ? problem.kept() : problem.length);
    };
    LoopNest nest;
    if (is_in_place) {
        nest.parameters.push_back({"data", problem.element, elements(false), true});
    } else {
        nest.parameters.push_back(
            {"from", problem.element, elements(problem.kind == TransformKind::Real), false});
        nest.parameters.push_back(
            {"to", problem.element, elements(problem.kind == TransformKind::InverseReal), true});
    }
    nest.parameters.push_back(
        {"roots", problem.element, static_cast<std::int64_t>(tables.numbers.size()), false});
    TransformLoops(nest, problem, schedule, tables, is_in_place).write();
    return nest;
}

}  // namespace hlo2c::scheduler
