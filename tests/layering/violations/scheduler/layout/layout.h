#include <vector>
#include "scheduler/layout/strides.h"
#include "scheduler/plan.h"
