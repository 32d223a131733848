#include "scheduler/groups/group.h"
#include "scheduler/plan.h"
