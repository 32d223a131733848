#include "scheduler/kernels/share_weights.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>

#include "frontend/ir/attributes.h"
#include "scheduler/layout/lowering_context.h"
#include "scheduler/program_names.h"
#include "scheduler/schedule/packed_form.h"

namespace hlo2c::scheduler {
namespace {

/// Smaller constants may be stored in several orders.
constexpr std::int64_t small_bytes = 64;
/// Vectors of the widest panels.
constexpr int most_vectors = 8;
/// A weight is stored in several orders if one order takes this much longer for all its contractions, by an
/// estimate that is too high for strided reads.
constexpr double largest_loss = 8;

/// The order of a stored constant; none for the program's own.
using Form = std::vector<PackedBlock>;

std::int64_t element_count(const Form& form) {
    std::int64_t sum = 0;
    for (const PackedBlock& block : form) sum += block.element_count();
    return sum;
}

Form form_of(const WeightReader& reader, const Schedule& schedule) {
    const ViewedValue& view = reader.problem.operand(reader.is_rhs);
    const auto problem = [&]() -> const ContractionProblem& {
        return std::get<ContractionProblem>(reader.problem.problem.form);
    };
    if (const auto* winograd = std::get_if<WinogradSchedule>(&schedule))
        return reader.is_rhs ? Form{packed_windows(problem(), *winograd, view.offset)} : Form{};
    const auto* contraction = std::get_if<ContractionSchedule>(&schedule);
    if (contraction == nullptr) return {};
    return packed_form(problem(), *contraction, reader.is_rhs, view.offset);
}

/// Finds the readers of constants in one function.
class ReaderSearch {
public:
    /// `contraction` gets the number of a region and of its group, and which operand the constant is.
    std::function<void(ValueId constant, RegionId region, std::size_t group, bool is_rhs)> contraction;
    std::function<void(ValueId constant)> plain;

    void run(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts,
             const FunctionSchedules& schedules) const {
        for (RegionId id = 0; id < graph.region_count(); id++)
            run({graph.region(id), groups.regions[id], layouts, graph.constants()}, id,
                schedules.regions[id]);
    }

private:
    void run(const LoweringContext& context, RegionId id,
             const std::vector<ScheduledGroup>& scheduled) const {
        const auto is_large = [&](ValueId value) {
            return context.constants.contains(value) && context.tensor(value).byte_size() > small_bytes &&
                   !context.is_splat(value);
        };
        const auto read_plain = [&](ValueId operand) {
            if (is_large(context.storage(operand))) plain(context.storage(operand));
        };
        for (std::size_t number = 0; number < scheduled.size(); number++) {
            const GroupProblem& problem = scheduled[number].problem;
            for (const ValueId operand : problem.operands) read_plain(operand);
            if (std::holds_alternative<ContractionProblem>(problem.problem.form)) {
                for (const bool is_rhs : {false, true}) {
                    const ValueId constant = context.storage(problem.operand(is_rhs).value);
                    if (is_large(constant)) contraction(constant, id, number, is_rhs);
                }
                continue;
            }
            for (const int member : context.grouping.groups[number].members())
                for (const ValueId operand : context.graph.op(member).operands) read_plain(operand);
        }
        for (const ValueId operand : context.graph.region().ops.back().operands) read_plain(operand);
    }
};

/// Hashes of a function's constants, each computed once.
class Hashes {
public:
    explicit Hashes(const FunctionGraph& graph) : graph_(graph) {}
    std::uint64_t operator()(ValueId constant) {
        const auto known = hashes_.find(constant);
        if (known != hashes_.end()) return known->second;
        const Literal& literal = (*graph_.constants().at(constant))[attr::value];
        const std::span<const std::byte> bytes = literal.bytes();
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        const std::uint64_t hash =
            std::hash<std::string_view>()(text) + static_cast<std::uint64_t>(literal.type().element);
        literal.shared_bytes().release_pages();
        return hashes_[constant] = hash;
    }

private:
    const FunctionGraph& graph_;
    std::map<ValueId, std::uint64_t> hashes_;
};

/// The order in which a library stores a constant.
class FormChoice {
public:
    FormChoice(const WeightReaders& readers, const Target& target) : readers_(readers), target_(target) {}

