/* test_keys.c: whose seat it is: invitations, keys, links to other devices, at one server or at several. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guests.h"

/* Whoever opened the table has seen every invitation. As soon as somebody sits with a key, that is worth no more than
 * watching: on connections that joined before, on new ones, and for commands. */
static void test_invitation_only_watches(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1), *early = enter(world, 2);
    open_for_two(world, a, b, "");
    memcpy(early->table, b->table, sizeof early->table);
    memcpy(early->token, b->token, sizeof early->token);
    memcpy(invitation[1], b->token, sizeof invitation[1]);
    join(early);
    says(early, "\"you\":\"B\"");
    pass_over(early);
    order_with(a, "sit", "", key_of('a'), ",\"name\":\"Ann\"");
    order_with(b, "sit", "", key_of('b'), ",\"name\":\"Ben\"");
    settle(world);
    hold(a, key_of('a'));
    hold(b, key_of('b'));
    early->watches = true;
    /* It is told so before it is told anything of the game. */
    says(early, "\"event\":1,\"kind\":\"sit\",\"by\":\"A\"");
    says(early, "\"unseated\":\"B\"");
    says(early, "\"event\":2,\"kind\":\"sit\",\"by\":\"B\"");
    for (uint32_t i = early->read; i < early->count; i++)
        assert_null(strstr(early->said[i], "\"hand\":"));
    bool has_hand = false;
    for (uint32_t i = b->read; i < b->count; i++)
        has_hand |= !!strstr(b->said[i], "\"hand\":");
    assert_true(has_hand);

    struct end *late = come(world, 3, a->table, invitation[1]);
    late->watches = true;
    join(late);
    assert_null(strstr(late->said[0], "\"hand\":"));
    says(late, "\"snapshot\":");
    says(late, "\"unseated\":\"B\"");
    says(late, "\"done\":");
    say(late,
        "{\"zashiki\":1,\"do\":\"history\",\"table\":\"%s\",\"token\":\"%s\",\"from\":1,"
        "\"to\":%u,\"request\":\"h\"}",
        late->table, late->token, late->number);
    for (uint32_t i = late->read; i < late->count; i++)
        assert_null(strstr(late->said[i], "\"hand\":"));
    pass_over(late);
    static const char *const asks[] = {"resign", "leave", "undo", "pause", "hint", "alone"};
    for (unsigned i = 0; i < sizeof asks / sizeof *asks; i++) {
        order(late, asks[i], "");
        says(late, "seat.taken");
    }
    order(late, "sit", ",\"name\":\"Eve\"");
    says(late, "seat.taken");
    order_with(late, "sit", "", key_of('e'), ",\"name\":\"Eve\"");
    says(late, "seat.taken");
    order_with(late, "link", "", key_of('e'), "");
    says(late, "seat.taken");
    order_with(late, "device", "", key_of('e'), "");
    says(late, "seat.taken");
    order(late, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    says(late, "seat.taken");
    assert_int_equal(world->host.writes, 0);
    /* What is kept has the hash and not the key; who is told of the entry gets neither. */
    const struct kept *kept = model_find(world->memory, a->table);
    for (uint32_t i = 0; i < kept->count; i++) assert_null(strstr(kept->line[i], key_of('b')));
    assert_non_null(strstr(kept->line[1], "\"key\":"));
    for (uint32_t i = 0; i < a->count; i++) assert_null(strstr(a->said[i], "\"key\":\""));
    /* With the key all of it is there. */
    order(b, "resign", "");
    settle(world);
    const char *last = b->said[b->count - 1];
    assert_non_null(strstr(last, "\"done\":"));
}

/* Nobody holds a bot's seat: whoever opened the table is not shown its hand, by its invitation, before or afterwards. */
static void test_invitation_of_a_bot_watches(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    join(b);
    says(b, "\"you\":\"B\"");
    pass_over(b);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"random\"");
    settle(world);
    says(b, "\"unseated\":\"B\"");
    uint32_t first = b->read;
    order_with(a, "sit", "", key_of('a'), ",\"name\":\"Ann\"");
    settle(world);
    hold(a, key_of('a'));
    b->watches = true;
    pass_over(b);
    join(b);
    says(b, "\"snapshot\":");
    says(b, "\"unseated\":\"B\"");
    pass_over(b);
    say(b,
        "{\"zashiki\":1,\"do\":\"history\",\"table\":\"%s\",\"token\":\"%s\",\"from\":1,"
        "\"to\":%u,\"request\":\"h\"}",
        b->table, b->token, b->number);
    for (uint32_t i = first; i < b->count; i++) assert_null(strstr(b->said[i], "\"hand\":"));
    pass_over(b);
    static const char *const asks[] = {"hint\",\"bot\":\"random",
                                       "react\",\"reaction\":\"nice"};
    for (unsigned i = 0; i < sizeof asks / sizeof *asks; i++) {
        order(b, asks[i], "");
        says(b, "seat.bot");
    }
    order(b, "sit", ",\"name\":\"Eve\"");
    says(b, "seat.bot");
}

