/* fuzz_contest.c: bytes as what a match or an arena has come to. What is taken is written and read back
 * the same, cannot be added to itself, and can be rated; what is refused is refused in words. */
#include <assert.h>
#include <string.h>

#include "lab/contest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct contest contest, again;
    static char form[CONTEST_TEXT_SIZE];
    const char *wrong = contest_read(&contest, (const char *)data, size);
    if (wrong) {
        assert(*wrong);
        return 0;
    }
    struct zk_text text = zk_text_in(form, sizeof form);
    contest_write(&contest, &text);
    assert(!text.full && !contest_read(&again, form, text.used));
    assert(memcmp(&contest, &again, sizeof contest) == 0);
    assert(contest_add(&again, &contest));
    assert(memcmp(&contest, &again, sizeof contest) == 0);
    for (unsigned i = 0; i < contest.lines_count; i++) {
        struct estimate result = contest_result(&contest, &contest.line[i], 0);
        assert((result.mean >= 0 || contest.together) && result.error >= 0);
    }
    return 0;
}
