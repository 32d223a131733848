#include "scheduler/groups/pattern_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_row.h"
#include "frontend/ops/op_traits.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

/// A word, and the op that it stands for if that is only one.
struct Word {
    std::string text;
    const Op* op = nullptr;
};
using Words = std::vector<Word>;

constexpr std::size_t most_words = 4;

/// What a sequence has at one place: an op, or the word of an earlier sequence.
struct Term {
    OpCode code{};
    std::string_view word = {};
    bool is_word = false;

    constexpr Term() = default;
    constexpr Term(OpCode op) : code(op) {}
    constexpr Term(const char* text) : word(text), is_word(true) {}
    /// The op, or the ops that its word stands for.
    constexpr Term(OpCode op, const char* text) : code(op), word(text) {}

    bool matches(const Word& found) const {
        return found.op != nullptr ? !is_word && found.op->code == code : !word.empty() && found.text == word;
    }
};

/// Terms that follow each other, and the word for them.
struct Sequence {
    frontend::FactList<Term, 21> terms;
    std::string_view word;
};

// Longer sequences come before those that they contain. That of erfc is how exporters write out chlo.erfc.
constexpr auto sequences = [] {
    constexpr Term absolute = OpCode::Abs, add = OpCode::Add, clamp = OpCode::Clamp,
                   compare = OpCode::Compare, divide = OpCode::Divide, erfc{OpCode::ChloErfc, "erfc"},
                   exponential = OpCode::Exponential, logarithm = OpCode::Log, logistic = OpCode::Logistic,
                   maximum = OpCode::Maximum, minimum = OpCode::Minimum, multiply = OpCode::Multiply,
                   negate = OpCode::Negate, polynomial = "polynomial", rsqrt = OpCode::Rsqrt,
                   select = OpCode::Select, subtract = OpCode::Subtract, tanh = OpCode::Tanh;
    return std::to_array<Sequence>({
        {{multiply, negate,     absolute,   divide,   exponential, divide,  multiply,
          compare,  polynomial, select,     multiply, compare,     select,  compare,
          subtract, select,     polynomial, multiply, subtract,    compare, select},
         "erfc"},
        {{multiply, negate, multiply, erfc, multiply}, "gelu"},
        {{multiply, multiply, multiply, add, multiply, tanh, add, multiply, multiply}, "gelu"},
        {{multiply, multiply, multiply, add, multiply, tanh, add, multiply}, "gelu"},
        {{subtract, add, rsqrt, multiply, multiply, add}, "batch_norm"},
        {{add, maximum, minimum, multiply, divide}, "hard_swish"},
        {{add, clamp, multiply, divide}, "hard_swish"},
        {{subtract, multiply, add, maximum, minimum}, "batch_norm_clamp"},
        {{multiply, add, maximum, minimum}, "hard_sigmoid"},
        {{negate, exponential, add, divide}, "sigmoid"},
        {{exponential, add, logarithm}, "softplus"},
        {{maximum, minimum}, "clamp"},
        {{compare, select}, "select"},
        {{logistic}, "sigmoid"},
    });
}();
/// Sequences of words that `operand_word` gives.
constexpr auto later_sequences = std::to_array<Sequence>({
    {{OpCode::Subtract, "scale", "bias"}, "batch_norm"},
});

/// Words for the reductions that have a name.
constexpr auto reduction_words = frontend::by_every_enumerator<ReductionName::Xor, std::string_view>({
    {ReductionName::Other, "reduce"},
    {ReductionName::Sum, "sum"},
    {ReductionName::Product, "product"},
    {ReductionName::Maximum, "maximum"},
    {ReductionName::Minimum, "minimum"},
    {ReductionName::And, "all"},
    {ReductionName::Or, "any"},
    {ReductionName::Xor, "reduce"},
});

/// What a reduction finds the index of, if it prefers the element that compares so.
constexpr auto extreme_words =
    frontend::by_every_enumerator<frontend::ComparisonDirection::Lt, std::string_view>({
        {frontend::ComparisonDirection::Eq, ""},
        {frontend::ComparisonDirection::Ne, ""},
        {frontend::ComparisonDirection::Ge, "argmax"},
        {frontend::ComparisonDirection::Gt, "argmax"},
        {frontend::ComparisonDirection::Le, "argmin"},
        {frontend::ComparisonDirection::Lt, "argmin"},
    });

