/* sitting_say.c: what a person at the table is told, see sitting.h. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "core/record.h"
#include "path.h"
#include "sitting.h"

enum { BOARD_SIZE = 16 * 1024, COLUMNS = 80 };

/* "B (greedy)", "A (you)", "chance"; returns how many characters that is. */
static size_t put_actor(const struct sitting *sitting, int actor) {
    int count = printf("%s", zk_actor_name(actor));
    if (actor >= 0)
        count +=
            printf(" (%s)", actor == sitting->seat ? "you" : sitting->play.bot[actor]->name);
    return count > 0 ? (size_t)count : 0;
}

void sitting_greet(const struct sitting *sitting) {
    const struct zk_about *about = sitting->game->about;
    printf("%s%s%s. ", sitting->marks.bold, sitting->game->name, sitting->marks.plain);
    for (int seat = 0; seat < (int)sitting->seats; seat++) {
        if (seat) fputs(", ", stdout);
        put_actor(sitting, seat);
    }
    printf(". Seed %" PRIu64 ".\n\n", sitting->seed);
    if (about) printf("%s\n\n", about->introduction);
    puts(
        "Type a move as the list shows it, shortened as you like, or its number: \"?\" is the list.\n"
        "\"hint\" suggests one, \"rules\" are the rules, \"help\" says what else you can type.\n");
}

void sitting_show(struct sitting *sitting) {
    char board[BOARD_SIZE];
    struct zk_text text = zk_text_in(board, sizeof board);
    sitting->game->view(&sitting->rules, &sitting->state, sitting->seat, &sitting->view);
    zk_print_view(sitting->game, &sitting->rules, &sitting->view, &text);
    printf("\n%s", board);
}

void sitting_tell(struct sitting *sitting, zk_move move) {
    char notation[ZK_MOVE_TEXT_SIZE];
    struct zk_text text = zk_text_in(notation, sizeof notation);
    int mover = zk_mover(sitting->game->actor(&sitting->rules, &sitting->state), move);
    sitting->game->print_move(&sitting->rules, &sitting->state, move, sitting->seat, &text);
    if (mover != sitting->telling) {
        sitting_told(sitting);
        sitting->column = put_actor(sitting, mover);
        printf(": %s", notation);
    } else if (sitting->column + text.used + 2 < COLUMNS) {
        printf(", %s", notation);
    } else {
        printf(",\n    %s", notation);
        sitting->column = 2;
    }
    sitting->column += text.used + 2;
    sitting->telling = mover;
}

void sitting_told(struct sitting *sitting) {
    if (sitting->telling != ZK_OVER) putchar('\n');
    sitting->telling = ZK_OVER;
}

void sitting_list_choices(const struct sitting *sitting) {
    for (uint32_t i = 0; i < sitting->choices; i++)
        printf("%4" PRIu32 "  %s\n", i + 1, sitting->notation[i]);
}

void sitting_help(const struct sitting *sitting) {
    printf("a move      as the list shows it (%s), shortened, or its number\n"
           "?           the list of your moves; also: moves\n"
           "board       the table again\n"
           "hint        what the program %s would do\n"
           "rules       all rules; rules %s is that one alone\n"
           "save FILE   write the record so far to FILE\n"
           "quit        leave the table\n",
           sitting->notation[0], zk_bots_best(sitting->game)->name,
           sitting->game->rule_ids[0]);
}

void sitting_tell_result(const struct sitting *sitting) {
    struct zk_result result;
    sitting->game->result(&sitting->rules, &sitting->state, &result);
    bool won = result.winners >> sitting->seat & 1;
    printf("\n%sThe game is over (%s). %s%s\n", sitting->marks.bold, result.end,
           result.drawn ? "It is a draw."
           : won        ? "You win."
                        : "You lose.",
           sitting->marks.plain);
    for (int seat = 0; seat < (int)sitting->seats; seat++) {
        fputs("  ", stdout);
        put_actor(sitting, seat);
        printf(" %" PRId32 "\n", result.points[seat]);
    }
    if (result.rank) printf("  %s\n", result.rank);
}

/* ---- The record ---- */

/* Plays the moves again from the start, because a move's notation needs its position. */
static void write_record(const struct sitting *sitting, FILE *out) {
    const struct zk_game *game = sitting->game;
    struct zk_state state;
    char memory[ZK_RECORD_LINE_SIZE];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    const char *names[ZK_SEATS_MAX];
    for (uint32_t seat = 0; seat < sitting->seats; seat++)
        names[seat] = sitting->play.bot[seat] ? sitting->play.bot[seat]->name : path_person;
    zk_record_put_header(&line, game, &sitting->settings, names, sitting->seats);
    fputs(line.data, out);
    game->start(&sitting->rules, &state);
    for (uint32_t i = 0; i < sitting->made_count; i++) {
        zk_text_clear(&line);
        zk_record_put_move(&line, game, &sitting->rules, &state, sitting->made[i]);
        fputs(line.data, out);
        game->apply(&sitting->rules, &state, sitting->made[i]);
    }
    if (game->actor(&sitting->rules, &state) != ZK_OVER) return;
    zk_text_clear(&line);
    zk_record_put_result(&line, game, &sitting->rules, &state);
    fputs(line.data, out);
}

bool sitting_save(struct sitting *sitting, const char *path) {
    FILE *out = fopen(path, "w");
    bool written = out != NULL;
    if (out) {
        write_record(sitting, out);
        written = !ferror(out);
        if (fclose(out) != 0) written = false;
    }
    if (!written) {
        complain(sitting->request, "cannot write %s: %s", path, strerror(errno));
        return false;
    }
    printf("The record is in %s; zashiki study %s says what your moves were worth.\n", path,
           path);
    return true;
}
