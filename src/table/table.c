/* table.c: entries, their fold, and the commands that add to them; see table.h. */
#include "table.h"

#include <assert.h>
#include <string.h>

#include "../bots/seated.h"
#include "entries.h"
#include "marks.h"

const char *const zk_entry_words[ZK_ENTRY_KINDS_COUNT] = {
#define X(NAME, word) word,
    ZK_ENTRY_KINDS(X)
#undef X
};
const char *const zk_face_words[ZK_FACES_COUNT] = {"",
#define X(word) #word,
                                                   ZK_PERSON_FACES(X) ZK_BOT_FACES(X)
#undef X
};
const char *const zk_seat_words[] = {"open", "person", "bot", "stand_in"};
const char *const zk_status_words[] = {"open", "playing", "paused", "over"};
const char *const zk_wait_words[] = {"nothing", "seats", "person", "bot", "chance", "seeds"};

/* ---- The fold ---- */

static bool has_clocks(const struct zk_table *table) { return table->terms.clock_ms != 0; }

static int fold_actor(const struct zk_fold *fold, const struct zk_table *table) {
    return table->game->actor(table->rules, &fold->state);
}

static void set_status(struct zk_fold *fold, const struct zk_table *table) {
    for (uint32_t i = 0; i < table->seats_count; i++) {
        if (fold->seat[i].kind != ZK_SEAT_OPEN) continue;
        fold->status = ZK_TABLE_OPEN;
        return;
    }
    if (fold->gave_up >= 0 || fold_actor(fold, table) == ZK_OVER)
        fold->status = ZK_TABLE_OVER;
    else
        fold->status = fold->paused ? ZK_TABLE_PAUSED : ZK_TABLE_PLAYING;
}

static void begin_game(struct zk_fold *fold, const struct zk_table *table) {
    fold->moves_count = 0;
    fold->last = 0;
    fold->showed = false;
    fold->paused = false;
    fold->pauser = -1;
    fold->resumed = 0;
    fold->gave_up = -1;
    fold->out_of_time = false;
    fold->asker = -1;
    fold->asked_keep = 0;
    fold->agreed = 0;
    fold->again = 0;
    fold->advised = 0;
    memset(fold->stepped, 0, sizeof fold->stepped);
    fold->left_ms = 0;
    for (uint32_t i = 0; i < table->seats_count; i++)
        fold->clock_ms[i] = table->terms.clock_ms;
    table->game->start(table->rules, &fold->state);
}

/* Makes the line's last move on the table's board. */
static void make_move(struct zk_fold *fold, const struct zk_table *table) {
    const struct zk_game *game = table->game;
    const struct zk_kept_entry *entry = &table->entries[fold->last - 1];
    char shown[ZK_MOVE_TEXT_SIZE];
    struct zk_text text = zk_text_in(shown, sizeof shown);
    if (game->saw) game->saw(table->rules, &fold->state, entry->move, entry->seat, &text);
    fold->showed = text.used > 0;
    struct zk_state before;
    if (game->opened) memcpy(&before, &fold->state, game->state_size);
    game->apply(table->rules, &fold->state, entry->move);
    if (game->opened) fold->showed |= game->opened(&before, &fold->state);
}

static uint16_t move_before(const struct zk_table *table, uint16_t number) {
    return table->entries[number - 1].before;
}

/* Goes back to the first `keep` moves of the line. A person's come by a request, a bot's by none. */
static void shorten_line(struct zk_fold *fold, const struct zk_table *table, uint32_t keep) {
    for (; fold->moves_count > keep; fold->moves_count--) {
        const struct zk_kept_entry *entry = &table->entries[fold->last - 1];
        if (entry->seat >= 0 && entry->request) fold->stepped[entry->seat]++;
        fold->last = entry->before;
    }
    fold->showed = false;
    fold->left_ms = 0;
    zk_marks_state(table, fold->last ? move_before(table, fold->last) : 0, &fold->state);
    if (fold->last) make_move(fold, table);
}

/* Whether the seat's clock runs, and is added to. Not while a bot stands in: it is not the bot's time, and the others
 * could have the bot wait, by leaving it alone at the table. */
static bool has_clock(const struct zk_fold *fold, const struct zk_table *table, int seat) {
    return has_clocks(table) && seat >= 0 && fold->seat[seat].kind != ZK_SEAT_STAND_IN;
}

/* Adds to the clock of who has decided, once for each decision: who took one back and makes it again has had it. */
static void step_clock(struct zk_fold *fold, const struct zk_table *table, int seat) {
    if (!has_clock(fold, table, seat)) return;
    if (fold->stepped[seat])
        fold->stepped[seat]--;
    else
        fold->clock_ms[seat] += table->terms.clock_step_ms;
}

static uint8_t bit(int seat) { return (uint8_t)(1u << seat); }

/* Takes the time since the last entry off the clock of whoever is to move. */
static void run_clock(struct zk_fold *fold, const struct zk_table *table,
                      const struct zk_kept_entry *entry) {
    uint64_t from_ms = fold->clock_at_ms + entry->stood_s * (uint64_t)1000;
    if (has_clocks(table) && fold->status == ZK_TABLE_PLAYING && entry->at_ms > from_ms) {
        int actor = fold_actor(fold, table);
        uint64_t gone_ms = entry->at_ms - from_ms;
        if (has_clock(fold, table, actor))
            fold->clock_ms[actor] -= (int64_t)gone_ms;
        else if (actor >= 0 && fold->left & bit(actor))
            fold->left_ms = gone_ms < ZK_STAND_IN_MS - fold->left_ms
                                ? fold->left_ms + (uint32_t)gone_ms
                                : ZK_STAND_IN_MS;
    }
    if (entry->at_ms > fold->clock_at_ms) fold->clock_at_ms = entry->at_ms;
}

/* A seat changes hands. Who leaves it to a bot and takes it back before that has moved has thought meanwhile, as if there had been
 * none; or one could do so again and again, and one's clock would stand. */
static void leave_clock(struct zk_fold *fold, const struct zk_table *table,
                        const struct zk_kept_entry *entry) {
    int seat = entry->sits;
    bool was_person = fold->seat[seat].kind == ZK_SEAT_PERSON;
    if (entry->sits_kind == ZK_SEAT_STAND_IN && !was_person) return; /* another bot */
    if (fold->left & bit(seat) && fold_actor(fold, table) == seat)
        fold->clock_ms[seat] -= fold->left_ms;
    fold->left &= (uint8_t)~bit(seat);
    if (entry->sits_kind == ZK_SEAT_STAND_IN && entry->seat == seat) fold->left |= bit(seat);
    if (fold_actor(fold, table) == seat) fold->left_ms = 0;
}

static void nothing_asked(struct zk_fold *fold) {
    fold->asker = -1;
    fold->asked_keep = 0;
    fold->agreed = 0;
}

void zk_fold_begin(struct zk_fold *fold, const struct zk_table *table) {
    memset(fold, 0, sizeof *fold);
    begin_game(fold, table);
    set_status(fold, table);
}

