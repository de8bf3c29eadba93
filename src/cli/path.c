/* path.c: the command `path`, and the file behind it, see path.h. */
#include "path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "command/records.h"
#include "command/terminal.h"
#include "commands.h"
#include "core/json.h"
#include "server/folder.h"
#include "table/door.h"
#include "table/replay.h"

enum { PLAYERS = 3 };

const char path_person[] = "person";

/* ---- The file ---- */

static bool give_up(const struct request *request, const char *file, const char *why) {
    complain(request, "%s: %s", file, why);
    return false;
}

/* A file of at most ZK_YOKAI_PATH_SIZE_MAX bytes; false with errno, EFBIG when it is larger. */
static bool read_file(const char *file, char *data, size_t *size) {
    FILE *in = fopen(file, "r");
    if (!in) return false;
    *size = fread(data, 1, ZK_YOKAI_PATH_SIZE_MAX, in);
    int error = ferror(in) ? EIO : *size == ZK_YOKAI_PATH_SIZE_MAX ? EFBIG : 0;
    fclose(in);
    errno = error;
    return !error;
}

/* The path that is kept; an empty one when there is none yet. */
static bool read_path(const struct request *request, const char *file,
                      struct zk_yokai_path *path) {
    char data[ZK_YOKAI_PATH_SIZE_MAX];
    size_t size;
    memset(path, 0, sizeof *path);
    if (!read_file(file, data, &size))
        return errno == ENOENT || give_up(request, file, strerror(errno));
    const char *wrong = zk_yokai_path_read(path, data, size);
    if (!wrong) return true;
    complain(request,
             "%s is not a path: %s. It was left as it is; move it away to begin a new one",
             file, wrong);
    return false;
}

static void write_json(const struct zk_yokai_path *path, struct zk_text *text) {
    struct zk_json_out out = zk_json_to(text);
    zk_yokai_path_write(path, &out);
    zk_text_put_char(text, '\n');
}

/* First beside it, then in its place, so that there is always a whole one. */
static bool write_path(const struct request *request, const char *file,
                       const struct zk_yokai_path *path) {
    char data[ZK_YOKAI_PATH_SIZE_MAX], part[ZK_PATH_SIZE + 8];
    struct zk_text text = zk_text_in(data, sizeof data);
    write_json(path, &text);
    snprintf(part, sizeof part, "%s.part", file);
    FILE *out = fopen(part, "w");
    bool right = out && fwrite(text.data, 1, text.used, out) == text.used;
    if (out && fclose(out) != 0) right = false;
    if (right && zk_folder_replace(part, file)) return true;
    int error = errno;
    unlink(part);
    return give_up(request, file, strerror(error));
}

static bool find_folder(const struct request *request, struct zk_folder *folder) {
    if (zk_folder_find(folder, request->value[OPTION_DATA])) return true;
    complain(request, "there is no home folder to keep the path in");
    return false;
}

bool path_grow(const struct request *request, const struct zk_yokai_path *more,
               struct zk_yokai_path *path) {
    struct zk_folder folder;
    const char *why;
    if (!find_folder(request, &folder)) return false;
    if (!zk_folder_lock_path(&folder, &why)) return give_up(request, folder.path, why);
    bool right = read_path(request, folder.path_file, path);
    if (right) {
        struct zk_yokai_path before = *path;
        zk_yokai_path_join(path, more);
        if (memcmp(&before, path, sizeof before) != 0)
            right = write_path(request, folder.path_file, path);
    }
    zk_folder_unlock(&folder);
    return right;
}

/* ---- The table ---- */

static bool is_level(unsigned rules) {
    for (unsigned level = 1; level <= ZK_YOKAI_PATH_LEVELS; level++)
        if (zk_yokai_path_level(level) == rules) return true;
    return false;
}

