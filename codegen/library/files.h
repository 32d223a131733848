#pragma once

#include <vector>

#include "codegen/library/library.h"
#include "codegen/library/model.h"

namespace hlo2c::codegen {

/// include/NAME.h
CFile write_header(const LibraryModel& model);
/// src/NAME.c: entry points, control flow, the memory plan as constants.
CFile write_source(const LibraryModel& model);
/// src/NAME_kernels.h, src/NAME_vector.h, src/NAME_kernels_0.c and so on, split where LibraryOptions says.
std::vector<CFile> write_kernels(const LibraryModel& model);
/// The files of `model.storage`: weights/NAME_weights_0.c ... with src/NAME_weights.h, or
/// weights/NAME.weights.
std::vector<CFile> write_weights(const LibraryModel& model);
/// The units of runtime_c that the library uses.
std::vector<CFile> write_runtime(const LibraryModel& model);
/// test/NAME_test.c, and test/NAME_vectors.h if there are stored vectors.
std::vector<CFile> write_self_test(const LibraryModel& model);
/// CMakeLists.txt, Makefile, NAME.pc.in, NAMEConfig.cmake.in.
std::vector<CFile> write_build_files(const LibraryModel& model, const std::vector<CFile>& sources);
/// NAME.json.
CFile write_manifest(const LibraryModel& model);
/// README.md.
CFile write_readme(const LibraryModel& model);

}  // namespace hlo2c::codegen