/* ---- Keys ---- */

/* Whether two hashes are the same; takes as long when they are not. */
static bool same_hash(const uint8_t *one, const uint8_t *other) {
    volatile uint8_t differs = 0;
    for (unsigned i = 0; i < ZK_HASH_SIZE; i++)
        differs = (uint8_t)(differs | (one[i] ^ other[i]));
    return differs == 0;
}

uint32_t zk_seat_keys(const struct zk_seat *seat) {
    uint32_t count = 0;
    while (count < ZK_KEYS_MAX && seat->key[count]) count++;
    return count;
}

uint32_t zk_fold_key(const struct zk_fold *fold, const struct zk_table *table, int seat,
                     const uint8_t hash[ZK_HASH_SIZE]) {
    uint32_t found = 0;
    for (unsigned i = 0; i < zk_seat_keys(&fold->seat[seat]); i++) {
        uint32_t number = fold->seat[seat].key[i];
        if (same_hash(zk_table_key(table, number), hash)) found = number;
    }
    return found;
}

bool zk_fold_link(const struct zk_fold *fold, const struct zk_table *table, int seat,
                  const uint8_t hash[ZK_HASH_SIZE]) {
    uint32_t number = fold->seat[seat].link;
    return number && same_hash(zk_table_key(table, number), hash);
}

static bool has_key(const struct zk_fold *fold, int seat, uint32_t number) {
    for (unsigned i = 0; i < ZK_KEYS_MAX; i++)
        if (number && fold->seat[seat].key[i] == number) return true;
    return false;
}

/* The seat's only key is the one of that entry; with 0 it has none. */
static void set_key(struct zk_seat *seat, uint32_t number) {
    memset(seat->key, 0, sizeof seat->key);
    seat->key[0] = (uint16_t)number;
    seat->link = 0;
}

void zk_fold_step(struct zk_fold *fold, const struct zk_table *table) {
    const struct zk_kept_entry *entry = &table->entries[fold->count];
    if (table->work) ++*table->work;
    run_clock(fold, table, entry);
    switch (entry->kind) {
    case ZK_ENTRY_SIT: {
        struct zk_seat *seat = &fold->seat[entry->sits];
        leave_clock(fold, table, entry);
        seat->kind = entry->sits_kind;
        seat->bot = entry->bot;
        seat->face = entry->face;
        memset(seat->name, 0, sizeof seat->name);
        struct zk_text name = zk_text_in(seat->name, sizeof seat->name);
        zk_text_put(&name, zk_table_name(table, fold->count + 1));
        /* Keys are a person's, who may come back from where a bot stands in. */
        if (entry->has_key)
            set_key(seat, fold->count + 1);
        else if (seat->kind == ZK_SEAT_OPEN || seat->kind == ZK_SEAT_BOT)
            set_key(seat, 0);
        break;
    }
    case ZK_ENTRY_LINK: fold->seat[entry->seat].link = (uint16_t)(fold->count + 1); break;
    case ZK_ENTRY_DEVICE: {
        struct zk_seat *seat = &fold->seat[entry->seat];
        seat->key[zk_seat_keys(seat)] = (uint16_t)(fold->count + 1);
        seat->link = 0;
        break;
    }
    case ZK_ENTRY_ALONE: set_key(&fold->seat[entry->seat], entry->move); break;
    case ZK_ENTRY_MOVE:
        step_clock(fold, table, entry->seat);
        fold->left_ms = 0;
        fold->resumed &= entry->seat >= 0 ? bit(entry->seat) : 0;
        fold->moves_count++;
        fold->last = (uint16_t)(fold->count + 1);
        make_move(fold, table);
        nothing_asked(fold);
        break;
    case ZK_ENTRY_UNDO:
        shorten_line(fold, table, entry->move);
        nothing_asked(fold);
        break;
    case ZK_ENTRY_ASK_UNDO:
        fold->asker = entry->seat;
        fold->asked_keep = entry->move;
        fold->agreed = bit(entry->seat);
        break;
    case ZK_ENTRY_AGREE: fold->agreed |= bit(entry->seat); break;
    case ZK_ENTRY_DECLINE:
        if (fold->asker >= 0)
            nothing_asked(fold);
        else
            fold->again = 0;
        break;
    case ZK_ENTRY_PAUSE:
        fold->paused = true;
        fold->pauser = entry->seat;
        break;
    case ZK_ENTRY_RESUME:
        fold->paused = false;
        if (fold->pauser >= 0 && fold->pauser != entry->seat)
            fold->resumed |= bit(fold->pauser);
        break;
    case ZK_ENTRY_TIME:
    case ZK_ENTRY_RESIGN:
        fold->gave_up = entry->seat;
        fold->out_of_time = entry->kind == ZK_ENTRY_TIME;
        nothing_asked(fold);
        break;
    case ZK_ENTRY_ASK_AGAIN: fold->again |= bit(entry->seat); break;
    case ZK_ENTRY_ADVICE: fold->advised |= bit(entry->seat); break;
    case ZK_ENTRY_FORGET:
        memset(fold->seat[entry->seat].name, 0, sizeof fold->seat[entry->seat].name);
        break;
    case ZK_ENTRY_AGAIN:
        fold->games++;
        begin_game(fold, table);
        break;
    case ZK_ENTRY_COMMIT:
    case ZK_ENTRY_SEED:
    case ZK_ENTRY_LATE:
    case ZK_ENTRY_SHOW: break;
    default: assert(0);
    }
    zk_fold_fair_step(fold, entry);
    fold->count++;
    set_status(fold, table);
}

/* The last of the folds that are kept up to so many entries and with at most so many games before
 * the one on the table; from the beginning when there is none. */
static void begin_near(struct zk_fold *fold, const struct zk_table *table, uint32_t count,
                       uint32_t games) {
    const struct zk_fold *kept = table->marks.fold;
    uint32_t low = 0, high = kept ? count / ZK_FOLD_STEP : 0;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (kept[middle].games <= games)
            low = middle + 1;
        else
            high = middle;
    }
    if (low)
        *fold = kept[low - 1];
    else
        zk_fold_begin(fold, table);
}

void zk_fold_at(struct zk_fold *fold, const struct zk_table *table, uint32_t count) {
    assert(count <= table->now.count);
    begin_near(fold, table, count, UINT32_MAX);
    while (fold->count < count) zk_fold_step(fold, table);
}

void zk_fold_line(const struct zk_fold *fold, const struct zk_table *table, uint16_t *line) {
    uint16_t at = fold->last;
    for (uint32_t i = fold->moves_count; i > 0; i--, at = move_before(table, at))
        line[i - 1] = (uint16_t)(at - 1);
}

void zk_fold_game(struct zk_fold *fold, const struct zk_table *table, uint32_t games) {
    assert(games <= table->now.games);
    begin_near(fold, table, table->now.count, games);
    while (fold->count < table->now.count &&
           (fold->games < games || table->entries[fold->count].kind != ZK_ENTRY_AGAIN))
        zk_fold_step(fold, table);
}

