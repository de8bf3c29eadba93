/* test_count.c: counts by depth (perft), from tests/counts.txt, which the judge has counted too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/count.h"
#include "games/list.h"
#include "story.h"

enum { LINE_SIZE = 16384, NODES_MAX = 3000000 };

/* The part of a line from *at to the next '|' or the end, without blanks around it. */
static void take_part(const char **at, char *part, size_t part_size) {
    size_t size = strcspn(*at, "|\n");
    const char *start = *at;
    *at += size + ((*at)[size] == '|');
    while (size && *start == ' ') start++, size--;
    while (size && start[size - 1] == ' ') size--;
    assert_true(size < part_size);
    memcpy(part, start, size);
    part[size] = '\0';
}

static void count_line(const char *line, unsigned number) {
    char name[128], moves[LINE_SIZE], counts[256], found[256] = "";
    take_part(&line, name, sizeof name);
    take_part(&line, moves, sizeof moves);
    take_part(&line, counts, sizeof counts);
    size_t id = strcspn(name, " ");
    const struct zk_game *chosen = zk_games_find(name, id);
    assert_non_null(chosen);
    sit_down(chosen, name + id + (name[id] == ' '));
    story(moves);
    bool wrong = false;
    const char *at = counts;
    for (unsigned depth = 1; depth <= ZK_COUNT_DEPTH_MAX; depth++) {
        uint64_t count = zk_count(game, &rules, &state, depth);
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%llu", used ? " " : "",
                 (unsigned long long)count);
        char *end;
        wrong |= strtoull(at, &end, 10) != count;
        if (end == at) wrong = true;
        at = end + (*end == '*');
        at += strspn(at, " ");
        if (wrong ? count == 0 || count > NODES_MAX / 10 : !*at) break;
    }
    if (wrong) fail_msg("tests/counts.txt:%u: the engine counts %s", number, found);
}

static void counts_are_right(void **test) {
    (void)test;
    FILE *file = fopen("tests/counts.txt", "r");
    if (!file)
        fail_msg("tests/counts.txt is not there; tests run at the top of the source tree");
    char line[LINE_SIZE];
    unsigned counted = 0;
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        if (*line == '#' || *line == '\n') continue;
        assert_non_null(strchr(line, '\n'));
        count_line(line, number);
        counted++;
    }
    fclose(file);
    assert_true(counted >= 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_are_right)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
