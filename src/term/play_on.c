/* play_on.c: see play_on.h. */
#include "play_on.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

static const struct zk_bot *bot_in(const struct zk_record *record, uint32_t seat) {
    return zk_bots_of(record->game, record->name[seat]);
}

char play_on_seat(const struct review *review) {
    const struct zk_record *record = &review->replay->record;
    char actor = model_actor(&review->model), first = 0;
    if (review->reader != '-') return review->reader;
    for (uint32_t seat = 0; seat < record->seats_count; seat++) {
        char letter = (char)('A' + seat);
        if (bot_in(record, seat)) continue;
        if (letter == actor) return letter;
        if (!first) first = letter;
    }
    return first ? first : actor >= 'A' ? actor : 'A';
}

/* ---- The table as lines ---- */

static void put_member(struct zk_json_out *out, const char *key, const char *value) {
    zk_json_key(out, key);
    zk_json_put_string(out, value);
}

static void begin_line(struct zk_text *line, struct zk_json_out *out, const char *kind,
                       const char *by) {
    zk_text_clear(line);
    *out = zk_json_to(line);
    zk_json_begin_object(out);
    put_member(out, "kind", kind);
    put_member(out, "by", by);
}

static void write_opening(FILE *file, const struct review *review) {
    const struct zk_record *record = &review->replay->record;
    size_t size = ASK_SIZE + record->settings.cards_size;
    char *memory = malloc(size);
    if (!memory) abort();
    struct zk_text line = zk_text_in(memory, size);
    struct zk_json_out out = zk_json_to(&line);
    zk_json_begin_object(&out);
    zk_json_key(&out, "zashiki");
    zk_json_put_int(&out, ZK_PROTOCOL_VERSION);
    put_member(&out, "do", "open");
    put_member(&out, "game", record->game->id);
    zk_json_key(&out, "rules");
    zk_json_put_int(&out, zk_settings_rules(record->game, &record->settings));
    zk_json_key(&out, "options");
    zk_settings_write(&out, record->game, &record->settings);
    if (record->settings.cards) {
        zk_json_key(&out, "cardset");
        zk_json_put_compact(&out, record->settings.cards, record->settings.cards_size);
    }
    if (value_is(value_of(review_head(review), "memory"), "on")) {
        zk_json_key(&out, "memory");
        zk_json_put_bool(&out, true);
    }
    zk_json_end_object(&out);
    fprintf(file, "%s\n", memory);
    free(memory);
}

/* A bot shows what it has shown, or else a yokai that nobody else is. */
static const char *face_of(struct value faces, uint32_t seat, bool same, unsigned *next) {
    struct phrase kept = value_text(value_at(faces, seat));
    for (unsigned i = ZK_FACE_FIRST_BOT; same && i < ZK_FACES_COUNT; i++)
        if (strcmp(zk_face_words[i], kept.text) == 0) return zk_face_words[i];
    while (value_has(faces, zk_face_words[ZK_FACE_FIRST_BOT + *next])) ++*next;
    return zk_face_words[ZK_FACE_FIRST_BOT + (*next)++];
}

static void write_seats(FILE *file, const struct review *review, char person) {
    const struct zk_record *record = &review->replay->record;
    struct value faces = value_of(review_head(review), "faces");
    unsigned next = 0;
    char memory[512];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    struct zk_json_out out;
    for (uint32_t seat = 0; seat < record->seats_count; seat++) {
        const char *letter = zk_actor_name((int)seat);
        const struct zk_bot *bot = bot_in(record, seat);
        begin_line(&line, &out, "sit", letter);
        zk_json_key(&out, "sits");
        zk_json_begin_object(&out);
        put_member(&out, "seat", letter);
        if (*letter == person) {
            put_member(&out, "who", "person");
            bool named =
                !bot && *record->name[seat] && strlen(record->name[seat]) < ZK_NAME_SIZE;
            put_member(&out, "name", named ? record->name[seat] : "person");
        } else {
            put_member(&out, "who", "bot");
            put_member(&out, "bot", (bot ? bot : zk_bots_usual(record->game))->name);
            put_member(&out, "face", face_of(faces, seat, bot != NULL, &next));
        }
        zk_json_end_object(&out);
        zk_json_end_object(&out);
        fprintf(file, "%s\n", memory);
    }
}

static void write_moves(FILE *file, const struct review *review) {
    char memory[512];
    struct zk_text line = zk_text_in(memory, sizeof memory);
    struct zk_json_out out;
    struct each each = each_of(review->moves);
    for (uint32_t i = 0; i < review->at && each_next(&each); i++) {
        begin_line(&line, &out, "move", value_text(value_of(each.value, "by")).text);
        put_member(&out, "move", value_text(value_of(each.value, "move")).text);
        zk_json_end_object(&out);
        fprintf(file, "%s\n", memory);
    }
}

/* ---- Sitting down ---- */

static struct link *open_table(const struct review *review, char seat) {
    struct local_plan plan = {.seed = review->at};
    char *lines = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&lines, &size);
    if (!file) return NULL;
    write_opening(file, review);
    write_seats(file, review, seat);
    write_moves(file, review);
    fclose(file);
    file = fmemopen(lines, size, "r");
    ssize_t drawn = getrandom(&plan.seed, sizeof plan.seed, 0);
    (void)
        drawn; /* without it the cards come in an order that is known, which nobody looks at */
    struct link *link = file ? local_resume(&plan, file) : NULL;
    if (file) fclose(file);
    free(lines);
    return link;
}

struct sitting *play_on(const struct review *review, char seat) {
    struct sitting *sitting = calloc(1, sizeof *sitting);
    const char *message;
    size_t size;
    int audience;
    if (!sitting || !(sitting->link = open_table(review, seat))) {
        free(sitting);
        return NULL;
    }
    sitting->local = true;
    model_begin(&sitting->model, ZK_LOCAL_ID, (char[]){seat, 0}, seat);
    sitting_do(sitting, "join", NULL, NULL);
    while (*sitting->waiting) {
        while (!(message = link_next(sitting->link, &audience, &size)))
            link_wait(sitting->link);
        sitting_take(sitting, audience, message, size);
    }
    return sitting;
}