/* ---- Opening, growing, adding ---- */

static void take_memory(struct zk_table *table, const struct zk_entry_memory *memory) {
    table->entries = memory->entries;
    table->capacity = memory->capacity;
    table->words = memory->words;
    table->words_size = memory->words_size;
}

void zk_table_open(struct zk_table *table, const char *id, const struct zk_game *game,
                   const struct zk_settings *settings, const struct zk_rules *rules,
                   const struct zk_terms *terms, const struct zk_entry_memory *memory) {
    memset(table, 0, sizeof *table);
    struct zk_text text = zk_text_in(table->id, sizeof table->id);
    zk_text_put(&text, id);
    table->game = game;
    table->settings = *settings;
    table->rules = rules;
    table->seats_count = zk_seats(game, rules);
    table->terms = *terms;
    take_memory(table, memory);
    assert(game->length_max <= ZK_LINE_MAX);
    zk_fold_begin(&table->now, table);
}

void zk_table_grow(struct zk_table *table, const struct zk_entry_memory *memory,
                   struct zk_fold *folds, unsigned char *states) {
    bool first = folds && !table->marks.fold;
    assert(memory->capacity >= table->capacity && memory->words_size >= table->words_size);
    take_memory(table, memory);
    zk_marks_grow(table, folds, states);
    if (!first) return;
    struct zk_fold fold;
    for (zk_fold_begin(&fold, table); fold.count < table->now.count;) {
        zk_fold_step(&fold, table);
        zk_marks_note(table, &fold);
    }
}

void zk_table_go_back(struct zk_table *table, const struct zk_fold *fold) {
    uint32_t count = table->now.count;
    assert(fold->count <= count);
    table->now = *fold;
    zk_marks_go_back(table, count);
    zk_entries_go_back(table, count);
}

static bool has_room(const struct zk_table *table) {
    return table->now.count < table->capacity;
}

bool zk_table_is_full(const struct zk_table *table) {
    return !has_room(table) || table->now.count >= ZK_ENTRIES_END;
}

/* From here on there is place only for what brings a game to its end. */
static bool is_nearly_full(const struct zk_table *table) {
    return !has_room(table) || table->now.count >= ZK_ENTRIES_MAX;
}

void zk_table_stamp(const struct zk_table *table, struct zk_entry *entry, uint64_t now_ms) {
    const struct zk_fold *now = &table->now;
    bool runs = has_clocks(table) && now->status == ZK_TABLE_PLAYING;
    entry->at_ms = now_ms > now->clock_at_ms ? now_ms : now->clock_at_ms;
    entry->stood_s = 0;
    if (runs && now->count && table->counts_from_ms > now->clock_at_ms)
        entry->stood_s = (uint32_t)((table->counts_from_ms - now->clock_at_ms + 999) / 1000);
}

static uint32_t add(struct zk_table *table, const struct zk_entry *entry) {
    assert(has_room(table));
    struct zk_kept_entry *kept = zk_entries_put(table, entry);
    if (kept->kind == ZK_ENTRY_MOVE) kept->before = table->now.last;
    zk_fold_step(&table->now, table);
    zk_marks_note(table, &table->now);
    return table->now.count;
}

/* ---- What is waited for ---- */

static bool bot_plays(const struct zk_seat *seat) {
    return seat->kind == ZK_SEAT_BOT || seat->kind == ZK_SEAT_STAND_IN;
}

enum zk_wait zk_table_wait(const struct zk_table *table, int *seat) {
    const struct zk_fold *now = &table->now;
    *seat = -1;
    if (now->status == ZK_TABLE_OPEN) return ZK_WAIT_SEATS;
    if (now->status != ZK_TABLE_PLAYING || zk_table_is_full(table)) return ZK_WAIT_NOTHING;
    int actor = fold_actor(now, table);
    if (actor == ZK_CHANCE) return zk_fold_seeds_due(now) ? ZK_WAIT_SEEDS : ZK_WAIT_CHANCE;
    *seat = actor;
    return bot_plays(&now->seat[actor]) ? ZK_WAIT_BOT : ZK_WAIT_PERSON;
}

static void add_move(struct zk_table *table, int seat, zk_move move, uint64_t now_ms) {
    struct zk_entry entry = {.kind = ZK_ENTRY_MOVE, .seat = (int8_t)seat, .move = move};
    zk_table_stamp(table, &entry, now_ms);
    add(table, &entry);
}

void zk_table_chance(struct zk_table *table, struct zk_rng *rng, uint64_t now_ms) {
    add_move(table, ZK_CHANCE, zk_sample(table->game, table->rules, &table->now.state, rng),
             now_ms);
}

void zk_table_drawn(struct zk_table *table, zk_move move, uint64_t now_ms) {
    struct zk_entry entry = {.kind = ZK_ENTRY_MOVE,
                             .seat = ZK_CHANCE,
                             .move = move,
                             .draw = (uint16_t)(table->now.fair.draws + 1)};
    zk_table_stamp(table, &entry, now_ms);
    add(table, &entry);
}

struct told_line {
    const struct zk_table *table;
    uint16_t line[ZK_LINE_MAX];
};

static zk_move move_of_line(const void *user, uint32_t number) {
    const struct told_line *told = user;
    return told->table->entries[told->line[number]].move;
}

/* What a bot does in a seat that has to decide something. It is told of the whole game again, so
 * it does not matter who sat there before, or what was taken back. */
static zk_move bot_move(const struct zk_table *table, const struct zk_bot *bot, int seat,
                        struct zk_rng *rng, const atomic_bool *stop, struct zk_sentence *why) {
    struct told_line told = {.table = table};
    zk_fold_line(&table->now, table, told.line);
    struct zk_game_so_far so_far = {.game = table->game,
                                    .rules = table->rules,
                                    .move = move_of_line,
                                    .user = &told,
                                    .moves_count = table->now.moves_count,
                                    .stop = stop};
    return zk_bot_decide(bot, &so_far, seat, rng, NULL, why);
}

const struct zk_bot_name *zk_table_stand_in(const struct zk_table *table) {
    if (table->terms.stand_in) return &zk_bot_names[table->terms.stand_in - 1];
    const char *best = zk_bots_best(table->game)->name;
    return zk_bots_named(best, strlen(best));
}

const struct zk_bot *zk_table_bot_of(const struct zk_table *table, int seat) {
    return zk_bots_of(table->game, zk_bot_names[table->now.seat[seat].bot].name);
}

void zk_table_bot(struct zk_table *table, struct zk_rng *rng, uint64_t now_ms) {
    int seat = fold_actor(&table->now, table);
    const struct zk_bot *bot = zk_table_bot_of(table, seat);
    add_move(table, seat, bot_move(table, bot, seat, rng, NULL, NULL), now_ms);
}