static void print_row(const struct zk_yokai_path *path, const char *level, unsigned rules) {
    char line[128];
    struct zk_text text = zk_text_in(line, sizeof line);
    zk_text_put(&text, level);
    zk_text_pad(&text, 9);
    zk_yokai_path_put_name(&text, rules);
    for (unsigned players = 0; players < PLAYERS; players++) {
        unsigned best = path->best[players][rules];
        zk_text_pad(&text, 34 + 12 * (size_t)players);
        zk_text_put(&text, best ? zk_yokai_rank_names[best] : "-");
    }
    puts(line);
}

static void print_path(const struct zk_yokai_path *path) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    printf("%sYokai: the best rank by rules and players%s\n\n%34s2 players   3 players   "
           "4 players\n",
           marks.bold, marks.plain, "");
    for (unsigned level = 1; level <= ZK_YOKAI_PATH_LEVELS; level++) {
        char title[] = "level 0";
        title[sizeof title - 2] = (char)('0' + level);
        print_row(path, title, zk_yokai_path_level(level));
    }
    for (unsigned rules = 0; rules < ZK_YOKAI_PATH_RULES; rules++)
        if (!is_level(rules) &&
            (path->best[0][rules] | path->best[1][rules] | path->best[2][rules]))
            print_row(path, "", rules);
}

static void show(const struct request *request, const struct zk_yokai_path *path) {
    char data[ZK_YOKAI_PATH_SIZE_MAX];
    struct zk_text text = zk_text_in(data, sizeof data);
    write_json(path, &text);
    if (request->value[OPTION_JSON])
        fputs(data, stdout);
    else
        print_path(path);
}

/* ---- In words ---- */

static void say_row(const struct zk_yokai_path *path, unsigned rules, struct zk_text *out) {
    char names[64];
    struct zk_text text = zk_text_in(names, sizeof names);
    struct row row;
    zk_yokai_path_put_name(&text, rules);
    row_begin(&row);
    for (char *name = names, *end; *name; name = end) {
        end = name + strcspn(name, "+");
        if (*end) *end++ = '\0';
        row_put(&row, phrase(key_of("yokai.path.", name).text, NULL).text);
    }
    zk_text_put(out, "  ");
    zk_text_put(out, row_end(&row, false));
    put_colon(out);
    row_begin(&row);
    for (unsigned players = 0; players < PLAYERS; players++) {
        unsigned best = path->best[players][rules];
        struct phrase key = key_of("yokai.rank.", best ? zk_yokai_rank_names[best] : "never");
        row_put(&row, phrase("yokai.path.at", "n", figure(players + 2).text, "rank",
                             phrase(key.text, NULL).text, NULL)
                          .text);
    }
    zk_text_put(out, row_end(&row, false));
    zk_text_put_char(out, '\n');
}

void path_say(const struct request *request, struct zk_text *out) {
    struct zk_yokai_path path;
    struct zk_folder folder;
    if (!find_folder(request, &folder) || !read_path(request, folder.path_file, &path)) return;
    say(out, "yokai.path.lead", NULL);
    zk_text_put_char(out, '\n');
    for (unsigned level = 1; level <= ZK_YOKAI_PATH_LEVELS; level++)
        say_row(&path, zk_yokai_path_level(level), out);
    for (unsigned rules = 0; rules < ZK_YOKAI_PATH_RULES; rules++)
        if (!is_level(rules) &&
            (path.best[0][rules] | path.best[1][rules] | path.best[2][rules]))
            say_row(&path, rules, out);
}

/* ---- Records ---- */

struct counting {
    const char *name;        /* of the person's seat */
    uint64_t games;          /* that counted */
    unsigned players, rules; /* of the last of them */
    struct zk_yokai_path path;
};

/* Y36: every finished game with that person in a seat, as printed and without help. */
static void count_record(void *user, const struct zk_record *record) {
    struct counting *counting = user;
    struct zk_state state;
    struct zk_yokai_view view;
    struct zk_result result;
    bool seated = false;
    for (uint32_t seat = 0; seat < record->seats_count; seat++)
        seated |= strcmp(record->name[seat], counting->name) == 0;
    if (!seated || record->game != &zk_yokai || !record->finished || record->helped ||
        !zk_yokai_has_usual_hints(record->rules))
        return;
    zk_yokai.start(record->rules, &state);
    for (uint32_t i = 0; i < record->moves_count; i++)
        zk_yokai.apply(record->rules, &state, record->moves[i]);
    zk_yokai.view(record->rules, &state, ZK_SPECTATOR, zk_yokai_block(&view));
    zk_yokai.result(record->rules, &state, &result);
    zk_yokai_path_count(&counting->path, &view, result.rank);
    counting->games++;
    counting->players = view.players;
    counting->rules = zk_yokai_path_rules(&view);
}

