/* test_door.c: the door of a table, with a test for its host.
 *
 * A store in memory is shared by one or two doors, as if two processes served one table. What a host
 * does can come out at once or late, fail, fail and be there all the same, or be overtaken by what
 * the other door wrote. The last test lets people ask for anything while all of that happens, over
 * many seeds. Always:
 *
 *   every ask is answered exactly once
 *   no event is told before it is in the store, and each listener gets all of them in order
 *   who is told "done" finds the request in the store once; who is refused does not find it
 *   in the end both doors know what the store has */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "table/local.h"

enum { LINES = 4096, PEOPLE = 6, SAID = 4096, ASKS = 20000, WORD = 4096 };

/* ---- A store ---- */

struct store {
    char *line[LINES];
    uint32_t count;
    bool has_table;
};

static void store_free(struct store *store) {
    for (uint32_t i = 0; i < store->count; i++) free(store->line[i]);
    store->count = 0;
}

/* How many lines have this request, and the number of the last. */
static unsigned store_find(const struct store *store, const char *request, uint32_t *number) {
    char part[64];
    unsigned found = 0;
    snprintf(part, sizeof part, "\"request\":\"%s\"", request);
    for (uint32_t i = 0; i < store->count; i++) {
        if (!strstr(store->line[i], part)) continue;
        *number = i + 1;
        found++;
    }
    return found;
}

/* ---- A host with one door ---- */

struct person {
    struct scene *scene;
    struct zk_listener listener;
    char *said[SAID];
    uint32_t said_count, read;
    uint32_t number; /* the last event of a row without gaps, while it listens */
};

/* An ask and what became of it. */
struct asked {
    struct zk_ask ask;
    struct person *person;
    unsigned answers;
    bool forgotten, refused, failed, command;
    uint32_t done;
};

enum { AT_ONCE, LATE };

struct scene {
    struct store *store;
    struct zk_door door;
    struct zk_door_host host;
    struct zk_look look;
    struct zk_rules rules;
    struct zk_opening opening;
    struct person person[PEOPLE];
    struct asked *asked[ASKS];
    uint32_t asked_count;
    int writes, loads, thinks; /* AT_ONCE or LATE */
    enum zk_outcome outcome;   /* of a write that is not overtaken: DONE or FAILED */
    bool kept;                 /* FAILED, but it is there all the same */
    bool loading;              /* a late load is under way */
    bool unreadable;
    char *pending[64]; /* lines that are being written */
    uint32_t pending_count, pending_first;
    struct zk_thought thought[256];
    uint32_t thoughts;
    uint64_t now_ms;
    struct zk_rng rng;
    char memory[ZK_SNAPSHOT_SIZE];
    const char *letters[ZK_SEATS_MAX];
    bool answering; /* to see that nobody is called back in between */
};

static uint64_t scene_now(void *user) { return ((struct scene *)user)->now_ms; }
static struct zk_rng *scene_luck(void *user) { return &((struct scene *)user)->rng; }

static char *scene_memory(void *user, size_t size) {
    struct scene *scene = user;
    assert_true(size <= sizeof scene->memory);
    return scene->memory;
}

static void scene_send(void *user, void *to, const char *data, size_t size) {
    struct scene *scene = user;
    struct person *person = to;
    unsigned event;
    assert_ptr_equal(person->scene, scene);
    assert_true(person->said_count < SAID);
    char *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, data, size);
    copy[size] = '\0';
    person->said[person->said_count++] = copy;
    const char *at = strstr(copy, "\"event\":"), *log = strstr(copy, "\"snapshot\":");
    if (log && sscanf(log, "\"snapshot\":%u", &event) == 1) {
        assert_true(event <= scene->store->count);
        person->number = event;
    } else if (at && sscanf(at, "\"event\":%u", &event) == 1) {
        assert_true(event <= scene->store->count);
        assert_true(event <=
                    person->number + 1); /* without gaps; what came before is history */
        if (event == person->number + 1) person->number++;
    }
}

static void scene_answered(void *user, struct zk_ask *ask) {
    (void)user;
    struct asked *asked = (struct asked *)ask;
    assert_false(asked->forgotten);
    assert_int_equal(++asked->answers, 1);
    asked->refused = ask->refused;
    asked->failed = ask->refused && strcmp(ask->refusal.key, "store.failed") == 0;
    asked->done = ask->entry;
}

static int scene_seat(void *user, const struct zk_door *door, const char *token) {
    (void)user;
    int seat = *token - 'A';
    return token[1] == '\0' && seat >= 0 && seat < (int)door->table.seats_count ? seat : -1;
}

static bool scene_allow(void *user, struct zk_door *door, struct zk_ask *ask,
                        struct zk_sentence *refusal) {
    (void)user;
    (void)door;
    (void)refusal;
    ask->listener = &((struct asked *)ask)->person->listener;
    return true;
}

static void scene_grow(void *user, struct zk_door *door) {
    (void)user;
    struct zk_table *table = &door->table;
    struct zk_entry_memory memory = zk_table_wants(table);
    uint32_t folds = zk_marks_folds(memory.capacity);
    size_t states_size = zk_marks_states_size(table->game, memory.capacity);
    memory.entries = realloc(memory.entries, memory.capacity * sizeof *memory.entries);
    memory.words = realloc(memory.words, memory.words_size);
    zk_table_grow(table, &memory,
                  folds ? realloc(table->marks.fold, folds * sizeof(struct zk_fold)) : NULL,
                  folds ? realloc(table->marks.state, states_size) : NULL);
}

static struct zk_refusals *scene_refusals(void *user, struct zk_door *door) {
    (void)user;
    (void)door;
    return calloc(1, sizeof(struct zk_refusals));
}

static void note_line(void *user, const char *line, size_t size) {
    struct scene *scene = user;
    assert_true(scene->pending_count < 64 && size > 0);
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, line, size - 1);
    copy[size - 1] = '\0';
    scene->pending[scene->pending_count++] = copy;
}

