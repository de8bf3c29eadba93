/* laws.c: the laws of every game, see laws.h. */
#include "laws.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"

const char *const laws_policy_name[LAWS_POLICIES] = {"uniform", "flat", "rare", "first",
                                                     "last"};

bool laws_fault(struct laws *laws, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(laws->fault, sizeof laws->fault, format, arguments);
    va_end(arguments);
    return false;
}

static void *block(size_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    memset(memory, 0xA5, size);
    return memory;
}

/* ---- Games and options ---- */

enum { CHOICES_ALL = 36, TRIES_MAX = 2000 };

/* What options of free text are tried with; a game accepts what it understands. */
static const char *const free_text[] = {"",      "2+3+2", "0+6+1", "4+0+3", "0+6+3", "4+1+4",
                                        "3+4+3", "4+6+0", "0+6+4", "2+4+3", NULL};

static const char *const *values_of(const struct zk_option *option) {
    return option->values ? option->values : free_text;
}

static unsigned count_values(const struct zk_option *option) {
    unsigned values = 0;
    while (values_of(option)[values]) values++;
    return values;
}

static void set(struct laws *laws, const char *name, size_t name_size, const char *value,
                size_t value_size) {
    struct zk_sentence refusal;
    if (!zk_settings_set(laws->game, &laws->settings, name, name_size, value, value_size,
                         &refusal))
        abort();
}

static void open_with_settings(struct laws *laws) {
    const struct zk_game *game = laws->game;
    struct zk_sentence refusal;
    struct zk_text name = zk_text_in(laws->name, sizeof laws->name);
    zk_text_put(&name, game->id);
    if (laws->settings.rules_version) {
        zk_text_put(&name, " rules=");
        zk_text_put_uint(&name, laws->settings.rules_version);
    }
    for (unsigned i = 0; game->options[i].name; i++) {
        zk_text_put_char(&name, ' ');
        zk_text_put(&name, game->options[i].name);
        zk_text_put_char(&name, '=');
        zk_text_put(&name, zk_settings_get(game, &laws->settings, i));
    }
    assert(game->moves_max <= ZK_MOVES_MAX && game->rules_size <= ZK_RULES_SIZE_MAX);
    assert(game->state_size <= ZK_STATE_SIZE_MAX && game->view_size <= ZK_VIEW_SIZE_MAX);
    laws->rules = block(game->rules_size);
    struct zk_rules *twin = block(game->rules_size);
    memset(laws->rules, 0x00, game->rules_size);
    memset(twin, 0xFF, game->rules_size);
    if (!game->prepare(laws->rules, &laws->settings, &refusal)) abort();
    if (!game->prepare(twin, &laws->settings, &refusal)) abort();
    assert(memcmp(laws->rules, twin, game->rules_size) == 0);
    free(twin);
    laws->seats = zk_seats(game, laws->rules);
    assert(laws->seats >= game->seats_min && laws->seats <= game->seats_max);
    laws->move = block(game->moves_max * sizeof *laws->move);
    laws->weight = block(game->moves_max * sizeof *laws->weight);
    laws->other_move = block(game->moves_max * sizeof *laws->other_move);
    laws->other_weight = block(game->moves_max * sizeof *laws->other_weight);
    laws->text = block(game->moves_max * sizeof *laws->text);
    for (unsigned i = 0; i < 4; i++) {
        laws->state[i] = block(game->state_size);
        laws->view[i] = block(game->view_size);
    }
    for (unsigned i = 0; i < 2; i++) laws->wide[i] = block(LAWS_WIDE);
}

static void choose_value(struct laws *laws, unsigned option, unsigned index) {
    const struct zk_option *chosen = &laws->game->options[option];
    const char *value = values_of(chosen)[index];
    set(laws, chosen->name, strlen(chosen->name), value, strlen(value));
}

/* Whether the game can be played with what was chosen. */
static bool is_accepted(const struct laws *laws) {
    struct zk_sentence refusal;
    struct zk_rules *rules = block(laws->game->rules_size);
    bool accepted = laws->game->prepare(rules, &laws->settings, &refusal);
    free(rules);
    return accepted;
}

/* Combination number `choice` of all of them. */
static void choose_all(struct laws *laws, unsigned choice) {
    for (unsigned i = 0; laws->game->options[i].name; i++) {
        unsigned values = count_values(&laws->game->options[i]);
        choose_value(laws, i, choice % values);
        choice /= values;
    }
}

/* All combinations, or 0 when they are too many or some do not go together. */
static unsigned count_all(const struct zk_game *game) {
    unsigned all = 1;
    struct laws laws = {.game = game};
    for (unsigned i = 0; game->options[i].name; i++) {
        if (!game->options[i].values) return 0;
        all *= count_values(&game->options[i]);
        if (all > CHOICES_ALL) return 0;
    }
    for (unsigned choice = 0; choice < all; choice++) {
        choose_all(&laws, choice);
        if (!is_accepted(&laws)) return 0;
    }
    return all;
}

/* The same, found out once a game: a card set is read for each combination. */
static unsigned count_once(const struct zk_game *game) {
    static const struct zk_game *counted[8];
    static unsigned all[8];
    unsigned i = 0;
    while (counted[i] && counted[i] != game) i++;
    assert(i + 1 < sizeof all / sizeof *all);
    if (!counted[i]) all[i] = count_all(game);
    counted[i] = game;
    return all[i];
}

/* Those of one version of the rules. */
static unsigned choices_of_rules(const struct zk_game *game) {
    unsigned choices = count_once(game);
    if (choices) return choices;
    choices = 1;
    for (unsigned i = 0; game->options[i].name; i++)
        choices += count_values(&game->options[i]) - 1; /* the first is the default */
    return choices;
}

unsigned laws_choices(const struct zk_game *game) {
    return choices_of_rules(game) * game->rules_version;
}

/* One value of one option is given, the others are random, half of them at their default. */
static void choose_around(struct laws *laws, unsigned option, unsigned index) {
    const struct zk_game *game = laws->game;
    struct zk_rng rng = zk_rng_stream(option, index);
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        memset(laws->settings.value, 0, sizeof laws->settings.value);
        for (unsigned i = 0; game->options[i].name; i++) {
            unsigned values = count_values(&game->options[i]);
            if (i == option)
                choose_value(laws, i, index);
            else if (zk_rng_below(&rng, 2))
                choose_value(laws, i, zk_rng_below(&rng, values));
        }
        if (is_accepted(laws)) return;
    }
    if (!game->options[option].values) { /* no text of another game */
        memset(&laws->settings, 0, sizeof laws->settings);
        return;
    }
    fprintf(stderr, "%s: %s=%s is never accepted\n", game->id, game->options[option].name,
            values_of(&game->options[option])[index]);
    abort();
}

