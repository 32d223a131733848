# Runs layering.cmake over violations/ and wants each planted include named, and no other.
execute_process(COMMAND ${CMAKE_COMMAND} -D ROOT=${ROOT} -P ${SCRIPT} RESULT_VARIABLE status ERROR_VARIABLE text)
if(status EQUAL 0)
  message(FATAL_ERROR "the violations were accepted")
endif()
set(expected
  "frontend/reader.h includes scheduler/plan.h: scheduler comes after frontend"
  "frontend/reader.h includes runtime_c/math.h: runtime_c is for the emitted libraries"
  "frontend/evaluate/dot.cpp includes frontend/passes/contraction.h: frontend/evaluate/README.md does not list it"
  "frontend/evaluate/README.md includes frontend/ops/unused.h: nothing there does any more"
  "frontend/passes/contraction.h includes frontend/evaluate/dot.h: of the passes only fold takes the evaluator's results"
  "scheduler/layout/layout.h includes scheduler/plan.h: scheduler/layout knows groups only"
  "scheduler/memory/planner.h includes scheduler/plan.h: scheduler/memory knows buffers only"
  "frontend/reader.h includes tests/unit/programs.h: tests depend on the product"
  "frontend/reader.h: an include has another form: '#include PLAN'"
  "frontend/reader.h: an include has another form: '/**/ #include"
  "frontend/reader.h: an include has another form: '#import"
  "frontend/reader.h: an include has another form: '%:include"
  "frontend/reader.h: an include has another form: '#include\\'"
  "frontend/reader.h: it declares something of another room: namespace hlo2c::scheduler {"
  "scheduler/loops/nest.hpp: sources end in .h, .inl, .cpp, .c or .def"
  "scheduler/loops/nest.cpp includes Halide.h: only scheduler/halide/ may"
  "scheduler/loops/nest.cpp includes Halide/Halide.h: only scheduler/halide/ may"
  "scheduler/schedule/choose.h includes scheduler/groups/group.h: scheduler/schedule knows problems and targets only"
  "scheduler/groups/stages.inl includes ../steps/step.h: names begin at the root of the sources"
  "codegen/c/printer.cpp includes clang/AST/Decl.h: only codegen/check/ may"
  "codegen/c/printer.cpp includes scheduler/halide/lower.h: only scheduler/ may"
  "runtime_c/pool.c includes frontend/diagnostic.h: runtime_c depends on nothing"
)
foreach(line IN LISTS expected)
  string(FIND "${text}" "${line}" found)
  if(found LESS 0)
    message(FATAL_ERROR "not reported: ${line}\nreported:\n${text}")
  endif()
endforeach()
string(FIND "${text}" "folders that depend on each other in a circle: frontend/evaluate, frontend/passes, scheduler/groups, scheduler/steps\n" found)
if(found LESS 0)
  message(FATAL_ERROR "the circle was not reported, and nothing else as part of it:\n${text}")
endif()
string(REGEX MATCHALL "(^|\n)[a-zA-Z_/]+[.][a-zA-Z]+( includes [^:]*)?: " all "${text}")
list(LENGTH all count)
list(LENGTH expected expected_count)
if(NOT count EQUAL expected_count)
  message(FATAL_ERROR "${count} reports, expected ${expected_count}:\n${text}")
endif()
