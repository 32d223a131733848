#include <stdint.h>
#include "frontend/diagnostic.h"