enum path_step path_add_record(const struct request *request, const char *record,
                               const char *name, struct zk_yokai_path *path,
                               const char **best) {
    struct counting counting = {.name = name};
    struct zk_replay *replay = calloc(1, sizeof *replay);
    char *said = malloc(ZK_ANSWER_SIZE_MAX);
    if (replay && said) {
        struct zk_text text = zk_text_in(said, ZK_ANSWER_SIZE_MAX);
        struct zk_json_out out = zk_json_to(&text);
        if (zk_replay_read(replay, record, strlen(record), &out))
            count_record(&counting, &replay->record);
    }
    free(said);
    free(replay);
    if (!counting.games) return PATH_NO_STEP;
    if (!path_grow(request, &counting.path, path)) return PATH_FAILED;
    *best = zk_yokai_rank_names[path->best[counting.players - 2][counting.rules]];
    return PATH_STEP;
}

bool path_failed;

void path_finish(const struct request *request, const char *record, const char *name,
                 struct zk_text *out) {
    struct zk_yokai_path path;
    const char *best;
    switch (path_add_record(request, record, name, &path, &best)) {
    case PATH_NO_STEP: say(out, "term.path.no_step", NULL); break;
    case PATH_FAILED: path_failed = true; break;
    case PATH_STEP:
        say(out, "term.path.best", "rank", phrase(key_of("yokai.rank.", best).text, NULL).text,
            NULL);
    }
}

/* Whether a file is a path and no record; then it has joined the counting. */
static bool add_path(const char *file, struct zk_yokai_path *path) {
    char data[ZK_YOKAI_PATH_SIZE_MAX];
    struct zk_yokai_path other;
    size_t size;
    if (strcmp(file, "-") == 0 || !read_file(file, data, &size) ||
        zk_yokai_path_read(&other, data, size))
        return false;
    zk_yokai_path_join(path, &other);
    return true;
}

/* Adds the files that the request names and shows what has become of the path. */
static int add(const struct request *request) {
    struct counting counting = {.name = request->value[OPTION_NAME]};
    struct zk_yokai_path path;
    int status = STATUS_RIGHT;
    if (!counting.name) counting.name = path_person;
    if (!*counting.name || zk_bots_named(counting.name, strlen(counting.name)))
        return complain(request, "--name is the name of a person, not \"%s\"", counting.name);
    if (request->words_count < 2) return complain(request, "say what to add: add FILE");
    for (unsigned i = 1; i < request->words_count; i++) {
        const char *file = request->words[i];
        if (add_path(file, &counting.path)) continue;
        int now = records_read(request, file, stderr, count_record, &counting);
        if (now > status) status = now;
    }
    if (status == STATUS_UNUSABLE) return status; /* nothing is half added */
    if (!path_grow(request, &counting.path, &path)) return STATUS_WRONG;
    fprintf(stderr, "%llu finished games of Yokai with %s in a seat\n",
            (unsigned long long)counting.games, counting.name);
    show(request, &path);
    return status;
}

/* ---- The command ---- */

int run_path(const struct request *request) {
    struct zk_yokai_path path;
    struct zk_folder folder;
    if (request->words_count && strcmp(request->words[0], "add") != 0)
        return complain(request, "\"%s\" is not known here; it is `path` or `path add FILE`",
                        request->words[0]);
    if (request->words_count) return add(request);
    if (!find_folder(request, &folder) || !read_path(request, folder.path_file, &path))
        return STATUS_WRONG;
    show(request, &path);
    return STATUS_RIGHT;
}
