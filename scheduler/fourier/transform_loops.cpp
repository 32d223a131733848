#include "scheduler/fourier/transform_loops.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "frontend/diagnostic.h"
#include "scheduler/fourier/transform_steps.h"

namespace hlo2c::scheduler {
namespace {

/// Loops over the rows, and around each transform what brings the numbers in and the results out.
class TransformLoops {
public:
    TransformLoops(LoopNest& nest, const TransformProblem& problem, const TransformPlan& plan,
                   const TransformTables& tables, bool is_in_place)
        : loops_(nest),
          steps_(loops_, problem, plan, tables),
          problem_(problem),
          plan_(plan),
          tables_(tables),
          from_(is_in_place ? "data" : "from"),
          to_(is_in_place ? "data" : "to"),
          vector_{problem.element, plan.lanes},
          scalar_{problem.element, 1} {}

    void write() {
        if (plan_.is_in_columns)
            loops_.loop("row", problem_.outer, [&](NodeId row) { whole_row(row); });
        else if (problem_.inner > 1)
            loops_.loop("outer", problem_.outer, [&](NodeId outer) {
                groups(problem_.inner, [&](NodeId first) {
                    first_ = first;
                    first_number_ = loops_.let(
                        "begin", loops_.add(loops_.scaled(outer, problem_.length * problem_.inner), first));
                    side_by_side(problem_.inner);
                });
            });
        else
            groups(problem_.outer, [&](NodeId first) {
                first_ = first;
                side_by_side(problem_.outer);
            });
        loops_.finish();
    }

private:
    std::int64_t kept() const { return problem_.length / 2 + 1; }

    void groups(std::int64_t rows, const std::function<void(NodeId)>& body) {
        loops_.loop("group", (rows + plan_.lanes - 1) / plan_.lanes,
                    [&](NodeId group) { body(loops_.let("first", loops_.scaled(group, plan_.lanes))); });
    }

    NodeId scale() { return loops_.real(1 / static_cast<double>(problem_.numbers()), vector_); }
    ComplexNode scaled(ComplexNode a) {
        return {loops_.multiply(a.real, scale()), loops_.multiply(a.imaginary, scale())};
    }
    /// Exchanging real and imaginary parts of what goes in and of what comes out inverts a transform.
    ComplexNode directed(ComplexNode a) const {
        return problem_.is_inverse() ? ComplexNode{a.imaginary, a.real} : a;
    }
    ComplexNode finished(ComplexNode a) { return problem_.is_inverse() ? scaled(directed(a)) : a; }

    // A vector holds neighbours of one row.

    /// Pairs from `pair` on.
    ComplexNode load_pairs(NodeId pair) {
        const ValueType pairs = vector_.with_lanes(2 * plan_.lanes);
        const NodeId both = loops_.let("pairs", loops_.load(from_, loops_.scaled(pair, 2), pairs));
        std::vector<int> even, odd;
        for (int i = 0; i < plan_.lanes; i++) {
            even.push_back(2 * i);
            odd.push_back(2 * i + 1);
        }
        return {loops_.let("x", loops_.shuffle({both}, even)),
                loops_.let("x_i", loops_.shuffle({both}, odd))};
    }
    void store_pairs(NodeId pair, ComplexNode value) {
        std::vector<int> lanes;
        for (int i = 0; i < plan_.lanes; i++) {
            lanes.push_back(i);
            lanes.push_back(plan_.lanes + i);
        }
        const NodeId both = plan_.lanes == 1 ? no_node : loops_.shuffle({value.real, value.imaginary}, lanes);
        if (both != no_node) {
            loops_.store(to_, loops_.scaled(pair, 2), both);
            return;
        }
        store_pair(pair, value);
    }
    void store_pair(NodeId pair, ComplexNode value) {
        const NodeId at = loops_.let("at", loops_.scaled(pair, 2));
        loops_.store(to_, at, value.real);
        loops_.store(to_, loops_.offset(at, 1), value.imaginary);
    }
    NodeId reversed(NodeId vector) {
        std::vector<int> lanes;
        for (int i = plan_.lanes; i-- > 0;) lanes.push_back(i);
        return loops_.let("mirrored", loops_.shuffle({vector}, lanes));
    }

