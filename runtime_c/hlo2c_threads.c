#include "hlo2c_threads.h"

#include <sched.h>

/* A waiting thread spins before it sleeps. At first it only pauses, because loops follow each other within
 * microseconds. Then it yields its core each time, so that more threads than cores do not block each other.
 * All spins take a few tenths of a millisecond: kernels without a parallel loop rarely take longer. */
enum {
    PAUSING_SPINS = 1000,
    YIELDING_SPINS = 400
};

/* The word `loop` counts the threads inside a loop, says whether more may join, and numbers the loops. */
#define ACTIVE_MASK 0x1ffu /* holds HLO2C_THREADS_MAX */
#define OPEN_BIT 0x200u
#define NUMBER_UNIT 0x400u
#define NUMBER_MASK (~(NUMBER_UNIT - 1))

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || (defined(__arm__) && __ARM_ARCH >= 7)
    __asm__ __volatile__("yield");
#endif
}

/* The first iteration of a thread's share. */
static int share_begin(const hlo2c_threads *pool, int thread)
{
    return (int)((long long)pool->extent * thread / (pool->worker_count + 1));
}

/* Runs chunks of a thread's share before iteration `limit` until none is left. */
static int run_share(hlo2c_threads *pool, int thread, int limit)
{
    int status = HLO2C_OK;
    unsigned *const next = &pool->shares[thread].next;
    const int share_end = share_begin(pool, thread + 1);
    while ((long long)__atomic_load_n(next, __ATOMIC_RELAXED) < limit) {
        const unsigned taken = __atomic_fetch_add(next, (unsigned)pool->chunk, __ATOMIC_RELAXED);
        if (taken >= (unsigned)share_end) {
            break;
        }
        const int begin = (int)taken;
        const int end = share_end - begin < pool->chunk ? share_end : begin + pool->chunk;
        const int piece = pool->body(pool->closure, begin, end);
        if (piece != HLO2C_OK) {
            status = piece;
        }
    }
    return status;
}

/* Runs the chunks of a thread's own share, then those that other threads have left. The same thread mostly
 * runs the same part of loops that follow each other, whose data is in its cache. So a thread leaves the last
 * chunk to the one whose share it is, if that is at work. */
static int run_pieces(hlo2c_threads *pool, int thread)
{
    __atomic_store_n(&pool->shares[thread].is_here, 1, __ATOMIC_RELAXED);
    const int threads = pool->worker_count + 1;
    int status = run_share(pool, thread, share_begin(pool, thread + 1));
    for (int distance = 1; distance < threads; distance++) {
        const int other = (thread + distance) % threads;
        const int left = __atomic_load_n(&pool->shares[other].is_here, __ATOMIC_RELAXED) ? pool->chunk : 0;
        const int piece = run_share(pool, other, share_begin(pool, other + 1) - left);
        if (piece != HLO2C_OK) {
            status = piece;
        }
    }
    return status;
}

/* Waits for a moment. Returns 0 when it is time to sleep. */
static int wait_awake(int spin)
{
    if (spin < PAUSING_SPINS) {
        relax();
    } else {
        sched_yield();
    }
    return spin < PAUSING_SPINS + YIELDING_SPINS;
}

/* Waits for a loop with another number than `seen`. Returns its word, or 0 when the pool stops. */
static unsigned next_loop(hlo2c_threads *pool, unsigned seen)
{
    unsigned word;
    for (int spin = 0; wait_awake(spin); spin++) {
        word = __atomic_load_n(&pool->loop, __ATOMIC_ACQUIRE);
        if ((word & NUMBER_MASK) != seen) {
            return word;
        }
    }
    /* The caller writes `loop` before it reads `sleepers`; this thread does the opposite, so one sees the
     * other. */
    pthread_mutex_lock(&pool->lock);
    __atomic_add_fetch(&pool->sleepers, 1u, __ATOMIC_SEQ_CST);
    while (((word = __atomic_load_n(&pool->loop, __ATOMIC_SEQ_CST)) & NUMBER_MASK) == seen &&
           !pool->stopping) {
        pthread_cond_wait(&pool->work_came, &pool->lock);
    }
    __atomic_sub_fetch(&pool->sleepers, 1u, __ATOMIC_RELAXED);
    if (pool->stopping) {
        word = 0;
    }
    pthread_mutex_unlock(&pool->lock);
    return word;
}

