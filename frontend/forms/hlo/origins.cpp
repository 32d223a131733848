#include "frontend/forms/hlo/origins.h"

#include <algorithm>
#include <array>
#include <set>

namespace hlo2c::frontend {

/// The part of an instruction's result at tuple index `index`.
struct ResultPart {
    const wire::HloComputationProto* computation;
    const wire::HloInstructionProto* instruction;
    std::vector<std::int64_t> index;
};

class OriginSearch {
public:
    OriginSearch(const Origins& origins, std::string_view opcode) : origins_(origins), opcode_(opcode) {}

    std::vector<const wire::HloInstructionProto*> run(ResultPart part) {
        open_.push_back(std::move(part));
        while (!open_.empty()) {
            const ResultPart next = std::move(open_.back());
            open_.pop_back();
            if (!is_part(next) || !seen_.insert({next.instruction, next.index}).second) continue;
            if (next.instruction->opcode() == opcode_ && next.index.empty())
                found_.push_back(next.instruction);
            else if (const Row* row = row_of(next.instruction->opcode()))
                (this->*row->back)(next);
        }
        return std::move(found_);
    }

private:
    /// How the search passes through an opcode.
    struct Row {
        std::string_view opcode;
        void (OriginSearch::*back)(const ResultPart&);  ///< from a result to its sources
        /// From a parameter of the called computation to the values passed to it.
        void (OriginSearch::*given)(const ResultPart& call, int called, std::int64_t parameter) = nullptr;
    };

    /// Whether the index is valid in the shape. A shape has finitely many parts, so the search terminates.
    static bool is_part(const ResultPart& part) {
        const wire::ShapeProto* shape = &part.instruction->shape();
        for (const std::int64_t index : part.index) {
            if (shape->element_type() != wire::TUPLE || index < 0 || index >= shape->tuple_shapes_size())
                return false;
            shape = &shape->tuple_shapes(static_cast<int>(index));
        }
        return true;
    }

    static const Row* row_of(std::string_view opcode) {
        static constexpr auto rows = std::to_array<Row>({
            {"add-dependency", &OriginSearch::operand},
            {"call", &OriginSearch::root, &OriginSearch::given_to_function},
            {"conditional", &OriginSearch::root, &OriginSearch::given_to_branch},
            {"copy", &OriginSearch::operand},
            {"get-tuple-element", &OriginSearch::element},
            {"opt-barrier", &OriginSearch::operand},
            {"parameter", &OriginSearch::argument},
            {"tuple", &OriginSearch::member},
            {"while", &OriginSearch::state, &OriginSearch::given_to_loop},
        });
        const auto row =
            std::find_if(rows.begin(), rows.end(), [&](const Row& each) { return each.opcode == opcode; });
        return row != rows.end() ? &*row : nullptr;
    }

    void visit(const wire::HloComputationProto& computation, std::int64_t id,
               std::vector<std::int64_t> index) {
        const Origins::Instructions& all = origins_.instructions_.at(&computation);
        if (const auto found = all.find(id); found != all.end())
            open_.push_back({&computation, found->second, std::move(index)});
    }

    void visit_operand(const ResultPart& part, std::int64_t number, std::vector<std::int64_t> index) {
        if (number >= 0 && number < part.instruction->operand_ids_size())
            visit(*part.computation, part.instruction->operand_ids(static_cast<int>(number)),
                  std::move(index));
    }

    void visit_root(std::int64_t called, const std::vector<std::int64_t>& index) {
        const auto found = origins_.computations_.find(called);
        if (found != origins_.computations_.end()) visit(*found->second, found->second->root_id(), index);
    }

    void operand(const ResultPart& part) { visit_operand(part, 0, part.index); }

    void element(const ResultPart& part) {
        std::vector<std::int64_t> index = part.index;
        index.insert(index.begin(), part.instruction->tuple_index());
        visit_operand(part, 0, std::move(index));
    }

    void member(const ResultPart& part) {
        if (!part.index.empty())
            visit_operand(part, part.index.front(), {part.index.begin() + 1, part.index.end()});
    }

    /// The initial value of the loop, or the result of its body.
    void state(const ResultPart& part) {
        visit_operand(part, 0, part.index);
        if (part.instruction->called_computation_ids_size() > 0)
            visit_root(part.instruction->called_computation_ids(0), part.index);
    }

    void root(const ResultPart& part) {
        for (const std::int64_t called : part.instruction->called_computation_ids())
            visit_root(called, part.index);
    }

    void argument(const ResultPart& part) {
        const auto callers = origins_.callers_.find(part.computation->id());
        if (callers == origins_.callers_.end()) return;
        for (const Origins::Caller& caller : callers->second)
            if (const Row* row = row_of(caller.instruction->opcode()); row != nullptr && row->given)
                (this->*row->given)({caller.computation, caller.instruction, part.index}, caller.called,
                                    part.instruction->parameter_number());
    }

    void given_to_function(const ResultPart& call, int, std::int64_t parameter) {
        visit_operand(call, parameter, call.index);
    }

    void given_to_branch(const ResultPart& call, int called, std::int64_t) {
        visit_operand(call, called + 1, call.index);
    }

    void given_to_loop(const ResultPart& call, int, std::int64_t) { state(call); }

    const Origins& origins_;
    std::string_view opcode_;
    std::vector<ResultPart> open_;
    std::set<std::pair<const wire::HloInstructionProto*, std::vector<std::int64_t>>> seen_;
    std::vector<const wire::HloInstructionProto*> found_;
};

Origins::Origins(const wire::HloModuleProto& module) {
    for (const wire::HloComputationProto& computation : module.computations()) {
        computations_.emplace(computation.id(), &computation);
        Instructions& instructions = instructions_[&computation];
        for (const wire::HloInstructionProto& instruction : computation.instructions()) {
            instructions.emplace(instruction.id(), &instruction);
            for (int i = 0; i < instruction.called_computation_ids_size(); i++)
                callers_[instruction.called_computation_ids(i)].push_back({&computation, &instruction, i});
        }
    }
}

std::vector<const wire::HloInstructionProto*> Origins::of(const wire::HloComputationProto& computation,
                                                          const wire::HloInstructionProto& instruction,
                                                          std::string_view opcode) const {
    return OriginSearch(*this, opcode).run({&computation, &instruction, {}});
}

}  // namespace hlo2c::frontend
