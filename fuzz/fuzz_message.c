/* fuzz_message.c: bytes as messages to a table, one a line, the way a server or a browser gets
 * them. Tokens are the letters of the seats. `open` opens the table; what follows acts on it, with
 * chance and bots moving in between. After every line the table must be what its entries fold to,
 * whatever was refused must have changed nothing, and everything told must be whole JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/games.h"
#include "table/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 1024 };

static struct zk_table table;
static struct zk_rules rules;
static struct zk_entry entries[ROOM];
static uint16_t line[ROOM], other_line[ROOM];
static char memory[ZK_EVENT_SIZE + ROOM * 512];
static struct zk_rng rng;

static void must(bool right, const char *law) {
    if (right) return;
    fprintf(stderr, "%s\n", law);
    abort();
}

static bool same_fold(const struct zk_fold *a, const struct zk_fold *b) {
    struct zk_fold x = *a, y = *b;
    x.line = y.line = NULL;
    return memcmp(&x, &y, sizeof x) == 0;
}

static void must_be_json(const struct zk_text *text) {
    must(!text->full, "what is told does not fit");
    struct zk_json_in in = zk_json_from(text->data, text->used);
    zk_json_skip(&in);
    must(zk_json_finish(&in), "what is told is no JSON");
}

/* Everything anew from the first entry, told to one audience. */
static void look_back(int audience) {
    struct zk_fold fold;
    struct zk_telling telling;
    zk_fold_begin(&fold, &table, other_line);
    while (fold.count < table.now.count) {
        bool last = fold.count + 1 == table.now.count;
        if (last) zk_telling_prepare(&telling, &table, &fold);
        zk_fold_step(&fold, &table);
        if (!last) continue;
        struct zk_text text = zk_text_in(memory, sizeof memory);
        struct zk_json_out out = zk_json_to(&text);
        zk_event_write(&out, &table, &fold, &telling, audience);
        must_be_json(&text);
    }
    must(same_fold(&fold, &table.now), "the table is not what its entries fold to");
}

static void open_table(const struct zk_message *message) {
    struct zk_settings settings;
    struct zk_sentence refusal;
    const struct zk_game *game = zk_games_find(message->game, strlen(message->game));
    if (!game || message->terms.clock_ms > ZK_CLOCK_MS_MAX ||
        message->terms.clock_step_ms > ZK_CLOCK_MS_MAX)
        return;
    static struct zk_rules new_rules;
    static char cards[ZK_CARDS_SIZE], new_cards[ZK_CARDS_SIZE];
    if (!zk_message_settings(message, game, new_cards, &settings, &refusal)) return;
    if (!game->prepare(&new_rules, &settings, &refusal)) return;
    memcpy(&rules, &new_rules, sizeof rules);
    memcpy(cards, new_cards, sizeof cards);
    if (settings.cards) settings.cards = cards;
    zk_table_open(&table, message->table, game, &settings, &rules, &message->terms, entries,
                  line, ROOM);
}

static void act(const struct zk_message *message, uint64_t now_ms) {
    struct zk_command command;
    struct zk_sentence refusal;
    uint32_t entry = 0;
    int seat = message->token[0] - 'A';
    if (!zk_message_command(message, seat, &command, &refusal)) return;
    command.away = message->since & 1;
    struct zk_fold before = table.now;
    bool done = zk_table_do(&table, &command, now_ms, &entry, &refusal);
    if (!done || entry <= before.count)
        must(same_fold(&before, &table.now),
             "a refusal or a repetition has changed the table");
    must(!done || (entry >= 1 && entry <= table.now.count), "an answer names no entry");
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct zk_json_out out = zk_json_to(&text);
    if (done)
        zk_answer_done(&out, table.id, message->request, entry);
    else
        zk_answer_refused(&out, table.id, message->request, &refusal);
    must_be_json(&text);
}

/* What a host does between messages. */
static void go_on(uint64_t now_ms) {
    int seat;
    zk_table_tick(&table, now_ms);
    for (unsigned i = 0; i < 8; i++) {
        enum zk_wait wait = zk_table_wait(&table, &seat);
        if (wait == ZK_WAIT_CHANCE)
            zk_table_chance(&table, zk_rng_next(&rng), now_ms);
        else if (wait == ZK_WAIT_BOT)
            zk_table_bot(&table, zk_rng_next(&rng), now_ms);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *at = (const char *)data, *end = at + size;
    uint64_t now_ms = 1000;
    if (size > 32 * 1024) return -1;
    table.game = NULL;
    rng = zk_rng_stream(size, 1);
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        struct zk_message message;
        struct zk_sentence refusal;
        now_ms += 100 + (uint64_t)(stop - at);
        if (!zk_message_read(at, (size_t)(stop - at), &message, &refusal)) {
            struct zk_text text = zk_text_in(memory, sizeof memory);
            struct zk_json_out out = zk_json_to(&text);
            zk_answer_refused(&out, message.table, message.request, &refusal);
            must_be_json(&text);
        } else if (message.ask == ZK_ASK_OPEN) {
            open_table(&message);
        } else if (table.game && (int)message.ask < ZK_COMMANDS) {
            act(&message, now_ms);
            go_on(now_ms);
            look_back(message.to % 3 ? (int)(message.to % 3) - 1 : ZK_SPECTATOR);
        }
        at = stop + 1;
    }
    return 0;
}
