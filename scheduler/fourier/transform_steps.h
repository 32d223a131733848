#pragma once

#include <array>
#include <functional>
#include <string>

#include "scheduler/fourier/codelets.h"
#include "scheduler/fourier/transform_tables.h"

namespace hlo2c::scheduler {

/// Real and imaginary parts of complex numbers, in two arrays in scratch.
struct Parts {
    std::string real, imaginary;
    bool operator==(const Parts&) const = default;
};

/// The steps of one transform, or of as many as a vector has lanes: Stockham's algorithm between two pairs of
/// arrays in scratch. An index k selects the numbers of one vector: in columns, the numbers from k on of one
/// row; otherwise number k of each row.
class TransformSteps {
public:
    using Source = std::function<ComplexNode(NodeId k)>;
    using Sink = std::function<void(NodeId k, ComplexNode value)>;

    TransformSteps(LoopBuilder& loops, const TransformProblem& problem, const TransformSchedule& schedule,
                   const TransformTables& tables);

    /// Transforms the numbers of the source. The sink gets each result once; in columns, it may get a few of
    /// them twice.
    void run(const Source& source, const Sink& sink);
    /// The same, with the arrays that it returns as the sink.
    Parts run_to_scratch(const Source& source);
    /// Arrays that a source may read.
    Parts source_array() { return array(schedule_.is_chirp ? 0 : 1); }
    Parts other_array(const Parts& parts) { return parts == array(0) ? array(1) : array(0); }

    ComplexNode load(const Parts& parts, NodeId k);
    void store(const Parts& parts, NodeId k, ComplexNode value);
    /// One number, at an index of the arrays.
    ComplexNode load_at(const Parts& parts, NodeId index);
    void store_at(const Parts& parts, NodeId index, ComplexNode value);
    /// Calls the body for each vector of numbers begin to end - 1 of a row in columns, with the first of its
    /// numbers. The last vector may repeat some.
    void vectors(std::int64_t begin, std::int64_t end, const std::function<void(NodeId)>& body);
    /// The factors from number k on, of a table at `table` with `count` cosines and `count` sines.
    ComplexNode twiddles(std::int64_t table, std::int64_t count, NodeId k);
    /// Factor number k, in all lanes.
    ComplexNode twiddle(std::int64_t table, std::int64_t count, NodeId k);

private:
    Parts array(int index);
    /// Steps whose results are in scratch.
    int intermediates() const;
    /// An element of the tables, in all lanes.
    NodeId root(const char* stem, NodeId at);
    /// `twiddles` in columns, else `twiddle`.
    ComplexNode factors(std::int64_t table, std::int64_t count, NodeId k);
    /// The steps write the two arrays alternately, array `first_written` first. A sink may write array
    /// `result_of(first_written)`, which the last step does not read.
    void transform(const Source& source, const Sink& sink, int first_written);
    int result_of(int first_written) const { return (first_written + intermediates()) % 2; }
    /// Transforms numbers that are `groups` * `size` apart; `size` is the product of the earlier radices.
    void step(std::size_t number, std::int64_t groups, std::int64_t size, const Source& source,
              const Sink& sink);
    void across_columns(const Parts& from, const Sink& sink);
    /// Calls the body for numbers 0 to end - 1 of each row.
    void each_number(std::int64_t end, const std::function<void(NodeId)>& body);
    /// Returns the arrays of the result, before the last product with the chirp.
    Parts convolve(const Source& source);

    LoopBuilder& loops_;
    const TransformProblem& problem_;
    const TransformSchedule& schedule_;
    const TransformTables& tables_;
    ValueType vector_;
    std::array<Parts, 2> arrays_;
};

}  // namespace hlo2c::scheduler
