#include "Halide.h"
#include "frontend/ir/type.h"
