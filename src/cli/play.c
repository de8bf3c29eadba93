/* play.c: the command `play`: a person sits down, the programs take the other seats. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "commands.h"
#include "core/games.h"
#include "path.h"
#include "sitting.h"

static bool read_seat(struct sitting *sitting) {
    const char *text = sitting->request->value[OPTION_SEAT];
    sitting->seat = 0;
    if (!text) return true;
    if (zk_actor_parse(text, strlen(text), &sitting->seat) && sitting->seat >= 0 &&
        sitting->seat < (int)sitting->seats)
        return true;
    complain(sitting->request, "--seat is a seat from A to %s, not \"%s\"",
             zk_actor_name((int)sitting->seats - 1), text);
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
                                       const struct zk_game *game) {
    const char *name = request->value[OPTION_BOT];
    if (name) return request_bot(request, game, name, strlen(name));
    const struct zk_bot *normal = zk_bots_of(game, "normal");
    return normal ? normal : zk_bots_best(game);
}

static bool sit_down(struct sitting *sitting, const struct request *request) {
    const struct zk_bot *bots[ZK_SEATS_MAX];
    sitting->request = request;
    sitting->game =
        request_game(request, request->words_count ? request->words[0] : zk_games[0]->id);
    if (!sitting->game ||
        !request_rules(request, sitting->game, &sitting->settings, &sitting->rules))
        return false;
    sitting->seats = zk_seats(sitting->game, &sitting->rules);
    if (!read_seat(sitting) || !read_seed(sitting)) return false;
    const struct zk_bot *bot = choose_bot(request, sitting->game);
    if (!bot) return false;
    for (int seat = 0; seat < (int)sitting->seats; seat++)
        bots[seat] = seat == sitting->seat ? NULL : bot;
    zk_selfplay_begin(&sitting->play, sitting->game, &sitting->rules, bots, sitting->seed, 0);
    sitting->made = calloc(sitting->game->length_max, sizeof *sitting->made);
    if (!sitting->made) complain(request, "there is not enough memory");
    return sitting->made != NULL;
}

/* Until the game is over or the person has left. */
static void play(struct sitting *sitting) {
    const struct zk_game *game = sitting->game;
    int actor;
    sitting->telling = ZK_OVER;
    game->start(&sitting->rules, &sitting->state);
    while ((actor = game->actor(&sitting->rules, &sitting->state)) != ZK_OVER) {
        zk_move move;
        if (actor == sitting->seat) {
            sitting_told(sitting);
            if (!sitting_ask(sitting, &move)) {
                sitting->leaving = true;
                return;
            }
        } else {
            move = zk_selfplay_next(&sitting->play, &sitting->state);
        }
        sitting_tell(sitting, move);
        sitting->made[sitting->made_count++] = move;
        zk_selfplay_make(&sitting->play, &sitting->state, move);
    }
    sitting_told(sitting);
}

/* How to have the same deal again. */
static void tell_again(const struct sitting *sitting) {
    printf("The same deal again: zashiki play %s --seed %" PRIu64, sitting->game->id,
           sitting->seed);
    if (sitting->seat) printf(" --seat %s", zk_actor_name(sitting->seat));
    if (sitting->request->value[OPTION_BOT])
        printf(" --bot %s", sitting->request->value[OPTION_BOT]);
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
    sitting->game->result(&sitting->rules, &sitting->state, &result);
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
    struct sitting *sitting = calloc(1, sizeof *sitting);
    if (!sitting) return complain(request, "there is not enough memory");
    int status = STATUS_UNUSABLE;
    sitting->echo = !isatty(STDIN_FILENO);
    sitting->marks = terminal_marks(terminal_colours(stdout));
    if (sit_down(sitting, request)) {
        sitting_greet(sitting);
        play(sitting);
        status = get_up(sitting);
    }
    free(sitting->made);
    free(sitting);
    return status;
}
