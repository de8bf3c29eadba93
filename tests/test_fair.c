/* test_fair.c: outcomes from seeds: the numbers another program computes, even, and proven afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>
#include <cmocka.h>

#include "core/json.h"
#include "fair/fair.h"
#include "games/list.h"

enum { MOVES_MAX = 8192, RECORD_SIZE = 1024 * 1024, FINDINGS_MAX = 64 };

static struct zk_trace_scratch scratch;
static struct zk_record_reader reader;
static struct zk_rules rules;
static zk_move moves[MOVES_MAX];
static uint32_t draws[MOVES_MAX];
static char record_text[RECORD_SIZE], changed_text[RECORD_SIZE];

static void fill(uint8_t *bytes, uint8_t first) {
    for (unsigned i = 0; i < ZK_SEED_SIZE; i++) bytes[i] = (uint8_t)(first + i);
}

static void commit_all(struct zk_seeds *seeds, unsigned seats, uint8_t salt) {
    memset(seeds, 0, sizeof *seeds);
    for (unsigned who = 0; who < ZK_SEEDS_COUNT; who++) {
        if (who >= seats && who != ZK_SEED_OF_SERVER) continue;
        fill(seeds->seed[who], (uint8_t)(salt + 32 * who));
        zk_fair_commit(who, seeds->seed[who], seeds->commit[who]);
        seeds->committed |= (uint8_t)(1u << who);
        seeds->shown |= (uint8_t)(1u << who);
    }
}

static void assert_digits(const uint8_t *bytes, const char *digits) {
    char printed[ZK_SEED_TEXT_SIZE];
    zk_seed_print(bytes, printed);
    assert_string_equal(printed, digits);
}

/* Numbers of Python's hashlib and hmac. */
static void known_numbers(void **test) {
    struct zk_seeds seeds;
    uint64_t words[4];
    (void)test;
    commit_all(&seeds, 2, 0);
    assert_digits(seeds.commit[0],
                  "4b4c52950def4aa760fad188cd10d5a81b1502fef28e961510ae9a1faa76bc7c");
    assert_digits(seeds.commit[ZK_SEED_OF_SERVER],
                  "e49698c3852b198000468ca6b6d165b63889724f8f8e9b17c28b262a9c0ee26d");
    zk_fair_words(&seeds, 7, 0, words);
    assert_true(words[0] == UINT64_C(0x23C9BD9B0BF3C8DE));
    assert_true(words[3] == UINT64_C(0xC01B0936B0729461));
    zk_fair_words(&seeds, 7, 1, words);
    assert_true(words[0] == UINT64_C(0xB9F7C975A8287C9C));
    seeds.shown &= (uint8_t)~2u; /* without B */
    zk_fair_words(&seeds, 7, 0, words);
    assert_true(words[0] == UINT64_C(0xF6D5990C5E0DB153));
}

static void digits_are_strict(void **test) {
    uint8_t bytes[ZK_SEED_SIZE];
    char digits[ZK_SEED_TEXT_SIZE];
    (void)test;
    fill(bytes, 200);
    zk_seed_print(bytes, digits);
    assert_true(zk_seed_parse(digits, 64, bytes));
    assert_false(zk_seed_parse(digits, 63, bytes));
    digits[5] = 'A';
    assert_false(zk_seed_parse(digits, 64, bytes));
    digits[5] = 'g';
    assert_false(zk_seed_parse(digits, 64, bytes));
}

/* What is sealed with one table's secret for one seat and game opens with these alone. */
static void seals_open(void **test) {
    uint8_t secret[ZK_SEED_SIZE], seed[ZK_SEED_SIZE], sealed[ZK_SEED_SIZE];
    (void)test;
    fill(secret, 1);
    fill(seed, 2);
    memcpy(sealed, seed, sizeof seed);
    zk_fair_seal(secret, 3, 1, sealed);
    assert_memory_not_equal(sealed, seed, sizeof seed);
    for (unsigned other = 0; other < 3; other++) {
        uint8_t wrong[ZK_SEED_SIZE];
        memcpy(wrong, sealed, sizeof sealed);
        if (other == 2) secret[31] ^= 1;
        zk_fair_seal(secret, other == 0 ? 4 : 3, other == 1 ? 2 : 1, wrong);
        if (other == 2) secret[31] ^= 1;
        assert_memory_not_equal(wrong, seed, sizeof seed);
    }
    zk_fair_seal(secret, 3, 1, sealed);
    assert_memory_equal(sealed, seed, sizeof seed);
    zk_fair_seed(secret, 0, seed);
    zk_fair_seed(secret, 1, sealed);
    assert_memory_not_equal(sealed, seed, sizeof seed);
}

