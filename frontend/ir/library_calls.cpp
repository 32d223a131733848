#include "frontend/ir/library_calls.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

using Call = LibraryCall;

constexpr LibraryRow annotation(std::string_view name, Call call = Call::Annotation) {
    return {.name = name, .call = call, .is_for_compilers = true};
}

constexpr LibraryRow exact(std::string_view name, Call call) {
    return {.name = name, .call = call};
}

constexpr LibraryRow exact(std::string_view name, LapackFunction function) {
    return {.name = name, .call = Call::Lapack, .function = function};
}

constexpr LibraryRow typed(std::string_view name, LapackFunction function,
                           std::string_view letters = "sdcz") {
    return {.naming = Naming::Typed,
            .name = name,
            .call = Call::Lapack,
            .function = function,
            .letters = letters};
}

constexpr LibraryRow untyped(std::string_view name, LapackFunction function,
                             std::string_view letters = "sdcz") {
    return {.naming = Naming::Untyped,
            .name = name,
            .call = Call::UntypedLapack,
            .function = function,
            .letters = letters};
}

constexpr LibraryRow gpu(std::string_view name, LapackFunction function) {
    return {.naming = Naming::Gpu,
            .name = name,
            .call = Call::GpuLapack,
            .function = function,
            .least_operands = 1,
            .least_results = 1};
}

constexpr LibraryRow gpu(std::string_view name, Call call) {
    return {.naming = Naming::Gpu, .name = name, .call = call};
}

constexpr LibraryRow from(int least, int most, LibraryRow row) {
    row.least_operands = least;
    row.most_operands = most;
    return row;
}

constexpr LibraryRow to(int least, int most, LibraryRow row) {
    row.least_results = least;
    row.most_results = most;
    return row;
}

constexpr LibraryRow function(std::string_view name, OpCode op) {
    return from(1, 1, to(1, 1, {.name = name, .call = Call::MhloFunction, .op = op}));
}

constexpr LibraryRow beginning_manual_region(LibraryRow row) {
    row.begins_manual_region = true;
    return row;
}

constexpr LibraryRow taking_buffer(LibraryRow row) {
    row.takes_buffer = true;
    return row;
}

constexpr LibraryRow giving_buffer(LibraryRow row) {
    row.gives_buffer = true;
    return row;
}

constexpr int any = -1;

