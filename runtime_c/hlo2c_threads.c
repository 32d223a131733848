#include "hlo2c_threads.h"

/* Polls of a worker for the next loop before it sleeps: a few microseconds, the time between two kernels of
 * one call. */
enum {
    WATCH_TURNS = 2000
};

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || (defined(__arm__) && __ARM_ARCH >= 7)
    __asm__ __volatile__("yield");
#endif
}

/* Runs chunks of the loop until none is left. */
static int run_pieces(hlo2c_threads *pool)
{
    int status = HLO2C_OK;
    for (;;) {
        const unsigned taken = __atomic_fetch_add(&pool->next, (unsigned)pool->chunk, __ATOMIC_RELAXED);
        if (taken >= (unsigned)pool->extent) {
            return status;
        }
        const int begin = (int)taken;
        const int end = pool->extent - begin < pool->chunk ? pool->extent : begin + pool->chunk;
        const int piece = pool->body(pool->closure, begin, end);
        if (piece != HLO2C_OK) {
            status = piece;
        }
    }
}

static void *work(void *argument)
{
    hlo2c_threads *const pool = (hlo2c_threads *)argument;
    unsigned seen = 0;
    for (;;) {
        for (int turn = 0; turn < WATCH_TURNS; turn++) {
            if (__atomic_load_n(&pool->generation, __ATOMIC_ACQUIRE) != seen) {
                break;
            }
            relax();
        }
        pthread_mutex_lock(&pool->lock);
        while (pool->generation == seen && !pool->stopping) {
            pthread_cond_wait(&pool->work_came, &pool->lock);
        }
        if (pool->stopping) {
            pthread_mutex_unlock(&pool->lock);
            return NULL;
        }
        seen = pool->generation;
        if (pool->open) {
            pool->active++;
            pthread_mutex_unlock(&pool->lock);
            const int status = run_pieces(pool);
            pthread_mutex_lock(&pool->lock);
            if (status != HLO2C_OK) {
                pool->status = status;
            }
            if (--pool->active == 0) {
                pthread_cond_signal(&pool->work_left);
            }
        }
        pthread_mutex_unlock(&pool->lock);
    }
}

int hlo2c_threads_parallel_for(void *user, int extent, int (*body)(void *closure, int begin, int end),
                               void *closure)
{
    hlo2c_threads *const pool = (hlo2c_threads *)user;
    if (extent <= 1 || pool->worker_count == 0 || pthread_mutex_trylock(&pool->owner) != 0) {
        return extent > 0 ? body(closure, 0, extent) : HLO2C_OK;
    }
    /* Four chunks per thread balance the load; the last one is clipped to the extent. */
    const int pieces = 4 * (pool->worker_count + 1);
    pthread_mutex_lock(&pool->lock);
    pool->body = body;
    pool->closure = closure;
    pool->extent = extent;
    pool->chunk = extent / pieces + (extent % pieces != 0);
    pool->open = 1;
    pool->status = HLO2C_OK;
    __atomic_store_n(&pool->next, 0u, __ATOMIC_RELAXED);
    __atomic_store_n(&pool->generation, pool->generation + 1, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);

    const int own = run_pieces(pool);

    pthread_mutex_lock(&pool->lock);
    pool->open = 0;
    while (pool->active != 0) {
        pthread_cond_wait(&pool->work_left, &pool->lock);
    }
    const int status = own != HLO2C_OK ? own : pool->status;
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&pool->owner);
    return status;
}

void hlo2c_threads_stop(hlo2c_threads *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = 1;
    pthread_cond_broadcast(&pool->work_came);
    pthread_mutex_unlock(&pool->lock);
    for (int worker = 0; worker < pool->worker_count; worker++) {
        pthread_join(pool->workers[worker], NULL);
    }
    pool->worker_count = 0;
    pthread_cond_destroy(&pool->work_left);
    pthread_cond_destroy(&pool->work_came);
    pthread_mutex_destroy(&pool->lock);
    pthread_mutex_destroy(&pool->owner);
}

int hlo2c_threads_start(hlo2c_threads *pool, int thread_count)
{
    const int workers = thread_count > HLO2C_THREADS_MAX ? HLO2C_THREADS_MAX - 1 : thread_count - 1;
    pool->body = NULL;
    pool->closure = NULL;
    pool->extent = 0;
    pool->next = 0;
    pool->chunk = 1;
    pool->open = pool->active = pool->stopping = pool->worker_count = 0;
    pool->status = HLO2C_OK;
    pool->generation = 0;
    if (pthread_mutex_init(&pool->owner, NULL) != 0) {
        return HLO2C_NO_THREADS;
    }
    if (pthread_mutex_init(&pool->lock, NULL) != 0) {
        pthread_mutex_destroy(&pool->owner);
        return HLO2C_NO_THREADS;
    }
    if (pthread_cond_init(&pool->work_came, NULL) != 0) {
        pthread_mutex_destroy(&pool->lock);
        pthread_mutex_destroy(&pool->owner);
        return HLO2C_NO_THREADS;
    }
    if (pthread_cond_init(&pool->work_left, NULL) != 0) {
        pthread_cond_destroy(&pool->work_came);
        pthread_mutex_destroy(&pool->lock);
        pthread_mutex_destroy(&pool->owner);
        return HLO2C_NO_THREADS;
    }
    while (pool->worker_count < workers) {
        if (pthread_create(&pool->workers[pool->worker_count], NULL, work, pool) != 0) {
            hlo2c_threads_stop(pool);
            return HLO2C_NO_THREADS;
        }
        pool->worker_count++;
    }
    return HLO2C_OK;
}