/* ---- Records ---- */

static uint8_t absent,
    late; /* bits: seats that do not commit, or do not hand their seeds in */

/* A game with random moves and fair draws, of which number 5 and 6 were taken back. */
static size_t play(const struct zk_game *game, struct zk_seeds *seeds, char *memory) {
    static const struct zk_settings usual;
    static const char *const names[] = {"Mai", "Jo", "Ren", "Bo"};
    struct zk_sentence refusal;
    struct zk_state state;
    struct zk_rng rng = zk_rng_stream(1, 0);
    struct zk_settings settings = usual;
    assert_true(game->prepare(&rules, &settings, &refusal));
    unsigned seats = zk_seats(game, &rules);
    commit_all(seeds, seats, 9);
    seeds->committed &= (uint8_t)~absent;
    seeds->shown &= (uint8_t)~(absent | late);
    uint32_t count = 0, n = 0;
    game->start(&rules, &state);
    for (int actor; (actor = game->actor(&rules, &state)) != ZK_OVER; count++) {
        draws[count] = 0;
        if (actor == ZK_CHANCE) {
            n = n == 4 ? 7 : n + 1;
            draws[count] = n;
            moves[count] = zk_fair_draw(seeds, n, game, &rules, &state, &scratch);
        } else {
            moves[count] = zk_sample(game, &rules, &state, &rng);
        }
        game->apply(&rules, &state, moves[count]);
    }
    seeds->draws = n;
    struct zk_text text = zk_text_in(memory, RECORD_SIZE);
    const struct zk_record_terms terms = {.seeds = seeds};
    zk_record_put_table_header(&text, game, &settings, names, seats, &terms);
    game->start(&rules, &state);
    for (uint32_t i = 0; i < count; i++) {
        zk_record_put_drawn(&text, game, &rules, &state, moves[i], draws[i]);
        game->apply(&rules, &state, moves[i]);
    }
    zk_record_put_result(&text, game, &rules, &state);
    assert_false(text.full);
    return text.used;
}

static struct {
    bool read, proven;
    unsigned outcomes, count;
    struct zk_fair_finding list[FINDINGS_MAX];
} found;

static void note(void *user, const struct zk_fair_finding *finding) {
    (void)user;
    if (found.count < FINDINGS_MAX) found.list[found.count++] = *finding;
}

static void whole(void *user, const struct zk_record *record) {
    (void)user;
    found.read = true;
    for (uint32_t i = 0; i < record->moves_count; i++) found.outcomes += record->draws[i] != 0;
    found.proven = zk_fair_verify(record, &scratch, note, NULL);
}

static void wrong(void *user, const struct zk_record_wrong *what) {
    (void)user;
    (void)what;
}

static void verify(const char *text, size_t size) {
    memset(&found, 0, sizeof found);
    zk_record_reader_start(&reader, zk_games, moves, MOVES_MAX, whole, wrong, NULL);
    reader.draws = draws;
    for (const char *end = text + size; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        zk_record_reader_line(&reader, text, (size_t)(stop - text));
        text = stop + 1;
    }
    zk_record_reader_end(&reader);
}

static bool has(enum zk_fair_kind kind) {
    for (unsigned i = 0; i < found.count; i++)
        if (found.list[i].kind == kind) return true;
    return false;
}