void laws_open(struct laws *laws, const struct zk_game *game, unsigned choice) {
    memset(laws, 0, sizeof *laws);
    laws->game = game;
    struct zk_sentence refusal;
    uint32_t older = choice / choices_of_rules(game);
    if (!zk_settings_set_rules(game, &laws->settings, (int64_t)game->rules_version - older,
                               &refusal))
        abort();
    choice %= choices_of_rules(game);
    bool all = count_once(game) > 0;
    if (all) choose_all(laws, choice);
    for (unsigned i = 0; !all && choice && game->options[i].name; i++) {
        unsigned values = count_values(&game->options[i]);
        if (choice < values) {
            choose_around(laws, i, choice);
            break;
        }
        choice -= values - 1;
    }
    open_with_settings(laws);
}

void laws_open_named(struct laws *laws, const struct zk_game *game, const char *options) {
    laws_open_with_cards(laws, game, options, NULL);
}

void laws_open_with_cards(struct laws *laws, const struct zk_game *game, const char *options,
                          const char *cards) {
    memset(laws, 0, sizeof *laws);
    laws->game = game;
    laws->settings.cards = cards;
    laws->settings.cards_size = cards ? strlen(cards) : 0;
    while (*options) {
        size_t name = strcspn(options, "="), value = strcspn(options + name + 1, " ");
        set(laws, options, name, options + name + 1, value);
        options += name + 1 + value;
        options += strspn(options, " ");
    }
    open_with_settings(laws);
}

void laws_close(struct laws *laws) {
    free(laws->rules);
    free(laws->move);
    free(laws->weight);
    free(laws->other_move);
    free(laws->other_weight);
    free(laws->text);
    for (unsigned i = 0; i < 4; i++) {
        free(laws->state[i]);
        free(laws->view[i]);
    }
    for (unsigned i = 0; i < 2; i++) free(laws->wide[i]);
    memset(laws, 0, sizeof *laws);
}

/* ---- Law 1: the list of moves ---- */

static void print_move(struct laws *laws, const struct zk_state *state, zk_move move, int seat,
                       char *data) {
    struct zk_text text = zk_text_in(data, ZK_MOVE_TEXT_SIZE);
    laws->game->print_move(laws->rules, state, move, seat, &text);
    if (text.full) data[0] = '\0';
}

void laws_told(struct laws *laws, const struct zk_state *state, zk_move move, int seat,
               char *data) {
    struct zk_text text = zk_text_in(data, LAWS_TOLD_SIZE);
    laws->game->print_move(laws->rules, state, move, seat, &text);
    if (!laws->game->saw) return;
    zk_text_put(&text, " saw ");
    laws->game->saw(laws->rules, state, move, seat, &text);
}

