/* fuzz_fair.c: bytes as a file of records that `zashiki verify` is given, with the numbers of their draws. What is
 * found concerns the record and fits what is decided; and where a record is proven, it is not with another
 * seed of the server's. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/fair.h"
#include "games/list.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* So many outcomes are never all the same by accident. */
enum { MOVES_MAX = 1 << 16, OUTCOMES_MANY = 24 };

/* What was told of a record. */
struct found {
    const struct zk_record *record;
    unsigned against, gaps;
};

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    must(sodium_init() >= 0, "libsodium does not start");
    must(zk_record_moves_max(zk_games) <= MOVES_MAX, "games have become longer");
    return 0;
}

static void note(void *user, const struct zk_fair_finding *finding) {
    struct found *found = user;
    const struct zk_record *record = found->record;
    bool of_draw = finding->kind >= ZK_FAIR_UNNUMBERED && finding->kind <= ZK_FAIR_OTHER_DRAW;
    must(zk_seeds_name(finding->who), "it is about nobody");
    must(!of_draw || finding->move < record->moves_count, "it is about no move of the record");
    must(finding->kind != ZK_FAIR_OTHER_DRAW || finding->drawn != record->moves[finding->move],
         "another draw is the same");
    must(finding->from <= finding->to, "a gap ends before it begins");
    if (finding->kind < ZK_FAIR_FIRST_GAP)
        found->against++;
    else
        found->gaps++;
}

static bool verify(const struct zk_record *record) {
    static struct zk_trace_scratch scratch;
    struct found found = {.record = record};
    bool proven = zk_fair_verify(record, &scratch, note, &found);
    must(proven == !found.against, "it is proven in spite of what was found");
    return proven;
}

static uint32_t outcomes_of(const struct zk_record *record) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < record->moves_count; i++) count += record->draws[i] != 0;
    return count;
}

static void on_whole(void *user, const struct zk_record *record) {
    struct zk_record other = *record;
    uint8_t *seed = other.seeds.seed[ZK_SEED_OF_SERVER];
    (void)user;
    if (!verify(record)) return;
    seed[0] ^= 1;
    must(!verify(&other), "it is proven with a seed that was not committed to");
    zk_fair_commit(ZK_SEED_OF_SERVER, seed, other.seeds.commit[ZK_SEED_OF_SERVER]);
    must(outcomes_of(record) < OUTCOMES_MANY || !verify(&other),
         "it is proven by seeds that give something else");
}

static void on_wrong(void *user, const struct zk_record_wrong *wrong) {
    (void)user;
    (void)wrong;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static zk_move moves[MOVES_MAX];
    static uint32_t draws[MOVES_MAX];
    static struct zk_record_reader reader;
    const char *at = (const char *)data, *end = at + size, *stop;
    if (size > 64 * 1024) return -1;
    zk_record_reader_start(&reader, zk_games, moves, MOVES_MAX, on_whole, on_wrong, NULL);
    reader.draws = draws;
    for (; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        zk_record_reader_line(&reader, at, (size_t)(stop - at));
    }
    zk_record_reader_end(&reader);
    return 0;
}