bool zk_table_decides(const struct zk_table *table, int seat) {
    return table->now.status == ZK_TABLE_PLAYING && fold_actor(&table->now, table) == seat;
}

bool zk_table_hint(const struct zk_table *table, int seat, const struct zk_bot *bot,
                   struct zk_rng *rng, const atomic_bool *stop, zk_move *move,
                   struct zk_sentence *why) {
    if (!zk_table_decides(table, seat)) return false;
    if (why) zk_refuse(why, "", "");
    *move = bot_move(table, bot, seat, rng, stop, why);
    return true;
}

void zk_table_copy_line(struct zk_table *copy, const struct zk_table *table,
                        struct zk_kept_entry *entries) {
    uint16_t at = table->now.last;
    *copy = *table;
    take_memory(copy, &(struct zk_entry_memory){entries, table->now.moves_count, NULL, 0});
    copy->words_used = 0;
    copy->now.last = (uint16_t)table->now.moves_count;
    copy->work = NULL;
    copy->refusals = NULL;
    memset(&copy->marks, 0, sizeof copy->marks);
    for (uint32_t i = table->now.moves_count; i > 0; i--, at = move_before(table, at)) {
        entries[i - 1] = table->entries[at - 1];
        entries[i - 1].before = (uint16_t)(i - 1);
        entries[i - 1].mark = 0;
        entries[i - 1].has_words = entries[i - 1].has_key = false;
        entries[i - 1].words = 0;
    }
    if (table->work) *table->work += table->now.moves_count / ZK_FOLD_STEP;
}

/* ---- Clocks ---- */

/* Since when what runs has been running: the last time that counts, or when a server has had the table again. */
static uint64_t runs_from_ms(const struct zk_table *table, uint64_t last_ms) {
    return last_ms > table->counts_from_ms ? last_ms : table->counts_from_ms;
}

uint64_t zk_table_deadline_ms(const struct zk_table *table) {
    const struct zk_fold *now = &table->now;
    int seat;
    if (!has_clocks(table) || zk_table_wait(table, &seat) != ZK_WAIT_PERSON) return 0;
    return runs_from_ms(table, now->clock_at_ms) +
           (uint64_t)(now->clock_ms[seat] > 0 ? now->clock_ms[seat] : 0);
}

uint64_t zk_table_seeds_ms(const struct zk_table *table) {
    return table->now.fair.at_ms + ZK_SEEDS_MS;
}

bool zk_table_tick(struct zk_table *table, uint64_t now_ms) {
    uint64_t deadline = zk_table_deadline_ms(table);
    if (!deadline || now_ms < deadline) return false;
    int seat;
    zk_table_wait(table, &seat);
    struct zk_entry entry = {.kind = ZK_ENTRY_TIME, .seat = (int8_t)seat};
    zk_table_stamp(table, &entry, now_ms);
    add(table, &entry);
    return true;
}

/* ---- Results ---- */

void zk_fold_result(const struct zk_fold *now, const struct zk_table *table,
                    struct zk_result *result) {
    assert(now->status == ZK_TABLE_OVER);
    if (now->gave_up < 0) {
        table->game->result(table->rules, &now->state, result);
        return;
    }
    memset(result, 0, sizeof *result);
    table->game->points(table->rules, &now->state, result->points);
    if (table->game->together)
        result->rank = "lost";
    else
        result->winners = ((1u << table->seats_count) - 1) & ~(1u << now->gave_up);
    result->end = now->out_of_time ? "time" : "resign";
}

/* ---- Undo ---- */

/* The seat's last decision in the line: how many moves stand before it, or -1. */
static int64_t last_decision(const struct zk_fold *fold, const struct zk_table *table,
                             int seat) {
    uint16_t at = fold->last;
    for (uint32_t i = fold->moves_count; i > 0; i--, at = move_before(table, at))
        if (table->entries[at - 1].seat == seat) return (int64_t)i - 1;
    return -1;
}

/* A move can be taken back freely while it is the last thing that happened and showed nothing, to its maker or to all:
 * chance has not spoken since, and nobody has answered. */
bool zk_fold_may_undo(const struct zk_fold *fold, const struct zk_table *table, int seat) {
    return fold->status == ZK_TABLE_PLAYING && fold->moves_count > 0 && !fold->showed &&
           table->entries[fold->last - 1].seat == seat;
}

/* Bits of the seats whose person is gone while a bot stands in, this one aside. */
static uint8_t gone_persons(const struct zk_table *table, int seat) {
    uint8_t persons = 0;
    for (int i = 0; i < (int)table->seats_count; i++)
        if (i != seat && table->now.seat[i].kind == ZK_SEAT_STAND_IN) persons |= bit(i);
    return persons;
}

/* Bits of the seats where persons sit, this one aside. */
static uint8_t other_persons(const struct zk_table *table, int seat) {
    uint8_t persons = 0;
    for (int i = 0; i < (int)table->seats_count; i++)
        if (i != seat && table->now.seat[i].kind == ZK_SEAT_PERSON) persons |= bit(i);
    return persons;
}

/* ---- Commands ---- */

static bool refuse(struct zk_sentence *refusal, const char *key) {
    zk_refuse(refusal, "", key);
    return false;
}

static bool is_person(const struct zk_table *table, int seat) {
    return table->now.seat[seat].kind == ZK_SEAT_PERSON;
}

bool zk_table_may_talk(const struct zk_table *table, struct zk_sentence *refusal) {
    bool runs = table->now.status == ZK_TABLE_PLAYING || table->now.status == ZK_TABLE_PAUSED;
    if (!table->game->silence || !runs) return true;
    zk_refuse(refusal, table->game->silence, "table.silent");
    return false;
}

static bool is_bot_face(unsigned face) {
    return face >= ZK_FACE_FIRST_BOT && face < ZK_FACES_COUNT;
}

static bool face_unknown(struct zk_sentence *refusal, unsigned face) {
    const char *word = zk_face_words[face];
    zk_refuse(refusal, "", "face.unknown");
    zk_sentence_arg(refusal, word, strlen(word));
    return false;
}

/* Whether no key or link of this table ever had that hash. */
static bool is_new_key(const struct zk_table *table, const uint8_t *hash) {
    for (uint32_t i = 1; i <= table->now.count; i++) {
        const uint8_t *key = zk_table_key(table, i);
        if (key && memcmp(key, hash, ZK_HASH_SIZE) == 0) return false;
    }
    return true;
}

static void put_key(struct zk_entry *entry, const uint8_t *hash) {
    memcpy(entry->key, hash, sizeof entry->key);
}

