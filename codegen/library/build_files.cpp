#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "codegen/library/files.h"
#include "codegen/text/escape.h"
#include "codegen/text/text.h"

namespace hlo2c::codegen {
namespace {

constexpr const char* cmake_text =
    R"(# CMake project for @name@: use add_subdirectory(), or install it and use find_package(@name@). The target is
# @name@::@name@ in both cases.
cmake_minimum_required(VERSION 3.13)
project(@name@ VERSION 1.0 LANGUAGES C@assembler@)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(@target@ STATIC
@sources@)
add_library(@name@::@name@ ALIAS @target@)
set_target_properties(@target@ PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON@target_names@)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(@NAME@_FLAGS "@flags@" CACHE STRING "Instruction set that @name@ is compiled for")
separate_arguments(@name@_flags NATIVE_COMMAND "${@NAME@_FLAGS}")
target_compile_options(@target@ PRIVATE ${@name@_flags})
target_include_directories(@target@ PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(@target@ PRIVATE src)
@hooks@@linked_weights@
install(TARGETS @target@ EXPORT @name@Targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
@weights@install(EXPORT @name@Targets NAMESPACE @name@:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/@name@)
configure_package_config_file(@name@Config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/@name@Config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/@name@ PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/@name@ConfigVersion.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/@name@Config.cmake ${CMAKE_CURRENT_BINARY_DIR}/@name@ConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/@name@)
configure_file(@name@.pc.in @name@.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/@name@.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(CMAKE_SOURCE_DIR STREQUAL PROJECT_SOURCE_DIR)
  enable_testing()
  add_executable(@name@_test test/@name@_test.c)
  set_target_properties(@name@_test PROPERTIES C_STANDARD 11)
  target_link_libraries(@name@_test PRIVATE @target@@test_weights@)
  add_test(NAME @name@_test COMMAND @name@_test@test_arguments@)
endif()
)";

constexpr const char* cmake_pool = R"(
# Optional thread pool for the parallel_for hook: link @name@::@name@_threads.
)";

constexpr const char* cmake_transports = R"(
# Optional transports between processes: link @name@::@name@_rank_threads or @name@::@name@_rank_mpi.
)";

/// The library of a hook that runs on threads.
constexpr const char* cmake_threads = R"(find_package(Threads)
if(Threads_FOUND)
  add_library(@name@_@hook@ STATIC hooks/hlo2c_@hook@.c)
  add_library(@name@::@name@_@hook@ ALIAS @name@_@hook@)
  set_target_properties(@name@_@hook@ PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(@name@_@hook@ PUBLIC @target@ Threads::Threads)
  install(TARGETS @name@_@hook@ EXPORT @name@Targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
)";

constexpr const char* cmake_mpi = R"(find_package(MPI COMPONENTS C)
if(MPI_C_FOUND)
  add_library(@name@_rank_mpi STATIC EXCLUDE_FROM_ALL hooks/hlo2c_rank_mpi.c)
  add_library(@name@::@name@_rank_mpi ALIAS @name@_rank_mpi)
  set_target_properties(@name@_rank_mpi PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(@name@_rank_mpi PUBLIC @target@ MPI::MPI_C)
endif()
)";

constexpr const char* cmake_weights = R"(
# Links the weights into a program: link @name@::@name@_weights beside @name@::@name@.
set_source_files_properties(weights/@name@_weights.s PROPERTIES COMPILE_OPTIONS "-I${CMAKE_CURRENT_SOURCE_DIR}"
  OBJECT_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/weights/@name@.weights)
add_library(@name@_weights STATIC weights/@name@_weights.s)
add_library(@name@::@name@_weights ALIAS @name@_weights)
target_link_libraries(@name@_weights PUBLIC @target@)
target_link_options(@name@_weights INTERFACE LINKER:--undefined=@name@_weights)
install(TARGETS @name@_weights EXPORT @name@Targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
)";

constexpr const char* makefile_text = R"(# make, make test, make install PREFIX=/usr/local
CC ?= cc
AR ?= ar
CFLAGS ?= -O3
PREFIX ?= /usr/local
FLAGS = -std=c11 -Iinclude -Isrc @flags@
SOURCES = @make_sources@
OBJECTS = $(SOURCES:.c=.o)

lib@name@.a: $(OBJECTS)
	$(AR) rcs $@ $(OBJECTS)

$(OBJECTS): $(wildcard include/*.h src/*.h)

%.o: %.c
	$(CC) $(CFLAGS) $(FLAGS) -c $< -o $@

@name@_test: test/@name@_test.c@make_test_sources@ lib@name@.a
	$(CC) $(CFLAGS) $(FLAGS)@make_test_flags@ test/@name@_test.c@make_test_sources@ lib@name@.a -o $@

test: @name@_test
	./@name@_test@make_test_arguments@

@name@.pc: @name@.pc.in
	sed -e 's|@CMAKE_INSTALL_PREFIX@|$(PREFIX)|' -e 's|@CMAKE_INSTALL_LIBDIR@|lib|' \
		-e 's|@CMAKE_INSTALL_INCLUDEDIR@|include|' $< > $@

install: lib@name@.a @name@.pc
	mkdir -p $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include@make_install_folders@
	cp lib@name@.a $(DESTDIR)$(PREFIX)/lib
	cp include/*.h $(DESTDIR)$(PREFIX)/include
	cp @name@.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig
@make_install_weights@
clean:
	rm -f $(OBJECTS) lib@name@.a @name@_test @name@.pc

.PHONY: test install clean
)";

constexpr const char* pkg_config_text = R"(prefix=@CMAKE_INSTALL_PREFIX@
libdir=${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
@pc_weights@
Name: @name@
Description: @description@
Version: 1.0
Libs: -L${libdir} -l@name@
Cflags: -I${includedir}
)";

constexpr const char* config_text = R"(@PACKAGE_INIT@

@threads_config@include("${CMAKE_CURRENT_LIST_DIR}/@name@Targets.cmake")
@config_weights@check_required_components(@name@)
)";

constexpr const char* threads_config = R"(include(CMakeFindDependencyMacro)
find_dependency(Threads)
)";

/// Assembly that defines the symbol NAME_weights from the weights file, for a library that leaves its weights
/// to the caller.
constexpr const char* weights_assembly = R"(    .section @weights_section@
    .balign @weights_alignment@
    .global @name@_weights
@name@_weights:
    .incbin "weights/@name@.weights"
    .section .note.GNU-stack, "", %progbits
)";

/// Targets that CMake, or one of its generators, has in every project.
bool is_reserved_target(const std::string& name) {
    static constexpr std::array<std::string_view, 15> reserved = {
        "ALL_BUILD",  "INSTALL", "PACKAGE", "RUN_TESTS", "ZERO_CHECK",     "all",           "clean", "depend",
        "edit_cache", "help",    "install", "package",   "package_source", "rebuild_cache", "test"};
    return std::find(reserved.begin(), reserved.end(), name) != reserved.end();
}

std::map<std::string, std::string> values_of(const LibraryModel& model, const std::vector<CFile>& sources) {
    const std::string& name = model.name;
    std::map<std::string, std::string> values = {
        {"name", name}, {"NAME", model.upper}, {"flags", compiler_flags(model.plan->target.c_flags)}};
    const bool is_reserved = is_reserved_target(name);
    values["target"] = is_reserved ? name + "_library" : name;
    values["target_names"] = is_reserved ? fmt::format("\n  OUTPUT_NAME {} EXPORT_NAME {}", name, name) : "";
    std::vector<std::string> paths;
    for (const CFile& file : sources)
        if ((file.part == FilePart::Code || file.part == FilePart::Weights) && file.path.ends_with(".c"))
            paths.push_back(file.path);
    std::sort(paths.begin(), paths.end());
    values["sources"] = "  " + join(paths, "\n  ");
    values["make_sources"] = join(paths, " \\\n    ");
    const auto hook = [&](const std::string& name, const std::string& text) {
        values["hook"] = name;
        values["hooks"] += fill_in(text, values);
    };
    values["hooks"] = "";
    if (model.has_parallel_loops) hook("threads", std::string(cmake_pool) + cmake_threads);
    if (model.has_processes())
        hook("rank_threads", std::string(cmake_transports) + cmake_threads + cmake_mpi);
    values["threads_config"] = model.has_parallel_loops || model.has_processes() ? threads_config : "";
    values["description"] =
        plain_value(model.options->description.empty() ? "The program " + model.program_name()
                                                       : model.options->description);

    const bool has_file = model.has_blob(), is_extern = has_file && model.storage == WeightStorage::Extern;
    const std::string path = fmt::format("weights/{}.weights", name);
    values["assembler"] = is_extern ? " ASM" : "";
    values["weights"] =
        has_file ? fmt::format("install(FILES {} DESTINATION ${{CMAKE_INSTALL_DATADIR}}/{})\n", path, name)
                 : "";
    values["config_weights"] =
        has_file ? fmt::format(
                       "set_and_check({}_WEIGHTS_FILE \"@PACKAGE_CMAKE_INSTALL_DATADIR@/{}/{}.weights\")\n",
                       name, name, name)
                 : "";
    values["pc_weights"] =
        has_file ? fmt::format("weights=${{prefix}}/share/{}/{}.weights\n", name, name) : "";
    values["make_install_folders"] = has_file ? fmt::format(" $(DESTDIR)$(PREFIX)/share/{}", name) : "";
    values["make_install_weights"] =
        has_file ? fmt::format("\tcp {} $(DESTDIR)$(PREFIX)/share/{}\n", path, name) : "";
    values["linked_weights"] = is_extern ? fill_in(cmake_weights, values) : "";
    const scheduler::MemoryPool* const pool = model.plan->target.weights_pool();
    values["weights_section"] =
        pool != nullptr && !pool->section.empty() ? pool->section + ", \"a\"" : ".rodata";
    values["weights_alignment"] =
        fmt::format("{}", std::max(area_alignment, pool != nullptr ? pool->alignment : 0));
    values["test_weights"] = is_extern ? fmt::format(" {}_weights", name) : "";
    values["test_arguments"] = has_file && !is_extern ? " ${CMAKE_CURRENT_SOURCE_DIR}/" + path : "";
    values["make_test_sources"] = is_extern ? fmt::format(" weights/{}_weights.s", name) : "";
    values["make_test_flags"] = "";
    values["make_test_arguments"] = has_file && !is_extern ? " " + path : "";
    return values;
}

}  // namespace

std::vector<CFile> write_build_files(const LibraryModel& model, const std::vector<CFile>& sources) {
    const std::map<std::string, std::string> values = values_of(model, sources);
    const auto file = [&](const std::string& path, const char* text) {
        const std::string notice = "# " + hash_comment(notice_text(model)) + "\n";
        return CFile{path, notice + fill_in(text, values), FilePart::Build};
    };
    std::vector<CFile> files = {file("CMakeLists.txt", cmake_text), file("Makefile", makefile_text),
                                file(model.name + ".pc.in", pkg_config_text),
                                file(model.name + "Config.cmake.in", config_text)};
    if (model.has_blob() && model.storage == WeightStorage::Extern)
        files.push_back({fmt::format("weights/{}_weights.s", model.name), fill_in(weights_assembly, values),
                         FilePart::Build});
    return files;
}

}  // namespace hlo2c::codegen
