/* commands.c: the table of the commands of `zashiki`, see command/command.h. */
#include "commands.h"

static const struct command commands[] = {
    {
        .name = "play",
        .summary = "play a game against a program",
        .arguments = "[GAME]",
        .description =
            "One game in the terminal, on the whole screen; with --plain, from a pipe and in a\n"
            "window of less than 80 columns and 24 rows it goes line by line. You see what your\n"
            "seat may see. A move is chosen, first a card and then its place, or typed in\n"
            "notation, shortened as you like. One that is not allowed is explained with the number\n"
            "of its rule and costs nothing.\n"
            "GAME is the first that `zashiki games` lists unless you name another. The others\n"
            "are played by a program that is easy, normal or strong; \"hint\" asks strong for its\n"
            "advice, \"undo\" takes your last move back.\n"
            "\n"
            "With --people several play around this screen: when it is another's turn it hides\n"
            "what only one may see until they say that they are there. Bots have the other seats.\n"
            "\n"
            "With --tutorial it is a first game that explains itself: a fixed deal, one sentence\n"
            "at a time, and free play from there on.\n"
            "\n"
            "With --messages there is no dialogue but a table behind a pipe: each line of\n"
            "standard input is a message of docs/protocol.md, and each that is sent is printed\n"
            "after the letter of the seat it is for, or -. A seat's token is its letter, and the\n"
            "table's id is local; `open` opens it.",
        .word = {WORD_GAME},
        .words_max = 1,
        .options = {OPTION_PEOPLE, OPTION_SEAT, OPTION_NAME, OPTION_BOT, OPTION_SEED,
                    OPTION_SET, OPTION_CLOCK, OPTION_MEMORY, OPTION_ADVICE, OPTION_SAVE,
                    OPTION_TUTORIAL, OPTION_PLAIN, OPTION_LANG, OPTION_MESSAGES, OPTION_HELP},
        .example = {{"zashiki play", "sit down to a game"},
                    {"zashiki play --tutorial", "learn it by playing"},
                    {"zashiki play yotei --people Mai,Ben", "two around one screen"},
                    {"zashiki play --seed 7 --save game.jsonl",
                     "a deal that can be repeated, and its record"}},
        .games_examples = true,
        .status = {"the game was played, or left",
                   "the record or the path could not be written", UNUSABLE},
        .run = run_play,
    },
    {
        .name = "join",
        .summary = "sit down at a server's table, beside people in browsers",
        .arguments = "[LINK]",
        .description =
            "LINK is the link to your seat as the browser shows it, http:// or https://; of the\n"
            "latter the server's certificate is checked. Without LINK it is asked for, so that it\n"
            "does not stay in the shell's history: it is the key to your seat. Whoever takes the\n"
            "seat first has it; the key that this program makes for it is kept in the user's data\n"
            "folder, so that the same link leads back. A link to another device of your own, which\n"
            "works once, is taken, too; \"device\" makes one. A lost connection comes back by itself;\n"
            "where the input is no terminal it is given up after five tries.",
        .word = {WORD_NONE},
        .words_max = 1,
        .options = {OPTION_NAME, OPTION_SAVE, OPTION_PLAIN, OPTION_LANG, OPTION_DATA,
                    OPTION_HELP},
        .example = {{"zashiki join", "asks for the link"},
                    {"zashiki join --name Mai 'https://example.org/#/table/ID/TOKEN'",
                     "takes the seat as Mai"}},
        .status = {"the game was played, or left",
                   "the table could not be reached, or was lost", UNUSABLE},
        .run = run_join,
    },
    {
        .name = "watch",
        .summary = "watch a server's table",
        .arguments = "[LINK]",
        .description =
            "LINK is a link to the table as the browser shows it. You see what everybody at the\n"
            "table may see. Ends when the game is over and the input is no terminal.",
        .word = {WORD_NONE},
        .words_max = 1,
        .options = {OPTION_PLAIN, OPTION_LANG, OPTION_HELP},
        .example = {{"zashiki watch 'https://example.org/#/table/ID'", "as it happens"}},
        .status = {"it was watched", "the table could not be reached, or was lost", UNUSABLE},
        .run = run_watch,
    },
    {
        .name = "replay",
        .summary = "go through a recorded game move by move",
        .arguments = "FILE",
        .description =
            "Shows the first game of a file of records as everybody may see it afterwards: all\n"
            "cards. Enter is the next move, a number goes there, \"study\" asks the strong bot what\n"
            "each decision was worth; - is standard input.",
        .word = {WORD_FILE},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_PLAIN, OPTION_LANG, OPTION_HELP},
        .example = {{"zashiki replay game.jsonl", "the whole game again"}},
        .status = {"it was shown", "the record is wrong", UNREADABLE},
        .run = run_replay,
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
        .summary = "run the server: games in the browser, for you and your friends",
        .arguments = "",
        .description =
            "Serves the web client and the tables at one address, which it prints. Tables\n"
            "are kept in one file in the user's data folder; a move is answered when it is on\n"
            "the disk, so the server can be stopped at any time. Only this computer can reach\n"
            "it unless --lan or --bind says otherwise. SIGTERM or Ctrl-C stops it.",
        .options = {OPTION_PORT, OPTION_LAN, OPTION_BIND, OPTION_PUBLIC_URL, OPTION_PROXY,
                    OPTION_DATA, OPTION_STORE, OPTION_CONFIG, OPTION_BOT_DELAY, OPTION_AWAY,
                    OPTION_STAND_IN, OPTION_KEEP, OPTION_RATE, OPTION_PER_ADDRESS,
                    OPTION_METRICS, OPTION_CONTACT, OPTION_HELP},
        .example = {{"zashiki serve", "for you, against bots or at one keyboard"},
                    {"zashiki serve --lan", "for everybody on your network"},
                    {"zashiki serve --public-url https://example.org/ --proxy 127.0.0.1",
                     "for everybody, behind a proxy that speaks TLS"}},
        .status = {"it was told to stop", "it could not start", UNUSABLE},
        .run = run_serve,
    },
    {
        .name = "migrate",
        .summary = "set up a PostgreSQL database for `zashiki serve --store`",
        .arguments = "URL",
        .description =
            "Brings the database to the schema of this version. Servers of the version before\n"
            "go on with it meanwhile. Two that run at once do it once.",
        .word = {WORD_NONE},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_HELP},
        .example = {{"zashiki migrate postgresql://zashiki@db.example/zashiki",
                     "before the first server starts, and before an update"}},
        .status = {ALL_RIGHT, "it could not be done, or some table is damaged", UNUSABLE},
        .run = run_migrate,
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
        .name = "export",
        .summary = "write all tables of the server as JSON lines, also while it runs",
        .arguments = "",
        .description =
            "Writes each table's head, entries and records to standard output. Seats' tokens\n"
            "are written as hashes, as they are kept: nobody can sit down with them.",
        .options = {OPTION_DATA, OPTION_STORE, OPTION_HELP},
        .example = {{"zashiki export >tables.jsonl", "everything, as text"}},
        .status = {ALL_RIGHT, "some table is damaged, or nothing could be read", UNUSABLE},
        .run = run_export,
    },
    {
        .name = "import",
        .summary = "add tables that `zashiki export` has written, also while the server runs",
        .arguments = "FILE",
        .description =
            "Each table is added as a whole or not at all, and played through. One that is\n"
            "there already is left as it is, and named.",
        .word = {WORD_FILE},
        .words_min = 1,
        .words_max = 1,
        .options = {OPTION_DATA, OPTION_STORE, OPTION_HELP},
        .example =
            {{"zashiki import tables.jsonl", "add the tables of another server"},
             {"zashiki import tables.jsonl --store postgresql://zashiki@db.example/zashiki",
              "move them to a database"}},
        .status = {ALL_RIGHT, "some table was not added, and why was said", UNUSABLE},
        .run = run_import,
    },
    {
        .name = "audit",
        .summary = "read all tables of the server and name those that are damaged",
        .arguments = "",
        .description =
            "Compares everything with its check sums and plays every table through, also while\n"
            "the server runs. Changes nothing.",
        .options = {OPTION_DATA, OPTION_STORE, OPTION_HELP},
        .example = {{"zashiki audit", "is everything as it was written?"}},
        .status = {ALL_RIGHT, "something is damaged, or nothing could be read", UNUSABLE},
        .run = run_audit,
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
        .name = "verify",
        .summary = "prove that the shuffles of records were fair, and name what is not proven",
        .arguments = "[FILE]",
        .description =
            "A game on a server is shuffled from secret seeds to which the server and the\n"
            "players' programs have committed before it began; its record shows them all.\n"
            "This computes every outcome of chance from them once more (docs/fair.md). For\n"
            "each record it prints whether all are proven, then what is missing: draws that\n"
            "were taken back, seats that took no part. Without FILE, or when it is -, records\n"
            "come from standard input.",
        .word = {WORD_FILE},
        .words_max = 1,
        .options = {OPTION_HELP},
        .example = {{"zashiki verify game.jsonl", "was it dealt fairly?"}},
        .status = {"every outcome of every record is proven",
                   "some record is wrong or not proven, or there is none", UNREADABLE},
        .run = run_verify,
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
        .name = "rules",
        .summary = "print the rules of a game, or one of them",
        .arguments = "GAME [RULE]",
        .description =
            "The rules as this program plays them. Where the printed rulebooks are silent and\n"
            "the ruling is ours, it is marked.",
        .word = {WORD_GAME, WORD_RULE},
        .words_min = 1,
        .words_max = 2,
        .options = {OPTION_LANG, OPTION_HELP},
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
            "the key that is wrong. `show` prints the set that a game is played with, or the one\n"
            "that you name: niseko-1, niseko-2, a file. To play with your own, say\n"
            "--set cards=FILE where a game is begun: a value with a / or ending in .json is a\n"
            "path.",
        .word = {WORD_CARDS, WORD_FILE},
        .words_min = 1,
        .words_max = 2,
        .options = {OPTION_HELP},
        .example = {{"zashiki cards show", "the cards that are played with"},
                    {"zashiki cards show niseko-2", "those of another set"},
                    {"zashiki cards check mine.json", "can it be played with?"},
                    {"zashiki play yotei --set cards=mine.json", "play with it"}},
        .status = {ALL_RIGHT, "the card set is wrong", UNREADABLE},
        .run = run_cards,
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
    COMMON_COMMANDS("zashiki", "play"),
    {.name = NULL},
};

/* They are those of zashiki-lab now. */
static const char *const moved[] = {"match",     "arena", "merge",    "balance",
                                    "bench",     "count", "coverage", "solve",
                                    "crossplay", "learn", NULL};

const struct program zashiki = {
    .name = "zashiki",
    .summary = "a table for board games about yokai",
    .greeting = "A table for board games about yokai, and whoever sits down at it.",
    .description =
        "Zashiki is the guest room of a Japanese house: one table, a few board games, and whoever\n"
        "sits down. The program plays games against people and programs, writes them down as\n"
        "records that replay for ever, and checks, traces and studies them.\n",
    .commands = commands,
    .other = "zashiki-lab",
    .moved = moved,
};
