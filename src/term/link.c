/* link.c: see link.h. */
#include "link.h"

#include <poll.h>

void link_wait(struct link *link) {
    struct pollfd poll_link = {.fd = link->fd, .events = (short)(POLLIN | link->events)};
    poll(&poll_link, 1, link_timeout_ms(link));
}
