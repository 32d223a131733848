#include "scheduler/plan.h"
#include "scheduler/steps/step.inl"
