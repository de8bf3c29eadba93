/* crossplay.c: how well different partners play together in Yokai.
 *
 * A bot is the name of a shipped one, or `strong:joins=8,left=0`: a partner (normal or strong) with a manner
 * that differs there (the fields of zk_yokai_manner). Every ordered pair of bots plays every deal, the
 * first in one seat, which changes from deal to deal, the second in all others. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/selfplay.h"
#include "bots/yokai/partner.h"
#include "commands.h"
#include "jobs.h"

enum { BOTS_MAX = 8 };

static struct zk_yokai_manner manners[BOTS_MAX];

/* False when a manner has no such field. */
static bool change(struct zk_yokai_manner *manner, const char *name, int value) {
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
            return true;
        }
    return false;
}

/* False after saying what is wrong. */
static bool read_bot(const struct request *request, unsigned i, struct zk_bot *bot) {
    const char *text = request->words[i];
    size_t size = strcspn(text, ":");
    const struct zk_bot *shipped = request_bot(request, &zk_yokai, text, size);
    if (!shipped) return false;
    *bot = *shipped;
    bot->name = text;
    if (!text[size]) return true;
    if (shipped->choose != zk_yokai_partner) {
        complain(request, "%s has no manner to change; normal and strong have", shipped->name);
        return false;
    }
    manners[i] = *(const struct zk_yokai_manner *)shipped->manner;
    bot->manner = &manners[i];
    for (const char *at = text + size; *at;) {
        char name[16];
        int value, used;
        if (sscanf(at + 1, "%15[a-z_]=%d%n", name, &value, &used) != 2) {
            complain(request, "a manner is FIELD=NUMBER, not \"%s\"", at + 1);
            return false;
        }
        if (!change(&manners[i], name, value)) {
            complain(request, "a manner has no field \"%s\"", name);
            return false;
        }
        at += 1 + used;
    }
    return true;
}

/* ---- Every pair, deal by deal ---- */

/* What a pair has made, in one deal or in all of them. */
struct made {
    int64_t points, squares;
    uint64_t won;
};

struct crossplay {
    struct zk_rules rules;
    struct zk_bot bot[BOTS_MAX];
    unsigned bots_count;
    uint64_t seed, deals; /* so many are counted */
    struct made
        made[BOTS_MAX * BOTS_MAX]; /* by the pairs, in the order in which they are told */
};

static void play_deal(void *user, uint64_t deal, unsigned pair, void *result) {
    const struct crossplay *play = user;
    const struct zk_bot *one = &play->bot[pair / play->bots_count],
                        *others = &play->bot[pair % play->bots_count],
                        *bots[ZK_SEATS_MAX] = {others, others, others, others};
    static struct zk_state state;
    static struct zk_selfplay selfplay;
    struct zk_result end;
    bots[deal % zk_seats(&zk_yokai, &play->rules)] = one;
    zk_selfplay_begin(&selfplay, &zk_yokai, &play->rules, bots, play->seed, deal);
    zk_yokai.start(&play->rules, &state);
    while (zk_yokai.actor(&play->rules, &state) != ZK_OVER)
        zk_selfplay_make(&selfplay, &state, zk_selfplay_next(&selfplay, &state));
    zk_yokai.result(&play->rules, &state, &end);
    *(struct made *)result =
        (struct made){end.points[0], (int64_t)end.points[0] * end.points[0], end.winners != 0};
}

static bool count_deal(void *user, uint64_t deal, const void *results) {
    struct crossplay *play = user;
    const struct made *made = results;
    (void)deal;
    play->deals++;
    for (unsigned i = 0; i < play->bots_count * play->bots_count; i++) {
        play->made[i].points += made[i].points;
        play->made[i].squares += made[i].squares;
        play->made[i].won += made[i].won;
    }
    return false;
}

static void print_pair(const struct crossplay *play, unsigned pair) {
    const struct made *made = &play->made[pair];
    double count = (double)play->deals, mean = (double)made->points / count,
           error = sqrt(((double)made->squares / count - mean * mean) / (count - 1));
    printf("%s\t%s\t%.0f\t%.3f\t%.3f\t%.1f\n", play->bot[pair / play->bots_count].name,
           play->bot[pair % play->bots_count].name, count, mean, error,
           100 * (double)made->won / count);
}

int run_crossplay(const struct request *request) {
    static struct crossplay play;
    struct zk_settings settings;
    unsigned pairs = request->words_count * request->words_count;
    struct jobs jobs = {.option = OPTION_DEALS,
                        .pieces = pairs,
                        .size = sizeof(struct made),
                        .user = &play,
                        .work = play_deal,
                        .count_results = count_deal};
    if (!request_rules(request, &zk_yokai, &settings, &play.rules) ||
        !request_number(request, OPTION_DEALS, 2, UINT32_MAX, 100, &jobs.count) ||
        !request_number(request, OPTION_FROM, 0, UINT32_MAX, 0, &jobs.from) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &play.seed))
        return STATUS_UNUSABLE;
    for (unsigned i = 0; i < request->words_count; i++)
        if (!read_bot(request, i, &play.bot[i])) return STATUS_UNUSABLE;
    play.bots_count = request->words_count;
    int status = jobs_run(request, &jobs);
    for (unsigned i = 0; i < pairs && play.deals > 1; i++) print_pair(&play, i);
    return status;
}
