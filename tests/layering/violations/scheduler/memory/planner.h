#include <vector>
#include "scheduler/memory/buffer.h"
#include "scheduler/plan.h"