static bool same_text(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* Whether every byte of a list's rest still is the one it was filled with. */
static bool untouched(const void *memory, size_t from, size_t to, unsigned char filled) {
    const unsigned char *bytes = memory;
    for (size_t i = from; i < to; i++)
        if (bytes[i] != filled) return false;
    return true;
}

bool laws_list(struct laws *laws, const struct zk_state *state) {
    const struct zk_game *game = laws->game;
    int actor = game->actor(laws->rules, state);
    size_t size = game->moves_max * sizeof(zk_move);
    laws->count = 0;
    if (actor != ZK_CHANCE && actor != ZK_OVER &&
        (actor < 0 || (uint32_t)actor >= laws->seats))
        return laws_fault(laws, "law 1: the actor %d does not exist", actor);

    for (int seat = ZK_CHANCE; seat < (int)laws->seats; seat++) {
        memset(laws->other_move, 0xA5, size);
        memset(laws->other_weight, 0xA5, size);
        uint32_t count =
            game->moves(laws->rules, state, seat, laws->other_move, laws->other_weight);
        const char *who = zk_actor_name(seat);
        if (count > game->moves_max)
            return laws_fault(laws, "law 1: %s has %u moves", who, count);
        if (!untouched(laws->other_move, count * sizeof(zk_move), size, 0xA5))
            return laws_fault(laws, "law 1: something is written behind the moves of %s", who);
        size_t weights = seat == ZK_CHANCE ? count * sizeof(uint32_t) : 0;
        if (!untouched(laws->other_weight, weights, size, 0xA5))
            return laws_fault(laws, "law 1: something is written behind the weights of %s",
                              who);
        if (actor == ZK_OVER && count)
            return laws_fault(laws, "law 1: %s moves when over", who);
        if (seat == ZK_CHANCE && actor != seat && count)
            return laws_fault(laws, "law 1: chance moves out of turn");
        for (uint32_t i = 0; i < count; i++) {
            if (zk_mover(actor, laws->other_move[i]) != seat)
                return laws_fault(laws, "law 1: a move of %s has another mover", who);
            for (uint32_t j = 0; j < i; j++)
                if (laws->other_move[i] == laws->other_move[j])
                    return laws_fault(laws, "law 1: %s has a move twice", who);
            if (seat != ZK_CHANCE) continue;
            if (laws->other_weight[i] == 0)
                return laws_fault(laws, "law 1: an outcome has no weight");
            uint32_t card = zk_card_of(game, laws->rules, state, laws->other_move[i]);
            if (card >= ZK_CARDS_MAX)
                return laws_fault(laws, "law 1: an outcome draws card %u", card);
            for (uint32_t j = 0; j < i; j++)
                if (zk_card_of(game, laws->rules, state, laws->other_move[j]) == card)
                    return laws_fault(laws, "law 1: two outcomes draw card %u", card);
        }
        if (seat != actor) continue;
        if (count == 0) return laws_fault(laws, "law 1: %s has no move", who);
        laws->count = count;
        memcpy(laws->weight, laws->other_weight, count * sizeof *laws->weight);
        memset(laws->move, 0x5A, size); /* another filling: the order must be the game's own */
        uint32_t again = game->moves(laws->rules, state, seat, laws->move,
                                     seat == ZK_CHANCE ? laws->other_weight : NULL);
        bool same = again == count &&
                    memcmp(laws->move, laws->other_move, count * sizeof(zk_move)) == 0;
        if (seat == ZK_CHANCE)
            same &= memcmp(laws->weight, laws->other_weight, count * sizeof(uint32_t)) == 0;
        if (!same)
            return laws_fault(laws, "law 1: the list of %s differs when asked again", who);
    }

    for (uint32_t i = 0; i < laws->count; i++) {
        print_move(laws, state, laws->move[i], ZK_EVERYTHING, laws->text[i]);
        if (!laws->text[i][0])
            return laws_fault(laws, "law 4: a move has no text, or too long a one");
        if (actor >= 0) {
            char own[ZK_MOVE_TEXT_SIZE];
            print_move(laws, state, laws->move[i], actor, own);
            if (!same_text(own, laws->text[i]))
                return laws_fault(laws, "law 4: %s is told %s of its own move %s",
                                  zk_actor_name(actor), own, laws->text[i]);
        }
        /* A closer look costs a list of moves each time: at most at some 40 of them. */
        if (i % (laws->count / 40 + 1) == 0 &&
            !laws_text(laws, state, actor, laws->text[i], strlen(laws->text[i])))
            return false;
        zk_move meant; /* that each means itself also tells that no two have the same text */
        if (!zk_parse_move(game, laws->rules, state, actor, laws->text[i],
                           strlen(laws->text[i]), &meant))
            return laws_fault(laws, "law 4: %s is legal and refused", laws->text[i]);
        if (meant != laws->move[i])
            return laws_fault(laws, "law 4: %s is read as another move", laws->text[i]);
    }
    return true;
}

static uint32_t slot_of(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619u;
    return (hash ^ hash >> 12) % LAWS_SEEN;
}

static uint32_t pick_weighted(const struct laws *laws, struct zk_rng *rng) {
    uint32_t total = 0, i = 0;
    for (uint32_t j = 0; j < laws->count; j++) total += laws->weight[j];
    uint32_t left = zk_rng_below(rng, total);
    while (left >= laws->weight[i]) left -= laws->weight[i++];
    return i;
}

uint32_t laws_pick(struct laws *laws, const struct zk_state *state, enum laws_policy policy,
                   struct zk_rng *rng, uint32_t *seen) {
    uint32_t pick = zk_rng_below(rng, laws->count), bold = zk_rng_below(rng, 8);
    bool chance = laws->game->actor(laws->rules, state) == ZK_CHANCE;
    switch (policy) {
    case LAWS_RARE:
        if (!seen || bold == 0) break;
        for (uint32_t i = 0; i < laws->count; i++)
            if (seen[slot_of(laws->text[i])] < seen[slot_of(laws->text[pick])]) pick = i;
        break;
    case LAWS_FIRST:
        if (bold && !chance) pick = 0;
        break;
    case LAWS_LAST:
        if (bold && !chance) pick = laws->count - 1;
        break;
    case LAWS_UNIFORM:
        if (chance) pick = pick_weighted(laws, rng);
        break;
    default: break;
    }
    if (seen) seen[slot_of(laws->text[pick])]++;
    return pick;
}

bool laws_sample(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    for (unsigned n = 0; n < 3; n++) {
        struct zk_rng again = *rng;
        zk_move move = zk_sample(laws->game, laws->rules, state, rng);
        if (zk_sample(laws->game, laws->rules, state, &again) != move ||
            memcmp(&again, rng, sizeof again) != 0)
            return laws_fault(laws, "law 3: sample gives two moves from one generator");
        int mover = zk_mover(laws->game->actor(laws->rules, state), move);
        uint32_t i = 0, count = laws->game->moves(laws->rules, state, mover, laws->other_move,
                                                  laws->other_weight);
        while (i < count && laws->other_move[i] != move) i++;
        if (i == count) return laws_fault(laws, "law 1: sample gives %#x, not listed", move);
    }
    return true;
}

/* ---- Laws 2 and 3: making moves ---- */

bool laws_apply(struct laws *laws, struct zk_state *state, struct zk_state *twin,
                zk_move move) {
    const struct zk_game *game = laws->game;
    uint64_t counts[ZK_RULES_MAX] = {0};
    game->apply(laws->rules, state, move);
    game->witness(laws->rules, twin, move, counts);
    if (memcmp(state, twin, game->state_size) != 0)
        return laws_fault(laws,
                          "law 3: the same move gives different bytes (apply and witness)");
    const char *wrong = game->check(laws->rules, state);
    return !wrong || laws_fault(laws, "law 2: %s", wrong);
}

bool laws_playout(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    struct zk_rng fast = *rng;
    memcpy(laws->state[0], state, game->state_size);
    memcpy(laws->state[1], state, game->state_size);
    uint32_t decisions = zk_playout(game, laws->rules, laws->state[0], &fast), made = 0;
    for (uint32_t length = 0; game->actor(laws->rules, laws->state[1]) != ZK_OVER; length++) {
        if (length > game->length_max)
            return laws_fault(laws, "law 2: a playout does not end");
        made += game->actor(laws->rules, laws->state[1]) >= 0;
        zk_move move = zk_sample(game, laws->rules, laws->state[1], rng);
        game->apply(laws->rules, laws->state[1], move);
    }
    if (memcmp(laws->state[0], laws->state[1], game->state_size) != 0 || decisions != made ||
        memcmp(&fast, rng, sizeof fast) != 0)
        return laws_fault(laws, "law 3: playout is not sample and apply");
    return true;
}

/* ---- Law 4: rubbish ---- */

static bool find_key(const struct zk_phrase *phrases, const char *key) {
    for (; phrases->key; phrases++)
        if (same_text(phrases->key, key)) return true;
    return false;
}

static bool check_refusal(struct laws *laws, const struct zk_sentence *refusal) {
    if (!refusal->key || !refusal->rule)
        return laws_fault(laws, "law 4: a refusal without a key");
    bool known = !*refusal->rule;
    for (unsigned i = 0; laws->game->rule_ids[i]; i++)
        known |= same_text(laws->game->rule_ids[i], refusal->rule);
    if (!known) return laws_fault(laws, "law 4: a refusal by a rule %s", refusal->rule);
    if (strncmp(refusal->key, "move.", 5) != 0 && strncmp(refusal->key, "option.", 7) != 0 &&
        !find_key(laws->game->phrases, refusal->key))
        return laws_fault(laws, "law 4: no phrase for %s", refusal->key);
    if (refusal->args_count > ZK_SENTENCE_ARGS_MAX)
        return laws_fault(laws, "law 4: too many arguments");
    for (unsigned i = 0; i < ZK_SENTENCE_ARGS_MAX; i++)
        if (!memchr(refusal->arg[i], '\0', ZK_SENTENCE_ARG_SIZE))
            return laws_fault(laws, "law 4: an argument of %s has no end", refusal->key);
    char sentence[1024];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(laws->game, refusal, &text);
    if (text.full || text.used < 5)
        return laws_fault(laws, "law 4: %s says nothing", refusal->key);
    return true;
}

bool laws_text(struct laws *laws, const struct zk_state *state, int seat, const char *text,
               size_t size) {
    const struct zk_game *game = laws->game;
    struct zk_state *before = laws->state[3];
    memcpy(before, state, game->state_size);
    char *exact = malloc(size ? size : 1); /* no NUL: a byte too far is an error */
    if (!exact) abort();
    memcpy(exact, text, size);
    zk_move move = 0xDEADBEEF;
    bool right = true;
    if (zk_parse_move(game, laws->rules, state, seat, exact, size, &move)) {
        uint32_t count =
            game->moves(laws->rules, state, seat, laws->other_move, laws->other_weight);
        uint32_t i = 0;
        char back[ZK_MOVE_TEXT_SIZE];
        while (i < count && laws->other_move[i] != move) i++;
        if (i == count) {
            right = laws_fault(laws, "law 4: %.*s is accepted and not legal", (int)size, text);
        } else {
            print_move(laws, state, move, ZK_EVERYTHING, back);
            if (!zk_same(exact, size, back, strlen(back)))
                right =
                    laws_fault(laws, "law 4: %.*s is accepted for %s", (int)size, text, back);
        }
    } else {
        struct zk_sentence refusal;
        memset(&refusal, 0xFF, sizeof refusal);
        game->explain(laws->rules, state, seat, exact, size, &refusal);
        if (move != 0xDEADBEEF)
            right = laws_fault(laws, "law 4: a refused text leaves a move");
        right = right && check_refusal(laws, &refusal);
    }
    free(exact);
    if (right && memcmp(before, state, game->state_size) != 0)
        right = laws_fault(laws, "law 4: reading %.*s changes the state", (int)size, text);
    return right;
}

/* A small change; a letter that comes in is one of `model`, or one that no game has. */
static size_t mutate(char *text, size_t size, size_t room, const char *model,
                     struct zk_rng *rng) {
    static const char letters[] = " >?.,-+Aa0123456789\n\t\xC3\xA9\xFF";
    size_t at = zk_rng_below(rng, (uint32_t)size + 1);
    char letter = letters[zk_rng_below(rng, sizeof letters)]; /* the NUL too */
    if (*model && zk_rng_below(rng, 2))
        letter = model[zk_rng_below(rng, (uint32_t)strlen(model))];
    switch (zk_rng_below(rng, 6)) {
    case 0:
        if (at < size) memmove(text + at, text + at + 1, --size - at);
        break;
    case 1:
        if (size == room) break;
        memmove(text + at + 1, text + at, size++ - at);
        text[at] = letter;
        break;
    case 2:
        if (at < size) text[at] = letter;
        break;
    case 3: size = at; break;
    case 4:
        if (at + 1 < size) {
            char first = text[at];
            text[at] = text[at + 1];
            text[at + 1] = first;
        }
        break;
    default: /* the rest twice */
        if (2 * size - at <= room) {
            memcpy(text + size, text + at, size - at);
            size += size - at;
        }
    }
    return size;
}

size_t laws_make_rubbish(struct laws *laws, struct zk_rng *rng, char *text) {
    static const char *const of_any_game[] = {
        "", " ", "?", "null", "{}", "0", "-1", "4294967297", "\n", "\xFF", "\xC3\xA9", "A",
    };
    uint32_t pooled = laws->pool_used < LAWS_POOL ? laws->pool_used : LAWS_POOL;
    const char *base;
    uint32_t kind = zk_rng_below(rng, 8);
    if (kind == 0 || !laws->pool_used) {
        uint32_t own = 0, any = sizeof of_any_game / sizeof *of_any_game;
        while (laws->rubbish && laws->rubbish[own]) own++;
        uint32_t pick = zk_rng_below(rng, own + any);
        base = pick < own ? laws->rubbish[pick] : of_any_game[pick - own];
    } else if (kind < 4 || !laws->count) {
        base = laws->pool[zk_rng_below(rng, pooled)];
    } else {
        base = laws->text[zk_rng_below(rng, laws->count)];
    }
    size_t size = strlen(base);
    memcpy(text, base, size);
    const char *model = laws->pool_used ? laws->pool[zk_rng_below(rng, pooled)] : "";
    for (uint32_t times = zk_rng_below(rng, 4); times; times--)
        size = mutate(text, size, LAWS_RUBBISH_SIZE, model, rng);
    return size;
}

bool laws_rubbish(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    char text[LAWS_RUBBISH_SIZE];
    size_t size;
    int actor = laws->game->actor(laws->rules, state);
    for (unsigned n = 0; n < 6; n++) {
        size = laws_make_rubbish(laws, rng, text);
        int seat = actor == ZK_OVER || zk_rng_below(rng, 4) == 0
                       ? (int)zk_rng_below(rng, laws->seats + 1) - 1
                       : actor;
        if (!laws_text(laws, state, seat, text, size)) return false;
    }
    if (zk_rng_below(rng, 64) == 0) { /* a very long one */
        memset(laws->wide[0], 'R', LAWS_WIDE);
        size = laws->count ? strlen(laws->text[0]) : 0;
        memcpy(laws->wide[0], laws->text[0], size);
        for (int seat = ZK_CHANCE; seat < (int)laws->seats; seat++)
            if (!laws_text(laws, state, seat, laws->wide[0], LAWS_WIDE)) return false;
    }
    return true;
}

/* Laws 5 and 6: in worlds that a seat cannot tell apart a text is the same move of that seat, or is refused with the
 * same words. */
static bool same_refusal(struct laws *laws, const struct zk_state *a, const struct zk_state *b,
                         int seat, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    char text[LAWS_RUBBISH_SIZE], words[2][1024];
    size_t size = laws_make_rubbish(laws, rng, text);
    zk_move move[2] = {0, 0};
    bool legal[2];
    const struct zk_state *world[2] = {a, b};
    for (unsigned i = 0; i < 2; i++) {
        struct zk_sentence refusal;
        struct zk_text said = zk_text_in(words[i], sizeof words[i]);
        struct zk_json_out json = zk_json_to(&said);
        legal[i] = zk_parse_move(game, laws->rules, world[i], seat, text, size, &move[i]);
        if (legal[i]) continue;
        game->explain(laws->rules, world[i], seat, text, size, &refusal);
        zk_sentence_write(&json, &refusal);
    }
    if (legal[0] != legal[1] || move[0] != move[1])
        return laws_fault(laws, "law 6: %.*s is legal in one of two worlds alone", (int)size,
                          text);
    return legal[0] || same_text(words[0], words[1]) ||
           laws_fault(laws, "law 6: refused with %s and %s", words[0], words[1]);
}

/* ---- Laws 3, 5: views and what is resampled from them ---- */

/* The view of a state for a seat, in view[0], twice made on different ground. */
static bool make_view(struct laws *laws, const struct zk_state *state, int seat) {
    const struct zk_game *game = laws->game;
    memset(laws->view[0], 0x00, game->view_size);
    memset(laws->view[1], 0xFF, game->view_size);
    game->view(laws->rules, state, seat, laws->view[0]);
    game->view(laws->rules, state, seat, laws->view[1]);
    if (memcmp(laws->view[0], laws->view[1], game->view_size) == 0) return true;
    return laws_fault(laws, "law 3: a byte of the view of seat %d is left as it was", seat);
}

/* A view as text and as JSON, one after the other. */
static bool show_view(struct laws *laws, const struct zk_view *view, char *out) {
    struct zk_text text = zk_text_in(out, LAWS_WIDE);
    zk_print_view(laws->game, laws->rules, view, true, &text);
    zk_text_put_char(&text, '\n');
    size_t from = text.used;
    struct zk_json_out json = zk_json_to(&text);
    laws->game->write_view(laws->rules, view, &json);
    if (text.full)
        return laws_fault(laws, "a view is written in more than %d bytes", LAWS_WIDE);
    if (text.used - from > ZK_WRITTEN_SIZE)
        return laws_fault(laws, "a view is longer than %d bytes as JSON", ZK_WRITTEN_SIZE);
    struct zk_json_in in = zk_json_from(out + from, text.used - from);
    if (zk_json_peek(&in) != ZK_JSON_OBJECT || !zk_json_skip(&in) || !zk_json_finish(&in))
        return laws_fault(laws, "a view is not a JSON object: %s", in.error ? in.error : "");
    return true;
}

static bool views_equal(struct laws *laws, const struct zk_state *a, const struct zk_state *b,
                        int seat) {
    laws->game->view(laws->rules, a, seat, laws->view[2]);
    laws->game->view(laws->rules, b, seat, laws->view[3]);
    return memcmp(laws->view[2], laws->view[3], laws->game->view_size) == 0;
}

static bool check_resampled(struct laws *laws, const struct zk_state *state,
                            const struct zk_state *other, int seat) {
    const struct zk_game *game = laws->game;
    const char *who = zk_actor_name(seat), *wrong = game->check(laws->rules, other);
    if (wrong) return laws_fault(laws, "law 5: resampled for %s: %s", who, wrong);
    if (!views_equal(laws, state, other, seat))
        return laws_fault(laws, "law 5: %s can tell the resampled state", who);
    if (!views_equal(laws, state, other, ZK_SPECTATOR))
        return laws_fault(laws, "law 5: a spectator can tell the state resampled for %s", who);
    if (game->actor(laws->rules, state) != game->actor(laws->rules, other))
        return laws_fault(laws, "law 5: resampled for %s: another actor", who);
    zk_move mine[ZK_MOVES_MAX];
    uint32_t count = game->moves(laws->rules, state, seat, mine, NULL);
    uint32_t others = game->moves(laws->rules, other, seat, laws->other_move, NULL);
    if (count != others || memcmp(mine, laws->other_move, count * sizeof *mine) != 0)
        return laws_fault(laws, "law 5: resampled for %s: other moves", who);
    int32_t points[ZK_SEATS_MAX] = {0}, other_points[ZK_SEATS_MAX] = {0};
    bool shown = game->points(laws->rules, state, points);
    if (shown != game->points(laws->rules, other, other_points) ||
        (shown && memcmp(points, other_points, sizeof points) != 0))
        return laws_fault(laws, "law 5: resampled for %s: other points", who);
    return true;
}

bool laws_views(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    int actor = game->actor(laws->rules, state);
    for (int seat = 0; seat < (int)laws->seats; seat++) {
        struct zk_rng again = *rng;
        if (!make_view(laws, state, seat)) return false;
        memset(laws->state[0], 0x00, game->state_size);
        memset(laws->state[1], 0xFF, game->state_size);
        game->resample(laws->rules, laws->view[0], rng, laws->state[0]);
        game->resample(laws->rules, laws->view[0], &again, laws->state[1]);
        if (memcmp(laws->state[0], laws->state[1], game->state_size) != 0)
            return laws_fault(laws, "law 3: a byte of a resampled state is left as it was");
        if (memcmp(laws->view[0], laws->view[1], game->view_size) != 0)
            return laws_fault(laws, "resample changes the view");
        if (!check_resampled(laws, state, laws->state[0], seat) ||
            !same_refusal(laws, state, laws->state[0], seat, rng))
            return false;
        if (actor == ZK_OVER) {
            struct zk_result result, other;
            game->result(laws->rules, state, &result);
            game->result(laws->rules, laws->state[0], &other);
            if (result.winners != other.winners || result.drawn != other.drawn)
                return laws_fault(laws, "law 5: resampled at the end: another result");
        }
    }
    if (!make_view(laws, state, ZK_SPECTATOR) || !make_view(laws, state, ZK_EVERYTHING))
        return false;
    if (zk_rng_below(rng, 8)) return true;
    for (int seat = ZK_EVERYTHING; seat < (int)laws->seats; seat++) {
        if (seat == ZK_CHANCE || seat == ZK_OVER) continue;
        game->view(laws->rules, state, seat, laws->view[0]);
        if (!show_view(laws, laws->view[0], laws->wide[0])) return false;
    }
    return true;
}

/* ---- Law 6: what cannot be known is not told ---- */

/* A move of `mover` in `state` that `seat` is told of as `told`; full texts must be the same for
 * a seat's move. */
static bool find_told(struct laws *laws, const struct zk_state *state, int mover, int seat,
                      const char *told, const char *full, struct zk_rng *rng, zk_move *move) {
    uint32_t count =
        laws->game->moves(laws->rules, state, mover, laws->other_move, laws->other_weight);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        char text[LAWS_TOLD_SIZE];
        laws_told(laws, state, laws->other_move[i], seat, text);
        if (!same_text(text, told)) continue;
        print_move(laws, state, laws->other_move[i], ZK_EVERYTHING, text);
        if (mover != ZK_CHANCE && !same_text(text, full)) continue;
        if (zk_rng_below(rng, ++found) == 0) *move = laws->other_move[i];
    }
    return found > 0;
}

