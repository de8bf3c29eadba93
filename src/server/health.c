/* health.c: see health.h. */
#include "health.h"

#include "../core/json.h"

bool zk_health_write(const struct zk_health *health, struct zk_text *text) {
    const struct {
        const char *name;
        bool failing;
    } parts[] = {
        {"disk", health->write_failed || health->disk_free_bytes < ZK_HEALTH_DISK_BYTES},
        {"queue", health->writes_waiting && health->writes_stuck_ms >= ZK_HEALTH_STUCK_MS},
        {"lag", health->lag_ms >= ZK_HEALTH_LAG_MS},
        {"database", health->down_ms >= ZK_HEALTH_STUCK_MS},
    };
    struct zk_json_out out = zk_json_to(text);
    bool right = true;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) right &= !parts[i].failing;
    zk_json_begin_object(&out);
    zk_json_key(&out, "status");
    zk_json_put_string(&out, right ? "ok" : "failing");
    if (!right) {
        zk_json_key(&out, "of");
        zk_json_begin_array(&out);
        for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
            if (parts[i].failing) zk_json_put_string(&out, parts[i].name);
        zk_json_end_array(&out);
    }
    zk_json_end_object(&out);
    zk_text_put_char(text, '\n');
    return right;
}

static void begin(struct zk_text *text, const char *name, const char *kind, const char *help) {
    zk_text_put(text, "# HELP ");
    zk_text_put(text, name);
    zk_text_put_char(text, ' ');
    zk_text_put(text, help);
    zk_text_put(text, "\n# TYPE ");
    zk_text_put(text, name);
    zk_text_put_char(text, ' ');
    zk_text_put(text, kind);
    zk_text_put_char(text, '\n');
    zk_text_put(text, name);
    zk_text_put_char(text, ' ');
}

static void put(struct zk_text *text, const char *name, const char *kind, uint64_t value,
                const char *help) {
    begin(text, name, kind, help);
    zk_text_put_uint(text, value);
    zk_text_put_char(text, '\n');
}

/* So many parts of a second, such as 1000 or 1000000, as seconds. */
static void put_seconds(struct zk_text *text, const char *name, const char *kind,
                        uint64_t value, uint64_t parts, const char *help) {
    begin(text, name, kind, help);
    zk_text_put_uint(text, value / parts);
    zk_text_put_char(text, '.');
    for (uint64_t digit = parts / 10; digit; digit /= 10)
        zk_text_put_uint(text, value / digit % 10);
    zk_text_put_char(text, '\n');
}

void zk_health_metrics(const struct zk_health *health, struct zk_text *text) {
    static const char gauge[] = "gauge", counter[] = "counter";
    put(text, "zashiki_connections", gauge, health->connections, "WebSockets that are open.");
    put(text, "zashiki_tables", gauge, health->tables, "Tables in memory.");
    put(text, "zashiki_writes_waiting", gauge, health->writes_waiting,
        "Writes that are not durable yet.");
    put_seconds(text, "zashiki_writes_stuck_seconds", gauge, health->writes_stuck_ms, 1000,
                "For how long none of them has become durable.");
    put(text, "zashiki_reads_waiting", gauge, health->reads_waiting,
        "Tables that are being read from the store.");
    put(text, "zashiki_thoughts", gauge, health->thoughts,
        "Moves and hints that bots think about or wait to.");
    put_seconds(text, "zashiki_loop_lag_seconds", gauge, health->lag_ms, 1000,
                "How late the loop was at worst in the last ten seconds.");
    if (health->disk_free_bytes != UINT64_MAX)
        put(text, "zashiki_disk_free_bytes", gauge, health->disk_free_bytes,
            "Free where the tables are kept.");
    put(text, "zashiki_messages_total", counter, health->messages, "Messages that came.");
    put(text, "zashiki_closed_for_limits_total", counter, health->closed_for_limits,
        "Connections that were closed or not let in because they asked for too much.");
    put(text, "zashiki_tables_opened_total", counter, health->tables_opened,
        "Tables that were opened.");
    put(text, "zashiki_entries_total", counter, health->entries,
        "Entries that became durable: moves and all else that happens at a table.");
    put(text, "zashiki_writes_total", counter, health->writes, "Writes that were tried.");
    put(text, "zashiki_commits_total", counter, health->commits,
        "Transactions that they shared.");
    put(text, "zashiki_write_failures_total", counter, health->write_failures,
        "Writes that failed.");
    put_seconds(text, "process_cpu_seconds_total", counter, health->cpu_us, 1000000,
                "Processor time of all threads.");
    put(text, "process_resident_memory_bytes", gauge, health->resident_bytes,
        "Memory in use.");
    put(text, "process_start_time_seconds", gauge, health->started_s,
        "When the server started, since 1970.");
}
