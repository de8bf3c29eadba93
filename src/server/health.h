/* health.h: whether the server does its work, in a word for a watchdog and in numbers for a graph.
 *
 * The host counts and measures; what is judged and written here depends on these facts alone. No fact
 * tells of a person, a table or an address. */
#ifndef ZK_HEALTH_H
#define ZK_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

#include "../core/text.h"

struct zk_health {
    /* The disk. */
    bool write_failed;        /* the last write did, within the last minute */
    uint64_t disk_free_bytes; /* where the tables are kept; UINT64_MAX: nothing is known */
    /* The queue: writes that are not durable yet, and for how long none has become so. */
    uint32_t writes_waiting;
    uint64_t writes_stuck_ms;
    uint64_t down_ms; /* for how long there has been no connection to the database, or 0 */
    /* The loop: how late it was at worst in the last ten seconds. */
    uint64_t lag_ms;

    /* As it is now. */
    uint32_t connections, tables, reads_waiting, thoughts;
    /* Since the start. */
    uint64_t started_s, messages, closed_for_limits, tables_opened, entries, commits, writes,
        write_failures, cpu_us;
    uint64_t resident_bytes;
};

enum {
    ZK_HEALTH_DISK_BYTES =
        64 * 1024 * 1024, /* less than so much free is a matter for somebody */
    ZK_HEALTH_STUCK_MS = 5 * 1000,
    ZK_HEALTH_LAG_MS = 1000,
    ZK_HEALTH_SIZE = 8 * 1024, /* place for each of the two texts */
};

/* What /health says, as JSON: "ok", or "failing" and of what. False when it is failing. */
bool zk_health_write(const struct zk_health *health, struct zk_text *text);
/* What /metrics says, in Prometheus' text format, version 0.0.4. */
void zk_health_metrics(const struct zk_health *health, struct zk_text *text);

#endif
