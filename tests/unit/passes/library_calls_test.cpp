#include "frontend/ir/library_calls.h"

#include <catch2/catch.hpp>

#include "frontend/ir/attributes.h"

using namespace hlo2c::frontend;

namespace {

Op call_of(const std::string& target, std::size_t operands = 1, std::size_t results = 1) {
    Op op{.code = OpCode::CustomCall};
    op.operands.resize(operands);
    op.results.resize(results);
    op.set(hlo2c::attr::call_target_name, target);
    return op;
}

}  // namespace

TEST_CASE("each naming leads to the function that it names") {
    struct Case {
        const char* target;
        LibraryCall call;
        LapackFunction function;
    };
    const Case cases[] = {
        {"lapack_spotrf_ffi", LibraryCall::Lapack, LapackFunction::Potrf},
        {"lapack_zheevd_ffi", LibraryCall::Lapack, LapackFunction::Syevd},
        {"lapack_dgesvd_ffi", LibraryCall::Lapack, LapackFunction::Gesdd},
        {"lapack_cungqr", LibraryCall::UntypedLapack, LapackFunction::Orgqr},
        {"blas_dtrsm", LibraryCall::UntypedLapack, LapackFunction::Trsm},
        {"cusolver_ormqr_ffi", LibraryCall::GpuLapack, LapackFunction::Ormqr},
        {"hiphybrid_geqp3", LibraryCall::GpuLapack, LapackFunction::Geqp3},
        {"Qr", LibraryCall::Lapack, LapackFunction::Geqrf},
        {"cu_lu_pivots_to_permutation", LibraryCall::Lapack, LapackFunction::PivotsToPermutation},
    };
    for (const Case& each : cases) {
        INFO(each.target);
        const LibraryRow& row = library_row(call_of(each.target));
        CHECK(row.call == each.call);
        CHECK(row.function == each.function);
    }
    CHECK(library_call(call_of("hip_threefry2x32_ffi")) == LibraryCall::Threefry);
    CHECK(library_call(call_of("cusolver_gesvdj_ffi")) == LibraryCall::GpuSingularValuesInColumns);
}

TEST_CASE("other targets are the caller's") {
    for (const char* target :
         {"", "solve", "lapack_", "lapack_s_ffi", "lapack_xpotrf_ffi", "lapack_corgqr_ffi", "lapack_sungqr",
          "blas_strsm_ffi", "potrf", "cusolver_", "geqp3", "qr"}) {
        INFO(target);
        CHECK(library_call(call_of(target)) == LibraryCall::Unknown);
    }
    Op other = call_of("Sharding");
    other.code = OpCode::Composite;
    CHECK(library_call(other) == LibraryCall::Unknown);
}

TEST_CASE("a target has its numbers of operands and results") {
    const auto fits = [](const Op& op) { return has_counts(library_row(op), op); };
    CHECK(fits(call_of("Eigh", 1, 2)));
    CHECK_FALSE(fits(call_of("Eigh", 2, 2)));
    CHECK_FALSE(fits(call_of("Eigh", 1, 1)));
    CHECK_FALSE(fits(call_of("shape_assertion", 0, 0)));
    CHECK(fits(call_of("shape_assertion", 4, 0)));
    CHECK_FALSE(fits(call_of("shape_assertion", 4, 1)));
}

TEST_CASE("targets for compilers are known by their name or their namespace") {
    for (const char* target :
         {"Sharding", "Unpin", "annotate_device_placement", "stablehlo.new", "xla.sdy.New"})
        CHECK(is_for_compilers(call_of(target)));
    for (const char* target : {"shape_assertion", "lapack_spotrf_ffi", "solve", "xla_sdy"})
        CHECK_FALSE(is_for_compilers(call_of(target)));
}

TEST_CASE("a function's target is that of today's calls for its type") {
    CHECK(lapack_target(LapackFunction::Orgqr, ElementType::F32) == "lapack_sorgqr_ffi");
    CHECK(lapack_target(LapackFunction::Orgqr, ElementType::C64) == "lapack_cungqr_ffi");
    CHECK(lapack_target(LapackFunction::Gesdd, ElementType::F64) == "lapack_dgesdd_ffi");
    CHECK(lapack_target(LapackFunction::Syevd, ElementType::C128) == "lapack_zheevd_ffi");
    for (const LapackFunction function : {LapackFunction::Gees, LapackFunction::Sytrd, LapackFunction::Ormqr})
        for (const ElementType element : {ElementType::F32, ElementType::C128})
            CHECK(library_row(call_of(lapack_target(function, element))).function == function);
}
