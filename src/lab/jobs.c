/* jobs.c: long work on several processes, see jobs.h. */
#include "jobs.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command/terminal.h"

struct worker {
    pid_t process;
    int pipe; /* where its results come from */
};

/* ---- In a process of its own ---- */

static void write_all(int file, const char *bytes, size_t size) {
    while (size) {
        ssize_t written = write(file, bytes, size);
        if (written < 0) _exit(1); /* nobody waits for it any more */
        bytes += written;
        size -= (size_t)written;
    }
}

static void work(const struct jobs *jobs, unsigned index, unsigned workers, int out) {
    void *result = malloc(jobs->size);
    signal(SIGINT, SIG_IGN); /* Ctrl-C goes to all; the parent knows what to do */
    for (uint64_t i = index; result && i < jobs->count * jobs->pieces; i += workers) {
        memset(result, 0, jobs->size);
        jobs->work(jobs->user, jobs->from + i / jobs->pieces, (unsigned)(i % jobs->pieces),
                   result);
        write_all(out, result, jobs->size);
    }
    _exit(0);
}

/* ---- In the parent ---- */

/* Starts the processes; fewer than asked for have been started when it returns less. */
static unsigned start_workers(struct worker *worker, unsigned workers,
                              const struct jobs *jobs) {
    fflush(NULL); /* or what is not written yet is written twice */
    for (unsigned i = 0; i < workers; i++) {
        int ends[2];
        if (pipe(ends) != 0) return i;
        worker[i].pipe = ends[0];
        worker[i].process = fork();
        if (worker[i].process == 0) {
            for (unsigned j = 0; j <= i; j++) close(worker[j].pipe);
            work(jobs, i, workers, ends[1]);
        }
        close(ends[1]);
        if (worker[i].process < 0) {
            close(ends[0]);
            return i;
        }
    }
    return workers;
}

static void stop_workers(struct worker *worker, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        close(worker[i].pipe);
        kill(worker[i].process, SIGTERM); /* it may be deep in a game that nobody waits for */
        while (waitpid(worker[i].process, NULL, 0) < 0 && errno == EINTR) continue;
    }
}

static volatile sig_atomic_t is_stopped;

static void stop(int number) {
    (void)number;
    is_stopped = 1;
}

/* Ctrl-C, once: what was done until then is told. The second ends the program. */
static void heed_stop(void) {
    struct sigaction before, action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}

static bool read_result(int file, char *result, size_t size) {
    while (size) {
        ssize_t got = is_stopped ? 0 : read(file, result, size);
        if (got > 0)
            result += got, size -= (size_t)got;
        else if (got == 0 || errno != EINTR)
            return false;
    }
    return true;
}

/* Reads and counts number after number, each with all of its pieces or not at all. Returns how many;
 * *enough when the rest is not wanted. */
static uint64_t count_all(const struct jobs *jobs, const struct worker *worker,
                          unsigned workers, char *results, bool *enough) {
    struct terminal_progress progress =
        terminal_progress_bar(option_table[jobs->option].name, jobs->count);
    uint64_t done = 0;
    terminal_progress_tick(&progress, done);
    while (done < jobs->count && !*enough) {
        unsigned i = 0;
        for (; i < jobs->pieces; i++)
            if (!read_result(worker[(done * jobs->pieces + i) % workers].pipe,
                             results + i * jobs->size, jobs->size))
                break;
        if (i < jobs->pieces) break;
        *enough = jobs->count_results(jobs->user, jobs->from + done, results);
        terminal_progress_tick(&progress, ++done);
    }
    terminal_progress_end(&progress);
    return done;
}

int jobs_run(const struct request *request, const struct jobs *jobs) {
    const char *what = option_table[jobs->option].name;
    struct worker worker[JOBS_MAX];
    uint64_t pieces = jobs->count * jobs->pieces, done = 0, most;
    bool enough = false;
    if (!request_jobs(request, &most)) return STATUS_UNUSABLE;
    unsigned workers = (unsigned)(most < pieces ? most : pieces);
    char *results = malloc(jobs->pieces * jobs->size);
    if (!results) return complain(request, "there is not enough memory");
    unsigned started = start_workers(worker, workers, jobs);
    int error = errno;
    heed_stop();
    if (started == workers) done = count_all(jobs, worker, workers, results, &enough);
    stop_workers(worker, started);
    free(results);
    if (started < workers)
        return complain(request, "cannot start %u processes: %s", workers, strerror(error));
    if (done == jobs->count || enough) return STATUS_RIGHT;
    if (!is_stopped) return complain(request, "a process has ended before its work was done");
    complain(request,
             "stopped after %" PRIu64 " %s; --from %" PRIu64 " --%s %" PRIu64
             " would play the others",
             done, what, jobs->from + done, what, jobs->count - done);
    return STATUS_WRONG;
}
