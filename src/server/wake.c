/* wake.c: see wake.h. */
#include "wake.h"

#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void came(uv_poll_t *poll, int status, int events) {
    struct zk_wake *wake = (struct zk_wake *)poll;
    uint64_t count;
    (void)status;
    (void)events;
    while (read(wake->file, &count, sizeof count) < 0 && errno == EINTR) continue;
    wake->woken(wake->user);
}

bool zk_wake_start(struct zk_wake *wake, uv_loop_t *loop, void (*woken)(void *user),
                   void *user) {
    *wake = (struct zk_wake){.woken = woken, .user = user};
    wake->file = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wake->file < 0) return false;
    wake->started = true;
    uv_poll_init(loop, &wake->poll, wake->file);
    uv_poll_start(&wake->poll, UV_READABLE, came);
    return true;
}

void zk_wake_up(struct zk_wake *wake) {
    const uint64_t one = 1;
    while (write(wake->file, &one, sizeof one) < 0 && errno == EINTR) continue;
}

void zk_wake_stop(struct zk_wake *wake) {
    if (wake->started) uv_close((uv_handle_t *)&wake->poll, NULL);
}

void zk_wake_free(struct zk_wake *wake) {
    if (wake->started) close(wake->file);
    wake->started = false;
}
