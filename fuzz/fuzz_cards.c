/* fuzz_cards.c: bytes as a card set of Yōtei. It is read or refused in words, the same way each time
 * and whatever was in memory before; what was read keeps every limit that the game counts on, and
 * reads the same without its blanks. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "games/yotei/cards.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_set(const struct zk_yotei_set *set) {
    unsigned lands = 0, mysteries = 0, tiers = 0;
    assert(*set->name && memchr(set->name, 0, sizeof set->name));
    assert(set->lands <= ZK_YOTEI_LAND_MAX);
    for (unsigned i = 0; i < set->lands; i++) {
        const struct zk_yotei_land *land = &set->land[i];
        assert(*land->id && memchr(land->id, 0, sizeof land->id) && !strchr(land->id, ' '));
        assert(*land->name && memchr(land->name, 0, sizeof land->name));
        assert(land->tier < ZK_YOTEI_TIERS && land->count && (!land->bid || !land->cost));
        for (unsigned j = 0; j < i; j++) assert(strcmp(set->land[j].id, land->id) != 0);
        lands += land->count;
        tiers |= 1u << land->tier;
    }
    assert(lands <= ZK_YOTEI_LAND_MAX && tiers == 7);
    for (unsigned i = 0; i < ZK_YOTEI_POWERS; i++) {
        mysteries += set->mystery[i];
        assert(set->mystery[i] ? set->cash[i] >= 1 && set->cash[i] <= 3 : !set->cash[i]);
    }
    assert(mysteries <= ZK_YOTEI_MYSTERY_MAX && set->mystery[ZK_YOTEI_FESTIVAL] <= 1);
    for (unsigned i = 0; i < 3; i++) {
        assert(set->table[i].characters >= 1 && set->table[i].characters <= 3);
        for (unsigned t = 0; t < ZK_YOTEI_TIERS; t++)
            assert(set->table[i].row[t] >= 1 && set->table[i].row[t] <= 5 - t);
    }
}

static void check_refusal(const struct zk_sentence *refusal) {
    static const struct zk_phrase phrases[] = {ZK_YOTEI_CARDS_PHRASES, {NULL, NULL}};
    const struct zk_game words = {.phrases = phrases};
    char sentence[1024];
    struct zk_text text = zk_text_in(sentence, sizeof sentence);
    zk_sentence_english(&words, refusal, &text); /* the key has its sentence */
    assert(!text.full);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct zk_yotei_set set, again;
    static char memory[ZK_CARDS_SIZE];
    struct zk_sentence refusal;
    struct zk_settings settings = {0};
    char *text = malloc(size ? size : 1); /* an exact copy, so that a byte too far is seen */
    if (!text) abort();
    memcpy(text, data, size);
    memset(&set, 0xAA, sizeof set);
    memset(&again, 0x55, sizeof again);
    bool right = zk_yotei_cards_read(text, size, &set, &refusal);
    assert(zk_yotei_cards_read(text, size, &again, &refusal) == right);
    if (right) {
        check_set(&set);
        assert(memcmp(&set, &again, sizeof set) == 0);
        if (zk_settings_carry(&settings, memory, text, size, &refusal)) {
            right = zk_yotei_cards_read(settings.cards, settings.cards_size, &again, &refusal);
            assert(right && memcmp(&set, &again, sizeof set) == 0);
        }
    } else {
        check_refusal(&refusal);
    }
    free(text);
    return 0;
}
