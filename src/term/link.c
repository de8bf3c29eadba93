/* link.c: see link.h. */
#include "link.h"

#include <poll.h>
#include <time.h>

int64_t link_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void link_wait(struct link *link) {
    struct pollfd poll_link = {.fd = link->fd, .events = (short)(POLLIN | link->events)};
    poll(&poll_link, 1, link_timeout_ms(link));
}
