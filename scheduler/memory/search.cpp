#include "scheduler/memory/search.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace hlo2c::scheduler::memory {
namespace {

constexpr std::int64_t infinity = std::numeric_limits<std::int64_t>::max() / 4;

// Unplaced items with connected lifetimes, best rank first, and the sections that they cover.
struct Piece {
    std::vector<std::int32_t> items;
    std::int32_t lower = 0, upper = 0;
};

// A factor near 1 that depends only on seed and item; exactly 1 for seed 0.
double nudge(std::uint64_t seed, std::int32_t item) {
    if (seed == 0) return 1.0;
    std::uint64_t bits =
        (static_cast<std::uint64_t>(item) + 1) * 0x9E3779B97F4A7C15u ^ seed * 0xD1B54A32D192ED03u;
    bits = (bits ^ (bits >> 32)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 29)) * 0x94D049BB133111EBu;
    return 0.8 + 0.4 * (static_cast<double>(bits >> 11) * 0x1p-53);
}

class Search {
public:
    Search(const Part& part, std::int64_t capacity, Ranking ranking, std::uint64_t seed, std::int64_t work)
        : items_(part.items), capacity_(capacity), ranking_(ranking), seed_(seed), work_(work) {
        const std::size_t count = items_.size();
        low_.assign(count, 0);
        bound_.assign(count, 0);
        support_.assign(count, -1);
        offsets_.assign(count, -1);
        rest_.assign(part.sections, 0);
        floor_.assign(part.sections, 0);
        dirty_.assign(part.sections, 0);
        crossing_.assign(part.sections, 0);
        at_.resize(part.sections);
        neighbours_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            change(items_[i], 1);
            for (std::int32_t s = items_[i].lower; s < items_[i].upper; ++s)
                at_[s].push_back(static_cast<std::int32_t>(i));
            for (std::size_t j = 0; j < i; ++j) {
                if (!overlap(items_[i], items_[j])) continue;
                neighbours_[i].push_back(static_cast<std::int32_t>(j));
                neighbours_[j].push_back(static_cast<std::int32_t>(i));
            }
        }
    }

    SearchResult run() {
        Piece whole;
        whole.items.resize(items_.size());
        std::iota(whole.items.begin(), whole.items.end(), 0);
        whole.upper = static_cast<std::int32_t>(rest_.size());
        rank(whole);
        const bool found = *std::max_element(rest_.begin(), rest_.end()) <= capacity_ && solve(whole, 0, -1);
        SearchResult result;
        if (found) {
            result.outcome = SearchResult::Outcome::Found;
            result.offsets = offsets_;
        } else {
            result.outcome =
                work_ <= 0 ? SearchResult::Outcome::OutOfWork : SearchResult::Outcome::Impossible;
        }
        return result;
    }
    std::int64_t work() const { return work_; }