/* A `sit` or `device` whose answer was lost acts once, and gets its answer from any process. */
static void test_keys_at_another_process(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE], table[ZK_TABLE_ID_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    memcpy(table, a->table, sizeof table);
    stop(world);
    start(world);
    const struct kept *kept = model_find(world->memory, table);
    uint32_t count = kept->count;
    b = come(world, 1, table, invitation[1]);
    order_with(b, "sit", "sit-b", key_of('b'), ",\"name\":\"Ben\"");
    settle(world);
    says(b, "\"request\":\"sit-b\",\"done\":2");
    order_with(b, "sit", "sit-b", key_of('e'), ",\"name\":\"Ben\"");
    says(b, "seat.taken");
    hold(b, key_of('b'));
    join(b);
    says(b, "\"you\":\"B\"");
    pass_over(b);

    /* A link that was made before the process died works after it, once. */
    order_with(b, "link", "", key_of('l'), "");
    settle(world);
    stop(world);
    start(world);
    struct end *phone = come(world, 2, table, key_of('l'));
    order_with(phone, "device", "phone", key_of('p'), "");
    settle(world);
    says(phone, "\"request\":\"phone\",\"done\":");
    stop(world);
    start(world);
    phone = come(world, 2, table, key_of('l'));
    order_with(phone, "device", "phone", key_of('p'), "");
    settle(world);
    says(phone, "\"request\":\"phone\",\"done\":");
    order_with(phone, "device", "phone", key_of('q'), "");
    says(phone, "token.wrong");
    assert_int_equal(model_find(world->memory, table)->count, count + 2);
}

/* Somebody sits down with a key at one process while another has the invitation's bearer in the seat still: that one is
 * overtaken, learns of the key, and only watches. */
static void test_key_overtakes(void **state) {
    struct world *one = *state, *two = beside(one);
    struct end *a = enter(one, 0), *b = enter(one, 1);
    open_for_two(one, a, b, "");
    struct end *eve = come(two, 0, b->table, b->token);
    join(eve);
    settle(two);
    says(eve, "\"you\":\"B\"");
    pass_over(eve);
    eve->watches = true;
    order_with(b, "sit", "sit-b", key_of('b'), ",\"name\":\"Ben\"");
    settle(one);
    order_with(eve, "sit", "", key_of('e'), ",\"name\":\"Eve\"");
    settle(two);
    says(eve, "\"unseated\":\"B\"");
    says(eve, "\"event\":1,");
    says(eve, "seat.taken");
    /* The holder's request gets its answer there, too. */
    struct end *again = come(two, 1, b->table, b->token);
    order_with(again, "sit", "sit-b", key_of('b'), ",\"name\":\"Ben\"");
    settle(two);
    says(again, "\"request\":\"sit-b\",\"done\":1");
    assert_int_equal(model_find(one->memory, b->table)->count, 1);
    stop(two);
    free(two);
}

/* The disk said no though the entry was there: who sat down is asked to try again, and has the seat. */
static void test_sit_in_doubt(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order_with(b, "sit", "in-doubt", key_of('b'), ",\"name\":\"Ben\"");
    write_back(world, FAILED_BUT_KEPT);
    says(b, "store.failed");
    host_tick(&world->host, ZK_RETRY_MS);
    settle(world);
    order_with(b, "sit", "in-doubt", key_of('b'), ",\"name\":\"Ben\"");
    settle(world);
    bool done = false;
    while (b->read < b->count)
        done |= !!strstr(next(b), "\"request\":\"in-doubt\",\"done\":1");
    assert_true(done);
    assert_int_equal(model_find(world->memory, a->table)->count, 1);
}

static void test_devices(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    order_with(b, "link", "", key_of('l'), "");
    settle(world);
    struct end *phone = come(world, 2, a->table, key_of('l'));
    order_with(phone, "device", "", key_of('p'), "");
    settle(world);
    hold(phone, key_of('p'));
    join(phone);
    says(a, "\"kind\":\"link\"");
    says(a, "\"devices\":2");
    const char *you = NULL;
    while (phone->read < phone->count && !you) you = strstr(next(phone), "\"you\":\"B\"");
    assert_non_null(you);
    pass_over(phone);
    /* Both act for the seat; one puts the other out, which watches from there on. */
    order(phone, "pause", "");
    settle(world);
    order(b, "resume", "");
    settle(world);
    pass_over(phone);
    pass_over(b);
    order(b, "alone", "");
    settle(world);
    says(b, "\"kind\":\"alone\"");
    phone->watches = true;
    says(phone, "\"unseated\":\"B\"");
    says(phone, "\"kind\":\"alone\"");
    pass_over(phone);
    order(phone, "resign", "");
    says(phone, "token.wrong");
    join(phone);
    says(phone, "token.wrong");
    /* A key that was put out does not come back by another link. */
    order_with(b, "link", "", key_of('m'), "");
    settle(world);
    hold(phone, key_of('m'));
    pass_over(phone);
    order_with(phone, "device", "", key_of('p'), "");
    says(phone, "key.wrong");
}