static void right_records_are_proven(void **test) {
    struct zk_seeds seeds;
    (void)test;
    for (unsigned i = 0; zk_games[i]; i++) {
        size_t size = play(zk_games[i], &seeds, record_text);
        verify(record_text, size);
        assert_true(found.read && found.proven);
        if (seeds.draws < 7) continue;
        assert_int_equal(found.count, 1);
        assert_int_equal(found.list[0].kind, ZK_FAIR_TAKEN_BACK);
        assert_int_equal(found.list[0].from, 5);
        assert_int_equal(found.list[0].to, 6);
    }
}

/* One bit of every digit after this key; how many there were. */
static unsigned change_bits(const char *key, size_t size) {
    static const char hex[] = "0123456789abcdef";
    unsigned changed = 0;
    for (const char *at = record_text; (at = strstr(at, key));) {
        for (at += strlen(key); *at != '"'; at++, changed++) {
            memcpy(changed_text, record_text, size);
            changed_text[at - record_text] = hex[(strchr(hex, *at) - hex) ^ 1];
            verify(changed_text, size);
            assert_true(found.read);
            assert_false(found.proven);
            assert_true(has(ZK_FAIR_OTHER_SEED));
        }
    }
    return changed;
}

static void a_changed_bit_is_found(void **test) {
    struct zk_seeds seeds;
    (void)test;
    size_t size = play(zk_games[0], &seeds, record_text);
    unsigned digits = 64 * (1 + zk_seats(zk_games[0], &rules));
    assert_int_equal(change_bits("\"commit\":\"", size), digits);
    assert_int_equal(change_bits("\"seed\":\"", size), digits);
}

/* Another outcome, another number, none. */
static void changed_draws_are_found(void **test) {
    struct zk_seeds seeds;
    (void)test;
    size_t size = play(zk_games[0], &seeds, record_text);
    char *last = NULL;
    for (char *at = record_text; (at = strstr(at, ",\"draw\":")); at++) last = at;
    assert_non_null(last);
    char *digits = last + strlen(",\"draw\":");
    memcpy(changed_text, record_text, size + 1);
    changed_text[digits + strspn(digits, "0123456789") - 1 - record_text] ^=
        1; /* that of the draw before, or beyond the last */
    verify(changed_text, size);
    assert_true(found.read && !found.proven && has(ZK_FAIR_OUT_OF_ORDER));
    memcpy(changed_text, record_text, size + 1);
    changed_text[last + 2 - record_text] = 'D';
    verify(changed_text, size);
    assert_true(found.read && !found.proven && has(ZK_FAIR_UNNUMBERED));
    /* Other seeds that fit their commitments give other outcomes. */
    struct zk_seeds other;
    commit_all(&other, zk_seats(zk_games[0], &rules), 77);
    other.draws = seeds.draws;
    char *head_end = memchr(record_text, '\n', size), *fair = strstr(record_text, "\"fair\":");
    struct zk_text text = zk_text_in(changed_text, sizeof changed_text);
    zk_text_put_bytes(&text, record_text, (size_t)(fair - record_text));
    zk_text_put(&text, "\"fair\":");
    struct zk_json_out out = zk_json_to(&text);
    zk_seeds_write(&out, &other);
    zk_text_put(&text, "}");
    zk_text_put_bytes(&text, head_end, (size_t)(record_text + size - head_end));
    verify(text.data, text.used);
    assert_true(found.read && !found.proven && has(ZK_FAIR_OTHER_DRAW));
}

/* The record again with something else in a place of its first line. */
static void verify_with(const char *old, const char *new, size_t size) {
    const char *at = strstr(record_text, old);
    assert_non_null(at);
    struct zk_text text = zk_text_in(changed_text, sizeof changed_text);
    zk_text_put_bytes(&text, record_text, (size_t)(at - record_text));
    zk_text_put(&text, new);
    at += strlen(old);
    zk_text_put_bytes(&text, at, (size_t)(record_text + size - at));
    verify(text.data, text.used);
    assert_true(found.read);
}

