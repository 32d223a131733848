#include "scheduler/groups/group.h"