static bool same_for(struct laws *laws, const struct zk_state *a, const struct zk_state *b,
                     int seat, const char *told) {
    const char *who = zk_actor_name(seat);
    if (!views_equal(laws, a, b, seat))
        return laws_fault(laws, "law 6: after \"%s\" the view of %s tells two worlds apart",
                          told, who);
    if (!show_view(laws, laws->view[2], laws->wide[0])) return false;
    if (!show_view(laws, laws->view[3], laws->wide[1])) return false;
    if (strcmp(laws->wide[0], laws->wide[1]) != 0)
        return laws_fault(laws, "law 6: after \"%s\" the screen of %s tells two worlds apart",
                          told, who);
    if (laws->game->actor(laws->rules, a) != laws->game->actor(laws->rules, b))
        return laws_fault(laws, "law 6: after \"%s\" the actor tells two worlds apart", told);
    return true;
}

/* What a move does, or did, as JSON; "" when nothing is said. */
static bool write_effect(struct laws *laws, const struct zk_view *before, zk_move move,
                         const struct zk_view *after, char *effect) {
    struct zk_text text = zk_text_in(effect, ZK_EFFECT_SIZE);
    struct zk_json_out json = zk_json_to(&text);
    bool said = laws->game->write_effect &&
                laws->game->write_effect(laws->rules, before, move, after, &json);
    if (text.full)
        return laws_fault(laws, "an effect is longer than %d bytes", ZK_EFFECT_SIZE);
    if (!said)
        return !text.used || laws_fault(laws, "an effect is written and not said: %s", effect);
    struct zk_json_in in = zk_json_from(effect, text.used);
    if (zk_json_peek(&in) != ZK_JSON_OBJECT || !zk_json_skip(&in) || !zk_json_finish(&in))
        return laws_fault(laws, "an effect is not a JSON object: %s", effect);
    return true;
}

