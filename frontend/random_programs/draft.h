#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/random_programs/accuracy.h"
#include "frontend/random_programs/element_kinds.h"
#include "frontend/random_programs/values.h"

namespace hlo2c::frontend::random_programs {

/// Thrown if a choice leads to no valid op; the draft then undoes the attempt.
struct Rejected {};

/// Requirements for an operand.
struct Wanted {
    unsigned kinds = kinds::Any;
    Accuracy most = Accuracy::Loose;
    std::function<bool(const TensorType&)> also;  ///< a further condition; empty if none
    int least_rank = 0;
    bool quantized = false;  ///< also allows quantized tensors, whatever `kinds` says
};

/// How large a program may become.
struct Scale {
    std::int64_t most_elements = 1 << 16;  ///< of one value
    std::int64_t most_work = INT64_MAX;    ///< products of a contraction, or applications in a window
    std::int64_t most_size = 20;           ///< of a dimension that no operand has
};

/// A program while it grows: one function, op by op, each checked by the verifier's own rules before it is
/// kept.
class Draft {
public:
    Draft(Random& random, ValueStyle style, const Scale& scale = {});

    Random& random() { return random_; }
    ValueStyle style() const { return style_; }
    /// A size that does not come from an operand.
    std::int64_t free_size() { return random_.between(1, scale_.most_size); }
    /// From here on, rejects contractions and windows with less work than this.
    void require_work(std::int64_t least) { least_work_ = least; }
    TensorType type(ValueId value) const { return function().tensor(value); }
    std::vector<std::int64_t> shape(ValueId value) const { return type(value).shape; }
    Accuracy accuracy(ValueId value) const { return accuracies_[value]; }

    /// An existing value of the program, or a new argument.
    ValueId operand(const Wanted& wanted);
    /// The same for a given type. May add ops that compute it.
    ValueId of_type(const TensorType& type, Accuracy most = Accuracy::Loose);
    /// Integers, mostly within a range: positions for gather and similar ops.
    ValueId positions(std::vector<std::int64_t> shape, IndexRange range);
    ValueId argument(const TensorType& type, const std::optional<IndexRange>& range = std::nullopt);
    ValueId argument(Literal literal);
    ValueId constant(const Literal& literal);
    /// Constant integers: sizes for the dynamic_* ops.
    ValueId constant_sizes(const std::vector<std::int64_t>& sizes);

    /// Adds an op with one result per type in `declared`. Rejected if the verifier refuses it or its results
    /// would be less accurate than allowed here.
    std::vector<ValueId> emit(Op op, std::vector<Type> declared);
    /// The same for one result.
    ValueId emit(OpCode code, std::vector<ValueId> operands, TensorType declared,
                 std::vector<NamedAttribute> attributes = {});

    using Body = std::function<std::vector<ValueId>(const std::vector<ValueId>&)>;
    /// A region whose arguments have these types and accuracies; `body` emits its ops and returns its
    /// results. No value in it is less accurate than `most`.
    Region region(const std::vector<TensorType>& arguments, Accuracy accuracy, const Body& body,
                  Accuracy most = Accuracy::Loose);
    /// A function to call; `body` sees only its arguments. Returns its name.
    std::string called_function(const std::vector<ValueId>& operands, const Body& body);

    /// Adds ops by random rules until there are `count` more, or too many attempts fail. Few rules apply
    /// inside regions: `elementwise` admits those that keep shapes.
    void grow(int count, bool elementwise);

    /// Runs `step`; if it is rejected, undoes it and returns false.
    bool attempt(const std::function<void()>& step);

    int depth() const { return static_cast<int>(blocks_.size()) - 1; }
    /// Values of this block and enclosing ones, made since `begin`.
    std::size_t visible_count() const { return visible_.size(); }
    ValueId visible(std::size_t i) const { return visible_[i]; }

    struct Finished {
        Program program;
        std::vector<Literal> arguments;
    };
    /// Ends the function; its results are the unused values and some others.
    Finished finish();

private:
    Function& function() { return program_.functions[current_]; }
    const Function& function() const { return program_.functions[current_]; }
    ValueId add_value(Type type, Accuracy accuracy);
    ValueId made_like(const TensorType& type, Accuracy most);

    Random& random_;
    ValueStyle style_;
    Scale scale_;
    std::int64_t least_work_ = 0;
    Program program_;
    std::size_t current_ = 0;
    /// Contents of an argument. Numbers are drawn after the program is finished, because most attempts are
    /// undone.
    struct Argument {
        TensorType type;
        std::optional<IndexRange> range;
        std::optional<Literal> literal;  ///< where it is given
    };
    ValueId add_argument(Argument argument);
    std::vector<Argument> arguments_;
    std::vector<std::vector<Op>> blocks_;  ///< of the open regions, outermost first
    std::vector<ValueId> visible_;
    std::vector<Accuracy> accuracies_;  ///< per value of the current function
    std::vector<Accuracy> limits_;      ///< the worst accuracy allowed, innermost last
};

}  // namespace hlo2c::frontend::random_programs
