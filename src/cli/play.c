/* play.c: the command `play`: a person plays in one seat, bots in the others. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "games/list.h"
#include "path.h"
#include "sitting.h"
#include "tutorial.h"

static bool read_seat(struct sitting *sitting) {
    const char *text = sitting->request->value[OPTION_SEAT];
    sitting->seat = sitting->tutorial ? sitting->tutorial->seat : 0;
    if (!text) return true;
    if (zk_actor_parse(text, strlen(text), &sitting->seat) && sitting->seat >= 0 &&
        sitting->seat < (int)sitting->table->seats_count)
        return true;
    complain(sitting->request, "--seat is a seat from A to %s, not \"%s\"",
             zk_actor_name((int)sitting->table->seats_count - 1), text);
    return false;
}

static bool read_seed(struct sitting *sitting) {
    uint32_t chosen;
    if (getrandom(&chosen, sizeof chosen, 0) != sizeof chosen) chosen = (uint32_t)getpid();
    chosen %= 1000000; /* short enough to be typed again */
    return request_number(sitting->request, OPTION_SEED, 0, UINT64_MAX, chosen,
                          &sitting->seed);
}

/* The program asked for, or one that is neither weak nor slow. */
static const struct zk_bot *choose_bot(const struct request *request,
                                       const struct zk_game *game,
                                       const struct zk_tutorial *tutorial) {
    const char *name = request->value[OPTION_BOT];
    if (name) return request_bot(request, game, name, strlen(name));
    if (tutorial) return zk_bots_of(game, tutorial->record.name[tutorial->seat ? 0 : 1]);
    const struct zk_bot *normal = zk_bots_of(game, "normal");
    return normal ? normal : zk_bots_best(game);
}

/* ---- The local table ---- */