/* Whether what a seat is told of what two moves did is the same: view[0] and view[1] are what it knew before, and a
 * and b the worlds after it. */
static bool same_effects(struct laws *laws, const struct zk_state *a, zk_move move_a,
                         const struct zk_state *b, zk_move move_b, int seat) {
    char effect_a[ZK_EFFECT_SIZE], effect_b[ZK_EFFECT_SIZE];
    laws->game->view(laws->rules, a, seat, laws->view[2]);
    laws->game->view(laws->rules, b, seat, laws->view[3]);
    if (!write_effect(laws, laws->view[0], move_a, laws->view[2], effect_a) ||
        !write_effect(laws, laws->view[1], move_b, laws->view[3], effect_b))
        return false;
    return same_text(effect_a, effect_b) ||
           laws_fault(laws, "law 6: what a move did tells two worlds apart: %s, %s", effect_a,
                      effect_b);
}

static bool apart_for(struct laws *laws, const struct zk_state *state, int seat,
                      struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    struct zk_state *a = laws->state[0], *b = laws->state[1];
    game->view(laws->rules, state, seat, laws->view[0]);
    game->resample(laws->rules, laws->view[0], rng, a);
    game->resample(laws->rules, laws->view[0], rng, b);
    for (unsigned steps = 0; steps < 40; steps++) {
        int actor = game->actor(laws->rules, a);
        if (actor == ZK_OVER) break;
        zk_move move_a = zk_sample(game, laws->rules, a, rng), move_b;
        int mover = zk_mover(actor, move_a);
        char full[ZK_MOVE_TEXT_SIZE], told[LAWS_TOLD_SIZE], also[LAWS_TOLD_SIZE];
        print_move(laws, a, move_a, ZK_EVERYTHING, full);
        laws_told(laws, a, move_a, seat, told);
        if (mover == seat &&
            !zk_parse_move(game, laws->rules, b, seat, full, strlen(full), &move_b))
            return laws_fault(laws, "law 6: %s is legal in one of two worlds alone", full);
        if (!find_told(laws, b, mover, seat, told, full, rng, &move_b))
            break; /* this move makes the difference public, or shows it to the seat */
        laws_told(laws, b, move_b, seat, also);
        if (!same_text(told, also))
            return laws_fault(laws, "law 6: told %s and %s", told, also);
        game->view(laws->rules, a, seat, laws->view[0]);
        game->view(laws->rules, b, seat, laws->view[1]);
        game->apply(laws->rules, a, move_a);
        game->apply(laws->rules, b, move_b);
        /* A move may lay the difference open for everybody: sealed bids at their opening, all cards
         * at the end. What is shown and yet hidden in the state is found by law 5. */
        if (!views_equal(laws, a, b, ZK_SPECTATOR)) break;
        if (!same_for(laws, a, b, seat, told) ||
            !same_effects(laws, a, move_a, b, move_b, seat) ||
            !same_refusal(laws, a, b, seat, rng))
            return false;
    }
    return true;
}

