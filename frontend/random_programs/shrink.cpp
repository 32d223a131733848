#include "frontend/random_programs/shrink.h"

#include <algorithm>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ir/attributes.h"
#include "frontend/ops/verify.h"
#include "frontend/random_programs/element_kinds.h"

namespace hlo2c::frontend::random_programs {

namespace {

void set_results(Function& main, const std::vector<ValueId>& results) {
    main.body.ops.back().operands = results;
    main.result_types.clear();
    for (const ValueId value : results) main.result_types.push_back(main.values[value].type);
    main.result_attributes.assign(results.size(), {});
}

/// Values of the function that an op reads, including those that its regions capture.
void add_read(const Op& op, std::vector<bool>& read) {
    for (const ValueId operand : op.operands) read[operand] = true;
    for (const Region& region : op.regions)
        for_each_op(region, [&](const Op& inner) {
            for (const ValueId operand : inner.operands) read[operand] = true;
        });
}

/// Removes ops, arguments and functions that nothing needs.
void prune(RandomProgram& random) {
    Function& main = random.program.main();
    std::vector<bool> read(main.values.size());
    std::vector<Op> kept;
    for (std::size_t i = main.body.ops.size(); i-- > 0;) {
        Op& op = main.body.ops[i];
        const bool needed =
            i + 1 == main.body.ops.size() ||
            std::any_of(op.results.begin(), op.results.end(), [&](ValueId result) { return read[result]; });
        if (!needed) continue;
        add_read(op, read);
        kept.push_back(std::move(op));
    }
    std::reverse(kept.begin(), kept.end());
    main.body.ops = std::move(kept);
    std::vector<ValueId> arguments;
    std::vector<Literal> literals;
    for (std::size_t i = 0; i < main.body.arguments.size(); i++) {
        if (!read[main.body.arguments[i]]) continue;
        arguments.push_back(main.body.arguments[i]);
        literals.push_back(random.arguments[i]);
    }
    main.body.arguments = std::move(arguments);
    main.argument_attributes.assign(main.body.arguments.size(), {});
    random.arguments = std::move(literals);
    std::vector<std::string> called = {"main"};
    for (std::size_t i = 0; i < called.size(); i++)
        for_each_op(random.program.function(called[i])->body, [&](const Op& op) {
            for (const auto& key : {attr::callee, attr::decomposition})
                if (op.has(key)) called.push_back(op[key].name);
        });
    std::erase_if(random.program.functions, [&](const Function& function) {
        return std::find(called.begin(), called.end(), function.name) == called.end();
    });
}

class Candidates {
public:
    explicit Candidates(const RandomProgram& random) : random_(random) {}

    /// Keeps the changed program if it is valid and smaller.
    template <typename Change>
    void add(const Change& change) {
        RandomProgram candidate = random_;
        try {
            if (!change(candidate)) return;
            prune(candidate);
            verify(candidate.program);
        } catch (const DiagnosticError&) {
            return;
        }
        found_.push_back(std::move(candidate));
    }