uint64_t wall_clock_ms(void *user) {
    (void)user;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* What a seed means, in `play` and in `selfplay`: chance and the moves of `random` draw from one
 * generator, every other bot has one of its own. */
static struct zk_rng *luck(void *user, int who, bool hint) {
    struct sitting *sitting = user;
    if (hint) return &sitting->advice;
    if (who == ZK_CHANCE) return &sitting->luck;
    return zk_table_bot_of(sitting->table, who) == &zk_bot_random ? &sitting->luck
                                                                  : &sitting->own[who];
}

struct zk_message sitting_message(const struct sitting *sitting, enum zk_ask_kind ask) {
    struct zk_message message = {.ask = ask, .seat = -1, .at = sitting->table->now.count};
    struct zk_text text = zk_text_in(message.table, sizeof message.table);
    zk_text_put(&text, ZK_LOCAL_ID);
    text = zk_text_in(message.token, sizeof message.token);
    zk_text_put(&text, zk_actor_name(sitting->seat));
    return message;
}

static bool open_table(struct sitting *sitting, const struct zk_settings *settings) {
    struct zk_message message = sitting_message(sitting, ZK_ASK_OPEN);
    char options[ZK_OPTIONS_MAX * 4 * ZK_OPTION_VALUE_SIZE];
    struct zk_text text = zk_text_in(message.game, sizeof message.game);
    zk_text_put(&text, sitting->game->id);
    text = zk_text_in(options, sizeof options);
    struct zk_json_out out = zk_json_to(&text);
    zk_settings_write(&out, sitting->game, settings);
    message.options = text.data;
    message.options_size = text.used;
    message.rules_version = zk_settings_rules(sitting->game, settings);
    message.cardset = settings->cards;
    message.cardset_size = settings->cards_size;
    message.terms.memory = sitting->request->value[OPTION_MEMORY] != NULL;
    return !text.full && zk_local_ask(sitting->local, &message);
}

/* The person, then the bots: with the last of them the game begins. */
static bool seat_everybody(struct sitting *sitting, const struct zk_bot *bot) {
    struct zk_message join = sitting_message(sitting, ZK_ASK_JOIN);
    struct zk_message sit = sitting_message(sitting, ZK_ASK_SIT);
    struct zk_text text = zk_text_in(sit.name, sizeof sit.name);
    zk_text_put(&text, path_person);
    bool right = zk_local_ask(sitting->local, &join) && zk_local_ask(sitting->local, &sit);
    for (int seat = 0; right && seat < (int)sitting->table->seats_count; seat++) {
        struct zk_message message = sitting_message(sitting, ZK_ASK_BOT);
        if (seat == sitting->seat) continue;
        message.seat = seat;
        text = zk_text_in(message.bot, sizeof message.bot);
        zk_text_put(&text, bot->name);
        right = zk_local_ask(sitting->local, &message);
    }
    return right;
}

/* --tutorial brings its own rules and seats. */
static bool find_tutorial(struct sitting *sitting) {
    const struct request *request = sitting->request;
    if (!request->value[OPTION_TUTORIAL]) return true;
    if (request->settings_count || request->value[OPTION_SEAT]) {
        complain(request, "--tutorial goes without --set and --seat");
        return false;
    }
    sitting->tutorial = calloc(1, sizeof *sitting->tutorial);
    if (sitting->tutorial && tutorial_find(sitting->game, sitting->tutorial)) return true;
    complain(request, "%s has no tutorial yet; zashiki rules %s says how it is played",
             sitting->game->name, sitting->game->id);
    return false;
}

static bool sit_down(struct sitting *sitting, const struct request *request) {
    struct zk_settings settings;
    sitting->request = request;
    sitting->game =
        request_game(request, request->words_count ? request->words[0] : zk_games[0]->id);
    if (!sitting->game || !find_tutorial(sitting) ||
        !request_rules(request, sitting->game, &settings, &sitting->local->new_rules))
        return false;
    if (sitting->tutorial) settings = sitting->tutorial->record.settings;
    zk_local_start(sitting->local, sitting, wall_clock_ms, luck, NULL);
    if (!open_table(sitting, &settings)) {
        sitting_tell_refusal(sitting);
        return false;
    }
    if (!read_seat(sitting) || !read_seed(sitting)) return false;
    const struct zk_bot *bot = choose_bot(request, sitting->game, sitting->tutorial);
    if (!bot) return false;
    sitting->luck = zk_rng_stream(sitting->seed, 0);
    for (uint32_t seat = 0; seat < sitting->table->seats_count; seat++)
        sitting->own[seat] = zk_rng_stream(zk_rng_mix(sitting->seed) + seat + 1, 0);
    if (sitting->tutorial) zk_local_follow(sitting->local, sitting->tutorial);
    if (seat_everybody(sitting, bot)) return true;
    sitting_tell_refusal(sitting);
    return false;
}

/* Whether the person is asked now. A tutorial does not ask while it has moves of its own to make. */
static bool may_decide(struct sitting *sitting, enum zk_wait wait) {
    zk_move next;
    if (zk_local_next(sitting->local, &next) && wait != ZK_WAIT_PERSON) return false;
    return sitting_find_choices(sitting);
}

/* Until the game is over or the person has left. */
static void play(struct sitting *sitting) {
    sitting->telling = ZK_OVER;
    zk_fold_begin(&sitting->shown, sitting->table);
    for (;;) {
        sitting_tell_new(sitting);
        if (!tutorial_tell(sitting)) {
            sitting->leaving = true;
            return;
        }
        enum zk_wait wait = zk_local_wait(sitting->local);
        if (wait == ZK_WAIT_NOTHING) break;
        if (!may_decide(sitting, wait)) {
            sitting->board_is_shown = false;
            zk_local_go_on(sitting->local);
        } else if (!sitting_ask(sitting)) {
            sitting->leaving = true;
            return;
        }
    }
    sitting_end_line(sitting);
    sitting->leaving = sitting->table->now.status != ZK_TABLE_OVER;
    if (sitting->leaving) puts("This table's history is full. Open a new table.");
}

/* How to have the same deal again. */
static void tell_again(const struct sitting *sitting) {
    printf("The same deal again: zashiki play %s --seed %" PRIu64, sitting->game->id,
           sitting->seed);
    if (sitting->tutorial) fputs(" --tutorial", stdout);
    if (sitting->seat && !sitting->tutorial)
        printf(" --seat %s", zk_actor_name(sitting->seat));
    if (sitting->request->value[OPTION_BOT])
        printf(" --bot %s", sitting->request->value[OPTION_BOT]);
    if (sitting->table->terms.memory) printf(" --memory");
    for (unsigned i = 0; i < sitting->request->settings_count; i++)
        printf(" --set %s", sitting->request->setting[i]);
    putchar('\n');
}

/* Y36: a finished game of Yokai counts on the person's path. */
static bool go_on_the_path(const struct sitting *sitting) {
    struct zk_yokai_path more = {0}, path;
    const struct zk_yokai_view *view = zk_yokai_seen(&sitting->view);
    struct zk_result result;
    if (sitting->game != &zk_yokai) return true;
    if (sitting->table->terms.memory || sitting->table->now.advised ||
        !zk_yokai_has_usual_hints(sitting->table->rules)) {
        puts("With help, or with other hint cards, a game is no step on the path.");
        return true;
    }
    zk_fold_result(&sitting->shown, sitting->table, &result);
    zk_yokai_path_count(&more, view, result.rank);
    if (!path_grow(sitting->request, &more, &path)) return false;
    unsigned best = path.best[view->players - 2][zk_yokai_path_rules(view)];
    printf("Your best so far with these rules and players: %s. All of it: zashiki path\n",
           zk_yokai_rank_names[best]);
    return true;
}

static int get_up(struct sitting *sitting) {
    const char *path = sitting->request->value[OPTION_SAVE];
    char line[SITTING_LINE_SIZE];
    bool kept = true;
    if (sitting->leaving) {
        puts("You leave the table. Thank you for the visit.");
    } else {
        sitting_show(sitting);
        sitting_tell_result(sitting);
        kept = go_on_the_path(sitting);
        if (!path && !sitting->echo &&
            sitting_read(sitting, "\nType a file name to save the record, or just Enter: ",
                         line, sizeof line) &&
            *line)
            path = line;
    }
    bool saved = !path || sitting_save(sitting, path);
    tell_again(sitting);
    return saved && kept ? STATUS_RIGHT : STATUS_WRONG;
}

int run_play(const struct request *request) {
    if (request->value[OPTION_MESSAGES]) return run_messages(request);
    struct sitting *sitting = calloc(1, sizeof *sitting);
    struct zk_local *local = calloc(1, sizeof *local);
    int status = STATUS_UNUSABLE;
    if (sitting && local) {
        sitting->local = local;
        sitting->table = &local->door.table;
        sitting->echo = !isatty(STDIN_FILENO);
        sitting->marks = terminal_marks(terminal_colours(stdout));
        if (sit_down(sitting, request)) {
            sitting_greet(sitting);
            play(sitting);
            status = get_up(sitting);
        }
    } else {
        complain(request, "there is not enough memory");
    }
    free(local);
    if (sitting) free(sitting->tutorial);
    free(sitting);
    return status;
}
