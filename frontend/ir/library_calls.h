#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The meaning of a custom call, by its target.
enum class LibraryCall : std::uint8_t {
    Unknown,  ///< a function of the caller computes it
    // Placement, layout and sharding: in one process, the result is the operand.
    Annotation,
    FullToShard,
    Pin,
    ResultSharding,
    ShardToFull,
    Sharding,
    Unpin,
    // Other calls of the compilers that write programs.
    AllocateBuffer,
    CreateBuffer,
    GlobalToLocal,
    LocalToGlobal,
    MhloFunction,  ///< an op of MHLO that StableHLO does not have: the row's `op`
    RaggedAllToAll,
    ShapeAssertion,
    StochasticConvert,
    // Selections from rows, and ops that take operands in place of attributes.
    ApproximateTopK,
    DynamicApproximateTopK,
    DynamicRandomBits,
    DynamicReduceWindow,
    DynamicTopK,
    TopK,
    // Functions of libraries.
    DynamicFourier,
    EigenvectorsOfXla,
    Fourier,
    GpuLapack,  ///< operands and results of LAPACK's function, options of its own
    GpuSingularValues,
    GpuSingularValuesInColumns,
    GpuTridiagonal,
    Lapack,
    LuOfXla,
    Threefry,
    UntypedLapack,  ///< sizes and options are operands, work arrays are results
};
inline constexpr LibraryCall last_library_call = LibraryCall::UntypedLapack;
template <typename T>
using LibraryCallTable = std::array<T, static_cast<std::size_t>(last_library_call) + 1>;

/// LAPACK's functions by their names without the letter of the type. Complex functions have the real names:
/// orgqr is also ungqr, syevd heevd, sytrd hetrd, ormqr unmqr. Functions with the same result share one name:
/// gesdd is also gesvd. The last two are not functions of LAPACK.
enum class LapackFunction : std::uint8_t {
    Gees,
    Geev,
    Gehrd,
    Geqp3,
    Geqrf,
    Gesdd,
    Getrf,
    Gtsv,
    Orgqr,
    Ormqr,
    Potrf,
    Syevd,
    Sytrd,
    Trsm,
    GtsvPerturbed,
    PivotsToPermutation,
};
inline constexpr LapackFunction last_lapack_function = LapackFunction::PivotsToPermutation;

/// How a target is derived from the name in its row.
enum class Naming : std::uint8_t {
    Exact,    ///< the name
    Typed,    ///< lapack_, a letter, the name, _ffi
    Untyped,  ///< lapack_ or blas_, a letter, the name
    Gpu,      ///< the prefix of a GPU's library, the name
};

/// One row of the table of library calls.
struct LibraryRow {
    Naming naming = Naming::Exact;
    std::string_view name;
    LibraryCall call = LibraryCall::Unknown;
    LapackFunction function = {};                ///< of Lapack, UntypedLapack and GpuLapack
    OpCode op = {};                              ///< of MhloFunction
    std::string_view letters = "sdcz";           ///< Typed and Untyped: those of the types with the function
    int least_operands = 0, most_operands = -1;  ///< -1: any number
    int least_results = 0, most_results = -1;
    bool is_for_compilers = false;      ///< no function of the caller can replace it
    bool begins_manual_region = false;  ///< ops after it work on the parts of one process
    // Calls with api_version 4 that turn tensors into buffers, and back.
    bool takes_buffer = false, gives_buffer = false;
};

/// The row of the op's target; that of Unknown for other targets and other ops.
const LibraryRow& library_row(const Op& op);
LibraryCall library_call(const Op& op);

/// True if the row allows the numbers of operands and results of the op.
bool has_counts(const LibraryRow& row, const Op& op);

/// True for targets by which a program addresses its compiler: no function of the caller can replace them.
bool is_for_compilers(const Op& op);

/// LAPACK's letter for an element type, 0 if it has none.
char lapack_letter(ElementType element);
/// The element type in the target of an UntypedLapack call.
ElementType element_in_target(const Op& op);

/// The current target of a function for an element type that LAPACK has: "lapack_spotrf_ffi".
std::string lapack_target(LapackFunction function, ElementType element);

// Targets of calls that readers and passes make.
inline constexpr std::string_view mhlo_top_k_target = "mhlo.topk";
inline constexpr std::string_view pivots_to_permutation_target = "lu_pivots_to_permutation";
inline constexpr std::string_view ragged_all_to_all_target = "ragged_all_to_all";
inline constexpr std::string_view stochastic_convert_target = "mhlo.stochastic_convert";
/// Why a stochastic conversion gives no floats, and what to do instead.
inline constexpr std::string_view no_stochastic_floats =
    "a stochastic conversion to floats has no definition: XLA defines which random numbers round up for "
    "integers only";
inline constexpr std::string_view stochastic_floats_remedy =
    "Export the rounding as bit operations: add random bits below those that remain, and clear these.";
inline constexpr std::string_view top_k_target = "TopK";

}  // namespace hlo2c::frontend
