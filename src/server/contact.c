/* contact.c: see contact.h. */
#include "contact.h"

#include <string.h>
#include <time.h>

enum { VALID_S = 30 * 24 * 3600 };

bool zk_contact_is_right(const char *contact) {
    static const char *const begins[] = {"mailto:", "https://", "tel:"};
    size_t size = strlen(contact);
    if (size > ZK_CONTACT_MAX) return false;
    for (const char *c = contact; *c; c++)
        if (*c <= ' ' || *c > '~') return false;
    for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++) {
        size_t prefix = strlen(begins[i]);
        if (size > prefix && memcmp(contact, begins[i], prefix) == 0) return true;
    }
    return false;
}

void zk_contact_write(const char *contact, uint64_t now_ms, struct zk_text *text) {
    time_t until = (time_t)(now_ms / 1000) + VALID_S;
    struct tm date;
    char expires[32];
    gmtime_r(&until, &date);
    strftime(expires, sizeof expires, "%Y-%m-%dT%H:%M:%SZ", &date);
    zk_text_put(text, "Contact: ");
    zk_text_put(text, contact);
    zk_text_put(text, "\nExpires: ");
    zk_text_put(text, expires);
    zk_text_put(text, "\n");
}
