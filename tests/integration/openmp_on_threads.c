/* The libgomp functions that the OpenMP hook needs, on POSIX threads. libgomp is not built for
 * ThreadSanitizer, which reports races wherever it synchronises; this file replaces it when a library runs
 * under ThreadSanitizer. */
#include <omp.h>
#include <pthread.h>
#include <stdbool.h>

enum {
    MOST_THREADS = 64
};

/* One parallel region with its loop. */
typedef struct team {
    pthread_mutex_t lock;
    void (*body)(void *data);
    void *data;
    bool has_loop;
    long next, end, increment, chunk;
} team;

static int wanted_threads = 1;
static _Thread_local team *current;

void GOMP_parallel(void (*body)(void *data), void *data, unsigned thread_count, unsigned flags);
bool GOMP_loop_nonmonotonic_dynamic_start(long begin, long end, long increment, long chunk, long *from,
                                          long *to);
bool GOMP_loop_nonmonotonic_dynamic_next(long *from, long *to);
void GOMP_loop_end_nowait(void);

void omp_set_num_threads(int count)
{
    wanted_threads = count < MOST_THREADS ? count : MOST_THREADS;
}

static void *work(void *argument)
{
    current = argument;
    current->body(current->data);
    return NULL;
}

void GOMP_parallel(void (*body)(void *data), void *data, unsigned thread_count, unsigned flags)
{
    team own = {.lock = PTHREAD_MUTEX_INITIALIZER, .body = body, .data = data};
    pthread_t threads[MOST_THREADS];
    team *const outer = current;
    int started = 0;
    (void)thread_count, (void)flags;
    while (started + 1 < wanted_threads && pthread_create(&threads[started], NULL, work, &own) == 0) {
        started++;
    }
    work(&own);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    current = outer;
}

bool GOMP_loop_nonmonotonic_dynamic_next(long *from, long *to)
{
    team *const own = current;
    pthread_mutex_lock(&own->lock);
    const long step = own->chunk * own->increment, left = own->end - own->next;
    *from = own->next;
    *to = left < step ? own->end : own->next + step;
    own->next = *to;
    pthread_mutex_unlock(&own->lock);
    return left > 0;
}

bool GOMP_loop_nonmonotonic_dynamic_start(long begin, long end, long increment, long chunk, long *from,
                                          long *to)
{
    team *const own = current;
    pthread_mutex_lock(&own->lock);
    if (!own->has_loop) {
        own->has_loop = true;
        own->next = begin;
        own->end = end;
        own->increment = increment;
        own->chunk = chunk;
    }
    pthread_mutex_unlock(&own->lock);
    return GOMP_loop_nonmonotonic_dynamic_next(from, to);
}

void GOMP_loop_end_nowait(void)
{
}
