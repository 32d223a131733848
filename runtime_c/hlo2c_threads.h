/* hlo2c_threads.h  A pool of POSIX threads that serves the parallel_for hook.
 *
 *   static hlo2c_threads pool;
 *   hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
 *   if (hlo2c_threads_start(&pool, 4) == HLO2C_OK) {
 *       hooks.parallel_for = hlo2c_threads_parallel_for;
 *       hooks.parallel_for_user = &pool;
 *   }
 *   ... calls with a context whose `hooks` is &hooks ...
 *   hlo2c_threads_stop(&pool);
 *
 * The caller owns the pool's memory, and these functions allocate nothing. Link with -pthread. */
#ifndef HLO2C_THREADS_H
#define HLO2C_THREADS_H

#include <pthread.h>

#include "hlo2c_runtime.h"

/* Linker symbols carry the version, so that one program may contain several versions. */
#define hlo2c_threads_start hlo2c_threads_start_v1
#define hlo2c_threads_parallel_for hlo2c_threads_parallel_for_v1
#define hlo2c_threads_stop hlo2c_threads_stop_v1

#ifdef __cplusplus
extern "C" {
#endif

#define HLO2C_THREADS_MAX 256

/* A pool. Only the functions below may access its members; it must not move while it runs. */
typedef struct hlo2c_threads {
    pthread_mutex_t owner; /* held by the caller whose loop is running */
    pthread_mutex_t lock;  /* held to sleep and to wake */
    pthread_cond_t work_came, work_left;
    int (*body)(void *closure, int begin, int end);
    void *closure;
    int extent, chunk;
    int status;        /* atomic: of a worker whose body failed */
    int stopping;      /* guarded by `lock` */
    int caller_sleeps; /* atomic: the caller waits for work_left */
    unsigned sleepers; /* atomic: workers that wait for work_came */
    unsigned numbered; /* atomic: workers that have their number */
    int worker_count;
    pthread_t workers[HLO2C_THREADS_MAX];
    unsigned char padding_before[64];
    unsigned loop; /* atomic: number of the loop, whether it is open, and how many workers are inside */
    unsigned char padding_after[64];
    struct {
        unsigned next; /* atomic: first iteration of a thread's share that no thread has taken */
        int is_here;   /* atomic: the thread has begun with its share */
        unsigned char padding[56];
    } shares[HLO2C_THREADS_MAX];
} hlo2c_threads;

/* Starts a pool in which `thread_count` threads run each loop, including the calling thread. The count is
 * clamped to 1 .. HLO2C_THREADS_MAX. Returns HLO2C_NO_THREADS if the system refuses; no thread is left
 * running then. */
int hlo2c_threads_start(hlo2c_threads *pool, int thread_count);

/* The hook. A loop that arrives while another one runs (from another thread, or nested) runs in its calling
 * thread, so calls never wait for each other. */
int hlo2c_threads_parallel_for(void *pool, int extent, int (*body)(void *closure, int begin, int end),
                               void *closure);

/* Joins the threads. No loop may be running. */
void hlo2c_threads_stop(hlo2c_threads *pool);

#ifdef __cplusplus
}
#endif

#endif