/// Products and sums that alternate at least this often are a polynomial.
constexpr std::size_t shortest_polynomial = 6;

std::string op_word(OpCode code) {
    const std::string_view full = frontend::spelling(code);
    return std::string(full.substr(full.find('.') + 1));
}

template <std::size_t Size>
void replace_sequences(Words& words, const std::array<Sequence, Size>& table) {
    for (const Sequence& sequence : table) {
        const auto& terms = sequence.terms;
        auto from = words.begin();
        while (true) {
            from = std::search(from, words.end(), terms.begin(), terms.end(),
                               [](const Word& word, const Term& term) { return term.matches(word); });
            if (from == words.end()) break;
            *from = {std::string(sequence.word)};
            from = words.erase(from + 1, from + static_cast<std::ptrdiff_t>(terms.size()));
        }
    }
}

/// True for the operands that say where a gather, scatter or slice is.
bool is_place(const Op& op, std::size_t operand) {
    const auto& facts = frontend::row(op.code).operands;
    const auto fact = frontend::fact_of({facts.begin(), facts.size()}, operand, op.operands.size());
    return fact &&
           (facts.begin()[*fact].name == "start_indices" || facts.begin()[*fact].name == "scatter_indices");
}

bool is_op(const Word& word, OpCode code) {
    return word.op != nullptr && word.op->code == code;
}

void replace_polynomials(Words& words) {
    for (std::size_t begin = 0; begin < words.size(); begin++) {
        std::size_t end = begin;
        while (end + 1 < words.size() && is_op(words[end], OpCode::Multiply) &&
               is_op(words[end + 1], OpCode::Add))
            end += 2;
        if (end - begin < shortest_polynomial) continue;
        words[begin] = {"polynomial"};
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
                    words.begin() + static_cast<std::ptrdiff_t>(end));
    }
}

class Namer {
public:
    Namer(const RegionGraph& graph, const Group& group, const std::set<int>& positions)
        : graph_(graph), group_(group), positions_(positions), anchor_(graph.op(group.anchor())) {
        for (auto at = positions.rbegin(); at != positions.rend(); ++at)
            if (computes_places(graph.op(*at))) for_places_.insert(*at);
    }

    std::string run() const {
        Words words;
        switch (group_.kind) {
            case GroupKind::Contraction:
                words = prologue_words();
                for (const Word& word : with_what_follows(contraction_word())) add_new(words, word);
                break;
            case GroupKind::Row: words = row_words(); break;
            case GroupKind::Map: words = words_of(positions_); break;
            case GroupKind::Update:
                words = prologue_words();
                words.push_back({words.empty() ? op_word(anchor_.code) : "update"});
                break;
            case GroupKind::Sort: words = {{!group_.stages[0].epilogue.empty() ? "top_k" : "sort"}}; break;
            default: words = with_what_follows(reduction_word(anchor_)); break;
        }
        if (words.empty()) words = {{is_fill() ? "fill" : op_word(anchor_.code)}};
        return text_of_most(std::move(words));
    }

private:
    bool is_fill() const {
        return anchor_.code == OpCode::BroadcastInDim && graph_.is_constant(anchor_.operands[0]);
    }

    int count(OpCode code) const {
        return static_cast<int>(std::count_if(positions_.begin(), positions_.end(),
                                              [&](int at) { return graph_.op(at).code == code; }));
    }

    /// If there are too many words, those of patterns stay, and the first of the others.
    static std::string text_of_most(Words words) {
        for (std::size_t i = words.size(); i-- > 1 && words.size() > most_words;)
            if (words[i].op != nullptr) words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
        words.resize(std::min(words.size(), most_words));
        std::vector<std::string_view> texts;
        for (const Word& word : words) texts.push_back(word.text);
        return fmt::format("{}", fmt::join(texts, "_"));
    }