static bool do_sit(struct zk_table *table, const struct zk_command *command,
                   struct zk_entry *entry, struct zk_sentence *refusal) {
    const struct zk_seat *seat = &table->now.seat[command->seat];
    if (seat->kind == ZK_SEAT_BOT) return refuse(refusal, "seat.bot");
    bool takes = command->key && !command->holds;
    /* Who sat down without a key would lose the seat to whoever else has the invitation. */
    if (takes && seat->kind != ZK_SEAT_OPEN) return refuse(refusal, "seat.taken");
    if (takes && !is_new_key(table, command->key)) return refuse(refusal, "key.wrong");
    bool keeps_name = !command->name[0] && seat->kind != ZK_SEAT_OPEN;
    if (!command->name[0] && !keeps_name) return refuse(refusal, "name.empty");
    if (is_bot_face(command->face)) return face_unknown(refusal, command->face);
    uint8_t face = command->face ? command->face : seat->face;
    /* A new name would be a word to the others, and a new face a sign. */
    bool renames = !keeps_name && strcmp(command->name, seat->name) != 0;
    if ((renames || face != seat->face) && !zk_table_may_talk(table, refusal)) return false;
    entry->kind = ZK_ENTRY_SIT;
    entry->sits = (int8_t)command->seat;
    entry->sits_kind = ZK_SEAT_PERSON;
    entry->face = face;
    memcpy(entry->name, keeps_name ? seat->name : command->name, sizeof entry->name);
    if (takes) put_key(entry, command->key);
    return true;
}

/* A yokai that plays at no other seat: from `wanted` on, or else from the seat's own. There are more
 * of them than seats. */
static uint8_t free_bot_face(const struct zk_table *table, int seat, unsigned wanted) {
    const unsigned count = ZK_FACES_COUNT - ZK_FACE_FIRST_BOT;
    unsigned at = wanted ? wanted - ZK_FACE_FIRST_BOT : (unsigned)seat, taken = 0;
    for (int i = 0; i < (int)table->seats_count; i++)
        if (i != seat && is_bot_face(table->now.seat[i].face))
            taken |= 1u << (table->now.seat[i].face - ZK_FACE_FIRST_BOT);
    while (taken >> at & 1) at = (at + 1) % count;
    return (uint8_t)(ZK_FACE_FIRST_BOT + at);
}

/* Who left a seat to a stand-in may come back to it, so that seat is a person's too. */
static bool is_between_people(const struct zk_table *table) {
    unsigned persons = 0;
    for (uint32_t i = 0; i < table->seats_count; i++)
        persons += table->now.seat[i].kind == ZK_SEAT_PERSON ||
                   table->now.seat[i].kind == ZK_SEAT_STAND_IN;
    return persons > 1;
}

static bool do_bot(struct zk_table *table, const struct zk_command *command,
                   struct zk_entry *entry, struct zk_sentence *refusal) {
    if (command->whom < 0 || command->whom >= (int)table->seats_count)
        return refuse(refusal, "seat.unknown");
    const struct zk_seat *seat = &table->now.seat[command->whom];
    if (!zk_bots_of(table->game, command->bot->name)) return refuse(refusal, "bot.game");
    /* Who has to go leaves the seat to a bot; before the game one leaves it open. */
    bool own = command->whom == command->seat && table->now.status != ZK_TABLE_OPEN;
    if (seat->kind == ZK_SEAT_PERSON && !command->away && !own)
        return refuse(refusal, "seat.taken");
    /* How well it plays against the others is not for one of them to choose in the midst of a game. */
    bool is_on = table->now.status == ZK_TABLE_PLAYING || table->now.status == ZK_TABLE_PAUSED;
    if (seat->kind == ZK_SEAT_BOT && is_on && is_between_people(table))
        return refuse(refusal, "seat.bot");
    entry->kind = ZK_ENTRY_SIT;
    entry->sits = (int8_t)command->whom;
    if (command->face && !is_bot_face(command->face))
        return face_unknown(refusal, command->face);
    bool for_person = seat->kind == ZK_SEAT_PERSON || seat->kind == ZK_SEAT_STAND_IN;
    entry->sits_kind = for_person ? ZK_SEAT_STAND_IN : ZK_SEAT_BOT;
    /* How well it plays on for somebody is not for the others to choose then. */
    const struct zk_bot_name *bot = for_person ? zk_table_stand_in(table) : command->bot;
    entry->bot = (uint8_t)(bot - zk_bot_names);
    unsigned wanted = command->face ? command->face : seat->face;
    entry->face = for_person ? seat->face : free_bot_face(table, command->whom, wanted);
    memcpy(entry->name, seat->name, sizeof entry->name);
    return true;
}

static bool do_leave(struct zk_table *table, const struct zk_command *command,
                     struct zk_entry *entry, struct zk_sentence *refusal) {
    bool has_begun = table->now.moves_count || table->now.games ||
                     table->now.fair.commit[ZK_SEED_OF_SERVER];
    if (has_begun) return refuse(refusal, "seat.begun");
    entry->kind = ZK_ENTRY_SIT;
    entry->sits = (int8_t)command->seat;
    entry->sits_kind = ZK_SEAT_OPEN;
    return true;
}

/* Whether the command's move was legal before the last so many moves of the line. */
static bool was_legal(const struct zk_table *table, const struct zk_command *command,
                      uint32_t since) {
    struct zk_state state;
    zk_move move;
    uint16_t last = table->now.last;
    while (since--) last = move_before(table, last);
    zk_marks_state(table, last, &state);
    return zk_parse_move(table->game, table->rules, &state, command->seat, command->move,
                         command->move_size, &move);
}

/* Whether whoever is in turn now chose this move for another position: one before their own last
 * move, one that was taken back, or one in which they could not make it. What others did at the
 * same moment does not count, even if it is what brought the turn. */
static bool is_stale(const struct zk_table *table, const struct zk_command *command) {
    uint32_t since = 0;
    for (uint32_t i = table->now.count; i > command->at; i--) {
        const struct zk_kept_entry *entry = &table->entries[i - 1];
        if (entry->kind == ZK_ENTRY_UNDO || entry->kind == ZK_ENTRY_AGAIN) return true;
        if (entry->kind != ZK_ENTRY_MOVE) continue;
        if (entry->seat == command->seat) return true;
        since++;
    }
    return since > 0 && !was_legal(table, command, since);
}

static bool do_move(struct zk_table *table, const struct zk_command *command,
                    struct zk_entry *entry, struct zk_sentence *refusal) {
    const struct zk_game *game = table->game;
    const struct zk_state *state = &table->now.state;
    switch (table->now.status) {
    case ZK_TABLE_OPEN: return refuse(refusal, "table.waiting");
    case ZK_TABLE_PAUSED: return refuse(refusal, "table.paused");
    case ZK_TABLE_OVER: return refuse(refusal, "move.over");
    default: break;
    }
    if (game->actor(table->rules, state) == command->seat && is_stale(table, command))
        return refuse(refusal, "table.stale");
    zk_move move;
    if (!zk_parse_move(game, table->rules, state, command->seat, command->move,
                       command->move_size, &move)) {
        game->explain(table->rules, state, command->seat, command->move, command->move_size,
                      refusal);
        return false;
    }
    entry->kind = ZK_ENTRY_MOVE;
    entry->move = move;
    return true;
}

