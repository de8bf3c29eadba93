/* messages.c: `play --messages`: the protocol (docs/protocol.md) over standard input and output. */
#include <stdlib.h>
#include <sys/random.h>

#include "commands.h"
#include "table/local.h"

/* Where luck comes from: each outcome and each thought has a generator of its own. */
struct pipe {
    struct zk_rng seeds, fresh;
};

static struct zk_rng *luck(void *user, int who, bool hint) {
    struct pipe *pipe = user;
    (void)who;
    (void)hint;
    pipe->fresh.at = zk_rng_next(&pipe->seeds);
    return &pipe->fresh;
}

static void told(void *user, int audience, const char *message, size_t size) {
    (void)user;
    printf("%c ", audience >= 0 ? 'A' + audience : '-');
    fwrite(message, 1, size, stdout);
    putchar('\n');
}

int run_messages(const struct request *request) {
    uint64_t chosen, seed;
    if (getrandom(&chosen, sizeof chosen, 0) != sizeof chosen)
        return complain(request, "there are no random bits");
    if (!request_number(request, OPTION_SEED, 0, UINT64_MAX, chosen, &seed))
        return STATUS_UNUSABLE;
    struct zk_local *local = calloc(1, sizeof *local);
    if (!local) return complain(request, "there is not enough memory");
    struct pipe pipe = {.seeds = zk_rng_stream(seed, 0)};
    char *line = NULL;
    size_t capacity = 0;
    zk_local_start(local, &pipe, wall_clock_ms, luck, told);
    for (ssize_t size; (size = getline(&line, &capacity, stdin)) >= 0;) {
        if (size && line[size - 1] == '\n') size--;
        if (!size) continue;
        zk_local_message(local, line, (size_t)size);
        while (zk_local_is_due(local)) zk_local_go_on(local);
        fflush(stdout);
    }
    free(line);
    free(local);
    return finish_output(request, STATUS_RIGHT);
}
