/* solve.c: the fewest moves to peace in Yokai, of one layout or over many deals. */
#include <ctype.h>
#include <inttypes.h>
#include <stdalign.h>
#include <string.h>

#include "bots/count.h"
#include "bots/yokai/solve.h"
#include "command/terminal.h"
#include "commands.h"

enum { CARDS = ZK_YOKAI_CARDS, FAMILIES = ZK_YOKAI_FAMILIES };

/* Layouts to be solved: where the cards lie at the start of a game, and how many hint cards
 * nobody has turned up. */
struct problem {
    struct zk_rules rules;
    struct zk_state state;
    struct zk_yokai_view view;
    struct zk_yokai_layout layout;
    int moves;
    struct zk_yokai_step steps[ZK_YOKAI_SOLVE_MOVES_MAX];
    alignas(max_align_t) unsigned char scratch[ZK_YOKAI_SOLVE_SIZE];
};

/* The game of `selfplay` with that seed and number, when all is dealt. */
static void deal(struct problem *problem, uint64_t seed, uint64_t number) {
    struct zk_rng rng = zk_rng_stream(seed, number);
    zk_yokai.start(&problem->rules, &problem->state);
    zk_count_deal(&zk_yokai, &problem->rules, &problem->state, &rng);
    zk_yokai.view(&problem->rules, &problem->state, ZK_EVERYTHING,
                  zk_yokai_block(&problem->view));
    memset(&problem->layout, 0, sizeof problem->layout);
    for (unsigned card = 0; card < CARDS; card++) {
        problem->layout.x[card] = problem->view.board.x[card];
        problem->layout.y[card] = problem->view.board.y[card];
        problem->layout.family[card] = (uint8_t)(problem->view.family[card] - 1);
    }
}

static void solve(struct problem *problem) {
    problem->moves = zk_yokai_solve(&problem->layout, ZK_YOKAI_SOLVE_MOVES_MAX,
                                    problem->scratch, problem->steps);
}

static int best_score(const struct problem *problem) {
    return zk_yokai_best_score(problem->view.board.pile_count, (uint32_t)problem->moves);
}

/* Sixteen letters instead of the families that were dealt; false after saying what is wrong. */
static bool read_layout(const struct request *request, struct zk_yokai_layout *layout) {
    const char *letters = request->value[OPTION_LAYOUT];
    unsigned count[FAMILIES] = {0};
    if (strlen(letters) != CARDS) {
        complain(request, "--layout is sixteen letters, row by row, not %zu", strlen(letters));
        return false;
    }
    for (unsigned card = 0; card < CARDS; card++) {
        const char *letter = strchr(zk_yokai_letters, toupper((unsigned char)letters[card]));
        if (!letter) {
            complain(request, "--layout is made of the letters K, P, R and O: card %u is none",
                     card + 1);
            return false;
        }
        layout->family[card] = (uint8_t)(letter - zk_yokai_letters);
        count[layout->family[card]]++;
    }
    for (unsigned family = 0; family < FAMILIES; family++)
        if (count[family] != CARDS / FAMILIES) {
            complain(request, "--layout has %u %c: there are four cards of each family",
                     count[family], zk_yokai_letters[family]);
            return false;
        }
    return true;
}

static void print_way(const struct problem *problem) {
    printf("moves %d\n", problem->moves);
    for (int i = 0; i < problem->moves; i++) {
        struct zk_yokai_step step = problem->steps[i];
        char notation[ZK_MOVE_TEXT_SIZE];
        struct zk_text text = zk_text_in(notation, sizeof notation);
        zk_yokai.print_move(&problem->rules, &problem->state,
                            zk_yokai_move_to(step.card, step.x, step.y), ZK_EVERYTHING, &text);
        puts(notation);
    }
    printf("best %d\n", best_score(problem));
}

static void solve_deals(struct problem *problem, uint64_t deals, uint64_t seed) {
    uint64_t count[ZK_YOKAI_SOLVE_MOVES_MAX + 1] = {0}, moves = 0, points = 0;
    struct terminal_progress progress = terminal_progress_start("deals");
    for (uint64_t number = 0; number < deals; number++) {
        deal(problem, seed, number);
        solve(problem);
        count[problem->moves]++;
        moves += (uint64_t)problem->moves;
        points += (uint64_t)best_score(problem);
        terminal_progress_tick(&progress, number + 1);
    }
    terminal_progress_end(&progress);
    for (unsigned i = 0; i <= ZK_YOKAI_SOLVE_MOVES_MAX; i++)
        if (count[i]) printf("%u %" PRIu64 "\n", i, count[i]);
    printf("mean %.3f\nbest %.3f\n", (double)moves / (double)deals,
           (double)points / (double)deals);
}

int run_solve(const struct request *request) {
    static struct problem problem;
    struct zk_settings settings;
    uint64_t deals, seed;
    const struct zk_game *game = request_game(request, request->words[0]);
    if (!game) return STATUS_UNUSABLE;
    if (game != &zk_yokai) return complain(request, "only yokai can be solved");
    if (!request->value[OPTION_LAYOUT] == !request->value[OPTION_DEALS])
        return complain(request, "name one layout, with --layout, or say how many --deals");
    if (!request_number(request, OPTION_DEALS, 1, UINT64_MAX, 1, &deals) ||
        !request_number(request, OPTION_SEED, 0, UINT64_MAX, 1, &seed) ||
        !request_rules(request, game, &settings, &problem.rules))
        return STATUS_UNUSABLE;
    deal(&problem, seed, 0);
    if (request->value[OPTION_DEALS]) {
        solve_deals(&problem, deals, seed);
    } else {
        if (!read_layout(request, &problem.layout)) return STATUS_UNUSABLE;
        solve(&problem);
        print_way(&problem);
    }
    return STATUS_RIGHT;
}
