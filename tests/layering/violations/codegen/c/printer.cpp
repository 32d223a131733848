#include <clang/AST/Decl.h>
#include "scheduler/halide/lower.h"
#include "scheduler/plan.h"
