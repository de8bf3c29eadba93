/* fuzz_balance.c: bytes as a part of a balance. It is added or refused in words; what was added, written
 * and added to nothing is the same again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lab/balance.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The run that the seeds are parts of. */
static void begin(struct balance *balance, const struct zk_yotei_set *set) {
    memset(balance, 0, sizeof *balance);
    balance->set = set;
    balance->bot = "greedy";
    balance->players = 2;
    balance->seed = 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct zk_yotei_set set;
    static struct balance balance, again;
    static char written[BALANCE_JSON_SIZE];
    struct zk_text out = zk_text_in(written, sizeof written);
    struct zk_sentence refusal;
    size_t cards_size;
    const char *cards = zk_yotei_cards_shipped("niseko-1", 8, &cards_size);
    bool right = zk_yotei_cards_read(cards, cards_size, &set, &refusal);
    assert(right);
    char *text = malloc(size ? size : 1); /* an exact copy, so that a byte too far is seen */
    if (!text) abort();
    memcpy(text, data, size);
    begin(&balance, &set);
    begin(&again, &set);
    const char *wrong = balance_add(&balance, text, size);
    if (wrong) {
        assert(*wrong);
    } else {
        balance_write(&balance, &out);
        assert(!out.full);
        wrong = balance_add(&again, written, strlen(written));
        assert(!wrong && memcmp(&balance, &again, sizeof balance) == 0);
    }
    free(text);
    return 0;
}
