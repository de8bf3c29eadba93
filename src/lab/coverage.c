/* coverage.c: how often each rule took effect in records. */
#include <stdlib.h>

#include "command/records.h"
#include "command/terminal.h"
#include "commands.h"
#include "core/json.h"
#include "games/list.h"

enum { GAMES_MAX = 16, JSON_SIZE = 64 * 1024 };

/* What was counted of one game. */
struct tally {
    uint64_t records, moves;
    uint64_t rule[ZK_RULES_MAX]; /* in the order of its rule_ids */
};

static void count_record(void *user, const struct zk_record *record) {
    struct tally *tally = user;
    struct zk_state state;
    for (unsigned i = 0; zk_games[i] != record->game; i++) tally++;
    tally->records++;
    tally->moves += record->moves_count;
    record->game->start(record->rules, &state);
    for (uint32_t i = 0; i < record->moves_count; i++)
        record->game->witness(record->rules, &state, record->moves[i], tally->rule);
}

static void print_tally(const struct zk_game *game, const struct tally *tally) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    unsigned rules = 0, reached = 0;
    printf("%s%s%s: %llu records, %llu moves\n", marks.bold, game->id, marks.plain,
           (unsigned long long)tally->records, (unsigned long long)tally->moves);
    for (; game->rule_ids[rules]; rules++) {
        uint64_t count = tally->rule[rules];
        reached += count > 0;
        if (count)
            printf("%-4s %12llu\n", game->rule_ids[rules], (unsigned long long)count);
        else
            printf("%s%-4s            0  never%s\n", marks.bold, game->rule_ids[rules],
                   marks.plain);
    }
    printf("%u of %u rules took effect\n", reached, rules);
}

static void write_tally(struct zk_json_out *out, const struct zk_game *game,
                        const struct tally *tally) {
    zk_json_key(out, game->id);
    zk_json_begin_object(out);
    zk_json_key(out, "records");
    zk_json_put_int(out, (int64_t)tally->records);
    zk_json_key(out, "moves");
    zk_json_put_int(out, (int64_t)tally->moves);
    zk_json_key(out, "rules");
    zk_json_begin_object(out);
    for (unsigned i = 0; game->rule_ids[i]; i++) {
        zk_json_key(out, game->rule_ids[i]);
        zk_json_put_int(out, (int64_t)tally->rule[i]);
    }
    zk_json_end_object(out);
    zk_json_end_object(out);
}

static bool print_json(const struct tally *tallies) {
    char *memory = malloc(JSON_SIZE);
    if (!memory) return false;
    struct zk_text text = zk_text_in(memory, JSON_SIZE);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    for (unsigned i = 0; zk_games[i]; i++)
        if (tallies[i].records) write_tally(&out, zk_games[i], &tallies[i]);
    zk_json_end_object(&out);
    puts(memory);
    free(memory);
    return true;
}

int run_coverage(const struct request *request) {
    struct tally *tallies = calloc(GAMES_MAX, sizeof *tallies);
    bool json = request->value[OPTION_JSON];
    int status = STATUS_RIGHT;
    if (!tallies) return complain(request, "there is not enough memory");
    for (unsigned i = 0; i < request->words_count || i == 0; i++) {
        const char *path = request->words_count ? request->words[i] : "-";
        int now = records_read(request, path, stderr, count_record, tallies);
        if (now > status) status = now;
    }
    if (json && !print_json(tallies)) status = complain(request, "there is not enough memory");
    for (unsigned i = 0; !json && zk_games[i]; i++)
        if (tallies[i].records) print_tally(zk_games[i], &tallies[i]);
    free(tallies);
    return status;
}