/* What becomes of the lines that are being written. */
static enum zk_outcome commit(struct scene *scene) {
    struct store *store = scene->store;
    enum zk_outcome outcome = scene->outcome;
    if (scene->door.opening) {
        if (outcome == ZK_DONE) store->has_table = true;
        return outcome;
    }
    if (scene->pending_first != store->count + 1) outcome = ZK_OVERTAKEN;
    bool keep = outcome == ZK_DONE || (outcome == ZK_FAILED && scene->kept);
    for (uint32_t i = 0; i < scene->pending_count; i++) {
        assert_true(store->count < LINES);
        if (keep)
            store->line[store->count++] = scene->pending[i];
        else
            free(scene->pending[i]);
    }
    scene->pending_count = 0;
    return outcome;
}

static enum zk_outcome scene_write(void *user, struct zk_door *door) {
    struct scene *scene = user;
    assert_int_equal(scene->pending_count, 0);
    scene->pending_first = door->durable.count + 1;
    if (!door->opening) zk_door_each_line(door, note_line, scene);
    return scene->writes == LATE ? ZK_LATER : commit(scene);
}

static enum zk_outcome bring(struct scene *scene) {
    struct store *store = scene->store;
    if (scene->unreadable) return ZK_FAILED;
    for (uint32_t i = scene->door.table.now.count; i < store->count; i++)
        if (!zk_door_entry(&scene->door, store->line[i], strlen(store->line[i])))
            return ZK_FAILED;
    return ZK_DONE;
}

static enum zk_outcome scene_load(void *user, struct zk_door *door) {
    struct scene *scene = user;
    assert_int_equal(door->table.now.count, door->durable.count);
    scene->loading = scene->loads == LATE;
    return scene->loading ? ZK_LATER : bring(scene);
}

static enum zk_outcome scene_think(void *user, struct zk_door *door,
                                   struct zk_thought *thought) {
    struct scene *scene = user;
    if (scene->thinks == AT_ONCE) {
        zk_thought_think(thought, &door->table, &scene->rng);
        return ZK_DONE;
    }
    assert_true(scene->thoughts < 256);
    scene->thought[scene->thoughts++] = *thought;
    return ZK_LATER;
}

/* A door whose table is not there yet. */
static struct scene *scene_new(struct store *store, const char *game, uint64_t seed) {
    static const char *const letters[ZK_SEATS_MAX] = {"A", "B", "C", "D"};
    struct scene *scene = calloc(1, sizeof *scene);
    struct zk_sentence refusal;
    assert_non_null(scene);
    scene->store = store;
    scene->now_ms = 1700000000000;
    scene->rng = zk_rng_stream(seed, 1);
    scene->opening.game = zk_games_find(game, strlen(game));
    assert_non_null(scene->opening.game);
    assert_true(
        scene->opening.game->prepare(&scene->rules, &scene->opening.settings, &refusal));
    memcpy(scene->letters, letters, sizeof letters);
    scene->host = (struct zk_door_host){.user = scene,
                                        .look = &scene->look,
                                        .batch = ZK_BATCH_ENTRIES,
                                        .bot_delay_ms = 100,
                                        .presence_delay_ms = 100,
                                        .away_ms = 1000,
                                        .now_ms = scene_now,
                                        .luck = scene_luck,
                                        .memory = scene_memory,
                                        .send = scene_send,
                                        .answered = scene_answered,
                                        .seat = scene_seat,
                                        .allow = scene_allow,
                                        .grow = scene_grow,
                                        .refusals = scene_refusals,
                                        .write = scene_write,
                                        .load = scene_load,
                                        .think = scene_think};
    for (unsigned i = 0; i < PEOPLE; i++) scene->person[i].scene = scene;
    zk_door_begin(&scene->door, &scene->host);
    return scene;
}

/* The table comes, with what the store has. */
static void arrive(struct scene *scene) {
    struct zk_entry_memory memory = {calloc(64, sizeof *memory.entries), 64,
                                     calloc(1, ZK_ENTRY_WORDS_MAX), ZK_ENTRY_WORDS_MAX};
    zk_door_table(&scene->door, "t", &scene->opening, &scene->rules, &memory);
    zk_door_loaded(&scene->door, bring(scene), NULL);
}

static void forget_said(struct person *person) {
    for (uint32_t i = 0; i < person->said_count; i++) free(person->said[i]);
    person->said_count = person->read = 0;
}

static void scene_free(struct scene *scene) {
    for (unsigned i = 0; i < PEOPLE; i++) forget_said(&scene->person[i]);
    for (uint32_t i = 0; i < scene->asked_count; i++) free(scene->asked[i]);
    for (uint32_t i = 0; i < scene->pending_count; i++) free(scene->pending[i]);
    free(scene->door.table.entries);
    free(scene->door.table.words);
    free(scene->door.table.refusals);
    free(scene->door.table.marks.fold);
    free(scene->door.table.marks.state);
    free(scene);
}

static struct asked *bring_ask(struct person *person, const char *message) {
    struct scene *scene = person->scene;
    assert_true(scene->asked_count < ASKS);
    struct asked *asked = calloc(1, sizeof *asked);
    assert_non_null(asked);
    scene->asked[scene->asked_count++] = asked;
    asked->person = person;
    zk_ask_read(&asked->ask, person, message, strlen(message));
    asked->command = zk_is_command(asked->ask.message.ask);
    asked->ask.tokens = scene->letters;
    if (zk_ask_needs_table(&asked->ask, &scene->host)) zk_door_ask(&scene->door, &asked->ask);
    return asked;
}

