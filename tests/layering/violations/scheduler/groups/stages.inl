#include "../steps/step.h"
