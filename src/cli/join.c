/* join.c: the commands `join` and `watch`: a server's table in the terminal. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "path.h"
#include "server/folder.h"
#include "term/line.h"
#include "term/remote.h"
#include "term/screen.h"

/* ---- Keys that were made here, so that one comes back to one's seat by the same link ---- */

struct seat_link {
    const struct address *address;
    char file
        [ZK_PATH_SIZE +
         8]; /* a line for each: server, table, invitation, key, seed, commitments and their game; "" when there is nowhere */
};

static void find_file(const struct request *request, struct seat_link *seat) {
    struct zk_folder folder;
    const char *why;
    seat->file[0] = '\0';
    /* The lock makes the folder where there is none. */
    if (!zk_folder_find(&folder, request->value[OPTION_DATA]) ||
        !zk_folder_lock_path(&folder, &why))
        return;
    zk_folder_unlock(&folder);
    snprintf(seat->file, sizeof seat->file, "%s/seats", folder.path);
}

/* The key by which we hold the seat of this link, with the seed that was committed to last; or the link's own token. A key is
 * for the server that it was made for: another one could name the same table and learn it. */
static void find_key(const struct seat_link *seat, char token[TOKEN_SIZE],
                     struct sitting *sitting) {
    char line[4 * REMOTE_PART_SIZE + COMMITS_TEXT_SIZE + 16], server[REMOTE_PART_SIZE],
        table[REMOTE_PART_SIZE], invitation[REMOTE_PART_SIZE], key[TOKEN_SIZE],
        seed[2 * ZK_SEED_SIZE + 1], told[COMMITS_TEXT_SIZE];
    _Static_assert(COMMITS_TEXT_SIZE > 325, "as many are read below");
    FILE *in = *seat->file ? fopen(seat->file, "r") : NULL;
    struct zk_text text = zk_text_in(token, TOKEN_SIZE);
    zk_text_put(&text, seat->address->token);
    while (in && fgets(line, sizeof line, in)) {
        unsigned games = 0;
        int found = sscanf(line, "%255s %255s %255s %79s %64[0-9a-f] %325[0-9a-fA-DS]G%9u",
                           server, table, invitation, key, seed, told, &games);
        if (found < 4 || strcmp(server, seat->address->server) != 0 ||
            strcmp(table, seat->address->table) != 0 ||
            strcmp(invitation, seat->address->token) != 0)
            continue;
        snprintf(token, TOKEN_SIZE, "%s", key);
        sitting->has_seed = found > 4 && strlen(seed) == sizeof seed - 1;
        commits_read(&sitting->told, found == 7 ? told : "");
        sitting->told_games = games;
        for (size_t i = 0; sitting->has_seed && i < sizeof sitting->seed; i++)
            sitting->has_seed = sscanf(seed + 2 * i, "%2hhx", &sitting->seed[i]) == 1;
    }
    if (in) fclose(in);
}

