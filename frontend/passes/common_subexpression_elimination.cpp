#include "frontend/passes/common_subexpression_elimination.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <unordered_map>

#include "frontend/ir/attributes.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::frontend {
namespace {

/// The results of calls of these depend on operands and attributes alone.
bool is_library_function(const Op& op) {
    static constexpr LibraryCall functions[] = {LibraryCall::TopK,    LibraryCall::EigenvectorsOfXla,
                                                LibraryCall::Fourier, LibraryCall::Lapack,
                                                LibraryCall::LuOfXla, LibraryCall::Threefry};
    return op.code == OpCode::CustomCall && !op[attr::has_side_effect] && !op.results.empty() &&
           std::find(std::begin(functions), std::end(functions), library_call(op)) != std::end(functions);
}

bool is_shareable(const Op& op) {
    if (is_library_function(op)) return true;
    if (!has_trait(op.code, op_trait::Pure) || has_trait(op.code, op_trait::SideEffect) || op.results.empty())
        return false;
    return std::all_of(op.regions.begin(), op.regions.end(), [](const Region& region) {
        return std::all_of(region.ops.begin(), region.ops.end(), [](const Op& inner) {
            return has_trait(inner.code, op_trait::Pure) || has_trait(inner.code, op_trait::Terminator);
        });
    });
}

void combine(std::size_t& hash, std::size_t value) {
    hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
}

std::size_t literal_hash(const Literal& literal) {
    constexpr std::size_t looked_at = 4096;
    const std::span<const std::byte> bytes = literal.bytes();
    const std::size_t length = std::min(bytes.size(), looked_at);
    std::size_t hash = bytes.size();
    combine(hash, std::hash<std::string_view>()({reinterpret_cast<const char*>(bytes.data()), length}));
    for (std::int64_t size : literal.type().shape) combine(hash, static_cast<std::size_t>(size));
    return hash;
}

/// Walks one function; `available_` holds the ops that dominate the current position.
class Sharing {
public:
    explicit Sharing(Function& function) : function_(function) {
        for (std::size_t i = 0; i < function.values.size(); i++) renamed_.push_back(static_cast<ValueId>(i));
    }

    void run(Region& region) {
        std::vector<std::size_t> added;
        std::vector<Op> ops;
        ops.reserve(region.ops.size());
        for (Op& op : region.ops) {
            for (ValueId& operand : op.operands) operand = renamed_[operand];
            run_regions(op);
            if (!is_shareable(op)) {
                ops.push_back(std::move(op));
                continue;
            }
            const std::size_t hash = hash_of(op);
            if (const Op* same = find(hash, op); same != nullptr) {
                for (std::size_t i = 0; i < op.results.size(); i++)
                    renamed_[op.results[i]] = same->results[i];
                continue;
            }
            available_[hash].push_back(op);
            added.push_back(hash);
            ops.push_back(std::move(op));
        }
        region.ops = std::move(ops);
        for (std::size_t i = added.size(); i-- > 0;) available_[added[i]].pop_back();
    }

private:
    /// Control flow bodies may use the ops around them; other regions (of reduce, sort, ...) must not capture
    /// values.
    void run_regions(Op& op) {
        const bool control = has_trait(op.code, op_trait::ControlFlow);
        std::unordered_map<std::size_t, std::vector<Op>> outside;
        if (!control) std::swap(outside, available_);
        for (Region& inner : op.regions) run(inner);
        if (!control) std::swap(outside, available_);
    }

    static std::vector<ValueId> ordered_operands(const Op& op) {
        std::vector<ValueId> operands = op.operands;
        if (has_trait(op.code, op_trait::Commutative) && operands.size() == 2 && operands[1] < operands[0])
            std::swap(operands[0], operands[1]);
        return operands;
    }

    std::size_t hash_of(const Op& op) const {
        auto hash = static_cast<std::size_t>(op.code);
        for (ValueId operand : ordered_operands(op)) combine(hash, operand);
        combine(hash, op.results.size());
        combine(hash, op.attributes.size());
        for (const NamedAttribute& named : op.attributes)
            if (const auto* literal = named.second.get_if<Literal>()) combine(hash, literal_hash(*literal));
        for (const Region& region : op.regions) combine(hash, region.ops.size());
        return hash;
    }

    const Op* find(std::size_t hash, const Op& op) const {
        const auto bucket = available_.find(hash);
        if (bucket == available_.end()) return nullptr;
        for (const Op& candidate : bucket->second) {
            std::map<ValueId, ValueId> inner;
            if (ordered_operands(candidate) == ordered_operands(op) &&
                same_but_for_operands(candidate, op, inner))
                return &candidate;
        }
        return nullptr;
    }

    bool same_but_for_operands(const Op& a, const Op& b, std::map<ValueId, ValueId>& inner) const {
        if (a.code != b.code || a.results.size() != b.results.size() ||
            a.regions.size() != b.regions.size() || a.attributes != b.attributes)
            return false;
        for (std::size_t i = 0; i < a.results.size(); i++) {
            if (function_.type(a.results[i]) != function_.type(b.results[i])) return false;
            inner[a.results[i]] = b.results[i];
        }
        for (std::size_t i = 0; i < a.regions.size(); i++)
            if (!same_region(a.regions[i], b.regions[i], inner)) return false;
        return true;
    }

    bool same_region(const Region& a, const Region& b, std::map<ValueId, ValueId>& inner) const {
        if (a.arguments.size() != b.arguments.size() || a.ops.size() != b.ops.size()) return false;
        for (std::size_t i = 0; i < a.arguments.size(); i++) {
            if (function_.type(a.arguments[i]) != function_.type(b.arguments[i])) return false;
            inner[a.arguments[i]] = b.arguments[i];
        }
        for (std::size_t i = 0; i < a.ops.size(); i++) {
            const Op &x = a.ops[i], &y = b.ops[i];
            if (x.operands.size() != y.operands.size()) return false;
            for (std::size_t k = 0; k < x.operands.size(); k++) {
                const auto mapped = inner.find(x.operands[k]);
                if ((mapped == inner.end() ? x.operands[k] : mapped->second) != y.operands[k]) return false;
            }
            if (!same_but_for_operands(x, y, inner)) return false;
        }
        return true;
    }

    Function& function_;
    std::vector<ValueId> renamed_;
    std::unordered_map<std::size_t, std::vector<Op>> available_;
};

}  // namespace

void common_subexpression_elimination(Program& program) {
    for (Function& function : program.functions) Sharing(function).run(function.body);
}

}  // namespace hlo2c::frontend
