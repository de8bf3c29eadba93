/* contest.c: what a contest has come to, written down and added up, see contest.h. */
#include "contest.h"

#include <string.h>

unsigned contest_games(const struct contest *contest, const struct contest_line *line) {
    return line->count == 1 ? 1 : contest->seats;
}

unsigned contest_counted(const struct contest *contest, const struct contest_line *line) {
    return contest->together || line->count < 3 ? 1 : line->count;
}

uint64_t contest_deals(const struct contest *contest) {
    uint64_t deals = 0;
    for (unsigned i = 0; i < contest->ranges_count; i++)
        deals += contest->range[i].until - contest->range[i].from;
    return deals;
}

/* The most that one deal can give somebody. */
static uint64_t most_of_deal(const struct contest *contest, const struct contest_line *line) {
    return (uint64_t)contest_games(contest, line) *
           (contest->together ? CONTEST_POINTS_MAX : CONTEST_WIN);
}

struct estimate contest_result(const struct contest *contest, const struct contest_line *line,
                               unsigned index) {
    uint64_t deals = contest_deals(contest);
    if (contest->together)
        return estimate_points(line->sum[index], line->squares[index], deals,
                               contest_games(contest, line));
    return estimate_share(line->sum[index], line->squares[index], deals,
                          (double)most_of_deal(contest, line));
}

bool contest_add_range(struct contest *contest, uint64_t from, uint64_t until) {
    struct contest_range *range = contest->range;
    unsigned at = 0;
    while (at < contest->ranges_count && range[at].until <= from) at++;
    if (at < contest->ranges_count && range[at].from < until) return false;
    bool before = at > 0 && range[at - 1].until == from;
    bool behind = at < contest->ranges_count && range[at].from == until;
    if (before) {
        range[at - 1].until = behind ? range[at].until : until;
        if (!behind) return true;
        memmove(&range[at], &range[at + 1], (--contest->ranges_count - at) * sizeof *range);
    } else if (behind) {
        range[at].from = from;
    } else {
        if (contest->ranges_count == CONTEST_RANGES_MAX) return false;
        memmove(&range[at + 1], &range[at], (contest->ranges_count++ - at) * sizeof *range);
        range[at] = (struct contest_range){from, until};
    }
    return true;
}

/* ---- Writing ---- */

static void put_string(struct zk_json_out *out, const char *key, const char *string) {
    zk_json_key(out, key);
    zk_json_put_string(out, string);
}

static void put_count(struct zk_json_out *out, const char *key, uint64_t count) {
    zk_json_key(out, key);
    zk_json_put_int(out, (int64_t)count);
}

static void put_numbers(struct zk_json_out *out, const char *key, const int64_t *numbers,
                        unsigned count) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = 0; i < count; i++) zk_json_put_int(out, numbers[i]);
    zk_json_end_array(out);
}

/* Strings of that size, one after another. */
static void put_strings(struct zk_json_out *out, const char *key, const char *strings,
                        size_t size, unsigned count) {
    zk_json_key(out, key);
    zk_json_begin_array(out);
    for (unsigned i = 0; i < count; i++) zk_json_put_string(out, strings + i * size);
    zk_json_end_array(out);
}

static void put_line(struct zk_json_out *out, const struct contest *contest,
                     const struct contest_line *line) {
    unsigned counted = contest_counted(contest, line);
    zk_json_begin_object(out);
    zk_json_key(out, "bots");
    zk_json_begin_array(out);
    for (unsigned i = 0; i < line->count; i++)
        zk_json_put_string(out, contest->entrant[line->who[i]]);
    zk_json_end_array(out);
    put_numbers(out, "sum", line->sum, counted);
    put_numbers(out, "squares", (const int64_t *)line->squares, counted);
    if (contest->together) put_count(out, "won", line->won);
    if (contest->ranks_count)
        put_numbers(out, "ranks", (const int64_t *)line->rank, contest->ranks_count);
    int64_t mean[ZK_SEATS_MAX], error[ZK_SEATS_MAX];
    for (unsigned i = 0; i < counted; i++) {
        struct estimate result = contest_result(contest, line, i);
        mean[i] = (int64_t)(1000 * result.mean + (result.mean < 0 ? -0.5 : 0.5));
        error[i] = (int64_t)(1000 * result.error + 0.5);
    }
    put_numbers(out, "mean_thousandths", mean, counted);
    put_numbers(out, "error_thousandths", error, counted);
    zk_json_end_object(out);
}