    /// Nothing if the readers keep their schedules.
    std::optional<Form> run() const {
        std::vector<Form> forms;
        std::int64_t stored = 0;
        double now = 0;
        const auto add = [&](const Form& form) {
            if (std::find(forms.begin(), forms.end(), form) != forms.end()) return;
            forms.push_back(form);
            stored += form.empty() ? readers_.elements : element_count(form);
        };
        if (readers_.is_read_plain) add({});
        for (const WeightReader& reader : readers_.contractions) {
            add(form_of(reader, reader.schedule));
            now += estimated_cycles(reader.schedule);
        }
        // Contractions may read different parts of a constant.
        if (forms.size() == 1 || stored <= readers_.elements + readers_.elements / 50) return std::nullopt;
        if (readers_.is_read_plain)
            forms = {{}};
        else
            add({});
        std::optional<Form> best;
        double least = now * largest_loss;
        for (const Form& form : forms) {
            const std::optional<double> cost = cost_of(form);
            if (!cost || *cost > least || (best && *cost == least)) continue;
            least = *cost;
            best = form;
        }
        return best;
    }

    /// Candidates that read the constant in this form, best first. If the elements keep their order, the
    /// problem's operand is no constant.
    static std::vector<Schedule> candidates(const WeightReader& reader, const Form& form,
                                            const Target& of_library, Problem& problem) {
        const Target target = reader.runs_in_slot ? target_of_slot(of_library) : of_library;
        if (form.empty()) {
            auto& contraction = std::get<ContractionProblem>(problem.form);
            contraction.operand(reader.is_rhs).is_constant = false;
            return candidate_schedules(problem, target);
        }
        std::vector<Schedule> fitting;
        for (int vectors = 0; vectors <= most_vectors; vectors++)
            for (Schedule& each : candidate_schedules(problem, target, vectors))
                if (form_of(reader, each) == form) fitting.push_back(std::move(each));
        std::stable_sort(fitting.begin(), fitting.end(), [](const Schedule& a, const Schedule& b) {
            return estimated_cycles(a) < estimated_cycles(b);
        });
        fitting.erase(std::unique(fitting.begin(), fitting.end()), fitting.end());
        return fitting;
    }

private:
    std::optional<double> cost_of(const Form& form) const {
        double sum = 0;
        for (const WeightReader& reader : readers_.contractions) {
            Problem problem = reader.problem.problem;
            const std::vector<Schedule> fitting = candidates(reader, form, target_, problem);
            if (fitting.empty()) return std::nullopt;
            sum += estimated_cycles(fitting.front());
        }
        return sum;
    }

    const WeightReaders& readers_;
    const Target& target_;
};

}  // namespace

void add_weight_readers(const FunctionGraph& graph, const FunctionGroups& groups,
                        const FunctionLayouts& layouts, const FunctionSchedules& schedules,
                        LibraryWeights& weights) {
    Hashes hash(graph);
    std::map<ValueId, bool> plain;
    ReaderSearch search;
    search.plain = [&](ValueId constant) { plain[constant] = true; };
    search.contraction = [&](ValueId constant, RegionId region, std::size_t number, bool is_rhs) {
        WeightReaders& readers = weights[hash(constant)];
        const ScheduledGroup& group = schedules.regions[region][number];
        readers.elements = graph.function().tensor(constant).element_count();
        readers.contractions.push_back(
            {group.problem, group.chosen.candidates.front(), is_rhs, group.runs_in_slot});
        plain.try_emplace(constant, false);
    };
    search.run(graph, groups, layouts, schedules);
    for (const auto& [constant, is_plain] : plain)
        if (is_plain) weights[hash(constant)].is_read_plain = true;
}

void share_weights(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts,
                   const Target& target, const LibraryWeights& weights, const ScheduleChoice& choice,
                   FunctionSchedules& schedules) {
    Hashes hash(graph);
    std::map<ValueId, std::optional<Form>> forms;
    ReaderSearch search;
    search.plain = [](ValueId) {};
    search.contraction = [&](ValueId constant, RegionId region, std::size_t number, bool is_rhs) {
        const auto known = forms.find(constant);
        const std::optional<Form>& form =
            known != forms.end() ? known->second
                                 : (forms[constant] = FormChoice(weights.at(hash(constant)), target).run());
        if (!form) return;
        ScheduledGroup& group = schedules.regions[region][number];
        const WeightReader reader{group.problem, group.chosen.candidates.front(), is_rhs, group.runs_in_slot};
        std::vector<Schedule> candidates =
            FormChoice::candidates(reader, *form, target, group.problem.problem);
        group.chosen = choose_among(std::move(candidates), group.problem.problem, choice);
    };
    search.run(graph, groups, layouts, schedules);
}

}  // namespace hlo2c::scheduler
