#include "frontend/evaluate/dot.h"
