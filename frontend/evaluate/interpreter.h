#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "frontend/evaluate/elements.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/ir/function_index.h"

namespace hlo2c::frontend {

/// The value of a token, which has no data.
struct Token {};

/// A run-time value: not yet computed, a tensor, a token, or the parts of a tuple or future.
struct Datum {
    std::variant<std::monostate, Literal, Token, std::vector<Datum>> value;

    Datum() = default;
    Datum(Literal literal) : value(std::move(literal)) {}
    Datum(Token token) : value(token) {}
    Datum(std::vector<Datum> parts) : value(std::move(parts)) {}

    bool is_tensor() const { return std::holds_alternative<Literal>(value); }
    const Literal& tensor() const;
    const std::vector<Datum>& parts() const;
};

/// One call of a function: its values by ValueId, and an index of the functions it may call.
struct Frame {
    std::vector<Datum> values;
    const FunctionIndex* functions = nullptr;

    Datum& operator[](ValueId value) { return values[value]; }
};

/// One op being evaluated: the hook reads its operands and stores its results here.
class OpCall {
public:
    OpCall(const Program& program, const Function& function, const Op& op, Frame* frame,
           Process* process = nullptr)
        : program_(program), function_(function), op_(op), frame_(frame), process_(process) {}

    const Program& program() const { return program_; }
    const Function& function() const { return function_; }
    const Op& op() const { return op_; }
    /// The process that runs the op; nullptr in single-process runs.
    Process* process() const { return process_; }

    int operand_count() const { return static_cast<int>(operands_.size()); }
    const Datum& datum(int index) const { return *operands_.at(static_cast<std::size_t>(index)); }
    std::vector<Datum> data() const;
    const Literal& operand(int index) const { return datum(index).tensor(); }

    /// The declared type of a result. Its shape may be dynamic, so kernels take shapes from operands if they
    /// can.
    const TensorType& result_type(int index = 0) const;
    /// The declared element type and quantization of a result, with its actual shape.
    TensorType typed(std::vector<std::int64_t> shape, int index = 0) const;

    ProductSums product_sums() const { return product_sums_; }

    void give(Datum result) { results_.push_back(std::move(result)); }

    /// Runs a region of the op with these arguments; returns the operands of its terminator.
    std::vector<Datum> run_region(const Region& region, std::vector<Datum> arguments);
    /// Calls a function of the program.
    std::vector<Datum> call_function(const std::string& name, std::vector<Datum> arguments);

    /// Throws "unsupported" (H0320) with the place of the op.
    [[noreturn]] void refuse(const std::string& what) const;
    /// Throws a user error (H0321) with the place of the op.
    [[noreturn]] void fail_here(const std::string& what, const std::string& remedy) const;

    void set_operands(std::vector<const Datum*> operands) { operands_ = std::move(operands); }
    void set_product_sums(ProductSums sums) { product_sums_ = sums; }
    void set_result_types(std::vector<Type> types) { result_types_ = std::move(types); }
    std::vector<Datum>& results() { return results_; }

private:
    const Program& program_;
    const Function& function_;
    const Op& op_;
    Frame* frame_;
    Process* process_;
    std::vector<const Datum*> operands_;
    ProductSums product_sums_ = ProductSums::Compensated;
    std::vector<Type> result_types_;  ///< replace the declared ones unless empty
    std::vector<Datum> results_;
};

/// Evaluates one op by its hook; dequantizes quantized operands before, and quantizes results after.
void run_op(OpCall& call);

/// Calls a function with these arguments. `functions` is the index of `program`, if one exists already.
std::vector<Datum> run_function(const Program& program, const Function& function,
                                std::vector<Datum> arguments, Process* process = nullptr,
                                const FunctionIndex* functions = nullptr);

/// Runs a region in a frame.
std::vector<Datum> run_region(const Program& program, const Function& function, Frame& frame,
                              const Region& region, std::vector<Datum> arguments, Process* process = nullptr);

}  // namespace hlo2c::frontend
