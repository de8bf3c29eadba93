/* tutorial.c: see tutorial.h. */
#include "tutorial.h"

#include <assert.h>
#include <string.h>

#include "../bots/study.h"
#include "../core/json.h"
#include "../games/list.h"

static void keep_record(void *user, const struct zk_record *record) {
    struct zk_tutorial *tutorial = user;
    tutorial->record = *record;
    tutorial->is_there = true;
}

static void fail(struct zk_tutorial *tutorial, uint64_t line, const char *why) {
    struct zk_text text = zk_text_in(tutorial->why, sizeof tutorial->why);
    if (tutorial->is_wrong) return;
    tutorial->is_wrong = true;
    tutorial->line = line;
    zk_text_put(&text, why);
}

static void keep_wrong(void *user, const struct zk_record_wrong *wrong) {
    char sentence[256];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(wrong->game, &wrong->refusal, &text);
    fail(user, wrong->line, sentence);
}

/* A sentence: both names, once each, and nothing else. */
static bool read_step(const char *line, size_t size, struct zk_tutorial_step *step) {
    struct zk_json_in in = zk_json_from(line, size);
    char key[8];
    *step = (struct zk_tutorial_step){0};
    zk_json_enter_object(&in);
    while (zk_json_next_key(&in, key, sizeof key)) {
        char *name = strcmp(key, "say") == 0  ? step->say
                     : strcmp(key, "at") == 0 ? step->at
                                              : NULL;
        if (name && !*name)
            zk_json_get_string(&in, name, ZK_TUTORIAL_NAME_SIZE, NULL);
        else
            zk_json_wrong(&in, "a key that a sentence does not have");
    }
    return zk_json_finish(&in) && *step->say && *step->at;
}

static void take_line(struct zk_tutorial *tutorial, const char *line, size_t size) {
    static const char begins[] = "{\"say\":";
    struct zk_tutorial_step step;
    if (size < sizeof begins - 1 || memcmp(line, begins, sizeof begins - 1) != 0) {
        zk_record_reader_line(&tutorial->reader, line, size);
        return;
    }
    tutorial->reader.line++; /* lines are counted as they stand in the file */
    if (tutorial->reader.place != ZK_RECORD_MOVES)
        fail(tutorial, tutorial->reader.line, "a sentence stands outside the moves");
    else if (tutorial->steps_count == ZK_TUTORIAL_STEPS_MAX)
        fail(tutorial, tutorial->reader.line, "there are too many sentences");
    else if (!read_step(line, size, &step))
        fail(tutorial, tutorial->reader.line, "a sentence has a key and a place");
    if (tutorial->is_wrong) return;
    step.moves = tutorial->reader.record.moves_count;
    tutorial->step[tutorial->steps_count++] = step;
}

bool zk_tutorial_read(struct zk_tutorial *tutorial, const char *text, size_t size) {
    assert(zk_record_moves_max(zk_games) <= ZK_TUTORIAL_MOVES_MAX);
    tutorial->is_there = tutorial->is_wrong = false;
    tutorial->steps_count = 0;
    zk_record_reader_start(&tutorial->reader, zk_games, tutorial->moves, ZK_TUTORIAL_MOVES_MAX,
                           keep_record, keep_wrong, tutorial);
    for (size_t at = 0, end; at < size && !tutorial->is_wrong; at = end + 1) {
        for (end = at; end < size && text[end] != '\n';) end++;
        take_line(tutorial, text + at, end - at);
    }
    if (!tutorial->is_wrong) zk_record_reader_end(&tutorial->reader);
    if (tutorial->is_wrong || !tutorial->is_there) return false;
    unsigned seats = zk_study_seats(&tutorial->record);
    if (!seats || seats & (seats - 1)) fail(tutorial, 1, "exactly one seat is no bot's");
    if (!tutorial->steps_count) fail(tutorial, 1, "there is no sentence");
    for (tutorial->seat = 0; !tutorial->is_wrong && !(seats >> tutorial->seat & 1);)
        tutorial->seat++;
    return !tutorial->is_wrong;
}

uint32_t zk_tutorial_steps_before(const struct zk_tutorial *tutorial, uint32_t moves) {
    uint32_t count = 0;
    while (count < tutorial->steps_count && tutorial->step[count].moves < moves) count++;
    return count;
}
