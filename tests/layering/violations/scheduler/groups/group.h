#include "scheduler/steps/step.h"
