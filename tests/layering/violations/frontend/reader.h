#include <vector>
#include "frontend/diagnostic.h"
#include "scheduler/plan.h"
#include "runtime_c/math.h"
#include "tests/unit/programs.h"
#define PLAN "scheduler/plan.h"
#include PLAN
/**/ #include "scheduler/plan.h"
#import "scheduler/plan.h"
%:include "scheduler/plan.h"
#include\
    "scheduler/plan.h"
namespace hlo2c::scheduler {
struct Plan;
}
namespace scheduler_names {}
const char* text = "#include PLAN";
