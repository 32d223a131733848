#include "frontend/evaluate/collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/quantization.h"
#include "frontend/evaluate/reduction.h"
#include "frontend/evaluate/rendezvous.h"
#include "frontend/evaluate/scalar_body.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// The replica group of a collective, and this process's position in it.
struct Meeting {
    std::vector<int> group;  ///< empty: this process is in no group
    std::size_t position = 0;
    std::vector<std::vector<Datum>> given;  ///< operands of each member

    const Literal& operand(std::size_t member, int index) const {
        return given[member][static_cast<std::size_t>(index)].tensor();
    }
};

int rank_of(const OpCall& call) {
    return call.process() != nullptr ? call.process()->rank : 0;
}

ProcessGrid grid_of(const OpCall& call) {
    return call.process() != nullptr ? call.process()->grid() : ProcessGrid{};
}

Meeting meet(OpCall& call) {
    const int rank = rank_of(call);
    Meeting meeting;
    meeting.group = group_of(group_table(call.program(), call.op()), grid_of(call), rank);
    if (meeting.group.empty()) return meeting;
    const auto found = std::find(meeting.group.begin(), meeting.group.end(), rank);
    meeting.position = static_cast<std::size_t>(found - meeting.group.begin());
    if (call.process() == nullptr)
        meeting.given = {call.data()};
    else
        meeting.given = call.process()->rendezvous.exchange(call, rank, meeting.group, channel_of(call.op()),
                                                            call.data());
    return meeting;
}

Literal zeros_like(const OpCall& call, int index) {
    return zeros(with_shape(call.result_type(index), call.operand(index).type().shape));
}

void give_zeros(OpCall& call, int count) {
    for (int i = 0; i < count; i++) call.give(zeros_like(call, i));
}

/// Concatenates literals whose shapes are equal except for `dimension`.
Literal join(const std::vector<Literal>& parts, std::int64_t dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    Shape shape = parts.front().type().shape;
    shape[d] = 0;
    for (const Literal& part : parts) shape[d] += part.type().shape[d];
    const TensorType type = with_shape(parts.front().type(), shape);
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.element_count()) * width);
    Walk to = row_major_walk(shape);
    for (const Literal& part : parts) {
        const std::vector<std::byte> from = part.expanded();
        copy_strided(part.type().shape, from.data(), row_major_walk(part.type().shape), bytes.data(), to,
                     width);
        to.offset += part.type().shape[d] * to.strides[d];
    }
    return Literal(type, std::move(bytes));
}

/// Slice `number` of `count` equal slices along a dimension.
Literal part_of(const OpCall& call, const Literal& whole, std::int64_t dimension, std::size_t number,
                std::size_t count) {
    const auto d = static_cast<std::size_t>(dimension);
    const Shape& shape = whole.type().shape;
    if (shape[d] % static_cast<std::int64_t>(count) != 0)
        call.fail_here("the group does not divide the dimension into equal parts",
                       "Give groups of a size that divides the dimension.");
    Shape start(shape.size(), 0), limit = shape;
    start[d] = shape[d] / static_cast<std::int64_t>(count) * static_cast<std::int64_t>(number);
    limit[d] = start[d] + shape[d] / static_cast<std::int64_t>(count);
    return slice(whole, start, limit, Shape(shape.size(), 1));
}

template <typename T>
Literal fold(BodyKind kind, const std::vector<const Literal*>& values, const TensorType& type) {
    const Gathering<T> body(kind, type.element);
    std::vector<Gathered<T>> gathered(static_cast<std::size_t>(type.element_count()));
    for (std::size_t k = 0; k < values.size(); k++) {
        const Elements<T> from = elements<T>(*values[k]);
        for (std::size_t i = 0; i < gathered.size(); i++) {
            if (k == 0)
                gathered[i] = body.start(from[i]);
            else
                body.take(gathered[i], from[i]);
        }
    }
    return from_elements<T>(type, results_of(body, gathered));
}

Literal fold_by_region(OpCall& call, const std::vector<const Literal*>& values, const TensorType& type) {
    const Region& body = call.op().regions[0];
    std::vector<Literal> scalars;
    for (std::int64_t i = 0; i < type.element_count(); i++) {
        Literal sum = as_argument(call, body, 0, scalar_at(*values[0], i));
        for (std::size_t k = 1; k < values.size(); k++)
            sum = call.run_region(body,
                                  {Datum(sum), Datum(as_argument(call, body, 1, scalar_at(*values[k], i)))})
                      .at(0)
                      .tensor();
        scalars.push_back(std::move(sum));
    }
    return from_scalars(type, scalars);
}