void contest_put(const struct contest *contest, struct zk_json_out *out) {
    put_string(out, "zashiki", contest->arena ? "arena" : "match");
    put_string(out, "program", contest->program);
    put_string(out, "game", contest->game);
    put_count(out, "seats", contest->seats);
    zk_json_key(out, "together");
    zk_json_put_bool(out, contest->together);
    put_string(out, "set", contest->set);
    put_string(out, "rules", contest->rules);
    if (contest->ranks_count)
        put_strings(out, "ranks", *contest->rank, CONTEST_RANK_SIZE, contest->ranks_count);
    put_count(out, "seed", contest->seed);
    put_count(out, "playouts", contest->playouts);
    put_strings(out, "bots", *contest->entrant, CONTEST_NAME_SIZE, contest->entrants_count);
    zk_json_key(out, "deals");
    zk_json_begin_array(out);
    for (unsigned i = 0; i < contest->ranges_count; i++) {
        zk_json_begin_array(out);
        zk_json_put_int(out, (int64_t)contest->range[i].from);
        zk_json_put_int(out, (int64_t)contest->range[i].until);
        zk_json_end_array(out);
    }
    zk_json_end_array(out);
    zk_json_key(out, "lines");
    zk_json_begin_array(out);
    for (unsigned i = 0; i < contest->lines_count; i++)
        put_line(out, contest, &contest->line[i]);
    zk_json_end_array(out);
}

void contest_write(const struct contest *contest, struct zk_text *text) {
    struct zk_json_out out = zk_json_to(text);
    zk_json_begin_object(&out);
    contest_put(contest, &out);
    zk_json_end_object(&out);
}

/* ---- Reading: in whatever order the keys come, so what depends on several is looked at last. ---- */

/* A string that can be shown as it is: letters, digits and signs of ASCII, and blanks. */
static bool get_string(struct zk_json_in *in, char *string, size_t size) {
    memset(string, 0, size); /* the key may come twice */
    if (!zk_json_get_string(in, string, size, NULL)) return false;
    for (; *string; string++)
        if (*string < ' ' || *string > '~') zk_json_wrong(in, "a name has strange letters");
    return !in->error;
}

static void get_count(struct zk_json_in *in, uint64_t most, uint64_t *count) {
    int64_t number = 0;
    if (zk_json_get_int(in, &number) && (number < 0 || (uint64_t)number > most))
        zk_json_wrong(in, "a number is too large, or less than 0");
    *count = (uint64_t)number;
}

/* At most so many numbers, none of them less than `least`; returns how many. */
static unsigned get_numbers(struct zk_json_in *in, int64_t least, int64_t *numbers,
                            unsigned most) {
    unsigned count = 0;
    for (zk_json_enter_array(in); zk_json_next_element(in); count++) {
        if (count == most) {
            zk_json_wrong(in, "a list has too many elements");
            break;
        }
        if (zk_json_get_int(in, &numbers[count]) && numbers[count] < least)
            zk_json_wrong(in, "a number is less than 0");
    }
    return count;
}

/* Adds at most so many strings of that size to the `*count` that are there. */
static void get_strings(struct zk_json_in *in, char *strings, size_t size, unsigned most,
                        unsigned *count) {
    for (zk_json_enter_array(in); zk_json_next_element(in); (*count)++) {
        if (*count == most) zk_json_wrong(in, "there are too many bots or ranks");
        if (in->error || !get_string(in, strings + *count * size, size)) return;
    }
}

static unsigned find_entrant(const struct contest *contest, const char *name) {
    unsigned i = 0;
    while (i < contest->entrants_count && strcmp(contest->entrant[i], name) != 0) i++;
    return i;
}

static void get_ranges(struct zk_json_in *in, struct contest *contest) {
    for (zk_json_enter_array(in); zk_json_next_element(in);) {
        int64_t ends[2] = {0};
        if (get_numbers(in, 0, ends, 2) < 2 || in->error || ends[0] >= ends[1] ||
            ends[1] > CONTEST_NUMBER_MAX ||
            !contest_add_range(contest, (uint64_t)ends[0], (uint64_t)ends[1])) {
            zk_json_wrong(in, "the deals are not apart, each of them [first, last + 1]");
            return;
        }
    }
}

/* The names of a line become numbers when the bots are known. */
struct names {
    char name[ZK_SEATS_MAX][CONTEST_NAME_SIZE];
    unsigned count;
};

