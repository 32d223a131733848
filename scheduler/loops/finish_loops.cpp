#include "scheduler/loops/finish_loops.h"

#include "frontend/diagnostic.h"
#include "scheduler/loops/byte_words.h"
#include "scheduler/loops/canonical_indices.h"
#include "scheduler/loops/crowded_loops.h"
#include "scheduler/loops/drop_clamps.h"
#include "scheduler/loops/equal_indices.h"
#include "scheduler/loops/equal_stages.h"
#include "scheduler/loops/exact_divisions.h"
#include "scheduler/loops/float_rules.h"
#include "scheduler/loops/hoist_invariants.h"
#include "scheduler/loops/inline_indices.h"
#include "scheduler/loops/interleave.h"
#include "scheduler/loops/join_tails.h"
#include "scheduler/loops/load_columns.h"
#include "scheduler/loops/load_neighbours.h"
#include "scheduler/loops/merge_assignments.h"
#include "scheduler/loops/merge_lets.h"
#include "scheduler/loops/name_indices.h"
#include "scheduler/loops/native_width.h"
#include "scheduler/loops/neutral_operands.h"
#include "scheduler/loops/peel_borders.h"
#include "scheduler/loops/prefetch_copies.h"
#include "scheduler/loops/prefetch_panels.h"
#include "scheduler/loops/prefetch_results.h"
#include "scheduler/loops/promote_registers.h"
#include "scheduler/loops/prove_bounds.h"
#include "scheduler/loops/prune.h"
#include "scheduler/loops/repeated_vectors.h"
#include "scheduler/loops/rolled_loops.h"
#include "scheduler/loops/row_vectors.h"
#include "scheduler/loops/shared_loops.h"
#include "scheduler/loops/transpose_copies.h"

namespace hlo2c::scheduler {

LoopNest finish_loops(LoopNest nest, const Target& target, const std::string& name, FloatRules rules) {
    verify(nest);
    nest = fill_equal_stages_once(drop_clamps(join_tails(prune(peel_borders(nest)))));
    nest = transpose_copies(nest, target.vector_bytes);
    nest = load_words(load_columns(native_width(load_neighbours(nest), target.vector_bytes)));
    nest = load_row_vectors(nest, target.vector_bytes);
    nest = apply_float_rules(nest, rules, target.has_fma);
    nest = prune(replace_exact_divisions(nest, target.has_fma));
    nest = interleave_stores(nest);
    nest = canonical_indices(hoist_invariants(nest, Invariants::Elements));
    nest = promote_registers(hoist_invariants(nest, Invariants::Divisions));
    nest = name_repeated_vectors(merge_lets(nest));
    nest = mark_rolled_loops(prune(canonical_indices(inline_indices(nest))), target);
    nest = prefetch_copies(prefetch_results(prefetch_panels(nest, target), target), target);
    nest = mark_crowded_loops(nest, target);
    nest = hoist_invariants(prune(drop_neutral_operands(merge_assignments(nest))), Invariants::Reals);
    nest = name_indices(name_equal_indices_once(nest));
    nest = settle_shared_loops(nest);
    verify(nest);
    const std::vector<std::string> unproven = prove_bounds(nest);
    HLO2C_CHECK(unproven.empty(), "kernel " + name + " may leave a buffer: " + unproven.front());
    return nest;
}

}  // namespace hlo2c::scheduler
