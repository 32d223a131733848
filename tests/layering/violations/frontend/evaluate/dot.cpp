#include "frontend/evaluate/dot.h"
#include "frontend/ir/program.h"
#include "frontend/passes/contraction.h"
