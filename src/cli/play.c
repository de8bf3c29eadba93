/* play.c: the command `play`: a table in this process, a person in one seat, bots in the others. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "bots/bot.h"
#include "commands.h"
#include "games/list.h"
#include "path.h"
#include "server/folder.h"
#include "term/around.h"
#include "term/line.h"
#include "term/screen.h"

/* What is played, from the command line. */
struct plan {
    const struct request
        *request;       /* what was asked for, and what is usual in the reader's language */
    struct request own; /* of which it is made */
    bool chosen;        /* the person has chosen options */
    const struct zk_game *game;
    struct zk_settings settings;
    struct zk_rules rules;
    const struct zk_bot *bot;
    const char *name;
    uint32_t seats;
    int seat;
    uint32_t people; /* around this screen: from seat A on, or the one in `seat` */
    char person[ZK_SEATS_MAX][ZK_NAME_SIZE]; /* their names */
    uint64_t clock_ms, clock_step_ms;
    struct local_plan table;
    char keep[ZK_PATH_SIZE]; /* where an interrupted game is, or "" */
    bool resumed;            /* it goes on */
};

uint64_t wall_clock_ms(void *user) {
    (void)user;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- The command line ---- */

static bool read_seat(struct plan *plan, const struct lesson *lesson) {
    const char *text = plan->request->value[OPTION_SEAT];
    plan->seat = lesson ? lesson->tutorial.seat : 0;
    if (!text) return true;
    if (zk_actor_parse(text, strlen(text), &plan->seat) && plan->seat >= 0 &&
        plan->seat < (int)plan->seats)
        return true;
    complain(plan->request, "--seat is a seat from A to %s, not \"%s\"",
             zk_actor_name((int)plan->seats - 1), text);
    return false;
}

/* --people: how many, or their names. */
static bool read_people(struct plan *plan) {
    const struct request *request = plan->request;
    const char *text = request->value[OPTION_PEOPLE];
    char *end;
    plan->people = 1;
    if (!text) return true;
    unsigned long count = strtoul(text, &end, 10);
    if (request->value[OPTION_SEAT] || request->value[OPTION_NAME] || plan->table.tutorial) {
        complain(request, "--people goes without --seat, --name and --tutorial");
        return false;
    }
    if (*end) {
        count = 0;
        for (const char *at = text; at && count <= plan->seats; count++) {
            size_t size = strcspn(at, ",");
            if (!size || size >= ZK_NAME_SIZE) {
                complain(request, "in --people each name has 1 to %d bytes", ZK_NAME_SIZE - 1);
                return false;
            }
            if (count < plan->seats) memcpy(plan->person[count], at, size);
            at = at[size] ? at + size + 1 : NULL;
        }
    }
    plan->people = (uint32_t)count;
    for (unsigned i = 0; i < plan->seats; i++) {
        if (*plan->person[i]) continue;
        struct zk_text name = zk_text_in(plan->person[i], ZK_NAME_SIZE);
        say(&name, key_of("ui.seat.", zk_actor_name((int)i)).text, NULL);
    }
    if (count >= 1 && count <= plan->seats) return true;
    complain(request, "--people is a number from 1 to %u, or so many names, not \"%s\"",
             plan->seats, text);
    return false;
}

/* --clock: "5" or "5+10". */
static bool read_clock(struct plan *plan) {
    const char *text = plan->request->value[OPTION_CLOCK];
    char *end;
    if (!text) return true;
    unsigned long minutes = strtoul(text, &end, 10), seconds = 0;
    bool right = *text >= '0' && *text <= '9';
    if (right && *end == '+') {
        text = end + 1;
        right = *text >= '0' && *text <= '9';
        seconds = strtoul(text, &end, 10);
    }
    if (right && !*end && minutes >= 1 && minutes <= 1440 && seconds <= 3600) {
        plan->clock_ms = minutes * 60000;
        plan->clock_step_ms = seconds * 1000;
        return true;
    }
    complain(plan->request,
             "--clock is minutes, from 1 to 1440, and perhaps seconds: 5 or 5+10");
    return false;
}

static bool read_seed(struct plan *plan) {
    uint32_t chosen;
    if (getrandom(&chosen, sizeof chosen, 0) != sizeof chosen) chosen = (uint32_t)getpid();
    chosen %= 1000000; /* short enough to be typed again */
    return request_number(plan->request, OPTION_SEED, 0, UINT64_MAX, chosen,
                          &plan->table.seed);
}

/* The program asked for, or the usual one. */
static const struct zk_bot *choose_bot(const struct plan *plan, const struct lesson *lesson) {
    const char *name = plan->request->value[OPTION_BOT];
    if (name) return request_bot(plan->request, plan->game, name, strlen(name));
    if (lesson)
        return zk_bots_of(plan->game,
                          lesson->tutorial.record.name[lesson->tutorial.seat ? 0 : 1]);
    return zk_bots_usual(plan->game);
}

/* What readers of this language play by unless they choose, or NULL. */
static const char *usual_option(const struct zk_game *game) {
    const struct term_game *known = term_game_of(game->id);
    return known->usual ? known->usual(words_language()) : NULL;
}

/* Adds that option, unless the person has chosen its value. */
static void add_usual(struct plan *plan) {
    struct request *own = &plan->own;
    const char *usual = usual_option(plan->game);
    if (!usual || own->settings_count == SETTINGS_MAX) return;
    size_t name = strcspn(usual, "=") + 1;
    for (unsigned i = 0; i < own->settings_count; i++)
        if (strncmp(own->setting[i], usual, name) == 0) return;
    own->setting[own->settings_count++] = usual;
}

/* --tutorial brings its own rules and seats. */
static bool find_lesson(const struct plan *plan, struct lesson **lesson) {
    const struct request *request = plan->request;
    if (!request->value[OPTION_TUTORIAL]) return true;
    if (request->settings_count || request->value[OPTION_SEAT]) {
        complain(request, "--tutorial goes without --set and --seat");
        return false;
    }
    *lesson = lesson_open(plan->game, usual_option(plan->game));
    if (*lesson) return true;
    complain(request, "%s has no tutorial yet; zashiki rules %s says how it is played",
             plan->game->name, plan->game->id);
    return false;
}

static bool read_plan(struct plan *plan, struct lesson **lesson) {
    const struct request *request = plan->request;
    plan->game =
        request_game(request, request->words_count ? request->words[0] : zk_games[0]->id);
    if (!plan->game || !find_lesson(plan, lesson)) return false;
    if (!*lesson) add_usual(plan);
    if (!request_rules(request, plan->game, &plan->settings, &plan->rules)) return false;
    if (*lesson) plan->settings = (*lesson)->tutorial.record.settings;
    plan->seats =
        *lesson ? (*lesson)->tutorial.record.seats_count : zk_seats(plan->game, &plan->rules);
    plan->table.tutorial = *lesson ? &(*lesson)->tutorial : NULL;
    plan->name = request->value[OPTION_NAME] ? request->value[OPTION_NAME] : path_person;
    return read_seat(plan, *lesson) && read_people(plan) && read_clock(plan) &&
           read_seed(plan) && (plan->bot = choose_bot(plan, *lesson)) != NULL;
}

/* ---- Sitting down ---- */

/* Takes messages until the one that is waited for has come; false when it is a refusal, and why has been
 * said. */
static bool wait_for_answer(const struct plan *plan, struct sitting *sitting,
                            enum told *told) {
    const char *message;
    size_t size;
    int audience;
    while (*sitting->waiting || *sitting->model.past_asked) {
        while (!(message = link_next(sitting->link, &audience, &size)))
            link_wait(sitting->link);
        enum told what = model_take(&sitting->model, message, size);
        if (what == TOLD_SNAPSHOT) model_ask_past(&sitting->model, sitting->link);
        if (!*sitting->waiting || strcmp(sitting->model.answered, sitting->waiting) != 0)
            continue;
        sitting->waiting[0] = '\0';
        *told = what;
    }
    if (*told != TOLD_REFUSED) return true;
    char sentence[512];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    model_say_refusal(&sitting->model, value_of(sitting->model.answer, "refused"), &text);
    complain(plan->request, "%s", sentence);
    return false;
}

static bool ask(const struct plan *plan, struct sitting *sitting, const char *what,
                const char *key, const char *value) {
    enum told told;
    sitting_do(sitting, what, key, value);
    return wait_for_answer(plan, sitting, &told);
}

static bool open_table(const struct plan *plan, struct sitting *sitting) {
    size_t size = ASK_SIZE + plan->settings.cards_size;
    char *memory = malloc(size);
    enum told told;
    struct ask ask;
    if (!memory) return false;
    model_ask(&sitting->model, &ask, "open");
    ask.text.data = memcpy(memory, ask.data, ask.text.used + 1);
    ask.text.size = size;
    zk_json_key(&ask.out, "game");
    zk_json_put_string(&ask.out, plan->game->id);
    zk_json_key(&ask.out, "rules");
    zk_json_put_int(&ask.out, zk_settings_rules(plan->game, &plan->settings));
    zk_json_key(&ask.out, "options");
    zk_settings_write(&ask.out, plan->game, &plan->settings);
    if (plan->request->value[OPTION_MEMORY]) {
        zk_json_key(&ask.out, "memory");
        zk_json_put_bool(&ask.out, true);
    }
    if (plan->request->value[OPTION_ADVICE]) {
        zk_json_key(&ask.out, "advice");
        zk_json_put_bool(&ask.out, true);
    }
    if (plan->clock_ms) {
        zk_json_key(&ask.out, "clock_ms");
        zk_json_put_int(&ask.out, (int64_t)plan->clock_ms);
        zk_json_key(&ask.out, "clock_step_ms");
        zk_json_put_int(&ask.out, (int64_t)plan->clock_step_ms);
    }
    if (plan->settings.cards) {
        zk_json_key(&ask.out, "cardset");
        zk_json_put_compact(&ask.out, plan->settings.cards, plan->settings.cards_size);
    }
    model_send(sitting->link, &ask);
    memcpy(sitting->waiting, ask.request, sizeof ask.request);
    free(memory);
    return wait_for_answer(plan, sitting, &told);
}

/* One of several around the screen. */
static bool seat_person(const struct plan *plan, struct sitting *sitting, int seat) {
    struct model model;
    enum told told;
    model_begin(&model, ZK_LOCAL_ID, zk_actor_name(seat), (char)('A' + seat));
    model_do(&model, sitting->link, "sit", "name", plan->person[seat], sitting->waiting);
    return wait_for_answer(plan, sitting, &told);
}

/* The people, then the bots: with the last of them the game begins. */
static bool seat_everybody(const struct plan *plan, struct sitting *sitting) {
    bool right = ask(plan, sitting, "join", NULL, NULL);
    if (right && plan->people == 1) right = ask(plan, sitting, "sit", "name", plan->name);
    for (int seat = 0; right && plan->people > 1 && seat < (int)plan->people; seat++)
        right = seat_person(plan, sitting, seat);
    for (int seat = 0; right && seat < (int)plan->seats; seat++) {
        struct ask bot;
        enum told told;
        if (plan->people > 1 ? seat < (int)plan->people : seat == plan->seat) continue;
        model_ask(&sitting->model, &bot, "bot");
        zk_json_key(&bot.out, "seat");
        zk_json_put_string(&bot.out, zk_actor_name(seat));
        zk_json_key(&bot.out, "bot");
        zk_json_put_string(&bot.out, plan->bot->name);
        model_send(sitting->link, &bot);
        memcpy(sitting->waiting, bot.request, sizeof bot.request);
        right = wait_for_answer(plan, sitting, &told);
    }
    return right;
}

/* ---- An interrupted game ---- */

/* A game at the terminal is kept until it is over, unless the command repeats it: a deal of --seed, a lesson,
 * rules or a seat of one's own choosing. */
static void find_keep(struct plan *plan) {
    const struct request *request = plan->request;
    struct zk_folder folder;
    const char *why;
    if (!isatty(STDIN_FILENO) || request->value[OPTION_SEED] || request->value[OPTION_SEAT] ||
        request->value[OPTION_MEMORY] || request->value[OPTION_CLOCK] ||
        plan->table.tutorial || plan->chosen || !zk_folder_find(&folder, NULL) ||
        !zk_folder_lock_path(&folder, &why))
        return;
    zk_folder_unlock(&folder);
    if (snprintf(plan->keep, sizeof plan->keep, "%s/play-%s.jsonl", folder.path,
                 plan->game->id) >= (int)sizeof plan->keep)
        plan->keep[0] = '\0';
    else
        plan->table.keep = plan->keep;
}

/* Whether there is such a game, and the person wants to go on with it. */
static bool wants_back(const struct plan *plan, struct line_face *face) {
    char line[LINE_SIZE];
    if (!*plan->keep || access(plan->keep, R_OK) != 0) return false;
    line_put(phrase("term.ask.resume", NULL).text);
    return line_read(face, "> ", line, sizeof line) && strcmp(line, "no") != 0;
}

static bool sit_down_again(const struct plan *plan, struct sitting *sitting) {
    FILE *file = fopen(plan->keep, "r");
    sitting->link = file ? local_resume(&plan->table, file) : NULL;
    if (file) fclose(file);
    return sitting->link && ask(plan, sitting, "join", NULL, NULL);
}

/* Several people sit here, by what the table says: they share the screen. */
static void gather(struct sitting *sitting, bool covered) {
    char people[SEATS_MAX + 1];
    around_people(sitting, people);
    if (strlen(people) > 1) around_begin(sitting, people, covered);
}

/* Y36: a finished game of Yokai counts on the person's path, but for a guided one. */
static void go_on_the_path(struct sitting *sitting, struct zk_text *out) {
    const struct plan *plan = sitting->keeper;
    if (plan->game != &zk_yokai) return;
    if (lesson_is_of(sitting->lesson, &sitting->model)) {
        say(out, "term.path.no_step", NULL);
        return;
    }
    path_finish(plan->request, sitting->record,
                plan->people > 1 ? plan->person[0] : plan->name, out);
}

static void say_path(const struct sitting *sitting, struct zk_text *out) {
    path_say(((const struct plan *)sitting->keeper)->request, out);
}

static bool sit_down(struct plan *plan, struct sitting *sitting, struct line_face *face) {
    model_begin(&sitting->model, ZK_LOCAL_ID, zk_actor_name(plan->seat),
                (char)('A' + plan->seat));
    sitting->local = true;
    if (plan->request->value[OPTION_SAVE])
        snprintf(sitting->save, sizeof sitting->save, "%s", plan->request->value[OPTION_SAVE]);
    sitting->finished = go_on_the_path;
    sitting->say_path = say_path;
    sitting->keeper = plan;
    find_keep(plan);
    if (wants_back(plan, face)) {
        plan->resumed = sit_down_again(plan, sitting);
        if (plan->resumed) gather(sitting, true);
        if (plan->resumed) return true;
        if (sitting->link) link_close(sitting->link);
    }
    sitting->link = local_open(&plan->table);
    if (!sitting->link) {
        complain(plan->request, "there is not enough memory");
        return false;
    }
    if (!open_table(plan, sitting) || !seat_everybody(plan, sitting)) return false;
    gather(sitting, false);
    return true;
}

/* ---- Getting up ---- */

static void greet(const struct plan *plan, const struct sitting *sitting) {
    const struct model *model = &sitting->model;
    struct phrase title = key_of(plan->game->id, ".title"),
                  about = key_of(plan->game->id, ".about");
    char memory[2048];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct row row;
    line_put(has_words(title.text) ? phrase(title.text, NULL).text : plan->game->name);
    row_begin(&row);
    for (uint32_t seat = 0; seat < plan->seats; seat++) {
        char letter = (char)('A' + seat);
        struct phrase who = model_name(model, letter),
                      bot = key_of("ui.bot.", plan->bot->name);
        bool person = value_is(value_of(model_seat(model, letter), "who"), "person");
        row_put(&row, phrase(sitting->around && person ? "ui.terms.one" : "term.seat", "seat",
                             zk_actor_name((int)seat), "what", zk_actor_name((int)seat),
                             "name", who.text, "value", who.text, "who",
                             person ? phrase("ui.table.you", NULL).text
                                    : phrase(bot.text, NULL).text,
                             NULL)
                          .text);
    }
    say(&text, "term.greet", "seats", row_end(&row, false), "seed",
        figure((int64_t)plan->table.seed).text, NULL);
    zk_text_put_char(&text, '\n');
    model_say_terms(model, &text);
    put_stop(&text);
    zk_text_put_char(&text, '\n');
    line_put(memory);
    putchar('\n');
    if (has_words(about.text)) {
        line_put(phrase(about.text, NULL).text);
    } else if (plan->game->about) { /* it has breaks where a line of 90 ends */
        struct phrase introduction = key_of(plan->game->about->introduction, "");
        for (char *at = introduction.text; *at; at++)
            if (*at == '\n') *at = ' ';
        line_put(introduction.text);
    }
    line_put(phrase("term.greet.type", NULL).text);
    putchar('\n');
}

/* How to have the same deal again. */
static void tell_again(const struct plan *plan) {
    const struct request *request = plan->request;
    char memory[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    zk_text_put(&text, "zashiki play ");
    zk_text_put(&text, plan->game->id);
    zk_text_put(&text, " --seed ");
    zk_text_put_uint(&text, plan->table.seed);
    if (plan->table.tutorial) zk_text_put(&text, " --tutorial");
    if (plan->seat && !plan->table.tutorial) {
        zk_text_put(&text, " --seat ");
        zk_text_put(&text, zk_actor_name(plan->seat));
    }
    static const enum option_id kept[] = {OPTION_PEOPLE, OPTION_BOT, OPTION_CLOCK,
                                          OPTION_MEMORY, OPTION_ADVICE};
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (!request->value[kept[i]]) continue;
        zk_text_put(&text, " --");
        zk_text_put(&text, option_table[kept[i]].name);
        if (!option_table[kept[i]].argument) continue;
        zk_text_put_char(&text, ' ');
        zk_text_put(&text, request->value[kept[i]]);
    }
    for (unsigned i = 0; i < request->settings_count; i++) {
        zk_text_put(&text, " --set ");
        zk_text_put(&text, request->setting[i]);
    }
    printf("%s %s\n", phrase("term.same_deal", NULL).text, memory);
}

/* The record as it is now; free it. NULL when there is none. */
static char *fetch_record(struct sitting *sitting) {
    const char *message;
    size_t size;
    int audience;
    local_ask_record(sitting->link);
    for (;;) {
        while (!(message = link_next(sitting->link, &audience, &size)))
            link_wait(sitting->link);
        if (model_take(&sitting->model, message, size) != TOLD_RECORD) continue;
        struct value record = value_of(sitting->model.answer, "record");
        char *text = malloc(record.size + 1);
        if (text) value_copy(record, text, record.size + 1);
        return text;
    }
}

static bool save(const struct plan *plan, const char *record, const char *path) {
    FILE *out = record ? fopen(path, "w") : NULL;
    bool written = out && fputs(record, out) >= 0;
    if (out && fclose(out) != 0) written = false;
    if (!written) {
        complain(plan->request, "cannot write %s: %s", path, strerror(errno));
        return false;
    }
    line_put(phrase("term.saved", "file", path, NULL).text);
    return true;
}

static int get_up(const struct plan *plan, struct sitting *sitting, struct line_face *face) {
    const char *path = plan->request->value[OPTION_SAVE];
    bool over = model_is(&sitting->model, "over"), saved = true;
    char line[LINE_SIZE], *record = fetch_record(sitting);
    if (over) {
        if (!path && !face->echo && !sitting->leaving) {
            putchar('\n');
            line_put(phrase("term.ask.save", NULL).text);
            if (line_read(face, "> ", line, sizeof line) && *line) path = line;
        }
    } else if (*plan->keep) {
        line_put(phrase("term.leave.kept", "command",
                        key_of("zashiki play ", plan->game->id).text, NULL)
                     .text);
    } else {
        line_put(phrase("term.leave", NULL).text);
    }
    if (path) saved = save(plan, record, path);
    free(record);
    if (over && *plan->keep) unlink(plan->keep);
    if (!plan->resumed) tell_again(plan);
    return saved && !path_failed ? STATUS_RIGHT : STATUS_WRONG;
}

int run_play(const struct request *request) {
    if (request->value[OPTION_MESSAGES]) return run_messages(request);
    struct plan *plan = calloc(1, sizeof *plan);
    struct sitting *sitting = calloc(1, sizeof *sitting);
    struct line_face face;
    int status = STATUS_UNUSABLE;
    if (!plan || !sitting) {
        complain(request, "there is not enough memory");
    } else if (!words_open(request->value[OPTION_LANG])) {
        complain(request, "--lang is one of %s, not \"%s\"", words_languages,
                 request->value[OPTION_LANG]);
    } else {
        plan->own = *request;
        plan->request = &plan->own;
        plan->chosen = request->settings_count > 0;
        line_begin(&face, sitting);
        if (read_plan(plan, &sitting->lesson) && sit_down(plan, sitting, &face)) {
            if (!request->value[OPTION_PLAIN] && screen_can()) {
                screen_begin();
                screen_run(sitting);
                screen_end();
            } else {
                greet(plan, sitting);
                line_run(&face);
            }
            status = get_up(plan, sitting, &face);
        }
    }
    if (sitting) sitting_free(sitting);
    free(plan);
    return status;
}