/* Enters the loop of `word` while it is open. Returns 0 if it has closed. */
static int join_loop(hlo2c_threads *pool, unsigned word)
{
    const unsigned number = word & NUMBER_MASK;
    while ((word & OPEN_BIT) != 0 && (word & NUMBER_MASK) == number) {
        if (__atomic_compare_exchange_n(&pool->loop, &word, word + 1, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            return 1;
        }
    }
    return 0;
}

static void leave_loop(hlo2c_threads *pool)
{
    const unsigned word = __atomic_sub_fetch(&pool->loop, 1u, __ATOMIC_SEQ_CST);
    if ((word & (ACTIVE_MASK | OPEN_BIT)) == 0 && __atomic_load_n(&pool->caller_sleeps, __ATOMIC_SEQ_CST)) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->work_left);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void *work(void *argument)
{
    hlo2c_threads *const pool = (hlo2c_threads *)argument;
    const int thread = (int)__atomic_add_fetch(&pool->numbered, 1u, __ATOMIC_RELAXED); /* the caller is 0 */
    unsigned seen = 0;
    for (;;) {
        const unsigned word = next_loop(pool, seen);
        if (word == 0) {
            return NULL;
        }
        seen = word & NUMBER_MASK;
        if (join_loop(pool, word)) {
            const int status = run_pieces(pool, thread);
            if (status != HLO2C_OK) {
                __atomic_store_n(&pool->status, status, __ATOMIC_RELAXED);
            }
            leave_loop(pool);
        }
    }
}

/* Opens a loop to the workers and wakes those that sleep. */
static void open_loop(hlo2c_threads *pool)
{
    unsigned number = (__atomic_load_n(&pool->loop, __ATOMIC_RELAXED) & NUMBER_MASK) + NUMBER_UNIT;
    if (number == 0) { /* the number that workers begin with */
        number = NUMBER_UNIT;
    }
    for (int thread = 0; thread <= pool->worker_count; thread++) {
        __atomic_store_n(&pool->shares[thread].next, (unsigned)share_begin(pool, thread), __ATOMIC_RELAXED);
        __atomic_store_n(&pool->shares[thread].is_here, 0, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&pool->status, HLO2C_OK, __ATOMIC_RELAXED);
    __atomic_store_n(&pool->loop, number | OPEN_BIT, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&pool->sleepers, __ATOMIC_SEQ_CST) != 0) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->work_came);
        pthread_mutex_unlock(&pool->lock);
    }
}

/* Closes the loop and waits for the workers inside it. */
static void close_loop(hlo2c_threads *pool)
{
    unsigned word = __atomic_and_fetch(&pool->loop, ~OPEN_BIT, __ATOMIC_ACQUIRE);
    for (int spin = 0; (word & ACTIVE_MASK) != 0 && wait_awake(spin); spin++) {
        word = __atomic_load_n(&pool->loop, __ATOMIC_ACQUIRE);
    }
    if ((word & ACTIVE_MASK) == 0) {
        return;
    }
    pthread_mutex_lock(&pool->lock);
    __atomic_store_n(&pool->caller_sleeps, 1, __ATOMIC_SEQ_CST);
    while ((__atomic_load_n(&pool->loop, __ATOMIC_SEQ_CST) & ACTIVE_MASK) != 0) {
        pthread_cond_wait(&pool->work_left, &pool->lock);
    }
    __atomic_store_n(&pool->caller_sleeps, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&pool->lock);
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
    pool->body = body;
    pool->closure = closure;
    pool->extent = extent;
    pool->chunk = extent / pieces + (extent % pieces != 0);
    open_loop(pool);
    const int own = run_pieces(pool, 0);
    close_loop(pool);
    const int status = own != HLO2C_OK ? own : __atomic_load_n(&pool->status, __ATOMIC_RELAXED);
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
    pool->chunk = 1;
    pool->stopping = pool->worker_count = pool->caller_sleeps = 0;
    pool->status = HLO2C_OK;
    pool->sleepers = pool->numbered = 0;
    pool->loop = 0;
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