/// Operand `index` of all members, reduced in group order by the op's computation.
Literal reduced(OpCall& call, const Meeting& meeting, int index) {
    std::vector<const Literal*> values;
    for (std::size_t member = 0; member < meeting.group.size(); member++)
        values.push_back(&meeting.operand(member, index));
    const TensorType type = with_shape(call.result_type(index), values[0]->type().shape);
    std::vector<BodyKind> kinds = {BodyKind::Add};  // cross-replica-sum has no region
    if (!call.op().regions.empty())
        kinds = simple_bodies(call.program(), call.function(), call.op().regions[0]);
    if (kinds.empty() || type.is_quantized()) return fold_by_region(call, values, type);
    return in_domain_of(type.element, [&]<typename T>() { return fold<T>(kinds[0], values, type); });
}

/// The number of data operands: all but the dynamic root.
int data_count(const OpCall& call) {
    return call.operand_count() - (call.op()[attr::has_dynamic_root] ? 1 : 0);
}

/// The member that broadcasts its data, or receives the reduction.
std::size_t root_of(const OpCall& call, const Meeting& meeting, int index) {
    if (!call.op()[attr::has_dynamic_root]) return 0;
    const std::int64_t root = call.operand(call.operand_count() - 1).integer(index);
    if (root < 0 || root >= static_cast<std::int64_t>(meeting.group.size()))
        call.fail_here("the root is not a member of its group",
                       "Give the position of the root in its group.");  // (C6)
    return static_cast<std::size_t>(root);
}

}  // namespace

Literal zeros(const TensorType& type) {
    if (type.is_quantized())
        return quantize(splat_of(tensor_type(type.shape, type.quantization.front().expressed),
                                 from_reals(tensor_type({}, type.quantization.front().expressed), {0.0})),
                        type);
    return in_domain_of(type.element, [&]<typename T>() {
        return splat_of(type, from_elements<T>(tensor_type({}, type.element), {T(0)}));
    });
}

namespace {

/// Fails unless the sizes that the program declares are those of the result.
void require_declared_sizes(const OpCall& call, const Meeting& meeting, int index, const Literal& result) {
    const Shape &declared = call.result_type(index).shape, &sizes = result.type().shape;
    for (std::size_t d = 0; d < declared.size(); d++)
        if (declared[d] != dynamic_size && declared[d] != sizes[d])
            call.fail_here(fmt::format("a group of {} processes gives {} for a result that is declared as {}",
                                       meeting.group.size(), to_string(result.type()),
                                       to_string(call.result_type(index))),
                           "Run as many processes as the program is written for.");
}

/// Gives one result per operand: `result_of(meeting, operand)`, or zeros in a process without a group.
template <typename ResultOf>
void give_each(OpCall& call, ResultOf&& result_of) {
    const Meeting meeting = meet(call);
    for (int i = 0; i < call.operand_count(); i++) {
        Literal result = meeting.group.empty() ? zeros(call.result_type(i)) : result_of(meeting, i);
        require_declared_sizes(call, meeting, i, result);
        call.give(std::move(result));
    }
}

/// Concatenates `part_of_member(member)` of all members.
template <typename PartOfMember>
Literal gathered(const Meeting& meeting, std::int64_t dimension, PartOfMember&& part_of_member) {
    std::vector<Literal> parts;
    for (std::size_t member = 0; member < meeting.group.size(); member++)
        parts.push_back(part_of_member(member));
    return join(parts, dimension);
}

}  // namespace

void evaluate_AllGather(OpCall& call) {
    const std::int64_t dimension = call.op()[attr::all_gather_dim];
    give_each(call, [&](const Meeting& meeting, int i) {
        return gathered(meeting, dimension, [&](std::size_t member) { return meeting.operand(member, i); });
    });
}

void evaluate_AllReduce(OpCall& call) {
    const Meeting meeting = meet(call);
    if (meeting.group.empty()) return give_zeros(call, call.operand_count());
    for (int i = 0; i < call.operand_count(); i++) call.give(reduced(call, meeting, i));
}

void evaluate_CrossReplicaSum(OpCall& call) {
    evaluate_AllReduce(call);
}

void evaluate_ReduceScatter(OpCall& call) {
    const std::int64_t dimension = call.op()[attr::scatter_dimension];
    give_each(call, [&](const Meeting& meeting, int i) {
        return part_of(call, reduced(call, meeting, i), dimension, meeting.position, meeting.group.size());
    });
}