bool laws_apart(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    for (int seat = 0; seat < (int)laws->seats; seat++)
        if (!apart_for(laws, state, seat, rng)) return false;
    return true;
}

/* What a move did must not tell what its notation hides: of two moves that an audience is told of alike, and after which
 * it knows the same, it is told the same. */
static bool alike_for(struct laws *laws, const struct zk_state *state, int seat, zk_move one,
                      zk_move other) {
    const struct zk_game *game = laws->game;
    struct zk_state *a = laws->state[0], *b = laws->state[1];
    memcpy(a, state, game->state_size);
    memcpy(b, state, game->state_size);
    game->view(laws->rules, state, seat, laws->view[0]);
    game->view(laws->rules, state, seat, laws->view[1]);
    game->apply(laws->rules, a, one);
    game->apply(laws->rules, b, other);
    return !views_equal(laws, a, b, seat) || same_effects(laws, a, one, b, other, seat);
}

bool laws_alike(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    int actor = game->actor(laws->rules, state);
    if (!game->write_effect) return true;
    uint32_t count =
        game->moves(laws->rules, state, actor, laws->other_move, laws->other_weight);
    zk_move one = laws->other_move[zk_rng_below(rng, count)];
    for (int seat = -1; seat < (int)laws->seats; seat++) {
        int audience = seat < 0 ? ZK_SPECTATOR : seat;
        char told[LAWS_TOLD_SIZE], also[LAWS_TOLD_SIZE];
        laws_told(laws, state, one, audience, told);
        for (uint32_t i = 0; i < count; i++) {
            if (laws->other_move[i] == one) continue;
            laws_told(laws, state, laws->other_move[i], audience, also);
            if (same_text(told, also) &&
                !alike_for(laws, state, audience, one, laws->other_move[i]))
                return false;
        }
    }
    return true;
}

