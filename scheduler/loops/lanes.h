#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The lanes of an index: a sum of multiples of scalars, which all lanes share, and an offset of each lane.
struct Lanes {
    struct Term {
        NodeId scalar = no_node;
        std::int64_t factor = 1;
    };
    std::vector<Term> terms;
    std::vector<std::int64_t> offsets;
    /// Offsets that the index may have as far as its bounds tell, if these say more than `offsets`: the
    /// elements at all of them are in the buffer.
    std::optional<Interval> reach;

    bool is_constant() const { return terms.empty(); }
    bool is_uniform() const;
    Interval range() const;  ///< from the least offset to the greatest
    void scale(std::int64_t factor);
    void add(const Lanes& other);
};

/// Finds the lanes of indices.
class LaneAnalysis {
public:
    explicit LaneAnalysis(const LoopNest& nest);

    /// Replaces a loop variable by a number, until it is forgotten.
    void set(const std::string& variable, std::int64_t value) { numbers_[variable] = value; }
    void forget(const std::string& variable) { numbers_.erase(variable); }

    std::optional<Lanes> of(NodeId index) const;
    bool have_equal_terms(const Lanes& a, const Lanes& b) const;
    /// The value of a let that is bound once; no_node for other names.
    NodeId let(const std::string& name) const;

private:
    std::optional<Lanes> of_vector(NodeId id) const;
    std::optional<Lanes> of_scalar(NodeId id, std::size_t count) const;
    std::optional<Lanes> of_number(NodeId id, std::size_t count) const;
    std::optional<Lanes> of_arithmetic(const Node& node, std::optional<Lanes> first,
                                       std::optional<Lanes> second) const;
    std::optional<Lanes> converted(const Node& node, std::optional<Lanes> lanes) const;
    std::optional<Lanes> of_load(const Node& node) const;
    bool is_known(NodeId id) const;

    const LoopNest& nest_;
    std::map<std::string, NodeId> lets_;
    std::map<std::string, std::int64_t> numbers_;
    std::map<std::string, const std::vector<std::int64_t>*> contents_;
};

}  // namespace hlo2c::scheduler
