# cmake -D ROOT=source-tree -P layering.cmake
# Fails unless every #include points the way of the data: frontend <- scheduler <- codegen <- driver, with runtime_c on
# its own and each third-party library behind its one folder.
cmake_policy(SET CMP0057 NEW)
set(rooms frontend scheduler codegen driver)

# pattern of an included name | folder outside of which it is an error
set(owners
  "^Halide[.]h|scheduler/halide/"
  "^(clang|llvm|clang-c)/|codegen/check/"
  "^yaml-cpp/|scheduler/target/"
  "^CLI/|driver/"
  "^google/protobuf/|frontend/hlo/"
  "^(flatbuffers/|exported_generated[.]h)|frontend/jax_export/"
  "^scheduler/halide/|scheduler/"
  "^driver/|driver/"
)
set(memory_may_include "^(scheduler/memory/|frontend/diagnostic[.]h$|[^/]+$|fmt/|nlohmann/)")
set(violations "")

# What the reference evaluator takes from outside its folder: its README lists it, in lines "- `file`, `folder/`: why".
set(reference frontend/evaluate)
file(STRINGS "${ROOT}/${reference}/README.md" lines REGEX "^- `frontend/")
set(shared "")
foreach(line IN LISTS lines)
  string(REGEX MATCHALL "`frontend/[^`]+`" names "${line}")
  string(REPLACE "`" "" names "${names}")
  list(APPEND shared ${names})
endforeach()
set(shared_in_use "")

function(report file included reason)
  file(RELATIVE_PATH path "${ROOT}" "${file}")
  set(violations "${violations}${path} includes ${included}: ${reason}\n" PARENT_SCOPE)
endfunction()

foreach(room IN LISTS rooms ITEMS runtime_c)
  file(GLOB_RECURSE files "${ROOT}/${room}/*.h" "${ROOT}/${room}/*.inl" "${ROOT}/${room}/*.cpp" "${ROOT}/${room}/*.c"
       "${ROOT}/${room}/*.def")
  list(FIND rooms ${room} rank)
  foreach(file IN LISTS files)
    file(RELATIVE_PATH path "${ROOT}" "${file}")
    file(STRINGS "${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"]+)[>\"].*" "\\1" included "${line}")
      string(REGEX MATCH "^[^/]+" first "${included}")
      if(included MATCHES "/" AND first IN_LIST rooms)
        list(FIND rooms ${first} included_rank)
        if(room STREQUAL runtime_c)
          report("${file}" "${included}" "runtime_c depends on nothing")
        elseif(included_rank GREATER rank)
          report("${file}" "${included}" "${first} comes after ${room}")
        endif()
      endif()
      if(first STREQUAL "runtime_c" AND NOT room STREQUAL "runtime_c")
        report("${file}" "${included}" "runtime_c is for the emitted libraries")
      endif()
      foreach(owner IN LISTS owners)
        string(REGEX MATCH "^(.*)[|]([^|]*)$" parts "${owner}")
        set(folder "${CMAKE_MATCH_2}")
        if(included MATCHES "${CMAKE_MATCH_1}" AND NOT path MATCHES "^${folder}")
          report("${file}" "${included}" "only ${folder} may")
        endif()
      endforeach()
      if(path MATCHES "^${reference}/" AND included MATCHES "^frontend/" AND NOT included MATCHES "^${reference}/")
        get_filename_component(folder "${included}" DIRECTORY)
        if(included IN_LIST shared)
          list(APPEND shared_in_use "${included}")
        elseif("${folder}/" IN_LIST shared)
          list(APPEND shared_in_use "${folder}/")
        else()
          report("${file}" "${included}" "${reference}/README.md does not list it")
        endif()
      endif()
      if(included MATCHES "^${reference}/" AND path MATCHES "^(frontend/(ir|ops|passes)|scheduler|codegen)/"
         AND NOT path STREQUAL "frontend/passes/fold.cpp")
        report("${file}" "${included}" "of the passes only fold takes the evaluator's results")
      endif()
      if(path MATCHES "^scheduler/memory/" AND NOT included MATCHES "${memory_may_include}")
        report("${file}" "${included}" "scheduler/memory knows buffers only")
      endif()
    endforeach()
  endforeach()
endforeach()

foreach(name IN LISTS shared)
  if(NOT name IN_LIST shared_in_use)
    report("${ROOT}/${reference}/README.md" "${name}" "nothing there does any more")
  endif()
endforeach()

if(NOT violations STREQUAL "")
  message(NOTICE "${violations}")
  message(FATAL_ERROR "the layering is broken")
endif()
message(STATUS "includes follow the layers")
