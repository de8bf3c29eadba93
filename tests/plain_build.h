/* plain_build.h: tests named plain_... ask how well a bot plays, or how large something is. Sanitizers
 * add nothing to such a test but time: a build with them leaves it out, except in `make test-all`. */
#ifndef PLAIN_BUILD_H
#define PLAIN_BUILD_H

#include <stdlib.h>

/* Called before cmocka_run_group_tests. */
static inline void leave_out_plain_tests(void) {
    if (getenv("ZASHIKI_SANITIZED") && !getenv("ZASHIKI_ALL"))
        cmocka_set_skip_filter("plain_*");
}

#endif