static bool do_undo(struct zk_table *table, const struct zk_command *command,
                    struct zk_entry *entry, struct zk_sentence *refusal) {
    if (table->now.status != ZK_TABLE_PLAYING && table->now.status != ZK_TABLE_PAUSED)
        return refuse(refusal, "table.not_playing");
    int64_t keep = last_decision(&table->now, table, command->seat);
    if (keep < 0) return refuse(refusal, "undo.nothing");
    bool free = zk_fold_may_undo(&table->now, table, command->seat);
    /* What goes back over chance, over what was shown or over others' moves is for everybody to allow,
     * and who is gone can allow nothing. */
    if (!free && gone_persons(table, command->seat)) return refuse(refusal, "undo.gone");
    free = free || !other_persons(table, command->seat);
    entry->kind = free ? ZK_ENTRY_UNDO : ZK_ENTRY_ASK_UNDO;
    entry->move = (uint32_t)keep;
    return true;
}

static bool do_again(struct zk_table *table, const struct zk_command *command,
                     struct zk_entry *entry, struct zk_sentence *refusal) {
    if (table->now.status != ZK_TABLE_OVER) return refuse(refusal, "table.not_over");
    uint8_t others = other_persons(table, command->seat);
    entry->kind = (others & ~table->now.again) ? ZK_ENTRY_ASK_AGAIN : ZK_ENTRY_AGAIN;
    return true;
}

/* Whether what is asked now was not yet when whoever answers looked: what they answer was another question, which has
 * gone by meanwhile. Or one could ask for little, and for much when the answer is on its way. */
static bool is_asked_since(const struct zk_table *table, uint32_t at) {
    const struct zk_fold *now = &table->now;
    uint8_t before = now->again; /* who had asked for another game then */
    for (uint32_t i = at; i < now->count; i++) {
        const struct zk_kept_entry *entry = &table->entries[i];
        if (entry->kind == ZK_ENTRY_ASK_UNDO && now->asker >= 0) return true;
        if (entry->kind == ZK_ENTRY_ASK_AGAIN) before &= (uint8_t)~bit(entry->seat);
    }
    return now->asker < 0 && now->again && !before;
}

static bool do_agree(struct zk_table *table, const struct zk_command *command,
                     struct zk_entry *entry, struct zk_sentence *refusal) {
    const struct zk_fold *now = &table->now;
    bool again = now->asker < 0 && now->again;
    if (!again && (now->asker < 0 || now->asker == command->seat))
        return refuse(refusal, "table.nothing_asked");
    if (is_asked_since(table, command->at)) return refuse(refusal, "table.stale");
    if (again) return do_again(table, command, entry, refusal);
    uint8_t all = other_persons(table, now->asker) | gone_persons(table, now->asker);
    uint8_t missing = all & (uint8_t)~(now->agreed | bit(command->seat));
    entry->kind = missing ? ZK_ENTRY_AGREE : ZK_ENTRY_UNDO;
    entry->move = missing ? 0 : now->asked_keep;
    return true;
}

static bool do_decline(struct zk_table *table, const struct zk_command *command,
                       struct zk_entry *entry, struct zk_sentence *refusal) {
    if (table->now.asker < 0 && !table->now.again)
        return refuse(refusal, "table.nothing_asked");
    if (is_asked_since(table, command->at)) return refuse(refusal, "table.stale");
    entry->kind = ZK_ENTRY_DECLINE;
    return true;
}

static bool do_seed(struct zk_table *table, const struct zk_command *command,
                    struct zk_entry *entry, struct zk_sentence *refusal) {
    if (!(zk_fold_seeds_due(&table->now) >> command->seat & 1))
        return refuse(refusal, "seed.unasked");
    if (!command->seed) return refuse(refusal, "seed.wrong");
    entry->kind = ZK_ENTRY_SEED;
    memcpy(entry->seed, command->seed, sizeof entry->seed);
    return true;
}

static bool do_link(struct zk_table *table, const struct zk_command *command,
                    struct zk_entry *entry, struct zk_sentence *refusal) {
    if (!command->holds) return refuse(refusal, "key.none");
    if (!command->key || !is_new_key(table, command->key)) return refuse(refusal, "key.wrong");
    entry->kind = ZK_ENTRY_LINK;
    put_key(entry, command->key);
    return true;
}

static bool do_device(struct zk_table *table, const struct zk_command *command,
                      struct zk_entry *entry, struct zk_sentence *refusal) {
    if (!command->linked) return refuse(refusal, "token.wrong");
    if (!command->key || !is_new_key(table, command->key)) return refuse(refusal, "key.wrong");
    if (zk_seat_keys(&table->now.seat[command->seat]) == ZK_KEYS_MAX)
        return refuse(refusal, "device.many");
    entry->kind = ZK_ENTRY_DEVICE;
    put_key(entry, command->key);
    return true;
}

static bool do_alone(const struct zk_command *command, struct zk_entry *entry,
                     struct zk_sentence *refusal) {
    if (!command->holds) return refuse(refusal, "key.none");
    entry->kind = ZK_ENTRY_ALONE;
    entry->move = command->holds;
    return true;
}

/* Anybody can end a pause. Who could begin the next one at once would think while no clock runs, or keep the others from
 * going on; a move of their own, which they can take back, changes nothing of that. */
static bool do_pause(struct zk_table *table, const struct zk_command *command,
                     struct zk_entry *entry, struct zk_sentence *refusal) {
    if (table->now.status != ZK_TABLE_PLAYING) return refuse(refusal, "table.not_playing");
    if (table->now.resumed & bit(command->seat)) return refuse(refusal, "pause.ended");
    entry->kind = ZK_ENTRY_PAUSE;
    return true;
}

static bool do_when(bool allowed, enum zk_entry_kind kind, struct zk_entry *entry,
                    struct zk_sentence *refusal) {
    if (!allowed) return refuse(refusal, "table.not_playing");
    entry->kind = (uint8_t)kind;
    return true;
}

/* The last places are for what brings a game to its end, each as often as that takes: or whoever is losing could fill
 * the table, and nobody would have won. Each name can be deleted beyond that, once: or they would keep the others' there. */
static bool has_place(const struct zk_table *table, const struct zk_command *command) {
    const struct zk_fold *now = &table->now;
    if (command->kind == ZK_DO_FORGET && now->seat[command->seat].name[0])
        return has_room(table);
    if (!is_nearly_full(table)) return true;
    if (zk_table_is_full(table)) return false;
    switch (command->kind) {
    case ZK_DO_MOVE:
    case ZK_DO_SEED:
    case ZK_DO_RESUME:
    case ZK_DO_RESIGN: return true;
    /* Somebody who is gone, and comes back. */
    case ZK_DO_BOT:
        return command->away && command->whom >= 0 &&
               now->seat[command->whom].kind == ZK_SEAT_PERSON;
    case ZK_DO_SIT: return now->seat[command->seat].kind == ZK_SEAT_STAND_IN;
    default: return false;
    }
}

