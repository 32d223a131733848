#include "Halide.h"
#include "frontend/ir/type.h"
#include <Halide/Halide.h>
