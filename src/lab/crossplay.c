/* crossplay.c: how partners of different manners get on in Yokai.
 *
 *     crossplay PLAYERS FROM TO SEED [--set OPTION=VALUE]... BOT...
 *
 * A bot is the name of a shipped one, or `strong:joins=8,left=0`: a partner (normal or strong) with a manner
 * that differs there (the fields of zk_yokai_manner). Plays deals FROM to TO - 1 of the seed with every ordered
 * pair of bots, the first in one seat, which changes from deal to deal, the second in all others. A line for
 * each: both, the deals, the mean score (a lost game counts 0), its standard error, the share won. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/selfplay.h"
#include "bots/yokai/partner.h"

enum { BOTS_MAX = 8 };

static struct zk_yokai_manner manners[BOTS_MAX];

static _Noreturn void refuse(const char *what, const char *which) {
    fprintf(stderr, "crossplay: %s: %s\n", what, which);
    exit(2);
}

static void change(struct zk_yokai_manner *manner, const char *name, int value) {
    const struct {
        const char *name;
        int *field;
    } fields[] = {
        {"worlds", &manner->worlds},
        {"swaps", &manner->swaps},
        {"alone", &manner->alone},
        {"guessed", &manner->guessed},
        {"clash", &manner->clash},
        {"leaves", &manner->leaves},
        {"marks", &manner->marks},
        {"left", &manner->left},
        {"shares", &manner->shares},
        {"joins", &manner->joins},
        {"tells", &manner->tells},
        {"go_on_wins", &manner->go_on_wins},
        {"go_on_costs", &manner->go_on_costs},
        {"doubt_costs", &manner->doubt_costs},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(fields[i].name, name)) {
            *fields[i].field = value;
            return;
        }
    refuse("no such field of a manner", name);
}

static void read_bot(const char *text, unsigned i, struct zk_bot *bot) {
    size_t size = strcspn(text, ":");
    const struct zk_bot *shipped = zk_bots_find(&zk_yokai, text, size);
    if (!shipped) refuse("no such bot", text);
    *bot = *shipped;
    bot->name = text;
    if (!text[size]) return;
    if (shipped->choose != zk_yokai_partner) refuse("has no manner to change", text);
    manners[i] = *(const struct zk_yokai_manner *)shipped->manner;
    bot->manner = &manners[i];
    for (const char *at = text + size; *at;) {
        char name[16];
        int value, used;
        if (sscanf(at + 1, "%15[a-z_]=%d%n", name, &value, &used) != 2)
            refuse("not field=value", at + 1);
        change(&manners[i], name, value);
        at += 1 + used;
    }
}

/* Both bots' team over the deals. */
static void play(const struct zk_rules *rules, const struct zk_bot *one,
                 const struct zk_bot *others, uint64_t seed, uint64_t from, uint64_t to) {
    static struct zk_state state;
    static struct zk_selfplay selfplay;
    double count = (double)(to - from), sum = 0, squares = 0, won = 0;
    for (uint64_t deal = from; deal < to; deal++) {
        const struct zk_bot *bots[ZK_SEATS_MAX] = {others, others, others, others};
        struct zk_result result;
        bots[deal % zk_yokai.seats(rules)] = one;
        zk_selfplay_begin(&selfplay, &zk_yokai, rules, bots, seed, deal);
        zk_yokai.start(rules, &state);
        while (zk_yokai.actor(rules, &state) != ZK_OVER)
            zk_selfplay_make(&selfplay, &state, zk_selfplay_next(&selfplay, &state));
        zk_yokai.result(rules, &state, &result);
        sum += result.points[0];
        squares += (double)result.points[0] * result.points[0];
        won += result.winners != 0;
    }
    double mean = sum / count,
           error = __builtin_sqrt((squares / count - mean * mean) / (count - 1));
    printf("%s\t%s\t%.0f\t%.3f\t%.3f\t%.1f\n", one->name, others->name, count, mean, error,
           100 * won / count);
    fflush(stdout);
}

int main(int count, char **word) {
    static struct zk_rules rules;
    struct zk_bot bots[BOTS_MAX];
    struct zk_settings settings = {0};
    struct zk_sentence refusal;
    unsigned bots_count = 0;
    if (count < 6) refuse("usage", "PLAYERS FROM TO SEED [--set OPTION=VALUE]... BOT...");
    uint64_t from = strtoull(word[2], NULL, 10), to = strtoull(word[3], NULL, 10);
    if (to < from + 2) refuse("needs two deals or more", word[3]);
    if (!zk_settings_set(&zk_yokai, &settings, "players", 7, word[1], strlen(word[1]),
                         &refusal))
        refuse("players", word[1]);
    for (int i = 5; i < count; i++) {
        if (!strcmp(word[i], "--set") && i + 1 < count) {
            const char *option = word[++i], *value = strchr(option, '=');
            if (!value ||
                !zk_settings_set(&zk_yokai, &settings, option, (size_t)(value - option),
                                 value + 1, strlen(value + 1), &refusal))
                refuse("not an option of Yokai", option);
        } else {
            if (bots_count == BOTS_MAX) refuse("too many bots", word[i]);
            read_bot(word[i], bots_count, &bots[bots_count]);
            bots_count++;
        }
    }
    if (!zk_yokai.prepare(&rules, &settings, &refusal)) refuse("options", refusal.key);
    for (unsigned one = 0; one < bots_count; one++)
        for (unsigned others = 0; others < bots_count; others++)
            play(&rules, &bots[one], &bots[others], strtoull(word[4], NULL, 10), from, to);
}
