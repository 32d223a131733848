#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "codegen/c/expression_printer.h"
#include "codegen/text/writer.h"

namespace hlo2c::codegen {

/// Prints the statements of one kernel. Parallel loops become separate functions, which come first.
class StatementPrinter {
public:
    /// `function` is the kernel's C name, the stem of the names of its loop bodies.
    StatementPrinter(const scheduler::LoopNest& nest, VectorSupport& support, std::string function);

    /// "const float *restrict a, ..." in the nest's order, without scratch and context.
    std::string parameters() const;
    void print_body();

    const std::string& outlined() const { return outlined_; }
    const std::string& body() const { return writer_.text(); }
    /// The support functions that the kernel and its loop bodies call, in the order of their first calls.
    std::vector<SupportCall> calls() const;
    /// True if a loop is parallel: then the kernel takes the context and returns the status of the loop's
    /// hook.
    bool takes_context() const { return takes_context_; }

private:
    /// Names in the order in which they were added first.
    class Calls {
    public:
        void add(const SupportCall& function) {
            if (known_.insert(function.name()).second) order_.push_back(function);
        }
        const std::vector<SupportCall>& order() const { return order_; }

    private:
        std::set<std::string> known_;
        std::vector<SupportCall> order_;
    };
    struct Pointer {
        std::string symbol;
        scheduler::ScalarKind element;
        bool written;
    };
    /// How values reach the ranges of a parallel loop: members of a structure and its initialiser, then
    /// parameters of the function with the loop, each followed by ", ", and their arguments.
    struct Captures {
        Writer structure{1};
        std::string values, parameters, arguments;
    };
    const scheduler::Node& node(scheduler::NodeId id) const { return nest_[id]; }
    scheduler::NodeId last_statement() const;
    /// Writes a statement, or the head of a block.
    void write(const Code& code);
    void open(const Code& head);
    void note_calls(const Code& code);
    void define_functions();
    void statement(scheduler::NodeId id);
    bool takes_space(scheduler::NodeId id) const;
    void statements(std::span<const scheduler::NodeId> block);
    scheduler::NodeId behind_lets(scheduler::NodeId id, bool vectors_too);
    void loop(const scheduler::Node& node);
    void body_of_loop(scheduler::NodeId body);
    void shared_loop(const scheduler::Node& loop);
    void parallel_loop(scheduler::NodeId id, std::span<const scheduler::NodeId> shared = {});
    Captures captures(scheduler::NodeId id, std::span<const scheduler::NodeId> shared,
                      scheduler::ValueType type, const std::string& first);
    void loop_over_range(const scheduler::Node& loop);
    std::string range_body(scheduler::NodeId loop, std::span<const scheduler::NodeId> shared,
                           const std::string& first);
    scheduler::NodeId added_value(const scheduler::Node& store) const;
    void store(const scheduler::Node& node);
    void allocate(const scheduler::Node& node);
    void declare(scheduler::NodeId id);
    struct FirstValue {
        scheduler::NodeId value = scheduler::no_node;
        std::span<const scheduler::NodeId> rest;
    };
    std::optional<FirstValue> first_value(scheduler::NodeId declaration) const;
    void declare_without_values(scheduler::ValueType type, const std::vector<std::string>& symbols);
    std::string pointer_declaration(const Pointer& pointer, const std::string& name) const;

    const scheduler::LoopNest& nest_;
    VectorSupport& support_;
    std::string function_;
    Names names_;
    Writer writer_{1};
    std::vector<RowPointer> rows_;  ///< in scope
    ExpressionPrinter expressions_;
    std::vector<Pointer> pointers_;
    std::string outlined_;
    Calls calls_, outlined_calls_;  ///< of the body, of `outlined_`
    std::int64_t scratch_offset_ = 0;
    int bodies_ = 0;
    bool takes_context_ = false;
    /// The function for a range of a parallel loop while it is printed: the name of the loop's begin; inside
    /// the loop, its iteration number and its trip count.
    struct {
        bool is_open = false;
        std::string first;
        std::string trip;
        std::int64_t trips = 0;
        std::int64_t iterations = 0;  // of the parallel loop, if known
    } range_;
};

}  // namespace hlo2c::codegen