/* A device that comes by a link has seen nothing of the table, however much there is. */
static void test_device_at_a_long_table(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    order_with(b, "link", "", key_of('l'), "");
    settle(world);
    for (unsigned i = 0; i <= ZK_BEHIND_MAX; i++) {
        order(a, i % 2 ? "resume" : "pause", "");
        settle(world);
    }
    struct end *phone = come(world, 2, a->table, key_of('l'));
    order_with(phone, "device", "phone", key_of('p'), "");
    settle(world);
    says(phone, "\"request\":\"phone\",\"done\":");
}

static void test_key_comes_back(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    leave(b);
    host_tick(&world->host, world->limits.away_ms);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    settle(world);
    /* The seat of a stand-in is its person's, and no one else's. */
    struct end *eve = come(world, 2, a->table, invitation[1]);
    order(eve, "sit", ",\"name\":\"Eve\"");
    says(eve, "seat.taken");
    b = come(world, 1, a->table, key_of('b'));
    order(b, "sit", "");
    settle(world);
    says(b, "\"done\":");
    /* Another game keeps the keys. */
    order(b, "resign", "");
    settle(world);
    order(a, "again", "");
    settle(world);
    order(b, "again", "");
    settle(world);
    pass_over(b);
    order(b, "pause", "");
    settle(world);
    says(b, "\"done\":");
    order(eve, "resume", "");
    says(eve, "seat.taken");
}

/* Where a bot sits nobody sees its cards: not who opened the table, whether they came by its invitation before or come
 * now. */
static void test_a_bot_keeps_its_cards(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    open_for_two(world, a, b, "");
    order_with(a, "sit", "", key_of('a'), ",\"name\":\"Ann\"");
    settle(world);
    hold(a, key_of('a'));
    pass_over(b);
    order(a, "bot", ",\"seat\":\"B\",\"bot\":\"greedy\"");
    settle(world);
    says(b, "\"unseated\":\"B\"");
    struct end *late = come(world, 2, b->table, b->token);
    b->watches = late->watches = true;
    join(late);
    says(late, "\"snapshot\":");
    assert_null(strstr(late->said[0], "\"you\":"));
    says(late, "\"unseated\":\"B\"");
    says(late, "\"done\":");
    order(late, "hint", "");
    says(late, "seat.bot");
    order(a, "pause", "");
    settle(world);
    says(late, "\"kind\":\"pause\"");
}

/* Who has a key already and says it is a link's secret has not come by a link: the new key is none. */
static void test_device_without_link(void **state) {
    struct world *world = *state;
    char invitation[2][ZK_TOKEN_SIZE];
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two_with_keys(world, a, b, invitation);
    pass_over(b);
    order_with(b, "device", "", key_of('n'), "");
    settle(world);
    says(b, "token.wrong");
    struct end *other = come(world, 2, b->table, key_of('n'));
    order(other, "pause", "");
    says(other, "token.wrong");
}

/* A table from before there were keys: whoever has a token has the seat, and nobody can take it away by a key. */
static void test_tokens_alone(void **state) {
    struct world *world = *state;
    struct end *a = enter(world, 0), *b = enter(world, 1);
    sit_two(world, a, b, "");
    char table[ZK_TABLE_ID_SIZE], token[ZK_TOKEN_SIZE];
    memcpy(table, b->table, sizeof table);
    memcpy(token, b->token, sizeof token);
    stop(world);
    start(world);
    b = come(world, 1, table, token);
    struct end *eve = come(world, 2, table, token);
    join(b);
    settle(world);
    says(b, "\"you\":\"B\"");
    pass_over(b);
    order_with(eve, "sit", "", key_of('e'), "");
    says(eve, "seat.taken");
    order_with(eve, "link", "", key_of('e'), "");
    says(eve, "key.none");
    order(b, "pause", "");
    settle(world);
    says(b, "\"kind\":\"pause\"");
    says(b, "\"done\":");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD(test_invitation_only_watches),
        WORLD(test_invitation_of_a_bot_watches),
        WORLD(test_keys_at_another_process),
        WORLD(test_key_overtakes),
        WORLD(test_sit_in_doubt),
        WORLD(test_devices),
        WORLD(test_device_at_a_long_table),
        WORLD(test_key_comes_back),
        WORLD(test_a_bot_keeps_its_cards),
        WORLD(test_device_without_link),
        WORLD(test_tokens_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