static void gaps_are_named(void **test) {
    struct zk_seeds seeds;
    (void)test;
    absent = 1, late = 2;
    size_t size = play(zk_games[0], &seeds, record_text);
    verify(record_text, size);
    assert_true(found.proven);
    assert_int_equal(found.list[0].kind, ZK_FAIR_NO_PART);
    assert_int_equal(found.list[0].who, 0);
    assert_int_equal(found.list[1].kind, ZK_FAIR_LATE);
    assert_int_equal(found.list[1].who, 1);
    /* Nobody is said to be late when it is the server that shows nothing. */
    assert_true(has(ZK_FAIR_LATE));
    verify_with("\"server\":{\"commit\"", "\"server\":{\"promise\"", size);
    assert_true(has(ZK_FAIR_HIDDEN) && !has(ZK_FAIR_LATE));
    absent = late = 0;
    size = play(zk_games[0], &seeds, record_text);
    verify_with("\"fair\":", "\"unfair\":", size);
    assert_true(!found.proven && has(ZK_FAIR_NO_SEEDS));
    verify_with("\"version\":1", "\"version\":2", size);
    assert_true(!found.proven && has(ZK_FAIR_UNREADABLE));
    verify_with("\"server\":{\"commit\"", "\"server\":{\"promise\"", size);
    assert_true(!found.proven && has(ZK_FAIR_HIDDEN));
    verify_with("\"A\":{\"commit\"", "\"A\":{\"promise\"", size);
    assert_true(!found.proven && has(ZK_FAIR_UNCOMMITTED));
    /* Who looks for commitments, and finds the first, must not be shown others than are computed with. */
    static const char *const twice[][2] = {
        {"\"A\":{\"commit\"", "\"A\":{},\"A\":{\"commit\""},
        {"\"server\":{\"commit\"", "\"server\":{},\"server\":{\"commit\""},
        {"\"draws\":", "\"draws\":0,\"draws\":"},
        {"\"version\":", "\"version\":1,\"version\":"}};
    for (unsigned i = 0; i < sizeof twice / sizeof *twice; i++) {
        verify_with(twice[i][0], twice[i][1], size);
        assert_true(!found.proven && has(ZK_FAIR_UNREADABLE));
    }
    /* As many draws as can be told. */
    char told[32];
    snprintf(told, sizeof told, "\"draws\":%u,", seeds.draws);
    verify_with(told, "\"draws\":4294967295,", size);
    assert_true(found.proven && found.list[found.count - 1].kind == ZK_FAIR_TAKEN_BACK);
    assert_int_equal(found.list[found.count - 1].from, seeds.draws + 1);
    assert_int_equal(found.list[found.count - 1].to, UINT32_MAX);
    /* What a seat decides is no outcome of chance, whatever number it is given. */
    unsigned outcomes = found.outcomes;
    verify_with("{\"by\":\"A\",", "{\"draw\":3,\"by\":\"A\",", size);
    assert_true(found.proven);
    assert_int_equal(found.outcomes, outcomes);
    /* A seat that is none does not get in by the back door. */
    verify_with("\"A\":{\"commit\"",
                "\"D\":{\"seed\":\"0123456789abcdef0123456789abcdef"
                "0123456789abcdef0123456789abcdef\"},\"A\":{\"commit\"",
                size);
    assert_true(!found.proven && has(ZK_FAIR_UNCOMMITTED));
}

/* Words are even. */
static void draws_are_even(void **test) {
    struct zk_seeds seeds;
    uint32_t seen[6] = {0};
    (void)test;
    commit_all(&seeds, 2, 5);
    for (uint32_t n = 1; n <= 60000; n++) {
        uint64_t words[4];
        zk_fair_words(&seeds, n, 0, words);
        seen[words[0] % 6]++;
    }
    for (unsigned i = 0; i < 6; i++) assert_in_range(seen[i], 9700, 10300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers),
        cmocka_unit_test(digits_are_strict),
        cmocka_unit_test(seals_open),
        cmocka_unit_test(right_records_are_proven),
        cmocka_unit_test(a_changed_bit_is_found),
        cmocka_unit_test(changed_draws_are_found),
        cmocka_unit_test(gaps_are_named),
        cmocka_unit_test(draws_are_even),
    };
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