    void whole_row(NodeId row) {
        switch (problem_.kind) {
            case TransformKind::Complex:
            case TransformKind::InverseComplex: {
                const NodeId begin = loops_.let("begin", loops_.scaled(row, problem_.length));
                steps_.run([&](NodeId k) { return directed(load_pairs(loops_.add(begin, k))); },
                           [&](NodeId k, ComplexNode y) { store_pairs(loops_.add(begin, k), finished(y)); });
                return;
            }
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

    void real_row(NodeId row) {
        const std::int64_t half = problem_.numbers();
        const NodeId begin = loops_.let("begin", loops_.scaled(row, half));
        const Parts z = steps_.run_to_scratch([&](NodeId k) { return load_pairs(loops_.add(begin, k)); });
        const NodeId to = loops_.let("result", loops_.scaled(row, kept()));
        const NodeId zero = loops_.integer(0);
        const NodeId first = loops_.let("first", loops_.load(z.real, zero, scalar_));
        const NodeId first_i = loops_.let("first_i", loops_.load(z.imaginary, zero, scalar_));
        const NodeId nothing = loops_.real(0, scalar_);
        store_pair(to, {loops_.add(first, first_i), nothing});
        store_pair(loops_.offset(to, half), {loops_.subtract(first, first_i), nothing});
        steps_.vectors(1, half, [&](NodeId k) {
            const NodeId back =
                loops_.let("back", loops_.subtract(loops_.integer(half + 1 - plan_.lanes), k));
            const ComplexNode a = steps_.load(z, k), b = steps_.load(z, back);
            store_pairs(loops_.add(to, k), split(a, {reversed(b.real), reversed(b.imaginary)},
                                                 steps_.turns(tables_.halves, kept(), k)));
        });
    }

    void inverse_real_row(NodeId row) {
        const std::int64_t half = problem_.numbers();
        const NodeId begin = loops_.let("begin", loops_.scaled(row, kept()));
        const Parts z = steps_.source_array();
        const auto real_of = [&](std::int64_t k) {
            return loops_.let("end", loops_.load(from_, loops_.scaled(loops_.offset(begin, k), 2), scalar_));
        };
        store_ends(z, loops_.integer(0), real_of(0), real_of(half));
        steps_.vectors(1, half, [&](NodeId k) {
            const NodeId back =
                loops_.let("back", loops_.subtract(loops_.integer(half + 1 - plan_.lanes), k));
            const ComplexNode a = load_pairs(loops_.add(begin, k)), b = load_pairs(loops_.add(begin, back));
            steps_.store(z, k,
                         directed(merged(a, {reversed(b.real), reversed(b.imaginary)},
                                         steps_.turns(tables_.halves, kept(), k))));
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
        const NodeId to = loops_.let("result", loops_.scaled(row, kept()));
        steps_.vectors(0, kept(), [&](NodeId k) { store_pairs(loops_.add(to, k), steps_.load(z, k)); });
    }

    void odd_inverse_real_row(NodeId row) {
        const NodeId begin = loops_.let("begin", loops_.scaled(row, kept()));
        const Parts z = steps_.source_array();
        mirror(
            z, [&](NodeId k) { return loops_.scaled(loops_.add(begin, k), 2); }, [](NodeId k) { return k; });
        const NodeId to = loops_.let("result", loops_.scaled(row, problem_.length));
        const Parts y = steps_.run_to_scratch([&](NodeId k) { return steps_.load(z, k); });
        steps_.vectors(0, problem_.length, [&](NodeId k) {
            loops_.store(to_, loops_.add(to, k), finished(steps_.load(y, k)).real);
        });
    }

    // Real rows of even length, as half as many complex numbers.

    /// Number k of the transform of a real row: `z` is number k of the transform of its pairs, `mirror`
    /// number half - k.
    ComplexNode split(ComplexNode z, ComplexNode mirror, ComplexNode turn) {
        const NodeId half = loops_.real(0.5, type_of(z));
        const auto halved = [&](const char* stem, NodeId value) {
            return loops_.let(stem, loops_.multiply(value, half));
        };
        const NodeId even = halved("even", loops_.add(z.real, mirror.real));
        const NodeId even_i = halved("even_i", loops_.subtract(z.imaginary, mirror.imaginary));
        const NodeId odd = halved("odd", loops_.add(z.imaginary, mirror.imaginary));
        const NodeId odd_i = halved("odd_i", loops_.subtract(mirror.real, z.real));
        const ComplexNode turned = rotated(loops_, {odd, odd_i}, turn.real, turn.imaginary);
        return {loops_.add(even, turned.real), loops_.add(even_i, turned.imaginary)};
    }

    /// The inverse: `a` is number k of the row's transform, `mirror` number half - k.
    ComplexNode merged(ComplexNode a, ComplexNode mirror, ComplexNode turn) {
        const NodeId half = loops_.real(0.5, type_of(a));
        const auto halved = [&](const char* stem, NodeId value) {
            return loops_.let(stem, loops_.multiply(value, half));
        };
        const NodeId even = halved("even", loops_.add(a.real, mirror.real));
        const NodeId even_i = halved("even_i", loops_.subtract(a.imaginary, mirror.imaginary));
        const NodeId odd = halved("odd", loops_.subtract(a.real, mirror.real));
        const NodeId odd_i = halved("odd_i", loops_.add(a.imaginary, mirror.imaginary));
        const ComplexNode turned = rotated(loops_, {odd, odd_i}, turn.real, loops_.negate(turn.imaginary));
        return {loops_.subtract(even, turned.imaginary), loops_.add(even_i, turned.real)};
    }

    /// Number 0 of what is transformed back, from the two real numbers of a row's transform.
    void store_ends(const Parts& z, NodeId at, NodeId first, NodeId last) {
        const NodeId half = loops_.real(0.5, type_of(first));
        steps_.store_at(z, at,
                        directed({loops_.multiply(loops_.add(first, last), half),
                                  loops_.multiply(loops_.subtract(first, last), half)}));
    }

    ValueType type_of(ComplexNode a) { return type_of(a.real); }
    ValueType type_of(NodeId a) { return loops_.type(a); }

    /// Numbers k and length - k of a row of odd length are conjugate; number 0 is real.
    void mirror(const Parts& z, const std::function<NodeId(NodeId)>& source,
                const std::function<NodeId(NodeId)>& place) {
        const NodeId zero = loops_.integer(0);
        steps_.store_at(z, place(zero),
                        directed({loops_.load(from_, source(zero), scalar_), loops_.real(0, scalar_)}));
        if (kept() < 2) return;
        loops_.loop_to("k", loops_.integer(kept() - 1), [&](NodeId before) {
            const NodeId k = loops_.let("number", loops_.offset(before, 1));
            const NodeId at = loops_.let("at", source(k));
            const NodeId real = loops_.let("x", loops_.load(from_, at, scalar_));
            const NodeId imaginary = loops_.let("x_i", loops_.load(from_, loops_.offset(at, 1), scalar_));
            steps_.store_at(z, place(k), directed({real, imaginary}));
            steps_.store_at(z, place(loops_.subtract(loops_.integer(problem_.length), k)),
                            directed({real, loops_.negate(imaginary)}));
        });
    }

    // A vector holds one number each of several rows.

    /// Calls the body for each row of the group that exists, with its place in the group.
    void each_row(std::int64_t rows, const std::function<void(NodeId)>& body) {
        if (rows % plan_.lanes == 0)
            loops_.loop("lane", plan_.lanes, body);
        else
            loops_.loop_to(
                "lane",
                loops_.minimum(loops_.integer(plan_.lanes), loops_.subtract(loops_.integer(rows), first_)),
                body);
    }
    NodeId in_scratch(NodeId k, NodeId lane) { return loops_.add(loops_.scaled(k, plan_.lanes), lane); }
    /// The place of number k of the first row of the group, among `length` numbers per row.
    NodeId number(NodeId k, NodeId lane, std::int64_t length) {
        if (problem_.inner > 1)
            return loops_.add(loops_.add(first_number_, loops_.scaled(k, problem_.inner)), lane);
        return loops_.add(loops_.scaled(loops_.add(first_, lane), length), k);
    }

    void side_by_side(std::int64_t rows) {
        switch (problem_.kind) {
            case TransformKind::Complex:
            case TransformKind::InverseComplex: complex_rows(rows); return;
            case TransformKind::Real: real_rows(rows); return;
            case TransformKind::InverseReal: inverse_real_rows(rows); return;
        }
    }

    void complex_rows(std::int64_t rows) {
        if (problem_.inner > 1 && rows % plan_.lanes == 0 && plan_.lanes > 1) {
            const auto pair = [&](NodeId k) { return number(k, loops_.integer(0), problem_.length); };
            steps_.run([&](NodeId k) { return directed(load_pairs(pair(k))); },
                       [&](NodeId k, ComplexNode y) { store_pairs(pair(k), finished(y)); });
            return;
        }
        const Parts z = steps_.source_array();
        copy_in(z, rows, problem_.length);
        const Parts y = steps_.run_to_scratch([&](NodeId k) { return directed(steps_.load(z, k)); });
        copy_out(y, rows, problem_.length);
    }

    /// Brings `count` complex numbers of each row into scratch.
    void copy_in(const Parts& z, std::int64_t rows, std::int64_t count) {
        const auto scalars = [&] {
            each_row(rows, [&](NodeId lane) {
                loops_.loop("k", count, [&](NodeId k) {
                    const NodeId at = loops_.let("at", loops_.scaled(number(k, lane, count), 2));
                    steps_.store_at(
                        z, in_scratch(k, lane),
                        {loops_.load(from_, at, scalar_), loops_.load(from_, loops_.offset(at, 1), scalar_)});
                });
            });
        };
        neighbours(rows, scalars, [&] {
            loops_.loop("k", count, [&](NodeId k) {
                steps_.store(z, k, load_pairs(number(k, loops_.integer(0), count)));
            });
        });
    }

    void copy_out(const Parts& y, std::int64_t rows, std::int64_t count) {
        const auto scalars = [&] {
            each_row(rows, [&](NodeId lane) {
                loops_.loop("k", count, [&](NodeId k) {
                    const NodeId at = loops_.let("at", in_scratch(k, lane));
                    ComplexNode value{loops_.load(y.real, at, scalar_),
                                      loops_.load(y.imaginary, at, scalar_)};
                    if (problem_.is_inverse()) {
                        const NodeId factor =
                            loops_.real(1 / static_cast<double>(problem_.numbers()), scalar_);
                        value = {loops_.multiply(value.imaginary, factor),
                                 loops_.multiply(value.real, factor)};
                    }
                    store_pair(number(k, lane, count), value);
                });
            });
        };
        neighbours(rows, scalars, [&] {
            loops_.loop("k", count, [&](NodeId k) {
                store_pairs(number(k, loops_.integer(0), count), finished(steps_.load(y, k)));
            });
        });
    }

    /// Rows that are neighbours in memory are copied as vectors, but for a group that is not full.
    void neighbours(std::int64_t rows, const std::function<void()>& scalars,
                    const std::function<void()>& vectors) {
        if (problem_.inner == 1 || rows < plan_.lanes) {
            scalars();
            return;
        }
        const NodeId full = loops_.less(first_, loops_.integer(rows - plan_.lanes + 1));
        loops_.branch(full, vectors, scalars);
    }

    void real_rows(std::int64_t rows) {
        const Parts z = steps_.source_array();
        each_row(rows, [&](NodeId lane) {
            loops_.loop("k", problem_.numbers(), [&](NodeId k) {
                const NodeId row = loops_.scaled(loops_.add(first_, lane), problem_.length);
                const NodeId at =
                    loops_.let("at", loops_.add(row, problem_.is_halved() ? loops_.scaled(k, 2) : k));
                steps_.store_at(z, in_scratch(k, lane),
                                {loops_.load(from_, at, scalar_),
                                 problem_.is_halved() ? loops_.load(from_, loops_.offset(at, 1), scalar_)
                                                      : loops_.real(0, scalar_)});
            });
        });
        Parts y = steps_.run_to_scratch([&](NodeId k) { return steps_.load(z, k); });
        if (problem_.is_halved()) {
            const Parts halves = steps_.other_array(y);
            const std::int64_t half = problem_.numbers();
            const NodeId zero = loops_.integer(0), nothing = loops_.real(0, vector_);
            const ComplexNode first = steps_.load(y, zero);
            steps_.store(halves, zero, {loops_.add(first.real, first.imaginary), nothing});
            steps_.store(halves, loops_.integer(half),
                         {loops_.subtract(first.real, first.imaginary), nothing});
            if (half > 1)
                loops_.loop_to("k", loops_.integer(half - 1), [&](NodeId before) {
                    const NodeId k = loops_.let("number", loops_.offset(before, 1));
                    const ComplexNode a = steps_.load(y, k);
                    const ComplexNode b = steps_.load(y, loops_.subtract(loops_.integer(half), k));
                    steps_.store(halves, k, split(a, b, steps_.turn(tables_.halves, kept(), k)));
                });
            y = halves;
        }
        each_row(rows, [&](NodeId lane) {
            loops_.loop("k", kept(), [&](NodeId k) {
                const NodeId at = loops_.let("at", in_scratch(k, lane));
                store_pair(number(k, lane, kept()),
                           {loops_.load(y.real, at, scalar_), loops_.load(y.imaginary, at, scalar_)});
            });
        });
    }

    void inverse_real_rows(std::int64_t rows) {
        const std::int64_t half = problem_.numbers();
        Parts z = steps_.source_array();
        if (problem_.is_halved()) {
            const Parts given = steps_.other_array(z);
            copy_in(given, rows, kept());
            const NodeId zero = loops_.integer(0);
            store_ends(z, zero, steps_.load(given, zero).real, steps_.load(given, loops_.integer(half)).real);
            if (half > 1)
                loops_.loop_to("k", loops_.integer(half - 1), [&](NodeId before) {
                    const NodeId k = loops_.let("number", loops_.offset(before, 1));
                    const ComplexNode a = steps_.load(given, k);
                    const ComplexNode b = steps_.load(given, loops_.subtract(loops_.integer(half), k));
                    steps_.store(z, k, directed(merged(a, b, steps_.turn(tables_.halves, kept(), k))));
                });
        } else {
            each_row(rows, [&](NodeId lane) {
                mirror(
                    z, [&](NodeId k) { return loops_.scaled(number(k, lane, kept()), 2); },
                    [&](NodeId k) { return in_scratch(k, lane); });
            });
        }
        const Parts y = steps_.run_to_scratch([&](NodeId k) { return steps_.load(z, k); });
        each_row(rows, [&](NodeId lane) {
            loops_.loop("k", half, [&](NodeId k) {
                const NodeId at = loops_.let("at", in_scratch(k, lane));
                const NodeId factor = loops_.real(1 / static_cast<double>(half), scalar_);
                const NodeId row = loops_.scaled(loops_.add(first_, lane), problem_.length);
                const NodeId to = loops_.add(row, problem_.is_halved() ? loops_.scaled(k, 2) : k);
                loops_.store(to_, to, loops_.multiply(loops_.load(y.imaginary, at, scalar_), factor));
                if (problem_.is_halved())
                    loops_.store(to_, loops_.offset(to, 1),
                                 loops_.multiply(loops_.load(y.real, at, scalar_), factor));
            });
        });
    }

    LoopBuilder loops_;
    TransformSteps steps_;
    const TransformProblem& problem_;
    const TransformPlan& plan_;
    const TransformTables& tables_;
    std::string from_, to_;
    ValueType vector_, scalar_;
    NodeId first_ = no_node;         ///< the first row of the group
    NodeId first_number_ = no_node;  ///< the place of its first number, where rows are neighbours
};

}  // namespace

LoopNest transform_loops(const TransformProblem& problem, const TransformPlan& plan,
                         const TransformTables& tables, bool is_in_place) {
    const std::int64_t rows = problem.outer * problem.inner, kept = problem.length / 2 + 1;
    const auto elements = [&](bool is_real_side) {
        return is_real_side ? rows * problem.length : 2 * rows * (problem.is_real() ? kept : problem.length);
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
    TransformLoops(nest, problem, plan, tables, is_in_place).write();
    return nest;
}

}  // namespace hlo2c::scheduler