/* ---- What a move would do is what it does ---- */

/* Whether an effect has a member with this very value. */
static bool has_member(const char *effect, const char *key, const char *value, size_t size) {
    struct zk_json_in in = zk_json_from(effect, strlen(effect));
    char name[32];
    if (!*effect) return false;
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, name, sizeof name)) {
        const char *raw;
        size_t raw_size;
        zk_json_get_raw(&in, &raw, &raw_size);
        if (same_text(name, key)) return zk_same(raw, raw_size, value, size);
    }
    return false;
}

enum { TOLD_MAX = 32 };

static bool kept_promise(struct laws *laws, const char *foretold, const char *move,
                         char told[][ZK_EFFECT_SIZE], unsigned count) {
    struct zk_json_in in = zk_json_from(foretold, strlen(foretold));
    char key[32];
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        const char *value;
        size_t size;
        bool found = false;
        zk_json_get_raw(&in, &value, &size);
        if (zk_same(value, size, "\"?\"", 3)) continue;
        for (unsigned i = 0; i < count; i++) found |= has_member(told[i], key, value, size);
        if (!found)
            return laws_fault(laws, "%s was to do %s, and %s was not told: %s %s", move,
                              foretold, key, told[0], count > 1 ? told[1] : "");
    }
    return true;
}

/* Makes a move of a seat in a copy, and what luck adds to it up to the next decision. */
static bool make_and_listen(struct laws *laws, const struct zk_state *state, int seat,
                            zk_move move, const char *foretold, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    static char told[TOLD_MAX][ZK_EFFECT_SIZE];
    struct zk_state *world = laws->state[0];
    unsigned count = 0;
    char name[ZK_MOVE_TEXT_SIZE];
    print_move(laws, state, move, seat, name);
    memcpy(world, state, game->state_size);
    do {
        game->view(laws->rules, world, seat, laws->view[1]);
        game->apply(laws->rules, world, move);
        game->view(laws->rules, world, seat, laws->view[2]);
        if (!write_effect(laws, laws->view[1], move, laws->view[2], told[count++]))
            return false;
        if (game->actor(laws->rules, world) != ZK_CHANCE) break;
        move = zk_sample(game, laws->rules, world, rng);
    } while (count < TOLD_MAX);
    return !*foretold || kept_promise(laws, foretold, name, told, count);
}

/* An event with many moves is no longer than the table has memory for: "NOTATION", and "123":EFFECT, */
static bool fits_in_list(struct laws *laws, const char *name, const char *foretold) {
    size_t size = strlen(name) + strlen("\"\",") +
                  (*foretold ? strlen(foretold) + strlen("\"4095\":,") : 0);
    return size <= ZK_LISTED_SIZE ||
           laws_fault(laws, "%s is listed in %zu bytes: %s", name, size, foretold);
}

bool laws_foretold(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    const struct zk_game *game = laws->game;
    if (!game->write_effect) return true;
    for (int seat = 0; seat < (int)laws->seats; seat++) {
        uint32_t count = game->moves(laws->rules, state, seat, laws->other_move, NULL);
        game->view(laws->rules, state, seat, laws->view[0]);
        for (uint32_t i = 0; i < count; i++) {
            char foretold[ZK_EFFECT_SIZE], name[ZK_MOVE_TEXT_SIZE];
            print_move(laws, state, laws->other_move[i], seat, name);
            if (!write_effect(laws, laws->view[0], laws->other_move[i], NULL, foretold) ||
                !fits_in_list(laws, name, foretold) ||
                !make_and_listen(laws, state, seat, laws->other_move[i], foretold, rng))
                return false;
        }
    }
    return true;
}

/* ---- A whole game ---- */

static bool look_at(struct laws *laws, const struct zk_state *state, struct zk_rng *rng) {
    if (!laws_list(laws, state) || !laws_views(laws, state, rng)) return false;
    if (!laws_rubbish(laws, state, rng)) return false;
    if (laws->game->actor(laws->rules, state) == ZK_OVER) return true;
    if (!laws_sample(laws, state, rng)) return false;
    if (zk_rng_below(rng, 24) == 0 && !laws_apart(laws, state, rng)) return false;
    if (zk_rng_below(rng, 8) == 0 && !laws_alike(laws, state, rng)) return false;
    if (zk_rng_below(rng, 8) == 0 && !laws_foretold(laws, state, rng)) return false;
    return zk_rng_below(rng, 48) || laws_playout(laws, state, rng);
}

/* Whether a result has one of the game's ranks, or none where it has none. */
static bool is_ranked(const struct zk_game *game, const struct zk_result *result) {
    const char *const *ranks = game->about ? game->about->ranks : NULL;
    if (!ranks || !result->rank) return !ranks && !result->rank;
    while (*ranks && !same_text(*ranks, result->rank)) ranks++;
    return *ranks != NULL;
}