static bool decide(struct zk_table *table, const struct zk_command *command,
                   struct zk_entry *entry, struct zk_sentence *refusal) {
    uint8_t status = table->now.status;
    if (command->seat < 0 || command->seat >= (int)table->seats_count)
        return refuse(refusal, "seat.unknown");
    if (command->at > table->now.count) return refuse(refusal, "table.ahead");
    if (!has_place(table, command)) return refuse(refusal, "table.full");
    /* A device that comes by a link has seen nothing yet. */
    if (table->now.count - command->at > ZK_BEHIND_MAX && command->kind != ZK_DO_DEVICE)
        return refuse(refusal, "table.stale");
    /* A key stays whose it is while a bot stands in. */
    bool of_keys = command->kind == ZK_DO_LINK || command->kind == ZK_DO_DEVICE ||
                   command->kind == ZK_DO_ALONE;
    bool needs_seat = command->kind != ZK_DO_SIT && command->kind != ZK_DO_BOT && !of_keys;
    if (needs_seat && !is_person(table, command->seat))
        return refuse(refusal, "seat.not_yours");
    switch (command->kind) {
    case ZK_DO_SIT: return do_sit(table, command, entry, refusal);
    case ZK_DO_BOT: return do_bot(table, command, entry, refusal);
    case ZK_DO_LEAVE: return do_leave(table, command, entry, refusal);
    case ZK_DO_MOVE: return do_move(table, command, entry, refusal);
    case ZK_DO_UNDO: return do_undo(table, command, entry, refusal);
    case ZK_DO_AGREE: return do_agree(table, command, entry, refusal);
    case ZK_DO_DECLINE: return do_decline(table, command, entry, refusal);
    case ZK_DO_AGAIN: return do_again(table, command, entry, refusal);
    case ZK_DO_SEED: return do_seed(table, command, entry, refusal);
    case ZK_DO_LINK: return do_link(table, command, entry, refusal);
    case ZK_DO_DEVICE: return do_device(table, command, entry, refusal);
    case ZK_DO_ALONE: return do_alone(command, entry, refusal);
    case ZK_DO_FORGET: entry->kind = ZK_ENTRY_FORGET; return true; /* in silence, too */
    case ZK_DO_PAUSE: return do_pause(table, command, entry, refusal);
    case ZK_DO_RESUME:
        return do_when(status == ZK_TABLE_PAUSED, ZK_ENTRY_RESUME, entry, refusal);
    case ZK_DO_RESIGN:
        return do_when(status == ZK_TABLE_PLAYING || status == ZK_TABLE_PAUSED,
                       ZK_ENTRY_RESIGN, entry, refusal);
    default: assert(0); return false;
    }
}

/* The entry of this request among the ZK_BEHIND_MAX after the first `after`, or 0. */
static uint32_t find_after(const struct zk_table *table, int seat, const char *request,
                           uint32_t after) {
    uint32_t count = table->now.count, most = after + ZK_BEHIND_MAX + 1;
    uint8_t byte = zk_request_byte(request);
    if (count > most) count = most;
    for (uint32_t i = after; i < count; i++)
        if (table->entries[i].request == byte && table->entries[i].seat == seat &&
            strcmp(zk_table_request(table, i + 1), request) == 0)
            return i + 1;
    return 0;
}

/* The entry that this request brought about before, or 0: among the last ones, or soon after `at`. It was at
 * most ZK_BEHIND_MAX behind then, so when it comes again as it was, there is none further on. */
static uint32_t find_request(const struct zk_table *table, int seat, const char *request,
                             uint32_t at) {
    uint32_t count = table->now.count,
             last = count > ZK_BEHIND_MAX ? count - ZK_BEHIND_MAX : 0;
    uint32_t found = find_after(table, seat, request, last);
    return found || at >= last ? found : find_after(table, seat, request, at);
}

/* The entry that has done what this command asks for, whatever its request, or 0: a client that lost the
 * answer may ask with its key anew. */
static uint32_t find_done(const struct zk_table *table, const struct zk_command *command) {
    if (!command->holds || !command->key) return 0;
    if (command->kind == ZK_DO_DEVICE)
        return zk_fold_key(&table->now, table, command->seat, command->key);
    bool waits = command->kind == ZK_DO_LINK &&
                 zk_fold_link(&table->now, table, command->seat, command->key);
    return waits ? table->now.seat[command->seat].link : 0;
}

static bool was_refused(const struct zk_table *table, const struct zk_command *command,
                        struct zk_sentence *refusal) {
    const struct zk_refusals *refusals = table->refusals;
    for (unsigned i = 0; refusals && i < ZK_REFUSED_KEPT; i++) {
        if (refusals->kept[i].seat != command->seat ||
            strcmp(refusals->kept[i].request, command->request) != 0)
            continue;
        *refusal = refusals->kept[i].refusal;
        return true;
    }
    return false;
}

static void remember(struct zk_table *table, const struct zk_command *command,
                     const struct zk_sentence *refusal) {
    struct zk_refusals *refusals = table->refusals;
    if (!command->request[0] || !refusals) return;
    unsigned slot = refusals->next;
    refusals->next = (uint8_t)((slot + 1) % ZK_REFUSED_KEPT);
    refusals->kept[slot].seat = (int8_t)command->seat;
    memcpy(refusals->kept[slot].request, command->request, sizeof command->request);
    refusals->kept[slot].refusal = *refusal;
}

void zk_table_remember(struct zk_table *table, struct zk_refusals *memory,
                       const struct zk_command *command, const struct zk_sentence *refusal) {
    table->refusals = memory;
    remember(table, command, refusal);
}

bool zk_table_do(struct zk_table *table, const struct zk_command *command, uint64_t now_ms,
                 uint32_t *entry_number, struct zk_sentence *refusal) {
    *entry_number = find_done(table, command);
    if (*entry_number) return true;
    if (command->request[0]) {
        *entry_number = find_request(table, command->seat, command->request, command->at);
        if (*entry_number) return true;
        if (was_refused(table, command, refusal)) return false;
    }
    struct zk_entry entry = {.seat = (int8_t)command->seat};
    zk_table_stamp(table, &entry, now_ms);
    memcpy(entry.request, command->request, sizeof entry.request);
    if (decide(table, command, &entry, refusal)) {
        *entry_number = add(table, &entry);
        return true;
    }
    remember(table, command, refusal);
    return false;
}

bool zk_table_stands(const struct zk_table *table, uint32_t number) {
    for (uint32_t i = number; i < table->now.count; i++) {
        uint8_t kind = table->entries[i].kind;
        if (kind == ZK_ENTRY_MOVE || kind == ZK_ENTRY_UNDO || kind == ZK_ENTRY_AGAIN)
            return false;
    }
    return number <= table->now.count;
}

/* Whether what that entry asked for is about the position on the table. */
static bool is_of_now(const struct zk_table *table, uint32_t number) {
    return table->entries[number - 1].kind == ZK_ENTRY_ADVICE &&
           zk_table_stands(table, number);
}

