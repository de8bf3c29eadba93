/* serve_seeded.c: the server with luck from a seed, and with limits that a few messages reach: for
 * tests/test_door.py, which needs the same deal from every host. All else is zashiki serve.
 *
 *     serve_seeded serve --data DIR --port PORT SEED [tight] */
#include <stdlib.h>
#include <string.h>

#include "server/serve.h"

static struct zk_rng seeds;

static uint64_t luck(void) { return zk_rng_next(&seeds); }

int main(int argc, char **argv) {
    if (argc < 7) return 2;
    struct zk_serve serve = {.data = argv[3],
                             .port = (uint16_t)strtoul(argv[5], NULL, 10),
                             .limits = zk_limits_usual,
                             .luck = luck};
    seeds = zk_rng_stream(strtoull(argv[6], NULL, 10), 0);
    serve.limits.bot_delay_ms = 0;
    serve.limits.presence_delay_ms = 0;
    zk_limits_lift(&serve.limits);
    if (argc > 7 && strcmp(argv[7], "tight") == 0) {
        serve.limits.watchers_max = 1;
        serve.limits.tables_max = 5;
        serve.limits.reactions = (struct zk_rate){{1, 1000}, {0, 0}};
    }
    return zk_serve(&serve) ? 0 : 1;
}
