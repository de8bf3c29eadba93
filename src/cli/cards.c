/* cards.c: the command `cards`. */
#include "command/cards.h"

#include <string.h>

#include "command/terminal.h"
#include "commands.h"

enum { WIDTH = 80 };

/* ---- A set as a table ---- */

/* Columns that a character takes: two for the wide ones of East Asia. */
static size_t columns(const char *text) {
    size_t count = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if ((*at & 0xC0) == 0x80) continue;
        bool wide = *at >= 0xF0 || (*at >= 0xE1 && *at <= 0xE9) ||
                    (*at >= 0xEA && *at <= 0xED) || (*at == 0xEF && at[1] >= 0xBC);
        if (*at == 0xE2) wide = at[1] >= 0xBA;
        if (*at == 0xE1) wide = at[1] <= 0x85 && at[1] >= 0x84;
        count += wide ? 2 : 1;
    }
    return count;
}

/* A text in a column of that width, cut with an ellipsis when it is wider. */
static void put_column(const char *text, size_t width) {
    char cut[ZK_YOTEI_NAME_SIZE + 4];
    struct zk_text out = zk_text_in(cut, sizeof cut);
    zk_text_put(&out, text);
    if (columns(cut) > width) {
        while (columns(cut) >= width) {
            while (((unsigned char)cut[out.used - 1] & 0xC0) == 0x80) out.used--;
            cut[--out.used] = '\0';
        }
        zk_text_put(&out, "…");
    }
    fputs(cut, stdout);
    for (size_t i = columns(cut); i < width; i++) putchar(' ');
}

static void put_elements(const uint8_t *elements, int width) {
    char letters[24];
    struct zk_text text = zk_text_in(letters, sizeof letters);
    for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
        for (unsigned i = 0; i < elements[e]; i++)
            zk_text_put_char(&text, zk_yotei_letters[e]);
    printf("  %-*s", width, letters);
}

/* A number, or a dot for none. */
static void put_count(unsigned number, int width) {
    if (number)
        printf("%*u", width, number);
    else
        printf("%*s", width, ".");
}

/* What lies behind the names, and how wide the columns are for them. */
struct layout {
    size_t id, name;
    int gives, needs;
};

static struct layout lay_out(const struct zk_yotei_set *set) {
    enum { OTHERS = 2 + 2 + 5 + 2 + 2 + 8 + 6 + 8 + 6 }; /* all but id, name, gives, needs */
    struct layout layout = {4, 4, 5, 5};
    for (unsigned i = 0; i < set->lands; i++) {
        const struct zk_yotei_land *land = &set->land[i];
        int gives = 0, needs = 0;
        for (unsigned e = 0; e < ZK_YOTEI_ELEMENTS; e++)
            gives += land->gives[e], needs += land->needs[e];
        if (columns(land->id) > layout.id) layout.id = columns(land->id);
        if (columns(land->name) > layout.name) layout.name = columns(land->name);
        if (gives > layout.gives) layout.gives = gives;
        if (needs > layout.needs) layout.needs = needs;
    }
    size_t used = OTHERS + layout.id + (size_t)(layout.gives + layout.needs);
    size_t most = used + 8 < WIDTH ? WIDTH - used : 8;
    if (layout.name > most) layout.name = most;
    return layout;
}

static unsigned land_count(const struct zk_yotei_set *set, int tier) {
    unsigned count = 0;
    for (unsigned i = 0; i < set->lands; i++)
        if (tier < 0 || set->land[i].tier == tier) count += set->land[i].count;
    return count;
}

static unsigned mystery_count(const struct zk_yotei_set *set) {
    unsigned count = 0;
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) count += set->mystery[i];
    return count;
}

static void show_tier(const struct zk_yotei_set *set, unsigned tier,
                      const struct layout *layout, const struct terminal_marks *marks) {
    static const char *const back[ZK_YOTEI_TIERS] = {"a Forest", "2 potatoes",
                                                     "1 charm point for 2 potatoes"};
    printf("\n%sTier %s%s, %u cards; face down: %s\n", marks->bold, zk_yotei_tiers[tier],
           marks->plain, land_count(set, (int)tier), back[tier]);
    printf("%s  ", marks->dim);
    put_column("card", layout->id);
    fputs("  ", stdout);
    put_column("name", layout->name);
    printf("    x  %-*s  %-*s   price charm mystery  star%s\n", layout->gives, "gives",
           layout->needs, "needs", marks->plain);
    for (unsigned i = 0; i < set->lands; i++) {
        const struct zk_yotei_land *land = &set->land[i];
        if (land->tier != tier) continue;
        fputs("  ", stdout);
        put_column(land->id, layout->id);
        fputs("  ", stdout);
        put_column(land->name, layout->name);
        printf("%5u", land->count);
        put_elements(land->gives, layout->gives);
        put_elements(land->needs, layout->needs);
        if (land->bid)
            printf("%8s", "bid");
        else
            printf("%8u", land->cost);
        put_count(land->charm, 6);
        put_count(land->mystery, 8);
        put_count(land->star, 6);
        putchar('\n');
    }
}

