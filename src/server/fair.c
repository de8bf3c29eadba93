/* fair.c: the server's part of fair shuffles: it computes with the seeds of a table; see docs/fair.md.
 *
 * A table's secret is in its live table and in the store, and nowhere else. From it come the server's
 * seeds, one for each game, and what seals the seats' seeds in the entries. */
#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "../fair/fair.h"
#include "inside.h"

static bool is_fair(void *user, const struct zk_door *door) {
    (void)user;
    return !sodium_is_zero(live_of(door)->secret, ZK_SEED_SIZE);
}

/* The seed of a seat or of the server for the game on the table. */
static void seed_of(const struct zk_door *door, unsigned who, uint8_t seed[ZK_SEED_SIZE]) {
    const struct zk_table *table = &door->table;
    const uint8_t *secret = live_of(door)->secret;
    if (who == ZK_SEED_OF_SERVER) {
        zk_fair_seed(secret, table->now.games, seed);
        return;
    }
    memcpy(seed, zk_table_seed(table, table->now.fair.seed[who]), ZK_SEED_SIZE);
    zk_fair_seal(secret, table->now.games, who, seed);
}

static void commit(void *user, const struct zk_door *door, uint8_t bytes[ZK_SEED_SIZE]) {
    uint8_t seed[ZK_SEED_SIZE];
    (void)user;
    seed_of(door, ZK_SEED_OF_SERVER, seed);
    zk_fair_commit(ZK_SEED_OF_SERVER, seed, bytes);
    sodium_memzero(seed, sizeof seed);
}

static bool take(void *user, const struct zk_door *door, int seat,
                 uint8_t seed[ZK_SEED_SIZE]) {
    const struct zk_table *table = &door->table;
    const uint8_t *committed = zk_table_seed(table, table->now.fair.commit[seat]);
    (void)user;
    if (!zk_fair_fits((unsigned)seat, seed, committed)) return false;
    zk_fair_seal(live_of(door)->secret, table->now.games, (unsigned)seat, seed);
    return true;
}

static void show(void *user, const struct zk_door *door, int who, uint8_t seed[ZK_SEED_SIZE]) {
    (void)user;
    seed_of(door, who == ZK_CHANCE ? ZK_SEED_OF_SERVER : (unsigned)who, seed);
}

static zk_move draw(void *user, const struct zk_door *door, uint32_t n) {
    struct zk_server *server = user;
    const struct zk_table *table = &door->table;
    struct zk_seeds seeds = {.shown = 1u << ZK_SEED_OF_SERVER};
    seed_of(door, ZK_SEED_OF_SERVER, seeds.seed[ZK_SEED_OF_SERVER]);
    for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++) {
        if (!table->now.fair.seed[seat]) continue;
        seeds.shown |= (uint8_t)(1u << seat);
        seed_of(door, seat, seeds.seed[seat]);
    }
    zk_move move = zk_fair_draw(&seeds, n, table->game, table->rules, &table->now.state,
                                &server->scratch);
    sodium_memzero(&seeds, sizeof seeds);
    return move;
}

const struct zk_fair_host server_fair = {is_fair, commit, take, show, draw};