static void keep_key(const struct sitting *sitting, const char *key) {
    const struct seat_link *seat = sitting->user;
    int fd =
        *seat->file ? open(seat->file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (fd < 0) return;
    char seed[2 * ZK_SEED_SIZE + 1] = "", told[COMMITS_TEXT_SIZE] = "", game[16] = "";
    if (sitting->has_seed) put_hex(sitting->seed, sizeof sitting->seed, seed);
    commits_print(&sitting->told, told);
    if (*told) snprintf(game, sizeof game, "G%u", sitting->told_games);
    dprintf(fd, "%s %s %s %s%s%s%s%s%s\n", seat->address->server, seat->address->table,
            seat->address->token, key, *seed ? " " : "", seed, *told ? " " : "", told, game);
    close(fd);
}

/* ---- The commands ---- */

/* The link from the command line, or asked for, so that it is not in the shell's history. */
static bool read_link(const struct request *request, struct line_face *face, char *link,
                      size_t size) {
    if (request->words_count) {
        snprintf(link, size, "%s", request->words[0]);
        return true;
    }
    line_put(phrase("term.ask.link", NULL).text);
    return line_read(face, "> ", link, size);
}

static int say_why(const struct request *request, const char *why, const char *detail) {
    return complain(request, "%s%s%s", phrase(why, NULL).text, detail ? " " : "",
                    detail ? detail : "");
}

static bool is_device(const struct address *address) {
    return strcmp(address->what, "device") == 0 && *address->token;
}

/* Asks to be let in, anew on each connection: as another device, for as long as it is not known whether the key that is
 * being brought has become one; or else by what we have. */
static void knock(struct sitting *sitting) {
    if (!*sitting->key) {
        sitting_go_on(sitting);
        return;
    }
    unsigned ups = remote_ups(sitting->link);
    if (sitting->link->state != LINK_UP || ups == sitting->ups) return;
    sitting->ups = ups;
    sitting_by_device(sitting);
}

/* By the link itself, where the key that was kept is none: it was put out, or nobody has heard of it since the connection was
 * lost when it was sent. Whether there was a key. */
static bool enter_by_link(struct sitting *sitting) {
    const struct seat_link *seat = sitting->user;
    if (strcmp(sitting->model.token, seat->address->token) == 0) return false;
    if (is_device(seat->address))
        memcpy(sitting->key, sitting->model.token, sizeof sitting->key);
    struct zk_text text = zk_text_in(sitting->model.token, sizeof sitting->model.token);
    zk_text_put(&text, seat->address->token);
    sitting->has_seed = false;
    sitting->ups = 0;
    knock(sitting);
    return true;
}

/* This device is at the seat now: it joins by its own key. */
static void has_arrived(struct sitting *sitting) {
    memcpy(sitting->model.token, sitting->key, sizeof sitting->key);
    sitting->key[0] = '\0';
    sitting->ups = 0;
    knock(sitting);
}

/* Waits until the table has let us in; false, and why not has been said. */
static bool enter(const struct request *request, struct sitting *sitting) {
    const struct seat_link *seat = sitting->user;
    const char *message;
    char sentence[512] = "";
    size_t size;
    int audience;
    knock(sitting);
    while (!sitting->ups || *sitting->waiting || *sitting->model.past_asked) {
        while (!(message = link_next(sitting->link, &audience, &size))) {
            knock(sitting);
            link_wait(sitting->link);
            if (sitting->link->state != LINK_TRYING || sitting->link->tries <= LINK_TRIES_SAID)
                continue;
            say_why(request, "term.link.unreachable", NULL);
            return false;
        }
        if (sitting_take(sitting, audience, message, size) != TOLD_REFUSED) {
            if (!*sitting->waiting && *sitting->key) has_arrived(sitting);
            continue;
        }
        struct zk_text text = zk_text_in(sentence, sizeof sentence);
        struct value refused = value_of(sitting->model.answer, "refused");
        bool no_key = value_is(value_of(refused, "key"), "token.wrong");
        if (is_device(seat->address) && no_key)
            say(&text, "ui.device.used", NULL);
        else
            model_say_refusal(&sitting->model, refused, &text);
        if (no_key && enter_by_link(sitting)) continue;
        complain(request, "%s", sentence);
        return false;
    }
    /* Who had a key came to play, and the seat is not free. */
    if (*sentence && sitting->model.seat == '-') {
        complain(request, "%s", sentence);
        return false;
    }
    return true;
}

static void greet(const struct model *model) {
    char memory[1024];
    struct zk_text text = zk_text_in(memory, sizeof memory);
    struct phrase title = key_of(model->game_id, ".title");
    zk_text_put(&text, has_words(title.text) ? phrase(title.text, NULL).text : model->game_id);
    zk_text_put_char(&text, '\n');
    model_say_terms(model, &text);
    put_stop(&text);
    zk_text_put_char(&text, '\n');
    say(&text, model->seat == '-' ? "term.watch" : "term.greet.type", NULL);
    line_put(memory);
}

/* Y36: a game of Yokai counts on the path of the one who has a seat, with people as with bots. */
static void go_on_the_path(struct sitting *sitting, struct zk_text *out) {
    const struct model *model = &sitting->model;
    if (model->seat != '-' && strcmp(model->game_id, "yokai") == 0)
        path_finish(sitting->keeper, sitting->record,
                    value_text(value_of(model_seat(model, model->seat), "name")).text, out);
}

static void say_path(const struct sitting *sitting, struct zk_text *out) {
    path_say(sitting->keeper, out);
}

static int visit(const struct request *request, bool watch) {
    struct sitting *sitting = calloc(1, sizeof *sitting);
    struct line_face face;
    struct address address;
    struct seat_link seat = {.address = &address};
    const char *why, *detail;
    char link[2 * REMOTE_PART_SIZE], token[TOKEN_SIZE] = "";
    int status = STATUS_WRONG;
    if (!sitting) return complain(request, "there is not enough memory");
    if (!words_open(request->value[OPTION_LANG])) {
        free(sitting);
        return complain(request, "--lang is one of %s, not \"%s\"", words_languages,
                        request->value[OPTION_LANG]);
    }
    line_begin(&face, sitting);
    bool known = read_link(request, &face, link, sizeof link) && address_read(&address, link);
    bool device = known && !watch && is_device(&address);
    if (!known || (!device && strcmp(address.what, "table") != 0) || !*address.table) {
        free(sitting);
        return say_why(request, "term.link.none", NULL);
    }
    if (!watch) {
        find_file(request, &seat);
        find_key(&seat, token, sitting);
    }
    sitting->link = remote_open(address.server, &why, &detail);
    if (!sitting->link) {
        free(sitting);
        say_why(request, why, detail);
        return STATUS_WRONG;
    }
    if (request->value[OPTION_SAVE])
        snprintf(sitting->save, sizeof sitting->save, "%s", request->value[OPTION_SAVE]);
    sitting->keep = keep_key;
    if (!watch) sitting->finished = go_on_the_path;
    sitting->say_path = say_path;
    sitting->keeper = request;
    sitting->user = &seat;
    model_begin(&sitting->model, address.table, token, '-');
    snprintf(sitting->server, sizeof sitting->server, "%s", address.server);
    /* A link to another device is used once; from then on it leads here by the key that was kept. */
    if (device && strcmp(token, address.token) == 0) {
        sitting->ups = remote_ups(sitting->link);
        sitting_by_device(sitting);
    }
    if (enter(request, sitting)) {
        bool whole = !request->value[OPTION_PLAIN] && screen_can();
        if (!whole) greet(&sitting->model);
        if (request->value[OPTION_NAME] && sitting_question(sitting) == QUESTION_SIT)
            sitting_sit(sitting, request->value[OPTION_NAME]);
        if (whole) {
            screen_begin();
            screen_run(sitting);
            screen_end();
        } else {
            line_run(&face);
        }
        status = STATUS_RIGHT;
        if (sitting->link->state == LINK_ENDED) {
            say_why(request, sitting->link->why, NULL);
            status = STATUS_WRONG;
        }
    }
    sitting_free(sitting);
    return path_failed ? STATUS_WRONG : status;
}

int run_join(const struct request *request) { return visit(request, false); }
int run_watch(const struct request *request) { return visit(request, true); }