bool zk_table_may_advise(const struct zk_table *table, int seat, const char *request,
                         struct zk_sentence *refusal) {
    if (!zk_table_decides(table, seat)) return refuse(refusal, "hint.none");
    if (!table->terms.advice && is_between_people(table)) return refuse(refusal, "hint.off");
    /* Everybody would take it for the advice that they were told of then. */
    uint32_t before = request[0] ? find_request(table, seat, request, table->now.count) : 0;
    if (before && !is_of_now(table, before)) return refuse(refusal, "table.stale");
    return !is_nearly_full(table) || refuse(refusal, "table.full");
}

uint32_t zk_table_advise(struct zk_table *table, int seat, const char *request,
                         uint64_t now_ms) {
    uint32_t before = request[0] ? find_request(table, seat, request, table->now.count) : 0;
    if (before) return before;
    struct zk_entry entry = {.kind = ZK_ENTRY_ADVICE, .seat = (int8_t)seat};
    zk_table_stamp(table, &entry, now_ms);
    struct zk_text text = zk_text_in(entry.request, sizeof entry.request);
    zk_text_put(&text, request);
    return add(table, &entry);
}

/* ---- Names that are gone ---- */

void zk_table_forget_names(struct zk_table *table, uint32_t after) {
    uint32_t until[ZK_SEATS_MAX] = {0}, last = 0; /* entry numbers */
    for (uint32_t i = after; i < table->now.count; i++) {
        if (table->entries[i].kind != ZK_ENTRY_FORGET) continue;
        last = until[table->entries[i].seat] = i + 1;
    }
    for (uint32_t i = 0; i + 1 < last; i++) {
        const struct zk_kept_entry *entry = &table->entries[i];
        if (entry->kind == ZK_ENTRY_SIT && i + 1 < until[entry->sits])
            zk_entries_forget_name(table, i + 1);
    }
    for (uint32_t i = 0; table->marks.fold && (i + 1) * ZK_FOLD_STEP < last; i++)
        for (uint32_t seat = 0; seat < table->seats_count; seat++)
            if ((i + 1) * ZK_FOLD_STEP < until[seat])
                memset(table->marks.fold[i].seat[seat].name, 0, ZK_NAME_SIZE);
}

/* ---- Restoring ---- */

static bool move_fits(const struct zk_table *table, const struct zk_entry *entry) {
    zk_move moves[ZK_MOVES_MAX];
    uint32_t weights[ZK_MOVES_MAX];
    if (table->now.status != ZK_TABLE_PLAYING) return false;
    uint32_t count =
        table->game->moves(table->rules, &table->now.state, entry->seat, moves, weights);
    while (count > 0 && moves[count - 1] != entry->move) count--;
    return count > 0;
}

/* Whether the bot of an entry plays this game. */
static bool bot_fits(const struct zk_table *table, const struct zk_entry *entry) {
    unsigned names = 0;
    while (zk_bot_names[names].name) names++;
    return entry->bot < names && zk_bots_of(table->game, zk_bot_names[entry->bot].name);
}

/* Whether one who sits like that can have the face of an entry. */
static bool face_fits(const struct zk_entry *entry) {
    return !entry->face || (entry->face < ZK_FACES_COUNT && entry->sits_kind != ZK_SEAT_OPEN &&
                            is_bot_face(entry->face) == (entry->sits_kind == ZK_SEAT_BOT));
}

/* Whether an entry can bring a key. */
static bool key_fits(const struct zk_table *table, const struct zk_entry *entry) {
    return !zk_entry_has_key(entry) ||
           (entry->sits == entry->seat && entry->sits_kind == ZK_SEAT_PERSON &&
            table->now.seat[entry->sits].kind == ZK_SEAT_OPEN);
}

static bool fits(const struct zk_table *table, const struct zk_entry *entry) {
    const struct zk_fold *now = &table->now;
    bool seated = entry->seat >= 0 && entry->seat < (int)table->seats_count;
    const struct zk_seat *seat = seated ? &now->seat[entry->seat] : NULL;
    switch (entry->kind) {
    case ZK_ENTRY_SIT:
        return seated && entry->sits >= 0 && entry->sits < (int)table->seats_count &&
               entry->sits_kind <= ZK_SEAT_STAND_IN && bot_fits(table, entry) &&
               face_fits(entry) && key_fits(table, entry);
    case ZK_ENTRY_LINK: return seated && zk_entry_has_key(entry) && seat->key[0];
    case ZK_ENTRY_DEVICE:
        return seated && zk_entry_has_key(entry) && seat->link &&
               zk_seat_keys(seat) < ZK_KEYS_MAX;
    case ZK_ENTRY_ALONE: return seated && has_key(now, entry->seat, entry->move);
    case ZK_ENTRY_MOVE:
        return (seated || entry->seat == ZK_CHANCE) && move_fits(table, entry) &&
               zk_table_fair_fits(table, entry);
    case ZK_ENTRY_COMMIT:
    case ZK_ENTRY_SEED:
    case ZK_ENTRY_LATE:
    case ZK_ENTRY_SHOW:
        return (seated || entry->seat == ZK_CHANCE) && zk_table_fair_fits(table, entry);
    case ZK_ENTRY_UNDO:
    case ZK_ENTRY_ASK_UNDO: return seated && entry->move < now->moves_count;
    case ZK_ENTRY_AGREE: return seated && now->asker >= 0;
    case ZK_ENTRY_DECLINE: return seated && (now->asker >= 0 || now->again);
    case ZK_ENTRY_PAUSE:
    case ZK_ENTRY_ADVICE:
    case ZK_ENTRY_TIME: return seated && now->status == ZK_TABLE_PLAYING;
    case ZK_ENTRY_RESUME: return seated && now->status == ZK_TABLE_PAUSED;
    case ZK_ENTRY_RESIGN:
        return seated && (now->status == ZK_TABLE_PLAYING || now->status == ZK_TABLE_PAUSED);
    case ZK_ENTRY_FORGET: return seated && now->seat[entry->seat].kind == ZK_SEAT_PERSON;
    case ZK_ENTRY_ASK_AGAIN:
    case ZK_ENTRY_AGAIN: return seated && now->status == ZK_TABLE_OVER;
    default: return false;
    }
}

void zk_table_fair_add(struct zk_table *table, enum zk_entry_kind kind, int who,
                       const uint8_t *bytes, uint64_t now_ms) {
    struct zk_entry entry = {.kind = (uint8_t)kind, .seat = (int8_t)who};
    zk_table_stamp(table, &entry, now_ms);
    if (bytes) memcpy(entry.seed, bytes, sizeof entry.seed);
    assert(zk_table_fair_fits(table, &entry));
    add(table, &entry);
}

bool zk_table_restore(struct zk_table *table, const struct zk_entry *entry) {
    bool takes =
        has_room(table) && (entry->kind == ZK_ENTRY_FORGET || !zk_table_is_full(table));
    if (!takes || !fits(table, entry)) return false;
    add(table, entry);
    return true;
}
