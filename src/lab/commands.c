/* commands.c: the table of the commands of `zashiki-lab`, see command/command.h. */
#include "commands.h"

static const struct command commands[] = {
    {
        .name = "match",
        .summary = "find out who plays better, or how well a team plays",
        .arguments = "BOT [BOT...] --game GAME",
        .description =
            "Of two bots the first plays every deal in each seat in turn, the second in all\n"
            "others; three or four have a seat each and move on by one from game to game. A\n"
            "deal fixes the order of every deck, so all play with the same luck. Says how often\n"
            "they win, a shared win counting in part, and what that is in Elo. In a game that is\n"
            "won or lost together: the points and ranks of the team; one bot is in every seat.\n"
            "A bot can be named with a number of playouts, strong@5000, and with +open it sees\n"
            "all cards, strong+open, which tells what not knowing them costs.\n"
            "Ctrl-C ends it early, with what came of the deals played until then.",
        .word = {WORD_BOT},
        .words_min = 1,
        .words_max = ZK_SEATS_MAX,
        .options = {OPTION_GAME, OPTION_DEALS, OPTION_SEED, OPTION_FROM, OPTION_PLAYOUTS,
                    OPTION_SET, OPTION_SPRT, OPTION_JOBS, OPTION_JSON, OPTION_HELP},
        .example = {{"zashiki-lab match greedy random --game sketch --deals 50",
                     "a hundred games"},
                    {"zashiki-lab match normal --game yokai --set players=3 --deals 20",
                     "a team of three"},
                    {"zashiki-lab match normal greedy --game sketch --deals 2000 --sprt 0,50",
                     "until it is clear whether normal is 50 Elo better"}},
        .status = {ALL_RIGHT, STOPPED, UNUSABLE},
        .run = run_match,
    },
    {
        .name = "arena",
        .summary = "let every program play every other, and compare them",
        .arguments = "BOT BOT... --game GAME",
        .description =
            "Plays a match for every pair, with the same deals, and prints a table: the Elo of\n"
            "each, the first having 0, and how often the row wins against the column. In a game\n"
            "that is won or lost together: the points of one of the row in a team of the column.\n"
            "Every bot that searches is joined by a twin that sees all cards, marked +open,\n"
            "unless --fair says otherwise. Ctrl-C ends it early, with what was played until then.",
        .word = {WORD_BOT},
        .words_min = 2,
        .words_max = 16,
        .options = {OPTION_GAME, OPTION_DEALS, OPTION_SEED, OPTION_FROM, OPTION_PLAYOUTS,
                    OPTION_SET, OPTION_FAIR, OPTION_JOBS, OPTION_JSON, OPTION_HELP},
        .example =
            {{"zashiki-lab arena random easy greedy --game sketch --deals 50", "a table"},
             {"zashiki-lab arena easy normal strong --game yokai --json | bench/plot - teams.svg",
              "who goes with whom, as a picture"}},
        .status = {ALL_RIGHT, STOPPED, UNUSABLE},
        .run = run_arena,
    },
    {
        .name = "merge",
        .summary = "add up parts of a match or an arena",
        .arguments = "FILE...",
        .description =
            "A match or an arena can be played in parts, by --from and --deals, on several\n"
            "machines. Files are what --json printed, one object a line; parts are added only\n"
            "when everything but the deals is the same, and no deal twice.",
        .word = {WORD_FILE},
        .words_min = 1,
        .words_max = 1000,
        .options = {OPTION_JSON, OPTION_HELP},
        .example = {{"zashiki-lab match strong plain --game sketch --from 0 --json >a.json",
                     "the first hundred deals"},
                    {"zashiki-lab match strong plain --game sketch --from 100 --json >b.json",
                     "the next, perhaps elsewhere"},
                    {"zashiki-lab merge a.json b.json", "two hundred"}},
        .status = {ALL_RIGHT, "the parts do not go together", UNREADABLE},
        .run = run_merge,
    },
    {
        .name = "balance",
        .summary = "let a bot play many games of Yotei and tell how its cards fare",
        .arguments = "yotei [PART...]",
        .description =
            "What is wanted of a card set and whether it is so, with 95 % intervals; then\n"
            "rounds, the winners' roads, wins by seat, how often each card is taken face up,\n"
            "face down or left, bids, what becomes of each power, and placements by round; of\n"
            "2,000 games of greedy unless you say otherwise. docs/yotei-balance.md reads one.\n"
            "A run can be played in parts, on several machines: each PART is what --json wrote\n"
            "for --from and --games of its own. Given all of them in their order, and the same\n"
            "options, nothing is played; they are added up. Ctrl-C ends it early, with what was\n"
            "played until then.",
        .word = {WORD_GAME, WORD_FILE},
        .words_min = 1,
        .words_max = 1000,
        .options = {OPTION_CARDS, OPTION_PLAYERS, OPTION_SET, OPTION_BOT, OPTION_PLAYOUTS,
                    OPTION_GAMES, OPTION_FROM, OPTION_SEED, OPTION_JOBS, OPTION_JSON,
                    OPTION_HELP},
        .example =
            {{"zashiki-lab balance yotei --games 500", "500 games for two, as a table"},
             {"zashiki-lab balance yotei --cards mine.json --json | bench/plot - mine.svg",
              "a set of your own, as a picture"}},
        .status = {ALL_RIGHT, STOPPED,
                   "the command line or the card set cannot be understood"},
        .run = run_balance,
    },
    {
        .name = "bench",
        .summary = "measure how fast games are played",
        .arguments = "[GAME]",
        .description =
            "Plays the games of `selfplay --bot random` with the same seed, writes none of\n"
            "them, and prints how many moves seats made. With --bot, searches 64 positions out\n"
            "of random games instead, with 2,000 playouts each. With --all, measures every game and\n"
            "prints the signature last: one line for each game, bot and option, with a hash over\n"
            "records of fixed games. It is the same on every machine, and a line changes only\n"
            "when play does.",
        .word = {WORD_GAME},
        .words_max = 1,
        .options = {OPTION_GAMES, OPTION_SEED, OPTION_SET, OPTION_BOT, OPTION_ALL,
                    OPTION_SIGNATURE, OPTION_HELP},
        .example = {{"zashiki-lab bench sketch --games 3000 --seed 1",
                     "decisions, nothing else"},
                    {"zashiki-lab bench sketch --bot strong", "searches, nothing else"},
                    {"zashiki-lab bench --all", "speeds and the signature"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_bench,
    },
    {
        .name = "count",
        .summary = "count the ways a game can go on, by depth",
        .arguments = "GAME",
        .description =
            "Deals by the seed until a seat is to move, then counts the sequences of 1, 2, ...\n"
            "moves that can follow. Each outcome of chance counts once.",
        .word = {WORD_GAME},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_DEPTH, OPTION_SEED, OPTION_SET, OPTION_HELP},
        .example = {{"zashiki-lab count sketch --depth 5 --seed 1", "five lines"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_count,
    },
    {
        .name = "coverage",
        .summary = "count how often each rule took effect in records",
        .arguments = "[FILE...]",
        .description =
            "Counts for each numbered rule how often it made a difference: in what a move did,\n"
            "or in what it kept from being legal. Without FILE, or where it is -, records come\n"
            "from standard input. Wrong records are told on standard error and not counted.",
        .word = {WORD_FILE},
        .words_max = 1000,
        .options = {OPTION_JSON, OPTION_HELP},
        .example = {{"zashiki selfplay sketch --games 1000 --seed 1 | zashiki-lab coverage",
                     "which rules random games reach"}},
        .status = {"every record is right", "some record is wrong", UNREADABLE},
        .run = run_coverage,
    },
    {
        .name = "solve",
        .summary = "find the fewest moves to peace in Yokai",
        .arguments = "yokai",
        .description =
            "With --layout: the fewest card moves that bring the four of every family together,\n"
            "exactly, as `moves N`; the moves, a line each; and as `best N` the most points that\n"
            "can still be made when no hint card has been turned up yet. With --deals: how many\n"
            "deals take 0, 1, 2, ... moves, a line each, and the means of both. Deals are those\n"
            "of `selfplay yokai` with the same seed.",
        .word = {WORD_GAME},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_LAYOUT, OPTION_DEALS, OPTION_SEED, OPTION_PLAYERS, OPTION_HELP},
        .example = {{"zashiki-lab solve yokai --layout KPROOKPRROKPPROK", "one layout"},
                    {"zashiki-lab solve yokai --deals 10000 --seed 1",
                     "what to expect of a deal"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_solve,
    },
    {
        .name = "crossplay",
        .summary = "see how partners of different manners get on in Yokai",
        .arguments = "BOT...",
        .description =
            "Every ordered pair of bots plays every deal, the first in one seat, which changes\n"
            "from deal to deal, the second in all others. A line for each, with tabs between:\n"
            "both, the deals, the mean score (a lost game counts 0), its standard error, the\n"
            "share won. A bot is a shipped one, or normal or strong with another manner,\n"
            "strong:joins=8,left=0: fields of zk_yokai_manner (src/bots/yokai/partner.h).\n"
            "Ctrl-C ends it early, with what was played until then.",
        .word = {WORD_BOT},
        .words_min = 1,
        .words_max = 8,
        .options = {OPTION_DEALS, OPTION_FROM, OPTION_SEED, OPTION_SET, OPTION_JOBS,
                    OPTION_HELP},
        .example = {{"zashiki-lab crossplay normal easy --deals 4", "four teams"},
                    {"zashiki-lab crossplay strong strong:joins=8 --deals 4 --set players=3",
                     "with one of another manner"}},
        .status = {ALL_RIGHT, STOPPED, UNUSABLE},
        .run = run_crossplay,
    },
    {
        .name = "suite",
        .summary = "list the suites of the benchmark, or let a bot play one",
        .arguments = "[SUITE]",
        .description =
            "A suite is fixed games in which programs of anybody's are compared: deals whose luck\n"
            "is known, against or with a bot that plays the same in every version. With --bot a\n"
            "bot of ours plays it, and the records go to standard output; score takes them. With\n"
            "--json what the suite is, for programs that play it. docs/benchmark.md tells how to.",
        .word = {WORD_NONE},
        .words_max = 1,
        .options = {OPTION_BOT, OPTION_DEALS, OPTION_FROM, OPTION_JSON, OPTION_HELP},
        .example = {{"zashiki-lab suite", "the suites"},
                    {"zashiki-lab suite sketch-greedy --bot easy --deals 10 >easy.jsonl",
                     "its first ten deals"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_suite,
    },
    {
        .name = "score",
        .summary = "verify games of a suite, and say what they come to",
        .arguments = "SUITE FILE",
        .description =
            "Every game must be there once, in its place, and be played by the rules to its end;\n"
            "luck must be that of the suite, and a partner's moves the ones that it chooses there.\n"
            "What is wrong is told on standard error. Else prints the score with its interval, for\n"
            "each of the suite's options and for all. With --deals only the first ones are there.\n"
            "FILE may be -, which is standard input.",
        .word = {WORD_NONE, WORD_FILE},
        .words_min = 2,
        .words_max = 2,
        .options = {OPTION_DEALS, OPTION_HELP},
        .example = {{"zashiki-lab score sketch-greedy easy.jsonl --deals 10", "ten deals"}},
        .status = {"every game is right", "something is wrong", UNREADABLE},
        .run = run_score,
    },
    {
        .name = "learn",
        .summary = "let the network of Yokai Sketch learn what positions are worth",
        .arguments = "sketch",
        .description =
            "Begins with any small numbers, which learn who wins from games of the greedy\n"
            "policy; then lets the search play with them, 12,000 games of 100 playouts a move\n"
            "in each round unless you say otherwise, and learns from those. Prints the C file\n"
            "that the program is built with, src/bots/sketch/weights.c. The same seed gives the\n"
            "same file on any number of cores. Without options it is the file that is shipped;\n"
            "that takes five minutes of one core.",
        .word = {WORD_GAME},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_FIRST, OPTION_ROUNDS, OPTION_GAMES, OPTION_PLAYOUTS, OPTION_SEED,
                    OPTION_JOBS, OPTION_HELP},
        .example =
            {{"zashiki-lab learn sketch --first 400 --rounds 1 --games 40 --playouts 20",
              "a quick try"},
             {"zashiki-lab learn sketch >weights.c", "all of it"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_learn,
    },
    {
        .name = "layouts",
        .summary = "say what the bytes of observations for learning mean",
        .arguments = "[GAME]",
        .description =
            "Where each field of an observation begins, its shape (rows and columns) and range,\n"
            "for what the table shows, with perfect memory, and with everything. With --json also\n"
            "what the fields mean, the bytes of a move's row, and how many dense ids there are.\n"
            "Without a GAME, the page docs/layouts.md, which tells all of it.",
        .word = {WORD_GAME},
        .words_max = 1,
        .options = {OPTION_SET, OPTION_JSON, OPTION_HELP},
        .example = {{"zashiki-lab layouts sketch", "three lists of fields"},
                    {"zashiki-lab layouts >docs/layouts.md", "the page anew"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_layouts,
    },
    COMMON_COMMANDS("zashiki-lab", "match"),
    {.name = NULL},
};

const struct program zashiki_lab = {
    .name = "zashiki-lab",
    .summary = "measures the games of zashiki and the programs that play them",
    .greeting = "Measures the games of zashiki and the programs that play them.",
    .description =
        "The program lets bots play many games, on all cores, and says how strong they are and how\n"
        "the games turn out. It counts positions, solves layouts, and lets networks learn.\n"
        "What people play with is \\fBzashiki\\fR.\n",
    .commands = commands,
    .other = "zashiki",
};