    /// The words of ops that compute, each word once.
    Words words_of(const std::set<int>& positions) const {
        Words words;
        for (const int at : positions) {
            const Op& op = graph_.op(at);
            const bool computes =
                frontend::family_of(op.code) != frontend::OpFamily::Movement && op.code != OpCode::Constant;
            if (computes && !for_places_.contains(at)) words.push_back({op_word(op.code), &op});
        }
        replace_polynomials(words);
        replace_sequences(words, sequences);
        for (Word& word : words)
            if (const std::string_view text = word.op ? operand_word(*word.op) : ""; !text.empty())
                word = {std::string(text)};
        replace_sequences(words, later_sequences);
        Words different;
        for (const Word& word : words) add_new(different, word);
        return different;
    }

    /// True if the kernel uses the op's results only to find where it reads or writes.
    bool computes_places(const Op& op) const {
        bool is_read = false, is_value = false;
        for (const ValueId value : op.results)
            for (const int reader : graph_.readers(value)) {
                if (!positions_.contains(reader)) continue;
                is_read = true;
                is_value =
                    is_value || (!for_places_.contains(reader) && reads_value(graph_.op(reader), value));
            }
        return is_read && !is_value;
    }

    static bool reads_value(const Op& reader, ValueId value) {
        for (std::size_t i = 0; i < reader.operands.size(); i++)
            if (reader.operands[i] == value && !is_place(reader, i)) return true;
        return false;
    }

    static void add_new(Words& words, const Word& word) {
        if (std::none_of(words.begin(), words.end(),
                         [&](const Word& known) { return known.text == word.text; }))
            words.push_back(word);
    }

    Words with_what_follows(const std::string& first) const {
        const std::set<int> later(positions_.upper_bound(group_.anchor()), positions_.end());
        Words words = words_of(later);
        words.insert(words.begin(), {first});
        return words;
    }

    /// The words of the ops that compute an operand of the anchor.
    Words prologue_words() const {
        std::set<int> earlier;
        const std::function<void(const Op&)> visit = [&](const Op& op) {
            for (const ValueId operand : op.operands)
                if (const int at = graph_.position(operand);
                    positions_.contains(at) && earlier.insert(at).second)
                    visit(graph_.op(at));
        };
        visit(anchor_);
        return words_of(earlier);
    }

    std::string contraction_word() const {
        if (anchor_.code != OpCode::Convolution) return "dot";
        const auto numbers = anchor_[attr::convolution_dimension_numbers];
        const auto& kernel = graph_.function().tensor(anchor_.operands[1]).shape;
        std::vector<std::int64_t> window;
        for (const std::int64_t d : numbers.kernel_spatial)
            window.push_back(kernel[static_cast<std::size_t>(d)]);
        const std::int64_t groups = anchor_[attr::feature_group_count];
        const std::int64_t features = kernel[static_cast<std::size_t>(numbers.kernel_input_feature)];
        const char* kind = groups == 1 ? "" : features == 1 ? "depthwise_" : "grouped_";
        return fmt::format("{}conv{}", kind, fmt::join(window, "x"));
    }

    static ReductionName reduction_of(const Op& op) {
        const auto& body = op.regions[0].ops;
        return body.size() == 2 && op.results.size() == 1 ? rule_of(body[0]).reduction : ReductionName::Other;
    }

    /// "argmax" or "argmin" for a reduction of values and their indices that starts with a comparison of
    /// two values, else "".
    std::string_view index_word(const Op& op) const {
        if (op.code != OpCode::Reduce || op.results.size() != 2) return "";
        const Op* indices = graph_.definition(op.operands[1]);
        if (indices != nullptr && indices->code == OpCode::BroadcastInDim)
            indices = graph_.definition(indices->operands[0]);
        const auto& body = op.regions[0];
        const Op& first = body.ops.front();
        const std::vector<ValueId> values = {body.arguments[0], body.arguments[2]};
        if (indices == nullptr || indices->code != OpCode::Iota || first.code != OpCode::Compare ||
            first.operands != values)
            return "";
        return extreme_words[static_cast<std::size_t>(first[attr::comparison_direction])];
    }