static bool check_result(struct laws *laws, const struct zk_state *state) {
    const struct zk_game *game = laws->game;
    struct zk_result result;
    memset(&result, 0xFF, sizeof result);
    game->result(laws->rules, state, &result);
    bool named = false;
    for (unsigned i = 0; game->rule_ids[i]; i++)
        named |= same_text(game->rule_ids[i], result.end);
    if (!named) return laws_fault(laws, "law 2: the game is ended by no rule");
    if (result.winners >> laws->seats)
        return laws_fault(laws, "a seat that is not there wins");
    if (result.drawn && result.winners != (1u << laws->seats) - 1)
        return laws_fault(laws, "a draw without everybody");
    int32_t points[ZK_SEATS_MAX];
    if (game->points(laws->rules, state, points) &&
        memcmp(points, result.points, laws->seats * sizeof *points) != 0)
        return laws_fault(laws, "law 2: the result has other points than the last position");
    if (!is_ranked(game, &result))
        return laws_fault(laws, "the result has not one of the game's ranks");
    if (game->points_most && (!game->together || game->points_most(laws->rules) == 0 ||
                              result.points[0] > (int64_t)game->points_most(laws->rules)))
        return laws_fault(laws, "a team has more points than there are, or there are none");
    return true;
}

static void report(struct laws *laws, uint64_t seed, uint64_t number, enum laws_policy policy,
                   const zk_move *history, uint32_t length) {
    const struct zk_game *game = laws->game;
    fprintf(stderr, "%s\n  %s, seed %llu, game %llu, policy %s, after %u moves:\n",
            laws->fault, laws->name, (unsigned long long)seed, (unsigned long long)number,
            laws_policy_name[policy], length);
    game->start(laws->rules, laws->state[2]);
    for (uint32_t i = 0; i < length; i++) {
        char text[ZK_MOVE_TEXT_SIZE];
        int actor = game->actor(laws->rules, laws->state[2]);
        print_move(laws, laws->state[2], history[i], ZK_EVERYTHING, text);
        fprintf(stderr, "  %s %s\n", zk_actor_name(zk_mover(actor, history[i])), text);
        game->apply(laws->rules, laws->state[2], history[i]);
    }
}

/* Before one decision in eight somebody acts out of turn, where that can be: law 4 for such a move. */
static bool act_out_of_turn(struct laws *laws, const struct zk_state *state,
                            struct zk_rng *rng, zk_move *move, bool *acts) {
    const struct zk_game *game = laws->game;
    int seat = (int)zk_rng_below(rng, laws->seats), actor = game->actor(laws->rules, state);
    *acts = false;
    if (zk_rng_below(rng, 8) || actor < 0 || seat == actor) return true;
    uint32_t count = game->moves(laws->rules, state, seat, laws->other_move, NULL);
    if (!count) return true;
    *acts = true;
    *move = laws->other_move[zk_rng_below(rng, count)];
    char *text = laws->pool[laws->pool_used++ % LAWS_POOL], own[ZK_MOVE_TEXT_SIZE];
    zk_move meant;
    print_move(laws, state, *move, ZK_EVERYTHING, text);
    print_move(laws, state, *move, seat, own);
    if (!same_text(text, own) || !laws_text(laws, state, seat, text, strlen(text)) ||
        !zk_parse_move(game, laws->rules, state, seat, text, strlen(text), &meant) ||
        meant != *move)
        return laws_fault(laws, "law 4: %s is not read back out of turn", text);
    return true;
}

bool laws_game(struct laws *laws, uint64_t seed, uint64_t number, enum laws_policy policy,
               uint32_t *seen) {
    const struct zk_game *game = laws->game;
    struct zk_rng rng = zk_rng_stream(seed, number);
    struct zk_rng looking =
        zk_rng_split(&rng); /* so that the moves do not depend on the looking */
    struct zk_state *state = block(game->state_size), *twin = block(game->state_size);
    zk_move *history = block((game->length_max + 1) * sizeof *history);
    uint32_t length = 0;
    memset(state, 0x00, game->state_size);
    memset(twin, 0xFF, game->state_size);
    game->start(laws->rules, state);
    game->start(laws->rules, twin);
    const char *wrong = game->check(laws->rules, state);
    bool right = !wrong || laws_fault(laws, "law 2: at the start: %s", wrong);
    if (right && memcmp(state, twin, game->state_size) != 0)
        right = laws_fault(laws, "law 3: a byte of the first state is left as it was");
    while (right) {
        right = look_at(laws, state, &looking);
        if (right && memcmp(state, twin, game->state_size) != 0)
            right = laws_fault(laws, "looking at a state changes it");
        if (!right || game->actor(laws->rules, state) == ZK_OVER) break;
        if (length == game->length_max) {
            right = laws_fault(laws, "law 2: the game goes on after length_max moves");
            break;
        }
        bool acts;
        right = act_out_of_turn(laws, state, &looking, &history[length], &acts);
        if (!right) break;
        if (!acts) {
            uint32_t pick = laws_pick(laws, state, policy, &rng, seen);
            memcpy(laws->pool[laws->pool_used++ % LAWS_POOL], laws->text[pick],
                   ZK_MOVE_TEXT_SIZE);
            history[length] = laws->move[pick];
        }
        right = laws_apply(laws, state, twin, history[length++]);
    }
    if (right) right = check_result(laws, state);
    if (!right) report(laws, seed, number, policy, history, length);
    free(state);
    free(twin);
    free(history);
    return right;
}

double laws_chi_limit(unsigned freedom) {
    double f = freedom, root = 1; /* of 2 / (9 f), by Newton */
    for (unsigned i = 0; i < 40; i++) root = (root + 2 / (9 * f) / root) / 2;
    double cube = 1 - 2 / (9 * f) + 5.2 * root; /* Wilson and Hilferty's approximation */
    return f * cube * cube * cube;
}

bool laws_plausible(const uint32_t *observed, const double *share, uint32_t count,
                    uint32_t total) {
    double sum = 0, few_expected = 0, few_observed = 0;
    unsigned cells = 0;
    for (uint32_t i = 0; i < count; i++) {
        double expected = share[i] * total, off = observed[i] - expected;
        if (expected < 10) {
            few_expected += expected;
            few_observed += observed[i];
        } else {
            sum += off * off / expected;
            cells++;
        }
    }
    if (few_expected >= 10) {
        sum += (few_observed - few_expected) * (few_observed - few_expected) / few_expected;
        cells++;
    }
    return cells < 2 || sum < laws_chi_limit(cells - 1);
}
