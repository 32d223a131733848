/* hlo2c_loopback.h  A collective hook for a single process: a program written for many processes runs in a
 * grid of one, where every group has one member.
 *
 *   hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
 *   hooks.collective = hlo2c_loopback; */
#ifndef HLO2C_LOOPBACK_H
#define HLO2C_LOOPBACK_H

#include "hlo2c_ranks.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline int hlo2c_loopback(void *user, const hlo2c_collective *request)
{
    hlo2c_members members;
    (void)user;
    hlo2c_find_members(request, &members);
    const char *problem = hlo2c_members_problem(request, &members);
    if (request->kind == HLO2C_RAGGED_ALL_TO_ALL && members.count == 1 &&
        !hlo2c_ragged_fits(request, &members, 0, request)) {
        problem = "it exchanges rows that are out of bounds or unexpected";
    }
    if (problem != NULL || members.count > 1) {
        return hlo2c_error(request->context, HLO2C_HOOK_FAILED, request->op,
                           problem != NULL ? problem : "needs other processes");
    }
    if (members.count == 0) {
        hlo2c_fill_zero(request);
    } else {
        hlo2c_finish_collective(request, &members, &request);
    }
    return HLO2C_OK;
}

#ifdef __cplusplus
}
#endif

#endif
