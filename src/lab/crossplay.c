/* crossplay.c: how partners of different manners get on in Yokai.
 *
 * A bot is the name of a shipped one, or `strong:joins=8,left=0`: a partner (normal or strong) with a manner
 * that differs there (the fields of zk_yokai_manner). Every ordered pair of bots plays every deal, the
 * first in one seat, which changes from deal to deal, the second in all others. */
#include <stdio.h>
#include <string.h>

#include "bots/selfplay.h"
#include "bots/yokai/partner.h"
#include "commands.h"

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

int run_crossplay(const struct request *request) {
    static struct zk_rules rules;
    struct zk_bot bots[BOTS_MAX];
    struct zk_settings settings;
    uint64_t from, deals, seed;
    if (!request_rules(request, &zk_yokai, &settings, &rules) ||
        !request_number(request, OPTION_DEALS, 2, UINT32_MAX, 100, &deals) ||
        !request_number(request, OPTION_FROM, 0, UINT32_MAX, 0, &from) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &seed))
        return STATUS_UNUSABLE;
    for (unsigned i = 0; i < request->words_count; i++)
        if (!read_bot(request, i, &bots[i])) return STATUS_UNUSABLE;
    for (unsigned one = 0; one < request->words_count; one++)
        for (unsigned others = 0; others < request->words_count; others++)
            play(&rules, &bots[one], &bots[others], seed, from, from + deals);
    return STATUS_RIGHT;
}