// In the order of namings and names.
constexpr std::array library_rows = {
    from(0, 0, exact("AllocateBuffer", Call::AllocateBuffer)),
    from(1, any, to(2, any, exact("ApproxTopK", Call::ApproximateTopK))),
    from(0, 0, to(1, 1, giving_buffer(exact("CreateBuffer", Call::CreateBuffer)))),
    from(1, 1, to(2, 2, exact("Eigh", Call::EigenvectorsOfXla))),
    annotation("LayoutConstraint"),
    from(1, 1, to(3, 3, exact("LuDecomposition", Call::LuOfXla))),
    annotation("MoveToDevice"),
    annotation("MoveToHost"),
    from(1, any, to(2, any, exact("PartialReduce", Call::ApproximateTopK))),
    giving_buffer(annotation("Pin", Call::Pin)),
    exact("ProductOfElementaryHouseholderReflectors", LapackFunction::Orgqr),
    exact("Qr", LapackFunction::Geqrf),
    beginning_manual_region(annotation("SPMDFullToShardShape", Call::FullToShard)),
    annotation("SPMDShardToFullShape", Call::ShardToFull),
    annotation("Sharding", Call::Sharding),
    from(1, any, to(2, any, exact(top_k_target, Call::TopK))),
    taking_buffer(annotation("Unpin", Call::Unpin)),
    annotation("annotate_device_placement"),
    exact("cu_lu_pivots_to_permutation", LapackFunction::PivotsToPermutation),
    from(2, any, to(1, 1, exact("ducc_fft", Call::Fourier))),
    from(6, any, to(1, 1, exact("dynamic_ducc_fft", Call::DynamicFourier))),
    exact("hip_lu_pivots_to_permutation", LapackFunction::PivotsToPermutation),
    exact(pivots_to_permutation_target, LapackFunction::PivotsToPermutation),
    function("mhlo.acos", OpCode::ChloAcos),
    function("mhlo.acosh", OpCode::ChloAcosh),
    function("mhlo.asin", OpCode::ChloAsin),
    function("mhlo.asinh", OpCode::ChloAsinh),
    function("mhlo.atanh", OpCode::ChloAtanh),
    annotation("mhlo.copy"),
    function("mhlo.cosh", OpCode::ChloCosh),
    function("mhlo.erf", OpCode::ChloErf),
    function("mhlo.sinh", OpCode::ChloSinh),
    from(2, 2, to(1, 1, exact(stochastic_convert_target, Call::StochasticConvert))),
    function("mhlo.tan", OpCode::Tan),
    from(1, any, to(2, any, exact(mhlo_top_k_target, Call::TopK))),
    exact(ragged_all_to_all_target, Call::RaggedAllToAll),
    from(1, any, to(0, 0, exact("shape_assertion", Call::ShapeAssertion))),
    from(1, any, to(2, any, exact("stablehlo.dynamic_approx_top_k", Call::DynamicApproximateTopK))),
    from(7, any, to(1, any, exact("stablehlo.dynamic_reduce_window", Call::DynamicReduceWindow))),
    from(2, 2, to(2, 2, exact("stablehlo.dynamic_rng_bit_generator", Call::DynamicRandomBits))),
    from(1, any, to(2, any, exact("stablehlo.dynamic_top_k", Call::DynamicTopK))),
    annotation("stablehlo.shape_refinement_operand_wrapper"),
    exact("tridiagonal_solve_perturbed_ffi", LapackFunction::GtsvPerturbed),
    annotation("xla.sdy.FuncResultSharding", Call::ResultSharding),
    beginning_manual_region(annotation("xla.sdy.GlobalToLocalShape", Call::GlobalToLocal)),
    annotation("xla.sdy.LocalToGlobalShape", Call::LocalToGlobal),
    annotation("xla.sdy.PropagationBarrier"),

    typed("gees", LapackFunction::Gees),
    typed("geev", LapackFunction::Geev),
    typed("gehrd", LapackFunction::Gehrd),
    typed("geqp3", LapackFunction::Geqp3),
    typed("geqrf", LapackFunction::Geqrf),
    typed("gesdd", LapackFunction::Gesdd),
    typed("gesvd", LapackFunction::Gesdd),
    typed("getrf", LapackFunction::Getrf),
    typed("gtsv", LapackFunction::Gtsv),
    typed("heevd", LapackFunction::Syevd, "cz"),
    typed("hetrd", LapackFunction::Sytrd, "cz"),
    typed("orgqr", LapackFunction::Orgqr, "sd"),
    typed("ormqr", LapackFunction::Ormqr, "sd"),
    typed("potrf", LapackFunction::Potrf),
    typed("syevd", LapackFunction::Syevd, "sd"),
    typed("sytrd", LapackFunction::Sytrd, "sd"),
    typed("trsm", LapackFunction::Trsm),
    typed("ungqr", LapackFunction::Orgqr, "cz"),
    typed("unmqr", LapackFunction::Ormqr, "cz"),

    untyped("gees", LapackFunction::Gees),
    untyped("geev", LapackFunction::Geev),
    untyped("gehrd", LapackFunction::Gehrd),
    untyped("geqrf", LapackFunction::Geqrf),
    untyped("gesdd", LapackFunction::Gesdd),
    untyped("getrf", LapackFunction::Getrf),
    untyped("heevd", LapackFunction::Syevd, "cz"),
    untyped("hetrd", LapackFunction::Sytrd, "cz"),
    untyped("orgqr", LapackFunction::Orgqr, "sd"),
    untyped("potrf", LapackFunction::Potrf),
    untyped("syevd", LapackFunction::Syevd, "sd"),
    untyped("sytrd", LapackFunction::Sytrd, "sd"),
    untyped("trsm", LapackFunction::Trsm),
    untyped("ungqr", LapackFunction::Orgqr, "cz"),

    gpu("geqrf_batched_ffi", LapackFunction::Geqrf),
    gpu("geqrf_ffi", LapackFunction::Geqrf),
    from(1, 1, to(5, 5, gpu("gesdd_ffi", Call::GpuSingularValues))),
    from(1, 1, to(5, 5, gpu("gesvd_ffi", Call::GpuSingularValues))),
    from(1, 1, to(5, 5, gpu("gesvdj_ffi", Call::GpuSingularValuesInColumns))),
    from(1, 1, to(5, 5, gpu("gesvdp_ffi", Call::GpuSingularValuesInColumns))),
    gpu("getrf_batched_ffi", LapackFunction::Getrf),
    gpu("getrf_ffi", LapackFunction::Getrf),
    from(4, 4, to(1, 1, gpu("gtsv2_ffi", Call::GpuTridiagonal))),
    gpu("hybrid_eig_comp", LapackFunction::Geev),
    gpu("hybrid_eig_real", LapackFunction::Geev),
    gpu("hybrid_geqp3", LapackFunction::Geqp3),
    gpu("orgqr_ffi", LapackFunction::Orgqr),
    gpu("ormqr_ffi", LapackFunction::Ormqr),
    gpu("potrf_ffi", LapackFunction::Potrf),
    gpu("syevd_ffi", LapackFunction::Syevd),
    gpu("sytrd_ffi", LapackFunction::Sytrd),
    from(4, 4, to(1, 2, gpu("threefry2x32", Call::Threefry))),
    from(4, 4, to(1, 2, gpu("threefry2x32_ffi", Call::Threefry))),
};

using Key = std::pair<Naming, std::string_view>;

constexpr Key key_of(const LibraryRow& row) {
    return {row.naming, row.name};
}

