/* sitting_say.c: what a person at the table is told, see sitting.h. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sitting.h"

enum { BOARD_SIZE = 16 * 1024, COLUMNS = 80 };

/* "B (Tanuki, greedy)", "A (you)", "chance"; returns how many characters that is. */
static size_t put_actor(const struct sitting *sitting, int actor) {
    int count = printf("%s", zk_actor_name(actor));
    if (actor == sitting->seat) {
        count += printf(" (you)");
    } else if (actor >= 0) {
        const char *yokai = zk_face_words[sitting->table->now.seat[actor].face];
        count += printf(" (%c%s, %s)", *yokai - 'a' + 'A', yokai + 1,
                        zk_table_bot_of(sitting->table, actor)->name);
    }
    return count > 0 ? (size_t)count : 0;
}

/* What is played: the options, as --set takes them, and the aid to memory. */
static void put_terms(const struct sitting *sitting) {
    const struct zk_option *options = sitting->game->options;
    fputs("Played with", stdout);
    for (unsigned i = 0; options[i].name; i++) {
        const char *value = zk_settings_get(sitting->game, &sitting->table->settings, i);
        if (*value) printf("%s %s=%s", i ? "," : "", options[i].name, value);
    }
    puts(sitting->table->terms.memory ? "; with help for remembering.\n" : ".\n");
}

void sitting_greet(const struct sitting *sitting) {
    const struct zk_about *about = sitting->game->about;
    printf("%s%s%s. ", sitting->marks.bold, sitting->game->name, sitting->marks.plain);
    for (int seat = 0; seat < (int)sitting->table->seats_count; seat++) {
        if (seat) fputs(", ", stdout);
        put_actor(sitting, seat);
    }
    printf(". Seed %" PRIu64 ".\n", sitting->seed);
    put_terms(sitting);
    if (about) printf("%s\n\n", about->introduction);
    puts(
        "Type a move as the list shows it, shortened as you like, or its number: \"?\" is the list.\n"
        "\"hint\" suggests one, \"rules\" are the rules, \"help\" says what else you can type.\n");
}

void sitting_show(struct sitting *sitting) {
    char board[BOARD_SIZE];
    struct zk_text text = zk_text_in(board, sizeof board);
    sitting->game->view(sitting->table->rules, &sitting->shown.state, sitting->seat,
                        &sitting->view);
    zk_print_view(sitting->game, sitting->table->rules, &sitting->view,
                  sitting->table->terms.memory, &text);
    printf("\n%s", board);
}

/* What the move shows to the person alone: the board may not show it again. */
static void put_saw(const struct sitting *sitting, zk_move move, struct zk_text *text) {
    char saw[ZK_MOVE_TEXT_SIZE];
    struct zk_text seen = zk_text_in(saw, sizeof saw);
    if (!sitting->game->saw) return;
    sitting->game->saw(sitting->table->rules, &sitting->shown.state, move, sitting->seat,
                       &seen);
    if (!seen.used) return;
    zk_text_put(text, " (");
    zk_text_put(text, saw);
    zk_text_put_char(text, ')');
}

static void tell_move(struct sitting *sitting, const struct zk_kept_entry *entry) {
    char notation[2 * ZK_MOVE_TEXT_SIZE + 4];
    struct zk_text text = zk_text_in(notation, sizeof notation);
    sitting->game->print_move(sitting->table->rules, &sitting->shown.state, entry->move,
                              sitting->seat, &text);
    put_saw(sitting, entry->move, &text);
    if (entry->seat != sitting->telling) {
        sitting_end_line(sitting);
        sitting->column = put_actor(sitting, entry->seat);
        printf(": %s", notation);
    } else if (sitting->column + text.used + 2 < COLUMNS) {
        printf(", %s", notation);
    } else {
        printf(",\n    %s", notation);
        sitting->column = 2;
    }
    sitting->column += text.used + 2;
    sitting->telling = entry->seat;
}

void sitting_tell_new(struct sitting *sitting) {
    const struct zk_table *table = sitting->table;
    while (sitting->shown.count < table->now.count) {
        const struct zk_kept_entry *entry = &table->entries[sitting->shown.count];
        if (entry->kind == ZK_ENTRY_MOVE) tell_move(sitting, entry);
        if (entry->kind == ZK_ENTRY_UNDO) {
            sitting_end_line(sitting);
            puts("Your last move is undone, with all that followed it.");
        }
        zk_fold_step(&sitting->shown, table);
    }
}

void sitting_end_line(struct sitting *sitting) {
    if (sitting->telling != ZK_OVER) putchar('\n');
    sitting->telling = ZK_OVER;
}

void sitting_tell_refusal(const struct sitting *sitting) {
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_table_english(sitting->table, &sitting->local->ask.refusal, &text);
    puts(sentence);
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
           "undo        take your last move back\n"
           "save FILE   write the record so far to FILE\n"
           "quit        leave the table\n",
           sitting->notation[0], zk_bots_best(sitting->game)->name,
           sitting->game->rule_ids[0]);
}

void sitting_tell_result(const struct sitting *sitting) {
    struct zk_result result;
    zk_fold_result(&sitting->shown, sitting->table, &result);
    bool won = result.winners >> sitting->seat & 1;
    printf("\n%sThe game is over (%s). %s%s\n", sitting->marks.bold, result.end,
           result.drawn ? "It is a draw."
           : won        ? "You win."
                        : "You lose.",
           sitting->marks.plain);
    for (int seat = 0; seat < (int)sitting->table->seats_count; seat++) {
        fputs("  ", stdout);
        put_actor(sitting, seat);
        printf(" %" PRId32 "\n", result.points[seat]);
    }
    if (result.rank) printf("  %s\n", result.rank);
}

/* ---- The record ---- */

static bool write_record(const struct sitting *sitting, FILE *out) {
    size_t size = zk_record_size(&sitting->table->now);
    char *memory = malloc(size);
    if (!memory) return false;
    struct zk_text text = zk_text_in(memory, size);
    zk_record_of_game(&text, sitting->table, &sitting->table->now);
    bool written = fwrite(text.data, 1, text.used, out) == text.used;
    free(memory);
    return written;
}

bool sitting_save(struct sitting *sitting, const char *path) {
    FILE *out = fopen(path, "w");
    bool written = out != NULL;
    if (out) {
        written = write_record(sitting, out);
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