static void get_line(struct zk_json_in *in, struct contest_line *line, struct names *names) {
    char key[16];
    for (zk_json_enter_object(in); zk_json_next_key(in, key, sizeof key);) {
        if (strcmp(key, "bots") == 0)
            get_strings(in, *names->name, CONTEST_NAME_SIZE, ZK_SEATS_MAX, &names->count);
        else if (strcmp(key, "sum") == 0)
            get_numbers(in, INT64_MIN, line->sum, ZK_SEATS_MAX);
        else if (strcmp(key, "squares") == 0)
            get_numbers(in, 0, (int64_t *)line->squares, ZK_SEATS_MAX);
        else if (strcmp(key, "ranks") == 0)
            get_numbers(in, 0, (int64_t *)line->rank, ZK_RANKS_MAX);
        else if (strcmp(key, "won") == 0)
            get_count(in, INT64_MAX, &line->won);
        else
            zk_json_skip(in);
    }
}

static void get_lines(struct zk_json_in *in, struct contest *contest, struct names *names) {
    for (zk_json_enter_array(in); zk_json_next_element(in); contest->lines_count++) {
        if (contest->lines_count == CONTEST_LINES_MAX) {
            zk_json_wrong(in, "there are too many lines");
            return;
        }
        get_line(in, &contest->line[contest->lines_count], &names[contest->lines_count]);
    }
}

/* Whether the counts of a line are possible in so many deals. */
static bool is_possible(const struct contest *contest, const struct contest_line *line) {
    uint64_t deals = contest_deals(contest), most = most_of_deal(contest, line), ranks = 0;
    uint64_t games = contest->together ? contest_games(contest, line) * deals : 0;
    unsigned counted = contest_counted(contest, line);
    for (unsigned i = 0; i < ZK_SEATS_MAX; i++) {
        bool below = line->sum[i] < 0;
        uint64_t sum = below ? 0 - (uint64_t)line->sum[i] : (uint64_t)line->sum[i];
        uint64_t squares = line->squares[i];
        if (i >= counted && (sum || squares)) return false;
        if (sum > most * deals || squares < sum || (below && !contest->together)) return false;
        if (squares > most * (contest->together ? most * deals : sum)) return false;
        if ((double)squares * (double)deals < (double)sum * (double)sum * 0.999999)
            return false;
    }
    for (unsigned i = 0; i < ZK_RANKS_MAX; i++) {
        if (line->rank[i] > (i < contest->ranks_count ? games : 0)) return false;
        ranks += line->rank[i];
    }
    return line->won <= games && ranks == (contest->ranks_count ? games : 0);
}

static const char *check_line(const struct contest *contest, struct contest_line *line,
                              const struct names *names) {
    bool team = names->count == 1 && contest->together;
    line->count = (uint8_t)names->count;
    if (!team && line->count != 2 && line->count != contest->seats)
        return "a line has not as many bots as the game has seats";
    for (unsigned i = 0; i < line->count; i++) {
        line->who[i] = (uint8_t)find_entrant(contest, names->name[i]);
        if (line->who[i] == contest->entrants_count) return "a line names an unknown bot";
    }
    return is_possible(contest, line) ? NULL : "the counts of a line are impossible";
}

static const char *check(struct contest *contest, const struct names *names,
                         const char *kind) {
    const char *wrong = NULL;
    if (strcmp(kind, "match") != 0 && strcmp(kind, "arena") != 0)
        return "it is neither a match nor an arena";
    contest->arena = strcmp(kind, "arena") == 0;
    if (contest->seats < 2) return "the seats are missing";
    if (contest->ranks_count && !contest->together) return "only teams have ranks";
    for (unsigned i = 0; i < contest->entrants_count; i++)
        if (find_entrant(contest, contest->entrant[i]) < i) return "a bot is there twice";
    if (!contest->ranges_count) return "it has no deals";
    if (contest_deals(contest) > CONTEST_DEALS_MAX) return "it has too many deals";
    if (contest->arena ? contest->entrants_count < 2 || !contest->lines_count
                       : contest->lines_count != 1)
        return "bots or lines are missing, or there are too many";
    for (unsigned i = 0; i < contest->lines_count && !wrong; i++)
        wrong = check_line(contest, &contest->line[i], &names[i]);
    return wrong;
}