private:
    const std::vector<Item>& items_;
    const std::int64_t capacity_;
    const Ranking ranking_;
    const std::uint64_t seed_;
    std::int64_t work_;
    std::vector<std::vector<std::int32_t>> neighbours_;  // per item: the items that are live together with it
    std::vector<std::vector<std::int32_t>> at_;          // per section: its items
    std::vector<std::int64_t> low_;  // per item: lowest offset that the placed items allow
    std::vector<std::int64_t>
        bound_;  // per item: lower bound on its offset in the remaining placements; >= low_
    std::vector<std::int32_t> support_;  // per item: the neighbour that bound_ comes from, or -1
    Offsets offsets_;                    // per item: -1 while unplaced
    std::vector<std::int64_t> rest_;     // per section: unplaced bytes
    std::vector<std::int64_t> floor_;    // per section: smallest bound_ of its unplaced items
    std::vector<char> dirty_;            // per section: floor_ may have risen
    std::vector<std::int32_t> dirty_list_;
    std::vector<std::int32_t> crossing_;  // per section: unplaced items that live on into the next one
    struct Change {
        std::int64_t* where;
        std::int64_t old;
    };
    std::vector<Change> trail_;

    void set(std::int64_t& where, std::int64_t value) {
        trail_.push_back({&where, where});
        where = value;
    }
    void undo(std::size_t mark) {
        while (trail_.size() > mark) {
            *trail_.back().where = trail_.back().old;
            trail_.pop_back();
        }
    }

    void change(const Item& item, std::int64_t sign) {
        for (std::int32_t s = item.lower; s < item.upper; ++s) rest_[s] += sign * item.size;
        for (std::int32_t s = item.lower; s + 1 < item.upper; ++s)
            crossing_[s] += static_cast<std::int32_t>(sign);
    }

    void rank(Piece& piece) {
        std::vector<std::tuple<double, double, double, std::int32_t>> keys;  // the smallest goes first
        keys.reserve(piece.items.size());
        for (const std::int32_t i : piece.items) {
            const Item& item = items_[i];
            const double factor = -nudge(seed_, i);
            const double width = factor * item.duration;
            const double area = width * static_cast<double>(item.size);
            const double total = factor * static_cast<double>(*std::max_element(rest_.begin() + item.lower,
                                                                                rest_.begin() + item.upper));
            switch (ranking_) {
                case Ranking::WidthAreaTotal: keys.emplace_back(width, area, total, i); break;
                case Ranking::TotalAreaWidth: keys.emplace_back(total, area, width, i); break;
                case Ranking::TotalWidthArea: keys.emplace_back(total, width, area, i); break;
            }
            work_ -= 10 + item.upper - item.lower;
        }
        std::sort(keys.begin(), keys.end());
        for (std::size_t k = 0; k < keys.size(); ++k) piece.items[k] = std::get<3>(keys[k]);
    }

    // Places the items of `piece` at `last` or above; at `last` itself only items ranked after `last_rank`.
    bool solve(const Piece& piece, std::int64_t last, std::int32_t last_rank) {
        if (piece.items.empty()) return true;
        if (work_ <= 0) return false;
        work_ -= 2 * static_cast<std::int64_t>(piece.items.size()) + 50;
        // An item that fits entirely below a candidate must be placed before it.
        std::int64_t lowest_top = infinity;
        for (const std::int32_t i : piece.items) lowest_top = std::min(lowest_top, low_[i] + items_[i].size);
        struct Candidate {
            std::int64_t offset;
            std::int32_t rank;
        };
        std::vector<Candidate> candidates;
        for (std::int32_t r = 0; r < static_cast<std::int32_t>(piece.items.size()); ++r) {
            const std::int64_t offset = low_[piece.items[r]];
            if (offset >= lowest_top || offset < last || (offset == last && r <= last_rank)) continue;
            candidates.push_back({offset, r});
        }
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return std::tie(a.offset, a.rank) < std::tie(b.offset, b.rank);
        });
        const std::size_t mark = trail_.size();
        for (const Candidate& candidate : candidates) {
            bool free_above = false;
            if (!bounds_hold(piece, candidate.offset, candidate.rank)) break;
            if (place(piece, candidate.rank, free_above)) return true;
            if (work_ <= 0 || free_above) break;
        }
        undo(mark);
        return false;
    }

    bool place(const Piece& piece, std::int32_t rank_of_item, bool& free_above) {
        const std::int32_t i = piece.items[rank_of_item];
        const Item& item = items_[i];
        const std::int64_t offset = low_[i], top = offset + item.size;
        const std::size_t mark = trail_.size();
        offsets_[i] = offset;
        change(item, -1);
        for (std::int32_t s = item.lower; s < item.upper; ++s) touch(s);
        free_above = true;
        for (const std::int32_t j : neighbours_[i]) {
            if (offsets_[j] >= 0) continue;
            free_above = false;
            if (low_[j] >= top) continue;
            const std::int64_t low = align_up(top, items_[j].alignment);
            set(low_[j], low);
            if (low > bound_[j]) raise(j, low);
        }
        work_ -= static_cast<std::int64_t>(neighbours_[i].size()) + 2 * (item.upper - item.lower);
        if (bounds_hold(piece, offset, rank_of_item) && descend(piece, rank_of_item, offset)) return true;
        change(item, 1);
        offsets_[i] = -1;
        undo(mark);
        return false;
    }

    void touch(std::int32_t section) {
        if (dirty_[section]) return;
        dirty_[section] = 1;
        dirty_list_.push_back(section);
    }

    void raise(std::int32_t j, std::int64_t bound) {
        const Item& item = items_[j];
        for (std::int32_t s = item.lower; s < item.upper; ++s) {
            if (bound_[j] <= floor_[s]) touch(s);
        }
        work_ -= item.upper - item.lower;
        set(bound_[j], bound);
    }

    // Assumes that no more items are placed below `offset`, or at `offset` with a rank below `rank`. True if
    // in every section the unplaced items fit above the lowest offset that any of them can have.
    bool bounds_hold(const Piece& piece, std::int64_t offset, std::int32_t rank) {
        bool holds = true;
        const std::int32_t count = static_cast<std::int32_t>(piece.items.size());
        work_ -= count;
        for (std::int32_t r = 0; r < count && holds; ++r) {
            const std::int32_t j = piece.items[r];
            if (offsets_[j] >= 0 || low_[j] > offset || (low_[j] == offset && r >= rank)) continue;
            // The item was skipped at its lowest offset, so a valid placement must put it on top of a
            // neighbour that is still unplaced.
            const std::int32_t support = support_[j];
            if (support >= 0 && offsets_[support] < 0 &&
                std::max(offset, bound_[support]) + items_[support].size <= bound_[j])
                continue;
            std::int64_t least = infinity;
            for (const std::int32_t k : neighbours_[j]) {
                if (offsets_[k] >= 0) continue;
                const std::int64_t top = std::max(offset, bound_[k]) + items_[k].size;
                if (top < least) {
                    least = top;
                    support_[j] = k;
                }
            }
            work_ -= static_cast<std::int64_t>(neighbours_[j].size());
            if (least > bound_[j]) {
                holds = least + items_[j].size <= capacity_;
                if (holds) raise(j, align_up(least, items_[j].alignment));
            }
        }
        for (const std::int32_t s : dirty_list_) {
            dirty_[s] = 0;
            if (!holds || rest_[s] == 0) continue;
            std::int64_t least = infinity;
            for (const std::int32_t j : at_[s]) {
                if (offsets_[j] < 0) least = std::min(least, bound_[j]);
            }
            work_ -= static_cast<std::int64_t>(at_[s].size());
            if (least != floor_[s]) set(floor_[s], least);
        }
        dirty_list_.clear();
        if (!holds) return false;
        for (std::int32_t s = piece.lower; s < piece.upper; ++s) {
            if (rest_[s] > 0 && std::max(offset, floor_[s]) + rest_[s] > capacity_) return false;
        }
        return true;
    }

    bool descend(const Piece& piece, std::int32_t rank_of_item, std::int64_t offset) {
        const Item& item = items_[piece.items[rank_of_item]];
        bool cut = item.lower == piece.lower || item.upper == piece.upper;
        for (std::int32_t s = item.lower; s + 1 < item.upper && !cut; ++s) cut = crossing_[s] == 0;
        if (!cut) {
            Piece next{{}, piece.lower, piece.upper};
            next.items.reserve(piece.items.size() - 1);
            for (std::size_t r = 0; r < piece.items.size(); ++r) {
                if (static_cast<std::int32_t>(r) != rank_of_item) next.items.push_back(piece.items[r]);
            }
            return solve(next, offset, rank_of_item - 1);
        }
        std::vector<Piece> pieces;
        for (std::int32_t s = piece.lower; s < piece.upper; ++s) {
            if (rest_[s] == 0) continue;
            Piece next{{}, s, s + 1};
            while (crossing_[next.upper - 1] > 0) ++next.upper;
            s = next.upper - 1;
            pieces.push_back(std::move(next));
        }
        for (std::size_t r = 0; r < piece.items.size(); ++r) {
            if (static_cast<std::int32_t>(r) == rank_of_item) continue;
            const std::int32_t j = piece.items[r];
            const auto at = std::upper_bound(pieces.begin(), pieces.end(), items_[j].lower,
                                             [](std::int32_t s, const Piece& p) { return s < p.lower; });
            std::prev(at)->items.push_back(j);
        }
        if (pieces.size() == 1) {
            // Only sections at the ends are gone: the ranks stay as they are.
            return solve(pieces[0], offset, rank_of_item - 1);
        }
        std::stable_sort(pieces.begin(), pieces.end(),
                         [](const Piece& a, const Piece& b) { return a.items.size() < b.items.size(); });
        const std::size_t mark = trail_.size();
        for (std::size_t k = 0; k < pieces.size(); ++k) {
            rank(pieces[k]);
            if (solve(pieces[k], offset, -1)) continue;
            // The pieces are independent: if one has no placement, another placement of the earlier ones does
            // not help.
            for (std::size_t earlier = 0; earlier < k; ++earlier) {
                for (const std::int32_t j : pieces[earlier].items) {
                    change(items_[j], 1);
                    offsets_[j] = -1;
                }
            }
            undo(mark);
            return false;
        }
        return true;
    }
};

}  // namespace

SearchResult search(const Part& part, std::int64_t capacity, Ranking ranking, std::uint64_t seed,
                    std::int64_t& work) {
    Search search(part, capacity, ranking, seed, work);
    SearchResult result = search.run();
    work = search.work();
    return result;
}

}  // namespace hlo2c::scheduler::memory