    std::vector<RandomProgram> take() { return std::move(found_); }

private:
    const RandomProgram& random_;
    std::vector<RandomProgram> found_;
};

/// One result alone.
void add_single_results(const RandomProgram& random, Candidates& candidates) {
    const std::vector<ValueId>& results = random.program.main().body.ops.back().operands;
    if (results.size() < 2) return;
    for (const ValueId result : results)
        candidates.add([&](RandomProgram& made) {
            set_results(made.program.main(), {result});
            return true;
        });
}

bool gives_tensors(const Function& function, const Op& op) {
    return std::all_of(op.results.begin(), op.results.end(),
                       [&](ValueId result) { return is_static_tensor(function.type(result)); });
}

/// Returns the results of an earlier op instead, because they may already be wrong.
void add_earlier_results(const RandomProgram& random, Candidates& candidates) {
    const Function& main = random.program.main();
    for (const Op& op : main.body.ops) {
        if (op.results.empty() || &op == &main.body.ops.back() || !gives_tensors(main, op)) continue;
        candidates.add([&](RandomProgram& made) {
            if (made.program.main().body.ops.back().operands == op.results) return false;
            set_results(made.program.main(), op.results);
            return true;
        });
    }
}

/// The results of an op as arguments.
void add_cuts(const RandomProgram& random, const std::vector<Literal>& literals, Candidates& candidates) {
    const Function& main = random.program.main();
    for (std::size_t i = main.body.ops.size() - 1; i-- > 0;) {
        if (!gives_tensors(main, main.body.ops[i])) continue;
        candidates.add([&](RandomProgram& made) {
            Function& function = made.program.main();
            const Op op = function.body.ops[i];
            const std::vector<ValueId>& results = function.body.ops.back().operands;
            for (const ValueId result : op.results)
                if (std::find(results.begin(), results.end(), result) != results.end()) return false;
            function.body.ops.erase(function.body.ops.begin() + static_cast<std::ptrdiff_t>(i));
            for (const ValueId result : op.results) {
                function.body.arguments.push_back(result);
                made.arguments.push_back(literals[result]);
            }
            return true;
        });
    }
}

void replace(Region& region, ValueId from, ValueId to) {
    for_each_op(region, [&](Op& op) { std::replace(op.operands.begin(), op.operands.end(), from, to); });
}

/// An operand in place of an op that has its type.
void add_bypasses(const RandomProgram& random, Candidates& candidates) {
    const Function& main = random.program.main();
    for (std::size_t i = main.body.ops.size() - 1; i-- > 0;) {
        const Op& op = main.body.ops[i];
        if (op.results.size() != 1) continue;
        for (const ValueId operand : op.operands) {
            if (main.type(operand) != main.type(op.results[0])) continue;
            candidates.add([&](RandomProgram& made) {
                Function& function = made.program.main();
                function.body.ops.erase(function.body.ops.begin() + static_cast<std::ptrdiff_t>(i));
                replace(function.body, op.results[0], operand);
                return true;
            });
        }
    }
}

/// Keeps the leading part of a dimension.
Literal cut(const Literal& literal, std::size_t dimension, std::int64_t size) {
    TensorType type = literal.type();
    std::int64_t inner = byte_width(type.element), outer = 1;
    for (std::size_t d = 0; d < type.shape.size(); d++)
        if (d != dimension) (d < dimension ? outer : inner) *= type.shape[d];
    const std::int64_t before = type.shape[dimension];
    type.shape[dimension] = size;
    const std::vector<std::byte> bytes = literal.expanded();
    std::vector<std::byte> kept;
    for (std::int64_t i = 0; i < outer; i++) {
        const auto from = bytes.begin() + i * before * inner;
        kept.insert(kept.end(), from, from + size * inner);
    }
    return {type, std::move(kept)};
}

Literal with_sizes(Literal literal, std::int64_t from, std::int64_t to) {
    for (std::size_t d = 0; d < literal.type().shape.size(); d++)
        if (literal.type().shape[d] == from) literal = cut(literal, d, to);
    return literal;
}

std::vector<std::int64_t> shape_of(const Type& type) {
    return type.is_tensor() ? type.as_tensor().shape : std::vector<std::int64_t>{};
}

void replace_sizes(Type& type, std::int64_t from, std::int64_t to) {
    if (type.is_tensor()) {
        std::vector<std::int64_t>& shape = type.as_tensor().shape;
        std::replace(shape.begin(), shape.end(), from, to);
    } else if (auto* tuple = std::get_if<TupleType>(&type.value)) {
        for (Type& element : tuple->elements) replace_sizes(element, from, to);
    }
}

/// Shrinks all dimensions of one size together.
void add_smaller_sizes(const RandomProgram& random, Candidates& candidates) {
    std::vector<std::int64_t> sizes;
    for (const Value& value : random.program.main().values)
        for (const std::int64_t size : shape_of(value.type))
            if (size > 1 && std::find(sizes.begin(), sizes.end(), size) == sizes.end()) sizes.push_back(size);
    std::sort(sizes.rbegin(), sizes.rend());
    for (const std::int64_t size : sizes)
        for (const std::int64_t smaller : {std::int64_t{1}, size / 2, size - 1}) {
            if (smaller < 1 || (smaller == size / 2 && smaller == 1)) continue;
            candidates.add([&](RandomProgram& made) {
                for (Function& function : made.program.functions) {
                    for (Value& value : function.values) replace_sizes(value.type, size, smaller);
                    for (Type& type : function.result_types) replace_sizes(type, size, smaller);
                    for_each_op(function.body, [&](Op& op) {
                        if (op.code == OpCode::Constant)
                            op.set(attr::value, with_sizes(op[attr::value], size, smaller));
                        for (const auto& key :
                             {attr::limit_indices, attr::slice_sizes, attr::broadcast_sizes}) {
                            if (!op.has(key)) continue;
                            std::vector<std::int64_t> list = op[key];
                            std::replace(list.begin(), list.end(), size, smaller);
                            op.set(key, list);
                        }
                    });
                }
                for (Literal& literal : made.arguments) literal = with_sizes(literal, size, smaller);
                return true;
            });
        }
}

/// Replaces an argument by zeros and a single other number.
void add_plain_arguments(const RandomProgram& random, Candidates& candidates) {
    for (std::size_t i = 0; i < random.arguments.size(); i++) {
        const std::vector<std::byte> bytes = random.arguments[i].expanded();
        const auto half = static_cast<std::ptrdiff_t>(bytes.size() / 2);
        const auto zeroed = [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            const bool plain = std::all_of(bytes.begin() + begin, bytes.begin() + end,
                                           [](std::byte byte) { return byte == std::byte{0}; });
            if (plain) return;
            candidates.add([&](RandomProgram& made) {
                std::vector<std::byte> changed = bytes;
                std::fill(changed.begin() + begin, changed.begin() + end, std::byte{0});
                made.arguments[i] = Literal(random.arguments[i].type(), std::move(changed));
                return true;
            });
        };
        zeroed(0, static_cast<std::ptrdiff_t>(bytes.size()));
        zeroed(0, half);
        zeroed(half, static_cast<std::ptrdiff_t>(bytes.size()));
    }
}

}  // namespace

std::vector<Literal> evaluate_values(const RandomProgram& random) {
    Program program = random.program;
    Function& main = program.main();
    std::vector<ValueId> computed;
    for (const Op& op : main.body.ops)
        for (const ValueId result : op.results)
            if (is_static_tensor(main.type(result))) computed.push_back(result);
    set_results(main, computed);
    const std::vector<Literal> results = evaluate(program, random.arguments);
    std::vector<Literal> literals(main.values.size());
    for (std::size_t i = 0; i < computed.size(); i++) literals[computed[i]] = results[i];
    for (std::size_t i = 0; i < random.arguments.size(); i++)
        literals[main.body.arguments[i]] = random.arguments[i];
    return literals;
}

std::vector<RandomProgram> smaller_programs(const RandomProgram& random) {
    Candidates candidates(random);
    add_single_results(random, candidates);
    add_earlier_results(random, candidates);
    add_cuts(random, evaluate_values(random), candidates);
    add_bypasses(random, candidates);
    add_smaller_sizes(random, candidates);
    add_plain_arguments(random, candidates);
    return candidates.take();
}

RandomProgram shrink(RandomProgram random,
                     const std::function<int(const std::vector<RandomProgram>&)>& failing) {
    constexpr int most_rounds = 40;
    constexpr std::size_t tried_at_once = 12;
    for (int round = 0; round < most_rounds; round++) {
        std::vector<RandomProgram> candidates;
        try {
            candidates = smaller_programs(random);
        } catch (const DiagnosticError&) {
            break;  // the evaluator refuses the program, which is the failure
        }
        bool smaller = false;
        for (std::size_t begin = 0; begin < candidates.size() && !smaller; begin += tried_at_once) {
            const std::size_t end = std::min(begin + tried_at_once, candidates.size());
            const std::vector<RandomProgram> some(candidates.begin() + static_cast<std::ptrdiff_t>(begin),
                                                  candidates.begin() + static_cast<std::ptrdiff_t>(end));
            const int chosen = failing(some);
            smaller = chosen >= 0;
            if (smaller) random = some[static_cast<std::size_t>(chosen)];
        }
        if (!smaller) break;
    }
    return random;
}

}  // namespace hlo2c::frontend::random_programs