const char *contest_read(struct contest *contest, const char *data, size_t size) {
    static struct names names[CONTEST_LINES_MAX];
    struct zk_json_in json = zk_json_from(data, size), *in = &json;
    char key[16], kind[8] = "";
    uint64_t seats = 0;
    memset(contest, 0, sizeof *contest);
    memset(names, 0, sizeof names);
    for (zk_json_enter_object(in); zk_json_next_key(in, key, sizeof key);) {
        if (strcmp(key, "zashiki") == 0)
            get_string(in, kind, sizeof kind);
        else if (strcmp(key, "program") == 0)
            get_string(in, contest->program, sizeof contest->program);
        else if (strcmp(key, "game") == 0)
            get_string(in, contest->game, sizeof contest->game);
        else if (strcmp(key, "seats") == 0)
            get_count(in, ZK_SEATS_MAX, &seats);
        else if (strcmp(key, "together") == 0)
            zk_json_get_bool(in, &contest->together);
        else if (strcmp(key, "set") == 0)
            get_string(in, contest->set, sizeof contest->set);
        else if (strcmp(key, "rules") == 0)
            get_string(in, contest->rules, sizeof contest->rules);
        else if (strcmp(key, "ranks") == 0)
            get_strings(in, *contest->rank, CONTEST_RANK_SIZE, ZK_RANKS_MAX,
                        &contest->ranks_count);
        else if (strcmp(key, "seed") == 0)
            get_count(in, INT64_MAX, &contest->seed);
        else if (strcmp(key, "playouts") == 0)
            get_count(in, UINT32_MAX, &contest->playouts);
        else if (strcmp(key, "bots") == 0)
            get_strings(in, *contest->entrant, CONTEST_NAME_SIZE, CONTEST_ENTRANTS_MAX,
                        &contest->entrants_count);
        else if (strcmp(key, "deals") == 0)
            get_ranges(in, contest);
        else if (strcmp(key, "lines") == 0)
            get_lines(in, contest, names);
        else
            zk_json_skip(in);
    }
    if (!zk_json_finish(in)) return in->error ? in->error : "it is no JSON object";
    contest->seats = (uint8_t)seats;
    return check(contest, names, kind);
}

/* ---- Adding up ---- */

static bool same_lines(const struct contest *a, const struct contest *b) {
    bool same = a->entrants_count == b->entrants_count && a->lines_count == b->lines_count;
    for (unsigned i = 0; same && i < a->entrants_count; i++)
        same = strcmp(a->entrant[i], b->entrant[i]) == 0;
    for (unsigned i = 0; same && i < a->lines_count; i++)
        same = a->line[i].count == b->line[i].count &&
               memcmp(a->line[i].who, b->line[i].who, sizeof a->line[i].who) == 0;
    return same;
}

static void add_counts(uint64_t *to, const uint64_t *from, unsigned count) {
    for (unsigned i = 0; i < count; i++) to[i] += from[i];
}

const char *contest_add(struct contest *contest, const struct contest *other) {
    struct contest_range before[CONTEST_RANGES_MAX];
    unsigned count = contest->ranges_count;
    if (contest->arena != other->arena) return "one is a match and the other an arena";
    if (strcmp(contest->game, other->game) != 0) return "they are of different games";
    if (strcmp(contest->rules, other->rules) != 0 || strcmp(contest->set, other->set) != 0 ||
        contest->seats != other->seats || contest->together != other->together ||
        contest->ranks_count != other->ranks_count ||
        memcmp(contest->rank, other->rank, sizeof contest->rank) != 0)
        return "their options or card sets differ";
    if (!same_lines(contest, other)) return "other bots play in it";
    if (contest->seed != other->seed) return "their seeds differ";
    if (contest->playouts != other->playouts) return "their playouts differ";
    if (strcmp(contest->program, other->program) != 0)
        return "different versions of the program have played";
    if (contest_deals(contest) + contest_deals(other) > CONTEST_DEALS_MAX)
        return "there are too many deals";
    memcpy(before, contest->range, sizeof before);
    for (unsigned i = 0; i < other->ranges_count; i++)
        if (!contest_add_range(contest, other->range[i].from, other->range[i].until)) {
            memcpy(contest->range, before, sizeof before);
            contest->ranges_count = count;
            return "some deals are in both, or the parts are too many";
        }
    for (unsigned i = 0; i < contest->lines_count; i++) {
        struct contest_line *line = &contest->line[i];
        for (unsigned seat = 0; seat < ZK_SEATS_MAX; seat++)
            line->sum[seat] += other->line[i].sum[seat];
        add_counts(line->squares, other->line[i].squares, ZK_SEATS_MAX);
        add_counts(line->rank, other->line[i].rank, ZK_RANKS_MAX);
        line->won += other->line[i].won;
    }
    return NULL;
}