    /// "sum" for a reduction by additions, "window_sum" for one of windows, and so on; "reduce" for any
    /// other.
    std::string reduction_word(const Op& op) const {
        const bool has_windows = op.code == OpCode::ReduceWindow;
        if (op.code != OpCode::Reduce && !has_windows) return op_word(op.code);
        if (const std::string_view word = index_word(op); !word.empty()) return std::string(word);
        const std::string_view word = reduction_words[static_cast<std::size_t>(reduction_of(op))];
        if (!has_windows) return std::string(word);
        return word == "reduce" ? op_word(op.code) : fmt::format("window_{}", word);
    }

    /// A row's reductions tell what it is; without a known pattern, they are its words.
    Words row_words() const {
        int sums = 0, maxima = 0, others = 0;
        Words words;
        for (const Stage& stage : group_.stages) {
            if (stage.kind != GroupKind::Reduction) continue;
            const Op& op = graph_.op(stage.anchor);
            const ReductionName name = reduction_of(op);
            (name == ReductionName::Sum ? sums : name == ReductionName::Maximum ? maxima : others)++;
            add_new(words, {reduction_word(op)});
        }
        const bool root = count(OpCode::Rsqrt) + count(OpCode::Sqrt) > 0;
        if (others == 0 && sums == 1 && maxima == 1 && count(OpCode::Exponential) > 0)
            return {{count(OpCode::Log) > 0 ? "log_softmax" : "softmax"}};
        if (others == 0 && maxima == 0 && root) {
            if (sums == 2) return {{"layer_norm"}};
            if (sums == 1)
                return {{count(OpCode::Rsqrt) > 0 && count(OpCode::Add) > 0 ? "rms_norm" : "l2_norm"}};
        }
        for (const Word& word : words_of(positions_))
            if (word.op == nullptr || word.op->code != OpCode::Reduce) words.push_back(word);
        return words;
    }

    /// True for values that have fewer elements than the results they are broadcast to, but not for scalars.
    bool is_per_channel(ValueId value) const {
        const Op* op = graph_.definition(value);
        if (op == nullptr || op->code != OpCode::BroadcastInDim) return false;
        const auto elements = graph_.function().tensor(op->operands[0]).element_count();
        return elements > 1 && elements < graph_.function().tensor(value).element_count();
    }
    bool is_zero(ValueId value) const {
        const Op* op = graph_.definition(value);
        if (op != nullptr && op->code == OpCode::BroadcastInDim) return is_zero(op->operands[0]);
        if (op == nullptr || !is_splat_constant(*op)) return false;
        const auto bytes = (*op)[attr::value].bytes();
        return std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) { return byte == std::byte{0}; });
    }

    /// The word of an op with an operand that passes the test.
    struct OperandWord {
        std::string_view word;
        bool (Namer::*test)(ValueId operand) const = nullptr;
    };
    static const std::array<OperandWord, frontend::op_count> operand_words;

    /// The word of one op where its operands tell more than its name, else "".
    std::string_view operand_word(const Op& op) const {
        const OperandWord& rule = frontend::behaviour(operand_words, op.code);
        const bool fits =
            rule.test != nullptr && std::any_of(op.operands.begin(), op.operands.end(),
                                                [&](ValueId operand) { return (this->*rule.test)(operand); });
        return fits ? rule.word : "";
    }

    const RegionGraph& graph_;
    const Group& group_;
    const std::set<int>& positions_;
    const Op& anchor_;
    std::set<int> for_places_;  ///< ops of which only places are computed
};

constinit const std::array<Namer::OperandWord, frontend::op_count> Namer::operand_words =
    frontend::partial<Namer::OperandWord>({
        {OpCode::Add, {"bias", &Namer::is_per_channel}},
        {OpCode::Maximum, {"relu", &Namer::is_zero}},
        {OpCode::Multiply, {"scale", &Namer::is_per_channel}},
    });

}  // namespace

std::string pattern_name(const RegionGraph& graph, const Group& group, const std::set<int>& positions) {
    return Namer(graph, group, positions).run();
}

}  // namespace hlo2c::scheduler
