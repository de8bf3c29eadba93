/* chain.c: see chain.h. BLAKE2b, as libsodium has it. */
#include "chain.h"

#include <sodium.h>
#include <string.h>

/* What a sum is of; so no sum of one kind can be taken for one of another. */
enum kind { START, HEAD, ENTRY, END, NAME, RECORD, MEMBER };

static void begin(crypto_generichash_state *state, enum kind kind) {
    uint8_t byte = (uint8_t)kind;
    crypto_generichash_init(state, NULL, 0, ZK_SUM_SIZE);
    crypto_generichash_update(state, &byte, 1);
}

static void finish(crypto_generichash_state *state, struct zk_sum *sum) {
    crypto_generichash_final(state, sum->bytes, ZK_SUM_SIZE);
}

static void put_bytes(crypto_generichash_state *state, const void *bytes, size_t size) {
    crypto_generichash_update(state, bytes, size);
}

/* The same bytes on every machine. */
static void put_number(crypto_generichash_state *state, uint64_t number) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> 8 * i);
    put_bytes(state, bytes, sizeof bytes);
}

/* With its NUL, so that two texts do not run into each other. */
static void put_text(crypto_generichash_state *state, const char *text) {
    put_bytes(state, text, strlen(text) + 1);
}

bool zk_sum_same(const struct zk_sum *a, const struct zk_sum *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

void zk_sum_toggle(struct zk_sum *set, const struct zk_sum *member) {
    for (unsigned i = 0; i < ZK_SUM_SIZE; i++) set->bytes[i] ^= member->bytes[i];
}

void zk_chain_start(const struct zk_stored_table *head, struct zk_sum *sum) {
    crypto_generichash_state state;
    begin(&state, START);
    put_text(&state, head->id);
    put_text(&state, head->game);
    put_number(&state, head->rules_version);
    put_text(&state, head->options);
    put_text(&state, head->cardset);
    put_number(&state, head->terms.clock_ms);
    put_number(&state, head->terms.clock_step_ms);
    put_number(&state, head->terms.memory);
    put_number(&state, head->terms.advice);
    put_number(&state, head->opened_ms);
    put_number(&state, head->seats_count);
    put_bytes(&state, head->token_hash, sizeof head->token_hash);
    /* What came later is left out where it is the usual, as it is at tables that are older. */
    if (head->stand_in[0]) put_text(&state, head->stand_in);
    if (!sodium_is_zero(head->secret, sizeof head->secret))
        put_bytes(&state, head->secret, sizeof head->secret);
    finish(&state, sum);
}

void zk_chain_head(const struct zk_sum *start, const char *aside, struct zk_sum *sum) {
    crypto_generichash_state state;
    begin(&state, HEAD);
    put_bytes(&state, start, sizeof *start);
    put_text(&state, aside);
    finish(&state, sum);
}

void zk_chain_entry(const struct zk_sum *before, uint32_t number, bool has_name,
                    const char *line, size_t size, struct zk_sum *sum) {
    crypto_generichash_state state;
    uint8_t about[1 + ZK_SUM_SIZE + 5];
    about[0] = ENTRY;
    memcpy(about + 1, before, ZK_SUM_SIZE);
    for (unsigned i = 0; i < 4; i++) about[1 + ZK_SUM_SIZE + i] = (uint8_t)(number >> 8 * i);
    about[1 + ZK_SUM_SIZE + 4] = has_name;
    crypto_generichash_init(&state, NULL, 0, ZK_SUM_SIZE);
    put_bytes(&state, about, sizeof about);
    put_bytes(&state, line, size);
    finish(&state, sum);
}

void zk_chain_end(const struct zk_sum *last, const char *note, size_t size,
                  struct zk_sum *sum) {
    crypto_generichash_state state;
    begin(&state, END);
    put_bytes(&state, last, sizeof *last);
    put_bytes(&state, note, size);
    finish(&state, sum);
}

void zk_chain_name(const char *table, uint32_t number, const char *name, size_t size,
                   struct zk_sum *sum) {
    crypto_generichash_state state;
    begin(&state, NAME);
    put_text(&state, table);
    put_number(&state, number);
    put_bytes(&state, name, size);
    finish(&state, sum);
}

void zk_chain_record(const char *table, uint32_t game, uint64_t ended_ms, const char *record,
                     size_t size, struct zk_sum *sum) {
    crypto_generichash_state state;
    begin(&state, RECORD);
    put_text(&state, table);
    put_number(&state, game);
    put_number(&state, ended_ms);
    put_bytes(&state, record, size);
    finish(&state, sum);
}

void zk_chain_member(const char *table, uint32_t number, struct zk_sum *sum) {
    crypto_generichash_state state;
    begin(&state, MEMBER);
    put_text(&state, table);
    put_number(&state, number);
    finish(&state, sum);
}
