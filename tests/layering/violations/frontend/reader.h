#include <vector>
#include "frontend/diagnostic.h"
#include "scheduler/plan.h"
#include "runtime_c/math.h"