static void show_mysteries(const struct zk_yotei_set *set,
                           const struct terminal_marks *marks) {
    static const char *const power[ZK_YOTEI_POWERS] = {
        [ZK_YOTEI_ONSEN] = "worth 1 charm point, played or kept to the end",
        [ZK_YOTEI_CELLAR] = "with no potatoes behind your screen: take 4",
        [ZK_YOTEI_GUIDE] = "one more Mountain for a card you collect",
        [ZK_YOTEI_PLOUGH] = "one more Farmland for a card you collect",
        [ZK_YOTEI_FOX] = "one more tier II element for a card you collect",
        [ZK_YOTEI_DETOUR] = "move one of your characters to a free place",
        [ZK_YOTEI_LANTERN] = "look into another player's bidding box",
        [ZK_YOTEI_OFFER] = "add potatoes to one of your bids",
        [ZK_YOTEI_REGRET] = "take potatoes back out of one of your bids",
        [ZK_YOTEI_ROOSTER] = "place two characters in one turn",
        [ZK_YOTEI_BUMPER] = "this round, 4 potatoes for each face-down tier II card",
        [ZK_YOTEI_THAW] = "discard a free face-up card; a new one takes its place",
        [ZK_YOTEI_MARKET] = "your next placement costs up to 2 potatoes less",
        [ZK_YOTEI_QUEUE] = "this round your bids come first among equal ones",
        [ZK_YOTEI_FESTIVAL] = "draw two mystery cards",
        [ZK_YOTEI_TOKEN] = "the starting token comes to you after this round",
    };
    printf("\n%sMystery%s, %u cards\n%s  power        x  cash%s\n", marks->bold, marks->plain,
           mystery_count(set), marks->dim, marks->plain);
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++)
        if (set->mystery[i])
            printf("  %-9s%5u%6u   %s\n", zk_yotei_powers[i], set->mystery[i], set->cash[i],
                   power[i]);
}

static void show_table(const struct zk_yotei_set *set, const struct terminal_marks *marks) {
    printf("\n%sSet-up%s (T5)\n%s  players  characters  boxes  rows III-II-I%s\n", marks->bold,
           marks->plain, marks->dim, marks->plain);
    for (unsigned i = 0; i < 3; i++) {
        const struct zk_yotei_table *table = &set->table[i];
        printf("  %7u%12u%7u  %u-%u-%u\n", i + 2, table->characters, table->boxes,
               table->row[2], table->row[1], table->row[0]);
    }
}

static int show(const struct zk_yotei_set *set) {
    struct terminal_marks marks = terminal_marks(terminal_colours(stdout));
    struct layout layout = lay_out(set);
    printf("%s%s%s: %u land cards, %u mystery cards\n", marks.bold, set->name, marks.plain,
           land_count(set, -1), mystery_count(set));
    for (unsigned tier = 0; tier < ZK_YOTEI_TIERS; tier++)
        show_tier(set, tier, &layout, &marks);
    puts("\n  M Mountain    F Farmland       T Forest\n"
         "  O Tourism     L Local produce  B Forest bounty\n"
         "  S Ski resort  C Food culture   W Wilderness");
    show_mysteries(set, &marks);
    show_table(set, &marks);
    return STATUS_RIGHT;
}

/* The set that a game is played with unless it names another. */
static const char *usual_set(void) {
    unsigned i = 0;
    while (strcmp(zk_yotei.options[i].name, "cards") != 0) i++;
    return zk_yotei.options[i].values[0];
}

int run_cards(const struct request *request) {
    static struct zk_yotei_set set;
    struct zk_settings settings = {0};
    const char *act = request->words[0];
    const char *value = request->words_count > 1 ? request->words[1] : NULL;
    if (strcmp(act, "check") == 0) {
        if (!value) return complain(request, "something is missing: zashiki cards check FILE");
        int status = cards_carry(request, value, &settings, &set, stdout);
        if (status == STATUS_RIGHT)
            printf("%s: %s, %u land cards (I %u, II %u, III %u) and %u mystery cards\n", value,
                   set.name, land_count(&set, -1), land_count(&set, 0), land_count(&set, 1),
                   land_count(&set, 2), mystery_count(&set));
        return status;
    }
    if (strcmp(act, "show") != 0)
        return complain(request, "cards can check or show, not \"%s\"", act);
    int status = cards_find(request, value ? value : usual_set(), &settings, &set, stderr);
    return status == STATUS_RIGHT ? show(&set) : status;
}
