/* postgres_none.c: a build without libpq, which says so; see postgres.h. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "postgres.h"

static const char why[] =
    "this zashiki was built without PostgreSQL (meson -Dpostgresql=enabled)";

bool zk_postgres_is_url(const char *where) {
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

struct zk_postgres *zk_postgres_start(uv_loop_t *loop, const char *url,
                                      const struct zk_postgres_handler *handler, char *error) {
    (void)loop, (void)url, (void)handler;
    snprintf(error, ZK_STORE_ERROR_SIZE, "%s", why);
    return NULL;
}

bool zk_postgres_migrate(const char *url, struct zk_postgres_migrated *done, char *error) {
    (void)url, (void)done;
    snprintf(error, ZK_STORE_ERROR_SIZE, "%s", why);
    return false;
}

static struct zk_store *open_store(const char *where, enum zk_store_mode mode, char *error) {
    (void)where, (void)mode;
    snprintf(error, ZK_STORE_ERROR_SIZE, "%s", why);
    return NULL;
}

const struct zk_store_kind zk_store_postgres = {.name = "postgresql", .open = open_store};

/* Nothing below is reached: there is no zk_postgres. */
void zk_postgres_write(struct zk_postgres *postgres, struct zk_write *write) {
    (void)postgres, (void)write;
    assert(0);
}

void zk_postgres_read(struct zk_postgres *postgres, struct zk_read *read) {
    (void)postgres, (void)read;
    assert(0);
}

void zk_postgres_say(struct zk_postgres *postgres, const char *text, size_t size) {
    (void)postgres, (void)text, (void)size;
    assert(0);
}

uint32_t zk_postgres_say_room(const struct zk_postgres *postgres) {
    (void)postgres;
    return 0;
}

void zk_postgres_send(struct zk_postgres *postgres) {
    (void)postgres;
    assert(0);
}

int64_t zk_postgres_ahead_ms(const struct zk_postgres *postgres) {
    (void)postgres;
    return 0;
}

uint64_t zk_postgres_down_ms(const struct zk_postgres *postgres) {
    (void)postgres;
    return 0;
}

void zk_postgres_count(const struct zk_postgres *postgres, uint64_t *commits,
                       uint64_t *writes) {
    (void)postgres;
    *commits = *writes = 0;
}

void zk_postgres_stop(struct zk_postgres *postgres, void (*stopped)(void *user), void *user) {
    (void)postgres, (void)stopped, (void)user;
    assert(0);
}