static_assert(std::ranges::adjacent_find(library_rows, std::ranges::greater_equal{}, key_of) ==
                  library_rows.end(),
              "each target has one row, and the rows are in order");

constexpr LibraryRow unknown;

/// LAPACK's element types by their letters.
constexpr std::array<std::pair<char, ElementType>, 4> letters = {
    {{'s', ElementType::F32}, {'d', ElementType::F64}, {'c', ElementType::C64}, {'z', ElementType::C128}}};

/// The libraries of GPUs. "hybrid_" is also the beginning of the name in the row.
constexpr std::array<std::string_view, 10> gpu_prefixes = {
    "cusolver_",  "hipsolver_", "cublas_",    "hipblas_", "cusparse_",
    "hipsparse_", "cuhybrid_",  "hiphybrid_", "cu_",      "hip_"};
/// Namespaces of targets that are instructions to a compiler, known to hlo2c or not.
constexpr std::array<std::string_view, 2> compiler_prefixes = {"stablehlo.", "xla.sdy."};
constexpr std::string_view typed_suffix = "_ffi", hybrid = "hybrid_";

const LibraryRow* find(Naming naming, std::string_view name) {
    const auto found = std::ranges::lower_bound(library_rows, Key{naming, name}, {}, key_of);
    return found != library_rows.end() && key_of(*found) == Key{naming, name} ? &*found : nullptr;
}

/// The letter and the name behind it in the target of an untyped LAPACK call, or in that of a typed one
/// without its suffix.
std::optional<std::pair<char, std::string_view>> letter_and_name(std::string_view target) {
    for (const std::string_view prefix : {std::string_view("lapack_"), std::string_view("blas_")})
        if (target.starts_with(prefix) && target.size() > prefix.size())
            return std::pair{target[prefix.size()], target.substr(prefix.size() + 1)};
    return std::nullopt;
}

const LibraryRow* lapack_row(std::string_view target) {
    const bool is_typed = target.ends_with(typed_suffix);
    if (is_typed) {
        if (!target.starts_with("lapack_")) return nullptr;
        target.remove_suffix(typed_suffix.size());
    }
    const auto parts = letter_and_name(target);
    if (!parts) return nullptr;
    const LibraryRow* row = find(is_typed ? Naming::Typed : Naming::Untyped, parts->second);
    return row != nullptr && row->letters.find(parts->first) != std::string_view::npos ? row : nullptr;
}

const LibraryRow* gpu_row(std::string_view target) {
    for (std::string_view prefix : gpu_prefixes) {
        if (!target.starts_with(prefix)) continue;
        if (prefix.ends_with(hybrid)) prefix.remove_suffix(hybrid.size());
        return find(Naming::Gpu, target.substr(prefix.size()));
    }
    return nullptr;
}

}  // namespace

const LibraryRow& library_row(const Op& op) {
    if (op.code != OpCode::CustomCall) return unknown;
    const std::string target = op[attr::call_target_name];
    for (const LibraryRow* row : {find(Naming::Exact, target), lapack_row(target), gpu_row(target)})
        if (row != nullptr) return *row;
    return unknown;
}

LibraryCall library_call(const Op& op) {
    return library_row(op).call;
}

bool has_counts(const LibraryRow& row, const Op& op) {
    const auto fits = [](std::size_t count, int least, int most) {
        return count >= static_cast<std::size_t>(least) &&
               (most < 0 || count <= static_cast<std::size_t>(most));
    };
    return fits(op.operands.size(), row.least_operands, row.most_operands) &&
           fits(op.results.size(), row.least_results, row.most_results);
}

bool is_for_compilers(const Op& op) {
    const std::string target = op[attr::call_target_name];
    return library_row(op).is_for_compilers ||
           std::ranges::any_of(compiler_prefixes,
                               [&](std::string_view prefix) { return target.starts_with(prefix); });
}

char lapack_letter(ElementType element) {
    const auto found = std::ranges::find(letters, element, &std::pair<char, ElementType>::second);
    return found != letters.end() ? found->first : '\0';
}

ElementType element_in_target(const Op& op) {
    const std::string target = op[attr::call_target_name];
    const auto parts = letter_and_name(target);
    const auto found =
        std::ranges::find(letters, parts ? parts->first : '\0', &std::pair<char, ElementType>::first);
    HLO2C_CHECK(found != letters.end(), "the target has the letter of a type");
    return found->second;
}

std::string lapack_target(LapackFunction function, ElementType element) {
    const char letter = lapack_letter(element);
    const auto row = std::ranges::find_if(library_rows, [&](const LibraryRow& each) {
        return each.naming == Naming::Typed && each.function == function &&
               each.letters.find(letter) != std::string_view::npos;
    });
    HLO2C_CHECK(letter != 0 && row != library_rows.end(), "a LAPACK function exists for the element type");
    return "lapack_" + std::string(1, letter) + std::string(row->name) + std::string(typed_suffix);
}

}  // namespace hlo2c::frontend
