/* commands.c: the table of commands and of their options, see command.h. */
#include <string.h>

#include "command/command.h"

const struct option_entry option_table[OPTIONS] = {
    [OPTION_ALL] = {"all", NULL, WORD_NONE,
                    "measure every game: decisions, copies and resamplings a second"},
    [OPTION_AWAY] = {"away", "SECONDS", WORD_NUMBER,
                     "how long a person is gone before a bot may stand in (60)"},
    [OPTION_BIND] = {"bind", "ADDRESS", WORD_NONE,
                     "listen at this address of the machine alone (127.0.0.1)"},
    [OPTION_BOT] = {"bot", "NAME", WORD_BOT,
                    "the program that plays (play: normal, balance: greedy)"},
    [OPTION_BOT_DELAY] = {"bot-delay", "MS", WORD_NUMBER,
                          "how long a bot waits before it moves, in milliseconds (400)"},
    [OPTION_BOTS] = {"bot", "NAME[,NAME...]", WORD_BOT,
                     "the program in every seat, or one name for each seat (random)"},
    [OPTION_CARDS] = {"cards", "NAME|FILE", WORD_FILE, "the card set (niseko, the newest)"},
    [OPTION_CONFIG] = {"config", "FILE", WORD_FILE,
                       "read options from FILE, one `name = value` a line, like these"},
    [OPTION_DATA] = {"data", "DIR", WORD_FILE,
                     "where everything is kept (zashiki in the user's data folder)"},
    [OPTION_DEALS] = {"deals", "N", WORD_NUMBER,
                      "how many deals: solve counts them, match and arena (100) play them"},
    [OPTION_DEPTH] = {"depth", "N", WORD_NUMBER, "how many moves deep (4)"},
    [OPTION_FAIR] = {"fair", NULL, WORD_NONE, "nobody who sees everything plays along"},
    [OPTION_FORCE] = {"force", NULL, WORD_NONE, "replace what is there"},
    [OPTION_FROM] = {"from", "N", WORD_NUMBER,
                     "the number of the first game or deal, to play a run in parts (0)"},
    [OPTION_GAME] = {"game", "GAME", WORD_GAME, "the game that is played"},
    [OPTION_GAMES] = {"games", "N", WORD_NUMBER, "how many games (1; balance: 2000)"},
    [OPTION_JOBS] = {"jobs", "N", WORD_NUMBER,
                     "how many processes play (one a core); the result is the same"},
    [OPTION_JSON] = {"json", NULL, WORD_NONE, "as one JSON object"},
    [OPTION_LAN] = {"lan", NULL, WORD_NONE,
                    "let others on the local network in, at every address of this machine"},
    [OPTION_LAYOUT] = {"layout", "LETTERS", WORD_NONE,
                       "sixteen of K, P, R and O, four of each, row by row"},
    [OPTION_NAME] = {"name", "NAME", WORD_NONE,
                     "the name of your seat in the records (person)"},
    [OPTION_PER_ADDRESS] = {"per-address", "N", WORD_NUMBER,
                            "how many connections one address may have (64)"},
    [OPTION_PLAYERS] = {"players", "N", WORD_NUMBER, "how many play: 2, 3 or 4 (2)"},
    [OPTION_PLAYOUTS] = {"playouts", "N", WORD_NUMBER,
                         "how long bots that search think (their own)"},
    [OPTION_PORT] = {"port", "N", WORD_NUMBER, "the port (8080); 0 is any that is free"},
    [OPTION_PROXY] = {"proxy", "ADDRESS", WORD_NONE,
                      "believe the X-Forwarded-For of the proxy at this address"},
    [OPTION_PUBLIC_URL] = {"public-url", "URL", WORD_NONE,
                           "how others reach the server: what links for friends begin with"},
    [OPTION_RATE] = {"rate", "N", WORD_NUMBER,
                     "how many messages a second one connection may send (20); 0 is any"},
    [OPTION_SAVE] = {"save", "FILE", WORD_FILE, "write the game's record to FILE"},
    [OPTION_SEAT] = {"seat", "SEAT", WORD_SEAT, "the seat you take (A)"},
    [OPTION_SEED] = {"seed", "S", WORD_NUMBER,
                     "the number that luck follows from: the same S, the same luck"},
    [OPTION_SET] = {"set", "OPTION=VALUE", WORD_SETTING,
                    "choose an option of the game; `zashiki games` lists them"},
    [OPTION_SIGNATURE] = {"signature", NULL, WORD_NONE, "print the signature alone"},
    [OPTION_SPRT] = {"sprt", "ELO0,ELO1", WORD_NONE,
                     "stop as soon as one of the two is much likelier (19 to 1)"},
    [OPTION_SVG] = {"svg", "FILE", WORD_FILE, "also draw it, as a picture in FILE"},
    [OPTION_WHOSE] = {"seat", "SEAT|all", WORD_SEAT,
                      "whose decisions (those of every seat that no program had)"},
    [OPTION_HELP] = {"help", NULL, WORD_NONE, "this text"},
};