void evaluate_AllToAll(OpCall& call) {
    const std::int64_t split = call.op()[attr::split_dimension], concat = call.op()[attr::concat_dimension];
    give_each(call, [&](const Meeting& meeting, int i) {
        return gathered(meeting, concat, [&](std::size_t member) {
            return part_of(call, meeting.operand(member, i), split, meeting.position, meeting.group.size());
        });
    });
}

void evaluate_CollectiveBroadcast(OpCall& call) {
    const Meeting meeting = meet(call);
    const int count = data_count(call);
    if (meeting.group.empty()) return give_zeros(call, count);
    for (int i = 0; i < count; i++) call.give(meeting.operand(root_of(call, meeting, i), i));
}

void evaluate_CollectiveReduce(OpCall& call) {
    const Meeting meeting = meet(call);
    const int count = data_count(call);
    if (meeting.group.empty()) return give_zeros(call, count);
    for (int i = 0; i < count; i++) {
        if (root_of(call, meeting, i) == meeting.position)
            call.give(reduced(call, meeting, i));
        else
            call.give(zeros_like(call, i));
    }
}

void evaluate_CollectivePermute(OpCall& call) {
    const int rank = rank_of(call);
    const auto pairs = process_pairs(group_table(call.program(), call.op()), grid_of(call));
    std::set<int> members;
    for (const auto& [source, target] : pairs) members.insert({source, target});
    if (!members.count(rank)) return give_zeros(call, call.operand_count());
    const std::vector<int> group(members.begin(), members.end());
    std::vector<std::vector<Datum>> given = {call.data()};
    if (call.process() != nullptr)
        given = call.process()->rendezvous.exchange(call, rank, group, channel_of(call.op()), call.data());
    for (const auto& [source, target] : pairs) {
        if (target != rank) continue;
        const auto position = std::lower_bound(group.begin(), group.end(), source) - group.begin();
        for (Datum& datum : given[static_cast<std::size_t>(position)]) call.give(std::move(datum));
        return;
    }
    give_zeros(call, call.operand_count());
}

/// Operands: input, output, then per member and update: input_offsets, send_sizes, output_offsets (rows of
/// the member's output), recv_sizes.
bool evaluate_ragged_all_to_all(OpCall& call) {
    if (!is_ragged_all_to_all(call.op())) return false;
    if (call.operand_count() != 6)
        call.fail_here("the exchange needs six operands",
                       "Give input, output, input_offsets, send_sizes, output_offsets and recv_sizes.");
    const Meeting meeting = meet(call);
    if (meeting.group.empty()) {
        call.give(zeros(call.result_type()));
        return true;
    }
    const Literal& output = call.operand(1);
    const Shape& rows = output.type().shape;
    const auto row_bytes = static_cast<std::size_t>(count_of({rows.begin() + 1, rows.end()})) *
                           static_cast<std::size_t>(byte_width(output.type().element));
    std::vector<std::byte> bytes = output.expanded();
    const Shape& sizes = call.operand(3).type().shape;
    const std::int64_t updates = sizes.size() == 2 ? sizes[1] : 1;
    for (std::size_t member = 0; member < meeting.group.size(); member++) {
        const std::vector<std::byte> from = meeting.operand(member, 0).expanded();
        for (std::int64_t update = 0; update < updates; update++) {
            const std::int64_t to_here = static_cast<std::int64_t>(meeting.position) * updates + update;
            const std::int64_t begin = meeting.operand(member, 2).integer(to_here),
                               count = meeting.operand(member, 3).integer(to_here),
                               target = meeting.operand(member, 4).integer(to_here),
                               expected = call.operand(5).integer(
                                   static_cast<std::int64_t>(member) * updates + update);
            if (begin < 0 || count < 0 || target < 0 || target + count > rows[0] ||
                begin + count > meeting.operand(member, 0).type().shape[0])
                call.fail_here("the exchange accesses rows outside a tensor",
                               "Correct the offsets and sizes.");
            if (count != expected)
                call.fail_here(
                    fmt::format("member {} sends {} rows but {} are received", member, count, expected),
                    "Set recv_sizes to the sizes that the others send.");
            std::copy_n(from.begin() + begin * static_cast<std::ptrdiff_t>(row_bytes),
                        static_cast<std::size_t>(count) * row_bytes,
                        bytes.begin() + target * static_cast<std::ptrdiff_t>(row_bytes));
        }
    }
    call.give(Literal(output.type(), std::move(bytes)));
    return true;
}

}  // namespace hlo2c::frontend
