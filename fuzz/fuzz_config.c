/* fuzz_config.c: bytes as the file that `zashiki serve --config` reads. It is taken, and then nothing was
 * said and every value lies within the text; or it is refused in one sentence of one line. Numbers and
 * lists of proxies in it are read as the command does, and a contact adds no line of its own to the file that
 * names it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config.h"
#include "net/address.h"
#include "server/contact.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_READ = 16 * 1024 };

static void must(bool right, const char *law) {
    if (right) return;
    printf("%s\n", law);
    fflush(stdout);
    abort();
}

/* Like `serve`, with a switch more. */
static const struct command command = {
    .name = "serve",
    .options = {OPTION_AWAY, OPTION_BIND, OPTION_BOT_DELAY, OPTION_CONFIG, OPTION_CONTACT,
                OPTION_DATA, OPTION_FORCE, OPTION_LAN, OPTION_PER_ADDRESS, OPTION_PORT,
                OPTION_PROXY, OPTION_PUBLIC_URL, OPTION_RATE, OPTION_HELP},
};

static void look_at_contact(const char *contact) {
    char page[ZK_CONTACT_PAGE];
    struct zk_text text = zk_text_in(page, sizeof page);
    if (!contact || !zk_contact_is_right(contact)) return;
    zk_contact_write(contact, 0, &text);
    must(!text.full, "a contact is too long for its page");
    unsigned lines = 0;
    for (const char *c = page; *c; c++) lines += *c == '\n';
    must(lines == 2, "a contact has lines of its own");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[SIZE_MAX_READ], said[SIZE_MAX_READ + 1024];
    static const struct program program = {.name = "zashiki"};
    struct request request = {.program = &program, .command = &command};
    if (size >= sizeof text) return -1;
    memcpy(text, data, size);
    text[size] = '\0';
    request.value[OPTION_CONFIG] = "zashiki.ini";
    request.value[OPTION_PORT] = "80"; /* the command line has said so */
    memset(said, 0, sizeof said);
    FILE *was = stderr;
    stderr = fmemopen(said, sizeof said, "w");
    must(stderr, "no memory");
    bool right = config_read(&request, text);
    fclose(stderr);
    must(right == !*said, "it is refused without a word, or taken with one");
    const char *end = strchr(said, '\n');
    must(right || (end && !end[1]), "it is refused in more than a line");
    must(strcmp(request.value[OPTION_PORT], "80") == 0, "the command line comes first");
    must(strcmp(request.value[OPTION_CONFIG], "zashiki.ini") == 0, "another file");
    stderr = fmemopen(said, sizeof said, "w");
    must(stderr, "no memory");
    for (unsigned o = 0; right && o < OPTIONS; o++) {
        const char *value = request.value[o];
        uint64_t number;
        if (!value || o == OPTION_CONFIG || o == OPTION_PORT) continue;
        must(!*value || (value > text && value <= text + size),
             "a value comes from elsewhere");
        if (request_number(&request, (enum option_id)o, 1, 1000, 0, &number))
            must(number >= 1 && number <= 1000, "a number is out of bounds");
    }
    if (right) look_at_contact(request.value[OPTION_CONTACT]);
    for (unsigned i = 0; i < request.settings_count; i++) {
        struct zk_ranges ranges = {.count = 0};
        must(!zk_ranges_add(&ranges, request.setting[i]) || ranges.count, "no range");
    }
    fclose(stderr);
    stderr = was;
    return 0;
}