#define ALL_RIGHT "all is well"
#define STOPPED "it was stopped before its end"
#define UNUSABLE "the command line cannot be understood"
#define UNREADABLE "the command line cannot be understood, or a file cannot be read"

const struct command commands[] = {
    {
        .name = "play",
        .summary = "play a game against a program",
        .arguments = "[GAME]",
        .description =
            "One game in the terminal, line by line. You see what your seat may see, and\n"
            "type your moves in notation, shortened as you like, or by number. A move that\n"
            "is not allowed is explained with the number of its rule and costs nothing.\n"
            "GAME is the first that `zashiki games` lists unless you name another. The others\n"
            "are played by a program that is easy, normal or strong; \"hint\" asks strong for its\n"
            "advice.",
        .word = {WORD_GAME},
        .words_max = 1,
        .options = {OPTION_SEAT, OPTION_BOT, OPTION_SEED, OPTION_SET, OPTION_SAVE,
                    OPTION_HELP},
        .example = {{"zashiki play", "sit down to a game"},
                    {"zashiki play --seed 7 --save game.jsonl",
                     "a deal that can be repeated, and its record"}},
        .games_examples = true,
        .status = {"the game was played, or left",
                   "the record or the path could not be written", UNUSABLE},
        .run = run_play,
    },
    {
        .name = "path",
        .summary = "show your best ranks in Yokai, by rules and number of players",
        .arguments = "[add FILE...]",
        .description =
            "Shows the best rank you have reached on each level and with each combination of\n"
            "rules. Finished games of `zashiki play yokai` count by themselves. With `add`,\n"
            "those in files of records count too in which you sit under the NAME given, with\n"
            "bots or with people; a FILE can also be a path, as --json prints it and the\n"
            "browser keeps it. Adding the same again changes nothing. The path is one file,\n"
            "path.json in the user's data folder.",
        .word = {WORD_ADD, WORD_FILE},
        .words_max = 1000,
        .options = {OPTION_NAME, OPTION_JSON, OPTION_DATA, OPTION_HELP},
        .example = {{"zashiki path", "how far you have come"},
                    {"zashiki path add games.jsonl --name Mai",
                     "count the games in which a seat is called Mai"},
                    {"zashiki path --json >path.json", "to take along"}},
        .status = {ALL_RIGHT, "some record is wrong, or the path cannot be read or written",
                   UNREADABLE},
        .run = run_path,
    },
    {
        .name = "serve",
        .summary = "open the house: games in the browser, for you and your friends",
        .arguments = "",
        .description =
            "Serves the web client and the tables at one address, which it prints. Tables\n"
            "are kept in one file in the user's data folder; a move is answered when it is on\n"
            "the disk, so the server can be stopped at any time. Only this computer can reach\n"
            "it unless --lan or --bind says otherwise. SIGTERM or Ctrl-C stops it.",
        .options = {OPTION_PORT, OPTION_LAN, OPTION_BIND, OPTION_PUBLIC_URL, OPTION_PROXY,
                    OPTION_DATA, OPTION_CONFIG, OPTION_BOT_DELAY, OPTION_AWAY, OPTION_RATE,
                    OPTION_PER_ADDRESS, OPTION_HELP},
        .example = {{"zashiki serve", "for you, against bots or at one keyboard"},
                    {"zashiki serve --lan", "for everybody in the house"},
                    {"zashiki serve --public-url https://example.org/ --proxy 127.0.0.1",
                     "for everybody, behind a proxy that speaks TLS"}},
        .status = {"it was told to stop", "it could not start", UNUSABLE},
        .run = run_serve,
    },
    {
        .name = "backup",
        .summary = "copy all tables of the server into a file, also while it runs",
        .arguments = "FILE",
        .description =
            "Writes one SQLite file that has everything that was acknowledged before the\n"
            "command began. An older FILE is replaced only with --force.",
        .word = {WORD_FILE},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_DATA, OPTION_FORCE, OPTION_HELP},
        .example = {{"zashiki backup tables.db", "everything, in one file"}},
        .status = {ALL_RIGHT, "there is nothing to copy, or it could not be written",
                   UNUSABLE},
        .run = run_backup,
    },
    {
        .name = "restore",
        .summary = "take back what `zashiki backup` has written",
        .arguments = "FILE",
        .description =
            "Checks that FILE is sound and that every table in it can be played on, then puts\n"
            "it in the place of the server's tables. The server must be stopped. Tables that\n"
            "are there already are replaced only with --force.",
        .word = {WORD_FILE},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_DATA, OPTION_FORCE, OPTION_HELP},
        .example = {{"zashiki restore tables.db --force", "go back to that backup"}},
        .status = {ALL_RIGHT, "nothing was changed, and why was said", UNUSABLE},
        .run = run_restore,
    },
    {
        .name = "selfplay",
        .summary = "let programs play each other and write down their games",
        .arguments = "GAME",
        .description =
            "Writes records to standard output, one JSON object a line. The same seed gives\n"
            "the same bytes on every machine.",
        .word = {WORD_GAME},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_GAMES, OPTION_SEED, OPTION_BOTS, OPTION_PLAYOUTS, OPTION_SET,
                    OPTION_HELP},
        .example =
            {{"zashiki selfplay sketch --games 10 --seed 1 --bot greedy", "ten games"},
             {"zashiki selfplay sketch --games 1000 --seed 1 --bot greedy,random >games.jsonl",
              "greedy in seat A, random in seat B"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_selfplay,
    },
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
        .example = {{"zashiki match greedy random --game sketch --deals 50",
                     "a hundred games"},
                    {"zashiki match normal --game yokai --set players=3 --deals 20",
                     "a team of three"},
                    {"zashiki match normal greedy --game sketch --deals 2000 --sprt 0,50",
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
                    OPTION_SET, OPTION_FAIR, OPTION_JOBS, OPTION_JSON, OPTION_SVG,
                    OPTION_HELP},
        .example = {{"zashiki arena random easy greedy --game sketch --deals 50", "a table"},
                    {"zashiki arena easy normal strong --game yokai --svg teams.svg",
                     "who goes with whom, as a picture too"}},
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
        .options = {OPTION_JSON, OPTION_SVG, OPTION_HELP},
        .example = {{"zashiki match strong plain --game sketch --from 0 --json >a.json",
                     "the first hundred deals"},
                    {"zashiki match strong plain --game sketch --from 100 --json >b.json",
                     "the next, perhaps elsewhere"},
                    {"zashiki merge a.json b.json", "two hundred"}},
        .status = {ALL_RIGHT, "the parts do not go together", UNREADABLE},
        .run = run_merge,
    },
    {
        .name = "check",
        .summary = "check records",
        .arguments = "[FILE]",
        .description =
            "Plays every record through and prints one line for each that is wrong, with the\n"
            "line, the number of the rule and the reason. Without FILE, or when it is -,\n"
            "records come from standard input.",
        .word = {WORD_FILE},
        .words_max = 1,
        .options = {OPTION_HELP},
        .example = {{"zashiki check games.jsonl", "says nothing when all is well"},
                    {"zashiki selfplay sketch --games 1000 --seed 1 | zashiki check",
                     "a thousand random games, checked"}},
        .status = {"every record is right", "some record is wrong", UNREADABLE},
        .run = run_check,
    },
    {
        .name = "study",
        .summary = "go through a finished game again and say what each decision lost",
        .arguments = "FILE",
        .description =
            "A strong program sits in your seat and is told what you were told, no more and\n"
            "nothing of what came later. For each of your decisions it compares the move you\n"
            "made with those that it thinks most of: what each promises, and what yours lost.\n"
            "The worst three come last, with the reason for a better move. The same FILE,\n"
            "--seed and --playouts give the same study. FILE is of records; - is standard\n"
            "input. With --json each game is one JSON object on a line of its own.",
        .word = {WORD_FILE},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_WHOSE, OPTION_PLAYOUTS, OPTION_SEED, OPTION_JSON, OPTION_HELP},
        .example = {{"zashiki study game.jsonl", "what your moves were worth"},
                    {"zashiki study game.jsonl --seat all --json",
                     "everybody's, for programs"}},
        .status = {ALL_RIGHT, "some record is wrong or cannot be studied", UNREADABLE},
        .run = run_study,
    },
    {
        .name = "trace",
        .summary = "show every position of records: who moves, every legal move, the points",
        .arguments = "[FILE]",
        .description =
            "Writes one JSON object for each position, to be compared with any other\n"
            "implementation of the rules. A wrong record is told on standard error and leaves\n"
            "no line in the output. Without FILE, or when it is -, records come from standard\n"
            "input.",
        .word = {WORD_FILE},
        .words_max = 1,
        .options = {OPTION_HELP},
        .example = {{"zashiki trace games.jsonl >traces.jsonl",
                     "every position of every game"}},
        .status = {"every record is right", "some record is wrong", UNREADABLE},
        .run = run_trace,
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
        .example = {{"zashiki selfplay sketch --games 1000 --seed 1 | zashiki coverage",
                     "which rules random games reach"}},
        .status = {"every record is right", "some record is wrong", UNREADABLE},
        .run = run_coverage,
    },
    {
        .name = "rules",
        .summary = "print the rules of a game, or one of them",
        .arguments = "GAME [RULE]",
        .description =
            "The rules as this program plays them. Where the printed rulebooks are silent and\n"
            "the ruling is ours, it is marked.",
        .word = {WORD_GAME, WORD_RULE},
        .words_min = 1,
        .words_max = 2,
        .options = {OPTION_HELP},
        .example = {{"zashiki rules sketch | less", "all of them"},
                    {"zashiki rules sketch S20", "the one a refused move has named"}},
        .status = {ALL_RIGHT, NULL, "there is no such game or rule"},
        .run = run_rules,
    },
    {
        .name = "games",
        .summary = "list the games and their options",
        .arguments = "",
        .description = "",
        .options = {OPTION_HELP},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_games,
    },
    {
        .name = "bots",
        .summary = "list the programs that play",
        .arguments = "",
        .description = "",
        .options = {OPTION_HELP},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_bots,
    },
    {
        .name = "cards",
        .summary = "check a card set of Yotei, or show one as a table",
        .arguments = "check FILE | show [NAME|FILE]",
        .description =
            "A card set is a JSON file; docs/cards.md has its form. `check` names the card and\n"
            "the key that is wrong. `show` prints a set that is built in, the newest unless\n"
            "you name another, or that of a file. To play with your own, say\n"
            "--set cards=FILE where a game is begun: a value with a / or ending in .json is a\n"
            "path.",
        .word = {WORD_CARDS, WORD_FILE},
        .words_min = 1,
        .words_max = 2,
        .options = {OPTION_HELP},
        .example = {{"zashiki cards show", "the cards that come with the program"},
                    {"zashiki cards check mine.json", "can it be played with?"},
                    {"zashiki play yotei --set cards=mine.json", "play with it"}},
        .status = {ALL_RIGHT, "the card set is wrong", UNREADABLE},
        .run = run_cards,
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
            "options, nothing is played; they are added up.",
        .word = {WORD_GAME, WORD_FILE},
        .words_min = 1,
        .words_max = 1000,
        .options = {OPTION_CARDS, OPTION_PLAYERS, OPTION_SET, OPTION_BOT, OPTION_PLAYOUTS,
                    OPTION_GAMES, OPTION_FROM, OPTION_SEED, OPTION_JOBS, OPTION_JSON,
                    OPTION_SVG, OPTION_HELP},
        .example = {{"zashiki balance yotei --games 500", "500 games for two, as a table"},
                    {"zashiki balance yotei --players 4 --cards mine.json --svg mine.svg",
                     "a set of your own, as a picture too"}},
        .status = {ALL_RIGHT, NULL, "the command line or the card set cannot be understood"},
        .run = run_balance,
    },
    {
        .name = "sentences",
        .summary = "list every sentence that the engine can say",
        .arguments = "",
        .description =
            "One a line: its key, a tab, the English. {0} to {3} stand for what is filled in.\n"
            "Translations are kept by these keys.",
        .options = {OPTION_HELP},
        .example = {{"zashiki sentences | cut -f1", "the keys alone"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_sentences,
    },
    {
        .name = "bench",
        .summary = "measure how fast games are played",
        .arguments = "[GAME]",
        .description =
            "Plays the games of `selfplay --bot random` with the same seed, writes none of\n"
            "them, and prints how many moves seats made. With --all, measures every game and\n"
            "prints the signature last: one line for each game, bot and option, with a hash over\n"
            "records of fixed games. It is the same on every machine, and a line changes only\n"
            "when play does.",
        .word = {WORD_GAME},
        .words_max = 1,
        .options = {OPTION_GAMES, OPTION_SEED, OPTION_SET, OPTION_ALL, OPTION_SIGNATURE,
                    OPTION_HELP},
        .example = {{"zashiki bench sketch --games 3000 --seed 1", "decisions, nothing else"},
                    {"zashiki bench --all", "speeds and the signature"}},
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
        .example = {{"zashiki count sketch --depth 5 --seed 1", "five lines"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_count,
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
        .example = {{"zashiki solve yokai --layout KPROOKPRROKPPROK", "one layout"},
                    {"zashiki solve yokai --deals 10000 --seed 1",
                     "what to expect of a deal"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_solve,
    },
    {
        .name = "manual",
        .summary = "print the manual page",
        .arguments = "",
        .description = "In roff, as man reads it.",
        .options = {OPTION_HELP},
        .example = {{"zashiki manual | man -l -", "read it"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_manual,
    },
    {
        .name = "completion",
        .summary = "print a script by which a shell completes zashiki's words",
        .arguments = "bash|zsh",
        .description = "",
        .word = {WORD_SHELL},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_HELP},
        .example = {{"eval \"$(zashiki completion bash)\"", "for the bash you are in"}},
        .status = {ALL_RIGHT, NULL, UNUSABLE},
        .run = run_completion,
    },
    {
        .name = "help",
        .summary = "say what zashiki or one of its commands does",
        .arguments = "[COMMAND]",
        .description = "",
        .word = {WORD_COMMAND},
        .words_max = 1,
        .options = {OPTION_HELP},
        .example = {{"zashiki help play", "the same as zashiki play --help"}},
        .status = {ALL_RIGHT, NULL, "there is no such command"},
        .run = run_help,
    },
    {.name = NULL},
};

const struct command *command_find(const char *name) {
    for (const struct command *command = commands; command->name; command++)
        if (strcmp(command->name, name) == 0) return command;
    return NULL;
}