static struct asked *ask(struct person *person, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* `format` is what follows "do": the rest of the message is as it should be. */
static struct asked *ask(struct person *person, const char *format, ...) {
    static unsigned requests;
    char message[WORD], rest[WORD / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(rest, sizeof rest, format, arguments);
    va_end(arguments);
    snprintf(message, sizeof message,
             "{\"zashiki\":1,\"table\":\"t\",\"request\":\"q%u\",\"do\":%s}", requests++,
             rest);
    return bring_ask(person, message);
}

static void forget_ask(struct asked *asked) {
    zk_ask_forget(&asked->ask);
    asked->forgotten = true;
    for (uint32_t i = 0; i < asked->person->scene->thoughts; i++) {
        struct zk_thought *thought = &asked->person->scene->thought[i];
        if (thought->ask == &asked->ask) /* nobody wants it any more */
            memmove(thought, thought + 1,
                    (--asked->person->scene->thoughts - i) * sizeof *thought);
    }
}

static void written(struct scene *scene) { zk_door_written(&scene->door, commit(scene)); }

static void loaded(struct scene *scene) {
    scene->loading = false;
    zk_door_loaded(&scene->door, bring(scene), NULL);
}

static void thought(struct scene *scene) {
    struct zk_thought first = scene->thought[0];
    memmove(scene->thought, scene->thought + 1, --scene->thoughts * sizeof first);
    if (first.at == scene->door.table.now.count)
        zk_thought_think(&first, &scene->door.table, &scene->rng);
    zk_door_thought(&scene->door, &first);
}

static void settle(struct scene *scene) {
    while (scene->door.state == ZK_DOOR_WRITING || scene->loading || scene->thoughts) {
        if (scene->door.state == ZK_DOOR_WRITING)
            written(scene);
        else if (scene->loading)
            loaded(scene);
        else
            thought(scene);
    }
}

static void says(struct person *person, const char *part) {
    const char *message =
        person->read < person->said_count ? person->said[person->read++] : "(nothing)";
    if (!strstr(message, part)) print_error("not %s in: %.300s\n", part, message);
    assert_non_null(strstr(message, part));
}

static void is_silent(const struct person *person) {
    if (person->read < person->said_count) print_error("%.300s\n", person->said[person->read]);
    assert_int_equal(person->read, person->said_count);
}

static void pass_over(struct scene *scene) {
    for (unsigned i = 0; i < PEOPLE; i++) scene->person[i].read = scene->person[i].said_count;
}

/* Whom the next move is for, and it. */
static struct person *mover(struct scene *scene, char *move) {
    const struct zk_table *table = &scene->door.table;
    zk_move moves[ZK_MOVES_MAX];
    int seat = table->game->actor(table->rules, &table->now.state);
    if (seat < 0) return NULL;
    table->game->moves(table->rules, &table->now.state, seat, moves, NULL);
    struct zk_text text = zk_text_in(move, ZK_MOVE_TEXT_SIZE);
    table->game->print_move(table->rules, &table->now.state, moves[0], seat, &text);
    return &scene->person[seat];
}

/* Null, with A and B in their seats, both listening, everything dealt, everything at once. */
static struct scene *playing(struct store *store) {
    struct scene *scene = scene_new(store, "null", 1);
    struct person *a = &scene->person[0], *b = &scene->person[1];
    arrive(scene);
    ask(a, "\"join\",\"token\":\"A\"");
    ask(b, "\"join\",\"token\":\"B\"");
    if (!store->count) {
        ask(a, "\"sit\",\"token\":\"A\",\"name\":\"Ann\"");
        ask(b, "\"sit\",\"token\":\"B\",\"name\":\"Ben\"");
    }
    pass_over(scene);
    return scene;
}

static struct asked *move_now(struct scene *scene) {
    char move[ZK_MOVE_TEXT_SIZE];
    struct person *person = mover(scene, move);
    assert_non_null(person);
    return ask(person, "\"move\",\"token\":\"%c\",\"at\":%u,\"move\":\"%s\"",
               'A' + (int)(person - scene->person), scene->door.table.now.count, move);
}

/* ---- The order ---- */

static void test_at_once(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *scene = scene_new(&store, "null", 1);
    struct person *a = &scene->person[0];
    arrive(scene);
    ask(a, "\"open\",\"game\":\"null\"");
    says(a, "\"done\":0,\"tokens\":{\"A\":\"A\",\"B\":\"B\"}");
    assert_true(store.has_table);
    ask(a, "\"join\",\"token\":\"A\"");
    says(a, "\"snapshot\":0");
    says(a, "\"done\":0");
    ask(a, "\"sit\",\"token\":\"A\",\"name\":\"Ann\"");
    says(a, "\"event\":1"); /* events, then the answer */
    says(a, "\"done\":1");
    ask(a, "\"bot\",\"token\":\"A\",\"at\":1,\"seat\":\"B\",\"bot\":\"random\"");
    says(a, "\"event\":2");
    says(a, "\"by\":\"chance\"");
    says(a, "\"by\":\"chance\"");
    says(a, "\"done\":2");
    is_silent(a);
    assert_int_equal(store.count, 4);
    scene_free(scene);
    store_free(&store);
}

static void test_written_late(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *scene = playing(&store);
    char move[ZK_MOVE_TEXT_SIZE];
    struct person *who = mover(scene, move), *other = &scene->person[who == scene->person];
    uint32_t count = store.count;
    scene->writes = LATE;
    move_now(scene);
    ask(other, "\"pause\",\"token\":\"%c\",\"at\":0", 'A' + (int)(other - scene->person));
    ask(&scene->person[2], "\"join\"");
    ask(&scene->person[2], "\"ping\""); /* needs no table, and waits for none */
    is_silent(who);
    is_silent(other);
    says(&scene->person[2], "pong");
    is_silent(&scene->person[2]);
    written(scene);
    says(who, "\"kind\":\"move\"");
    while (who->read < who->said_count - 1) says(who, "\"kind\":\"move\""); /* chance's */
    says(who, "\"done\":");
    assert_true(store.count > count);
    assert_null(strstr(other->said[other->said_count - 1], "\"done\":"));
    is_silent(&scene->person[2]);
    written(scene);
    says(who, "\"kind\":\"pause\"");
    says(&scene->person[2], "\"status\":\"paused\"");
    assert_non_null(strstr(other->said[other->said_count - 1], "\"done\":"));
    scene_free(scene);
    store_free(&store);
}

static void test_failed(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *scene = playing(&store);
    char move[ZK_MOVE_TEXT_SIZE];
    struct person *who = mover(scene, move), *other = &scene->person[who == scene->person];
    struct zk_fold before = scene->door.table.now;
    uint32_t count = store.count;
    scene->outcome = ZK_FAILED;
    move_now(scene);
    says(who, "store.failed");
    is_silent(other);
    struct zk_fold after = scene->door.table.now;
    assert_memory_equal(&before, &after, sizeof before);
    /* It has a rest; looking works. */
    scene->outcome = ZK_DONE;
    move_now(scene);
    says(who, "store.failed");
    ask(other, "\"history\",\"from\":1,\"to\":2");
    says(other, "\"event\":1");
    pass_over(scene);
    /* Then it looks whether the write is there all the same, which may take a while. */
    scene->now_ms += ZK_RETRY_MS;
    scene->loads = LATE;
    move_now(scene);
    assert_true(scene->loading);
    is_silent(who);
    loaded(scene);
    says(who, "\"event\":");
    assert_true(store.count > count);
    /* It cannot be read: the next try is later. */
    scene->loads = AT_ONCE;
    scene->outcome = ZK_FAILED;
    pass_over(scene);
    ask(who, "\"pause\",\"token\":\"%c\",\"at\":0", 'A' + (int)(who - scene->person));
    scene->unreadable = true;
    scene->now_ms += ZK_RETRY_MS;
    ask(who, "\"pause\",\"token\":\"%c\",\"at\":0", 'A' + (int)(who - scene->person));
    says(who, "store.failed");
    says(who, "store.failed");
    is_silent(who);
    scene_free(scene);
    store_free(&store);
}

/* A write that failed may be there all the same; then it counts, once. */
static void test_failed_and_there(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *scene = playing(&store);
    char move[ZK_MOVE_TEXT_SIZE], message[WORD];
    struct person *who = mover(scene, move);
    snprintf(message, sizeof message,
             "{\"zashiki\":1,\"table\":\"t\",\"request\":\"same\",\"do\":\"move\","
             "\"token\":\"%c\",\"at\":%u,\"move\":\"%s\"}",
             'A' + (int)(who - scene->person), scene->door.table.now.count, move);
    scene->outcome = ZK_FAILED;
    scene->kept = true;
    bring_ask(who, message);
    says(who, "store.failed");
    uint32_t count = store.count, number;
    scene->outcome = ZK_DONE;
    scene->now_ms += ZK_RETRY_MS;
    bring_ask(who, message);
    says(who, "\"kind\":\"move\"");
    assert_non_null(strstr(who->said[who->said_count - 1], "\"done\":"));
    assert_int_equal(store.count, count);
    assert_int_equal(store_find(&store, "same", &number), 1);
    scene_free(scene);
    store_free(&store);
}

/* What a bot has found while the store rests is not written: it thinks again when the store works. */
static void test_bot_during_rest(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *scene = scene_new(&store, "null", 1);
    struct person *a = &scene->person[0];
    arrive(scene);
    ask(a, "\"join\",\"token\":\"A\"");
    ask(a, "\"sit\",\"token\":\"A\",\"name\":\"Ann\"");
    ask(a, "\"bot\",\"token\":\"A\",\"seat\":\"B\",\"bot\":\"random\"");
    char move[ZK_MOVE_TEXT_SIZE];
    scene->thinks = LATE;
    if (mover(scene, move) == a) move_now(scene);
    scene->now_ms = zk_door_due_ms(&scene->door);
    zk_door_go_on(&scene->door);
    assert_int_equal(scene->thoughts, 1);
    uint32_t count = store.count;
    scene->outcome = ZK_FAILED;
    ask(a, "\"sit\",\"token\":\"A\",\"name\":\"Anna\"");
    pass_over(scene);
    scene->outcome = ZK_DONE;
    thought(scene);
    assert_int_equal(store.count, count);
    is_silent(a);
    scene->now_ms += ZK_RETRY_MS;
    while (!scene->thoughts) {
        zk_door_go_on(&scene->door);
        scene->now_ms = zk_door_due_ms(&scene->door);
    }
    thought(scene);
    assert_true(store.count > count);
    scene_free(scene);
    store_free(&store);
}

/* ---- Two processes ---- */

static void test_overtaken(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *first = playing(&store), *second = playing(&store);
    char move[ZK_MOVE_TEXT_SIZE];
    struct person *who = mover(second, move);
    /* The other's move comes in, and what was decided stands behind it. */
    ask(&first->person[0], "\"sit\",\"token\":\"A\",\"at\":0,\"name\":\"Anna\"");
    pass_over(first);
    uint32_t count = store.count;
    move_now(second);
    says(who, "Anna");
    says(who, "\"kind\":\"move\"");
    assert_true(store.count > count);
    /* A decision that others have made illegal is refused in the end. */
    for (int late = AT_ONCE; late <= LATE; late++) {
        pass_over(first);
        pass_over(second);
        ask(&first->person[0], "\"%s\",\"token\":\"A\",\"at\":0", late ? "resign" : "pause");
        assert_int_equal(first->door.durable.count, store.count);
        count = store.count;
        second->writes = second->loads = late;
        struct asked *asked = move_now(second);
        ask(&second->person[2 + late], "\"join\"");
        settle(second);
        assert_true(asked->refused);
        assert_string_equal(asked->ask.refusal.key, late ? "move.over" : "table.paused");
        assert_int_equal(store.count, count);
        says(&second->person[2 + late], "\"snapshot\":");
        if (late) continue;
        second->writes = second->loads = AT_ONCE;
        ask(&second->person[0], "\"resume\",\"token\":\"A\",\"at\":0");
    }
    /* Overtaken by nothing: that host has failed. */
    struct scene *third = playing(&store);
    third->outcome = ZK_OVERTAKEN;
    struct asked *asked = ask(&third->person[0], "\"again\",\"token\":\"A\",\"at\":0");
    assert_true(asked->failed);
    scene_free(third);
    scene_free(first);
    scene_free(second);
    store_free(&store);
}

/* What another wrote behind what is being written here may be heard of before it is known here how that came out. */
static void test_heard_while_writing(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *first = playing(&store), *second = playing(&store);
    first->writes = LATE;
    struct asked *asked =
        ask(&first->person[0], "\"sit\",\"token\":\"A\",\"at\":0,\"name\":\"Anna\"");
    enum zk_outcome outcome = commit(first);
    ask(&second->person[1], "\"sit\",\"token\":\"B\",\"at\":0,\"name\":\"Bea\"");
    pass_over(first);
    zk_door_catch_up(&first->door);
    zk_door_written(&first->door, outcome);
    assert_int_equal(asked->done + 1, store.count);
    assert_int_equal(first->door.durable.count, store.count);
    says(&first->person[0], "Anna");
    says(&first->person[0], "\"done\":");
    says(&first->person[0], "Bea");
    scene_free(first);
    scene_free(second);
    store_free(&store);
}

/* ---- A process after another, whose clock is not the same ---- */

enum { TIME_MS = 60 * 1000, DAY_MS = 24 * 60 * 60 * 1000 };

/* The next process: its clock shows `now_ms` when it begins and when the table comes. */
static struct scene *next_process(struct store *store, uint64_t now_ms) {
    struct scene *scene = scene_new(store, "null", 3);
    scene->opening.terms.clock_ms = TIME_MS;
    scene->now_ms = scene->host.started_ms = now_ms;
    arrive(scene);
    ask(&scene->person[0], "\"join\",\"token\":\"A\"");
    ask(&scene->person[1], "\"join\",\"token\":\"B\"");
    pass_over(scene);
    return scene;
}

static void test_clock_of_another_process(void **state) {
    (void)state;
    static const int64_t off_ms[] = {30 * 1000, DAY_MS, 400 * (int64_t)DAY_MS, -DAY_MS, 0};
    for (unsigned i = 0; i < sizeof off_ms / sizeof *off_ms; i++) {
        struct store store = {0};
        uint64_t at_ms = 1700000000000;
        struct scene *scene = next_process(&store, at_ms);
        const struct zk_fold *now = &scene->door.table.now;
        ask(&scene->person[0], "\"sit\",\"token\":\"A\",\"name\":\"Ann\"");
        ask(&scene->person[1], "\"sit\",\"token\":\"B\",\"name\":\"Ben\"");
        int actor = scene->opening.game->actor(&scene->rules, &now->state);
        assert_int_equal(now->clock_ms[actor], TIME_MS);
        scene_free(scene);
        /* Nobody was there to play with. The clock runs on from when somebody is, by that one's time. */
        scene = next_process(&store, at_ms + (uint64_t)off_ms[i]);
        now = &scene->door.table.now;
        scene->now_ms += 20 * 1000;
        zk_door_go_on(&scene->door);
        assert_int_equal(now->status, ZK_TABLE_PLAYING);
        assert_in_range(zk_door_due_ms(&scene->door), scene->now_ms + 40 * 1000,
                        scene->now_ms + 40 * 1000);
        move_now(scene);
        assert_in_range(now->clock_ms[actor], TIME_MS - 20 * 1000, TIME_MS - 20 * 1000 + 1000);
        const struct zk_kept_entry *entries = scene->door.table.entries;
        for (uint32_t n = 1; n < now->count; n++)
            assert_true(entries[n].at_ms >= entries[n - 1].at_ms);
        /* A third one folds the same. */
        int64_t left[2] = {now->clock_ms[0], now->clock_ms[1]};
        uint64_t later_ms = scene->now_ms + 5000;
        scene_free(scene);
        scene = next_process(&store, later_ms);
        now = &scene->door.table.now;
        assert_int_equal(now->clock_ms[0], left[0]);
        assert_int_equal(now->clock_ms[1], left[1]);
        /* And it can still run out. */
        scene->now_ms += TIME_MS + 1000;
        zk_door_go_on(&scene->door);
        assert_int_equal(now->status, ZK_TABLE_OVER);
        assert_true(now->out_of_time);
        scene_free(scene);
        store_free(&store);
    }
}

/* ---- Loading ---- */

static void test_loading_late(void **state) {
    (void)state;
    struct store store = {0};
    scene_free(playing(&store));
    struct scene *scene = scene_new(&store, "null", 2);
    struct person *a = &scene->person[0];
    ask(a, "\"join\",\"token\":\"A\"");
    struct asked *gone = ask(a, "\"pause\",\"token\":\"A\",\"at\":4");
    ask(a, "\"record\"");
    forget_ask(gone);
    is_silent(a);
    assert_int_equal(zk_door_due_ms(&scene->door), 0);
    arrive(scene);
    says(a, "\"snapshot\":4");
    says(a, "\"done\":4");
    says(a, "record.not_over");
    is_silent(a);
    scene_free(scene);
    /* There is none. */
    struct zk_sentence refusal;
    scene = scene_new(&store, "null", 2);
    ask(&scene->person[0], "\"join\"");
    ask(&scene->person[1], "\"record\"");
    zk_refuse(&refusal, "", "table.unknown");
    zk_door_loaded(&scene->door, ZK_FAILED, &refusal);
    says(&scene->person[0], "table.unknown");
    says(&scene->person[1], "table.unknown");
    assert_true(scene->door.state == ZK_DOOR_GONE && zk_door_is_unused(&scene->door));
    scene_free(scene);
    store_free(&store);
}

static void test_opening_fails(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *scene = scene_new(&store, "null", 1);
    arrive(scene);
    scene->outcome = ZK_FAILED;
    ask(&scene->person[0], "\"open\",\"game\":\"null\"");
    says(&scene->person[0], "store.failed");
    assert_int_equal(scene->door.state, ZK_DOOR_GONE);
    scene_free(scene);
}

/* ---- Gone in between ---- */

static void test_forgotten(void **state) {
    (void)state;
    struct store store = {0};
    struct scene *scene = playing(&store);
    char move[ZK_MOVE_TEXT_SIZE];
    struct person *who = mover(scene, move), *other = &scene->person[who == scene->person];
    char letter = (char)('A' + (int)(who - scene->person));
    scene->door.table.terms.advice = true;
    scene->thinks = LATE;
    struct asked *hint = ask(who, "\"hint\",\"token\":\"%c\"", letter);
    struct asked *kept = ask(who, "\"hint\",\"token\":\"%c\"", letter);
    assert_int_equal(scene->thoughts, 2);
    forget_ask(hint);
    thought(scene);
    assert_int_equal(kept->answers, 1);
    scene->writes = LATE;
    struct asked *asker = move_now(scene);
    struct asked *waits = ask(who, "\"pause\",\"token\":\"%c\",\"at\":0", letter);
    struct asked *last = ask(who, "\"resign\",\"token\":\"%c\",\"at\":0", letter);
    pass_over(scene);
    forget_ask(asker);
    forget_ask(waits);
    zk_door_leave(&who->listener);
    settle(scene);
    is_silent(who->said_count ? &scene->person[5] : who);
    says(other, "\"kind\":\"move\""); /* it happened all the same */
    assert_int_equal(last->answers, 1);
    assert_int_equal(asker->answers + waits->answers, 0);
    scene_free(scene);
    store_free(&store);
}

/* ---- A table that is full, on this device ---- */

struct device {
    struct zk_rng rng;
    uint64_t now_ms;
    size_t longest;
};

static uint64_t device_now(void *user) { return ++((struct device *)user)->now_ms; }
static struct zk_rng *device_luck(void *user, int who, bool hint) {
    (void)who;
    (void)hint;
    return &((struct device *)user)->rng;
}
static void device_told(void *user, int audience, const char *message, size_t size) {
    struct device *device = user;
    (void)audience;
    (void)message;
    if (size > device->longest) device->longest = size;
}

static void tell_device(struct zk_local *local, const char *what, unsigned number) {
    char message[512];
    int size =
        snprintf(message, sizeof message,
                 "{\"zashiki\":1,\"table\":\"local\",\"request\":\"%u\",%s}", number, what);
    zk_local_message(local, message, (size_t)size);
}

/* Takes a table out in pieces, and in again elsewhere, line by line. */
static void carry(struct zk_local *from, struct zk_local *to) {
    char *kept = calloc(1, 64), *memory = malloc(64 * 1024);
    size_t kept_size = 0;
    assert_true(kept && memory);
    unsigned pieces = 0;
    for (bool whole = true, more = true; more; whole = false, pieces++) {
        struct zk_text text = zk_text_in(memory, 64 * 1024);
        more = zk_local_keep(from, whole, &text);
        assert_false(text.full);
        kept = realloc(kept, kept_size + text.used + 1);
        memcpy(kept + kept_size, memory, text.used + 1);
        kept_size += text.used;
    }
    assert_true(pieces > 10);
    char *at = kept;
    for (unsigned number = 0; *at; number++) {
        /* Which looks no further, under sanitizers either. */
        char *stop = memchr(at, '\n', (size_t)(kept + kept_size - at));
        size_t size = (size_t)((stop ? stop : kept + kept_size) - at);
        assert_true(number ? zk_local_restore_entry(to, at, size)
                           : zk_local_restore(to, at, size));
        at += size + 1;
    }
    assert_true(zk_local_restored(to));
    struct zk_text text = zk_text_in(memory, 64 * 1024);
    assert_false(zk_local_keep(from, false, &text));
    assert_int_equal(text.used, 0);
    free(memory);
    free(kept);
}

static void test_full(void **state) {
    (void)state;
    struct device device = {.rng = {1}};
    struct zk_local *local = calloc(1, sizeof *local), *other = calloc(1, sizeof *other);
    assert_true(local && other);
    zk_local_start(local, &device, device_now, device_luck, device_told);
    zk_local_start(other, &device, device_now, device_luck, device_told);
    tell_device(local, "\"do\":\"open\",\"game\":\"sketch\"", 1);
    /* The longest names there are, in characters that JSON escapes. */
    for (const char *seat = "AB"; *seat; seat++) {
        char sit[256];
        snprintf(
            sit, sizeof sit,
            "\"do\":\"sit\",\"token\":\"%c\",\"at\":0,\"name\":"
            "\"\\\\\\\"\\\\\\\"\\\\\\\"\\\\\\\"\\\\\\\"\\\\\\\"\\\\\\\"\\\\\\\"\\\\\\\"\\\\\\\"\"",
            *seat);
        tell_device(local, sit, (unsigned)*seat);
        assert_false(local->ask.refused);
    }
    for (unsigned i = 100; !local->ask.refused; i++) {
        char ask[64];
        snprintf(ask, sizeof ask, "\"do\":\"%s\",\"token\":\"A\",\"at\":%u",
                 i % 2 ? "resume" : "pause", local->door.table.now.count);
        tell_device(local, ask, i);
    }
    assert_string_equal(local->ask.refusal.key, "table.full");
    const uint32_t count = local->door.table.now.count;
    assert_in_range(count, ZK_ENTRIES_MAX, ZK_ENTRIES_MAX + 1); /* what was paused went on */
    tell_device(local, "\"do\":\"join\"", 1);
    assert_false(local->ask.refused);
    assert_true(device.longest > ZK_HISTORY_MAX * 50 && device.longest < ZK_SNAPSHOT_SIZE);
    carry(local, other);
    assert_int_equal(other->door.durable.count, count);
    assert_memory_equal(local->entries, other->entries, sizeof local->entries);
    /* Whoever has filled it keeps nobody's name in it. */
    for (unsigned i = 0; i < 3; i++) {
        char ask[64];
        snprintf(ask, sizeof ask, "\"do\":\"forget\",\"token\":\"%c\",\"at\":%u",
                 i ? 'B' : 'A', local->door.table.now.count);
        tell_device(local, ask, 20000 + i);
        assert_int_equal(local->ask.refused, i == 2); /* it has gone already */
    }
    assert_string_equal(local->ask.refusal.key, "table.full");
    for (uint32_t i = 1; i <= 2; i++)
        assert_string_equal(zk_table_name(&local->door.table, i), "");
    carry(local, other);
    assert_int_equal(other->door.durable.count, count + 2);
    free(local);
    free(other);
}

/* ---- What an ask costs at a full table ---- */

/* An ask of a seat that has seen everything; how much work it was. */
static uint64_t work_of(struct zk_local *local, int seat, const char *what, unsigned number) {
    uint64_t before = local->look.work;
    char ask[256];
    snprintf(ask, sizeof ask, "%s,\"token\":\"%s\",\"at\":%u", what, zk_actor_name(seat),
             local->door.table.now.count);
    tell_device(local, ask, number);
    assert_false(local->ask.refused);
    return local->look.work - before;
}

static void most(uint64_t *work, uint64_t more) {
    if (more > *work) *work = more;
}

/* What the seat in turn does: moves, takes back with the other's consent, or begins a new game. */
static uint64_t one_step(struct zk_local *local, struct device *device, bool back,
                         unsigned number) {
    const struct zk_table *table = &local->door.table;
    int actor = table->game->actor(table->rules, &table->now.state);
    uint64_t work = 0;
    if (table->now.status == ZK_TABLE_OVER) {
        most(&work, work_of(local, 0, "\"do\":\"again\"", number));
        most(&work, work_of(local, 1, "\"do\":\"again\"", number));
    } else if (back && zk_fold_may_undo(&table->now, table, !actor)) {
        most(&work, work_of(local, !actor, "\"do\":\"undo\"", number));
    } else if (back && table->now.moves_count > 100) {
        most(&work, work_of(local, actor, "\"do\":\"undo\"", number));
        if (table->now.asker >= 0)
            most(&work, work_of(local, !actor, "\"do\":\"agree\"", number));
    } else {
        char ask[128];
        zk_move moves[ZK_MOVES_MAX];
        uint32_t count =
            table->game->moves(table->rules, &table->now.state, actor, moves, NULL);
        struct zk_text text = zk_text_in(ask, sizeof ask);
        zk_text_put(&text, "\"do\":\"move\",\"move\":\"");
        table->game->print_move(table->rules, &table->now.state,
                                moves[zk_rng_below(&device->rng, count)], actor, &text);
        zk_text_put(&text, "\"");
        most(&work, work_of(local, actor, ask, number));
    }
    return work;
}

/* Games that go on and back, until the table is full: a plain fold begins at entry 1 and makes the whole
 * line again at each undo. What is asked costs about as much at its end as at its beginning. */
static void test_cost(void **state) {
    (void)state;
    static const struct {
        const char *game;
        unsigned on, back;
    } ways[] = {{"sketch", 40, 39}, {"sketch", 3, 2},     {"sketch", 65, 1},
                {"sketch", 33, 1},  {"sketch", 300, 200}, {"yotei", 400, 390}};
    /* What is counted is the same with sanitizers, which take ten times as long: one of them then. */
    bool one = getenv("ZASHIKI_SANITIZED") && !getenv("ZASHIKI_ALL");
    for (unsigned way = 0; way < (one ? 1 : sizeof ways / sizeof *ways); way++) {
        struct device device = {.rng = {way}};
        struct zk_local *local = calloc(1, sizeof *local);
        const struct zk_table *table = &local->door.table;
        uint64_t command = 0, look = 0;
        unsigned number = 100, forwards = ways[way].on, both = forwards + ways[way].back;
        uint32_t line = 0;
        char open[64];
        assert_non_null(local);
        zk_local_start(local, &device, device_now, device_luck, device_told);
        snprintf(open, sizeof open, "\"do\":\"open\",\"game\":\"%s\"", ways[way].game);
        tell_device(local, open, 1);
        work_of(local, 0, "\"do\":\"sit\",\"name\":\"A\"", 2);
        work_of(local, 1, "\"do\":\"sit\",\"name\":\"B\"", 3);
        for (; table->now.count + 64 < ZK_ENTRIES_MAX; number++) {
            most(&command, one_step(local, &device, number % both >= forwards, number));
            if (table->now.moves_count > line) line = table->now.moves_count;
        }
        for (uint32_t from = 1; from + 63 <= table->now.count; from += 61) {
            char ask[64];
            snprintf(ask, sizeof ask, "\"do\":\"history\",\"from\":%u,\"to\":%u", from,
                     from + 63);
            most(&look, work_of(local, 0, ask, from));
        }
        most(&look, work_of(local, 0, "\"do\":\"join\"", 1));
        for (unsigned games = 0; games < table->now.games; games++) {
            char ask[64];
            snprintf(ask, sizeof ask, "\"do\":\"record\",\"games\":%u", games);
            most(&look, work_of(local, 0, ask, 1));
        }
        print_message(
            "# %s, %u on, %u back: a command %u, a look %u; %u entries, %u games, up to %u moves\n",
            ways[way].game, forwards, both - forwards, (unsigned)command, (unsigned)look,
            table->now.count, table->now.games, line);
        assert_true(command <= 4 * ZK_STATE_STEP + ZK_BATCH_ENTRIES);
        assert_true(look <= (ZK_FOLD_STEP + ZK_HISTORY_MAX) * ZK_STATE_STEP / 2);
        free(local);
    }
}

/* ---- Anything at any time ---- */

static void random_ask(struct scene *scene, struct zk_rng *rng) {
    static const char *const simple[] = {"undo",  "agree", "decline", "pause", "resume",
                                         "leave", "again", "record",  "hint",  "resign"};
    struct person *person = &scene->person[zk_rng_below(rng, PEOPLE)];
    uint32_t lot = zk_rng_below(rng, 100);
    char token = (char)('A' + (int)zk_rng_below(rng, 3)); /* C is no seat */
    const struct zk_fold *now = &scene->door.table.now;
    uint32_t at = now->count > 3 ? now->count - zk_rng_below(rng, 4) : now->count;
    if (lot < 6)
        ask(person, "\"join\",\"since\":%u", person->listener.door ? person->number : 0);
    else if (lot < 12)
        ask(person, "\"join\",\"token\":\"%c\"", token);
    else if (lot < 16)
        ask(person, "\"sit\",\"token\":\"%c\",\"at\":%u,\"name\":\"Zoe\"", token, at);
    else if (lot < 22)
        ask(person, "\"bot\",\"token\":\"%c\",\"at\":%u,\"seat\":\"%c\",\"bot\":\"%s\"", token,
            at, lot % 2 ? 'A' : 'B', lot % 3 ? "random" : "nobody");
    else if (lot < 40)
        ask(person, "\"%s\",\"token\":\"%c\",\"at\":%u",
            simple[zk_rng_below(rng, lot < 30 ? 9 : 10)], token, at);
    else if (lot < 44)
        ask(person, "\"history\",\"from\":1,\"to\":%u", zk_rng_below(rng, 9));
    else if (lot < 46)
        ask(person, "\"react\",\"token\":\"%c\",\"reaction\":\"%s\"", token,
            lot % 2 ? "nice" : "rude");
    else if (lot < 48)
        bring_ask(person, lot % 2 ? "{\"zashiki\":1,\"do\":\"join\"}" : "{\"zashiki\":1,");
    else if (now->status == ZK_TABLE_PLAYING && scene->door.table.game) {
        char move[ZK_MOVE_TEXT_SIZE];
        const struct person *who = mover(scene, move);
        if (who)
            ask(person, "\"move\",\"token\":\"%c\",\"at\":%u,\"move\":\"%s\"",
                'A' + (int)(who - scene->person), now->count, move);
    }
}

static void random_scene_step(struct scene *scene, struct zk_rng *rng) {
    uint32_t lot = zk_rng_below(rng, 100);
    scene->writes = zk_rng_below(rng, 4) != 0;
    scene->loads = zk_rng_below(rng, 2) != 0;
    scene->thinks = zk_rng_below(rng, 3) != 0;
    scene->outcome = zk_rng_below(rng, 12) ? ZK_DONE : ZK_FAILED;
    scene->kept = zk_rng_below(rng, 2);
    scene->unreadable = zk_rng_below(rng, 12) == 0;
    for (unsigned i = 0; i < PEOPLE; i++)
        if (scene->person[i].said_count > SAID - 200) forget_said(&scene->person[i]);
    if (lot < 45) {
        random_ask(scene, rng);
    } else if (lot < 48 && scene->asked_count) {
        struct asked *last = scene->asked[scene->asked_count - 1];
        if (!last->answers && !last->forgotten) forget_ask(last);
    } else if (lot < 50) {
        struct zk_listener *listener = &scene->person[zk_rng_below(rng, PEOPLE)].listener;
        if (listener->door) zk_door_leave(listener);
    } else if (lot < 75) {
        if (scene->door.state == ZK_DOOR_WRITING)
            written(scene);
        else if (scene->loading)
            loaded(scene);
    } else if (lot < 85) {
        if (scene->thoughts) thought(scene);
    } else {
        scene->now_ms += zk_rng_below(rng, 600);
        if (zk_door_due_ms(&scene->door) && zk_door_due_ms(&scene->door) <= scene->now_ms)
            zk_door_go_on(&scene->door);
    }
    assert_true(scene->door.durable.count <= scene->store->count);
}

/* What must hold of every ask in the end. */
static void check_asks(const struct scene *scene) {
    for (uint32_t i = 0; i < scene->asked_count; i++) {
        const struct asked *asked = scene->asked[i];
        uint32_t number = 0;
        assert_int_equal(asked->answers, asked->forgotten ? 0 : 1);
        const char *request = asked->ask.message.request;
        if (asked->forgotten || !asked->command || !*request || asked->failed) continue;
        assert_int_equal(store_find(scene->store, request, &number), asked->refused ? 0 : 1);
        if (!asked->refused) assert_int_equal(number, asked->done);
    }
}

/* Two doors to one table. Returns how many entries there were. */
static uint32_t random_scenes(const char *game, uint64_t seed, unsigned doors) {
    struct store *store = calloc(1, sizeof *store);
    struct zk_rng rng = zk_rng_stream(seed, 7);
    struct scene *scene[2];
    assert_non_null(store);
    for (unsigned i = 0; i < doors; i++) scene[i] = scene_new(store, game, seed + 1000 * i);
    for (unsigned step = 0; step < 800; step++) {
        struct scene *at = scene[zk_rng_below(&rng, doors)];
        if (!at->door.table.game) { /* it is being loaded, and some ask already */
            if (zk_rng_below(&rng, 4))
                ask(&at->person[0], "\"sit\",\"token\":\"A\",\"at\":0,\"name\":\"Ann\"");
            else
                arrive(at);
        } else {
            random_scene_step(at, &rng);
        }
    }
    for (unsigned i = 0; i < doors; i++) {
        struct scene *at = scene[i];
        at->unreadable = false;
        at->outcome = ZK_DONE;
        if (!at->door.table.game) arrive(at);
        settle(at);
    }
    /* Whoever asks at the end is told what the store has. */
    for (unsigned i = 0; i < 2 * doors; i++) {
        struct scene *at = scene[i % doors];
        at->writes = at->loads = at->thinks = AT_ONCE;
        at->now_ms += ZK_RETRY_MS;
        ask(&at->person[0], "\"sit\",\"token\":\"A\",\"at\":0,\"name\":\"Eve\"");
        ask(&at->person[0], "\"sit\",\"token\":\"B\",\"at\":0,\"name\":\"Eve\"");
    }
    uint32_t entries = store->count;
    for (unsigned i = 0; i < doors; i++) {
        struct scene *at = scene[i];
        if (i + 1 == doors) assert_int_equal(at->door.durable.count, store->count);
        assert_int_equal(at->door.table.now.count, at->door.durable.count);
        check_asks(at);
    }
    for (unsigned i = 0; i < doors; i++) scene_free(scene[i]);
    store_free(store);
    free(store);
    return entries;
}

static void test_anything(void **state) {
    (void)state;
    const char *soak = getenv("ZASHIKI_SEEDS");
    uint64_t seeds = soak ? strtoull(soak, NULL, 10) : 60, entries = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        entries += random_scenes(seed % 3 ? "null" : "sketch", seed, 1 + seed % 2);
    print_message("# %llu entries\n", (unsigned long long)entries);
    assert_true(entries > seeds * 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_written_late),
        cmocka_unit_test(test_failed),
        cmocka_unit_test(test_failed_and_there),
        cmocka_unit_test(test_bot_during_rest),
        cmocka_unit_test(test_overtaken),
        cmocka_unit_test(test_heard_while_writing),
        cmocka_unit_test(test_loading_late),
        cmocka_unit_test(test_opening_fails),
        cmocka_unit_test(test_forgotten),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_clock_of_another_process),
        cmocka_unit_test(test_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
