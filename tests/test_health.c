/* test_health.c: /health tells the truth about disk, queue and loop; /metrics speaks as Prometheus reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/health.h"

static const struct zk_health well = {.disk_free_bytes = ZK_HEALTH_DISK_BYTES,
                                      .writes_waiting = 40,
                                      .writes_stuck_ms = ZK_HEALTH_STUCK_MS - 1,
                                      .lag_ms = ZK_HEALTH_LAG_MS - 1};

static void says(const struct zk_health *health, const char *expected) {
    char memory[ZK_HEALTH_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    bool right = zk_health_write(health, &text);
    assert_string_equal(text.data, expected);
    assert_int_equal(right, strstr(expected, "\"ok\"") != NULL);
}

static void health_names_what_fails(void **state) {
    struct zk_health health = well;
    (void)state;
    says(&health, "{\"status\":\"ok\"}\n");
    health.disk_free_bytes--;
    says(&health, "{\"status\":\"failing\",\"of\":[\"disk\"]}\n");
    health = well;
    health.write_failed = true;
    says(&health, "{\"status\":\"failing\",\"of\":[\"disk\"]}\n");
    health = well;
    health.writes_stuck_ms++;
    says(&health, "{\"status\":\"failing\",\"of\":[\"queue\"]}\n");
    health.writes_waiting = 0; /* nothing waits: nothing is stuck */
    says(&health, "{\"status\":\"ok\"}\n");
    health.down_ms = ZK_HEALTH_STUCK_MS - 1;
    says(&health, "{\"status\":\"ok\"}\n");
    health.down_ms++; /* whether something waits or not */
    says(&health, "{\"status\":\"failing\",\"of\":[\"database\"]}\n");
    health =
        (struct zk_health){.writes_waiting = 1, .writes_stuck_ms = 60000, .lag_ms = 60000};
    says(&health, "{\"status\":\"failing\",\"of\":[\"disk\",\"queue\",\"lag\"]}\n");
}

static void metrics_have_help_type_and_value(void **state) {
    struct zk_health health = {.connections = 7,
                               .lag_ms = 1042,
                               .cpu_us = 12000345,
                               .messages = UINT64_MAX,
                               .disk_free_bytes = UINT64_MAX - 1};
    char memory[ZK_HEALTH_SIZE];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    unsigned families = 0;
    (void)state;
    zk_health_metrics(&health, &text);
    assert_false(text.full);
    assert_non_null(strstr(text.data, "# HELP zashiki_connections WebSockets that are open.\n"
                                      "# TYPE zashiki_connections gauge\n"
                                      "zashiki_connections 7\n"));
    assert_non_null(strstr(text.data, "\nzashiki_loop_lag_seconds 1.042\n"));
    assert_non_null(strstr(text.data, "\nprocess_cpu_seconds_total 12.000345\n"));
    assert_non_null(strstr(text.data, "\nzashiki_messages_total 18446744073709551615\n"));
    assert_non_null(strstr(text.data, "\nzashiki_disk_free_bytes 18446744073709551614\n"));
    /* Three lines each, the last one ended. */
    for (const char *line = text.data; *line; line = strchr(line, '\n') + 1) {
        const char *expected = families % 3 == 0   ? "# HELP "
                               : families % 3 == 1 ? "# TYPE "
                                                   : "";
        assert_memory_equal(line, expected, strlen(expected));
        assert_int_equal(*line == '#', families % 3 != 2);
        families++;
    }
    assert_int_equal(families % 3, 0);
    /* A database's disk is not ours, and no disk is that large. */
    health.disk_free_bytes = UINT64_MAX;
    text = zk_text_in(memory, sizeof memory);
    zk_health_metrics(&health, &text);
    assert_null(strstr(text.data, "zashiki_disk_free_bytes"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(health_names_what_fails),
        cmocka_unit_test(metrics_have_help_type_and_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
