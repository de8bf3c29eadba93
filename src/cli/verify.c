/* verify.c: the command `verify`. */
#include <stdlib.h>
#include <string.h>

#include "command/records.h"
#include "commands.h"
#include "fair/fair.h"

struct verifier {
    struct zk_trace_scratch scratch;
    const char *file;
    const struct zk_record *record;
    struct zk_fair_finding *list;
    size_t count, capacity;
    bool any, all_proven, no_memory;
};

static void note(void *user, const struct zk_fair_finding *finding) {
    struct verifier *verifier = user;
    if (verifier->count == verifier->capacity) {
        size_t capacity = verifier->capacity ? 2 * verifier->capacity : 64;
        void *list = realloc(verifier->list, capacity * sizeof *verifier->list);
        verifier->no_memory |= !list;
        if (!list) return;
        verifier->list = list;
        verifier->capacity = capacity;
    }
    verifier->list[verifier->count++] = *finding;
}

/* A move of the record in notation, or another outcome in its place. */
static void print_move(const struct verifier *verifier, uint32_t place, const zk_move *other,
                       char *notation) {
    const struct zk_record *record = verifier->record;
    struct zk_text text = zk_text_in(notation, ZK_MOVE_TEXT_SIZE);
    struct zk_state state;
    record->game->start(record->rules, &state);
    for (uint32_t i = 0; i < place; i++)
        record->game->apply(record->rules, &state, record->moves[i]);
    record->game->print_move(record->rules, &state, other ? *other : record->moves[place],
                             ZK_EVERYTHING, &text);
}

static void say_draw(const struct verifier *verifier, const struct zk_fair_finding *finding) {
    char there[ZK_MOVE_TEXT_SIZE], drawn[ZK_MOVE_TEXT_SIZE];
    print_move(verifier, finding->move, NULL, there);
    switch (finding->kind) {
    case ZK_FAIR_UNNUMBERED:
        printf("\"%s\" has no number, so it was not drawn from the seeds.\n", there);
        break;
    case ZK_FAIR_OUT_OF_ORDER:
        printf("draw %u is out of order: \"%s\".\n", finding->from, there);
        break;
    default:
        print_move(verifier, finding->move, &finding->drawn, drawn);
        printf("draw %u is \"%s\", but the seeds give \"%s\".\n", finding->from, there, drawn);
    }
}

static void say(const struct verifier *verifier, const struct zk_fair_finding *finding) {
    const char *who = zk_seeds_name(finding->who);
    bool of_move = finding->kind == ZK_FAIR_UNNUMBERED ||
                   finding->kind == ZK_FAIR_OUT_OF_ORDER ||
                   finding->kind == ZK_FAIR_OTHER_DRAW;
    uint64_t line = verifier->record->line + (of_move ? finding->move + 1u : 0u);
    printf("%s:%llu: ", verifier->file, (unsigned long long)line);
    switch (finding->kind) {
    case ZK_FAIR_NO_SEEDS: puts("there are no seeds, so nothing can be proven."); break;
    case ZK_FAIR_UNREADABLE: puts("its seeds cannot be read."); break;
    case ZK_FAIR_HIDDEN: puts("the server's seed or its commitment is missing."); break;
    case ZK_FAIR_UNCOMMITTED: printf("the seed of %s has no commitment.\n", who); break;
    case ZK_FAIR_OTHER_SEED:
        printf("the seed of %s is not the one it committed to.\n", who);
        break;
    case ZK_FAIR_LATE:
        printf("%s committed to a seed and did not hand it in, so it was left out.\n", who);
        break;
    case ZK_FAIR_NO_PART: printf("%s had no seed of its own.\n", who); break;
    case ZK_FAIR_TAKEN_BACK:
        /* A game that somebody gave up has no result either. */
        if (finding->to == verifier->record->seeds.draws && !verifier->record->finished)
            printf("draws from %u on are not in the record, which has no result: they were "
                   "taken back, or it was cut off.\n",
                   finding->from);
        else if (finding->from == finding->to)
            printf("draw %u was taken back and is not in the record.\n", finding->from);
        else
            printf("draws %u to %u were taken back and are not in the record.\n",
                   finding->from, finding->to);
        break;
    default: say_draw(verifier, finding);
    }
}

static uint32_t outcomes_of(const struct zk_record *record) {
    uint32_t outcomes = 0;
    for (uint32_t i = 0; i < record->moves_count; i++) outcomes += record->draws[i] != 0;
    return outcomes;
}

static void verify_record(void *user, const struct zk_record *record) {
    struct verifier *verifier = user;
    verifier->record = record;
    verifier->count = 0;
    verifier->any = true;
    bool proven = zk_fair_verify(record, &verifier->scratch, note, verifier);
    verifier->all_proven &= proven;
    printf("%s:%llu: ", verifier->file, (unsigned long long)record->line);
    if (proven)
        printf("proven: %u outcomes of chance are what the seeds give.\n",
               outcomes_of(record));
    else
        puts("not proven.");
    for (size_t i = 0; i < verifier->count; i++) say(verifier, &verifier->list[i]);
}

int run_verify(const struct request *request) {
    struct verifier *verifier = calloc(1, sizeof *verifier);
    if (!verifier) return complain(request, "there is not enough memory");
    const char *path = request->words_count ? request->words[0] : "-";
    verifier->file = strcmp(path, "-") == 0 ? "standard input" : path;
    verifier->all_proven = true;
    int status = records_read_drawn(request, path, stdout, verify_record, verifier);
    if (verifier->no_memory) status = complain(request, "there is not enough memory");
    if (status == STATUS_RIGHT && !verifier->any)
        printf("%s: there is no record, so nothing is proven.\n", verifier->file);
    if (status == STATUS_RIGHT && !(verifier->any && verifier->all_proven))
        status = STATUS_WRONG;
    free(verifier->list);
    free(verifier);
    return status;
}
