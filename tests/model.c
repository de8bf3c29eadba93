/* model.c: see model.h. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LATE_STEPS = 8 }; /* what is late waits for so many of its turns */

static void must(bool right) {
    if (!right) abort();
}

static char *copy_of(const char *bytes, size_t size) {
    char *copy = malloc(size + 1);
    must(copy);
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

/* ---- What is kept ---- */

struct kept *model_find(struct model *model, const char *id) {
    for (uint32_t i = 0; i < model->count; i++)
        if (strcmp(model->table[i].head.id, id) == 0) return &model->table[i];
    return NULL;
}

static void fail(struct zk_write *write, bool overtaken, const char *why) {
    write->failed = true;
    write->overtaken = overtaken;
    snprintf(write->error, sizeof write->error, "%s", why);
}

static void keep_table(struct model *model, struct zk_write *write) {
    const struct kept *kept = model_find(model, write->table);
    if (kept && memcmp(kept->head.token_hash, write->head->token_hash,
                       sizeof kept->head.token_hash) != 0) {
        fail(write, false, "there is one of that name");
    } else if (!kept) {
        must(model->count < MODEL_TABLES);
        model->table[model->count++].head = *write->head;
    }
}

static void keep_entries(struct kept *kept, struct zk_write *write) {
    if (write->first != kept->count + 1) {
        fail(write, true, "it is not as it was");
        return;
    }
    const char *at = write->lines, *end = at + write->lines_size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        must(stop && kept->count < MODEL_LINES);
        kept->line[kept->count++] = copy_of(at, (size_t)(stop - at));
        at = stop + 1;
    }
    if (!write->record) return;
    free(kept->record);
    kept->record = copy_of(write->record, write->record_size);
}

static void keep_claim(const struct model *model, struct kept *kept, struct zk_write *write) {
    if (kept->claim_number >= write->first && model->now_ms < kept->claim_until_ms &&
        strcmp(kept->claim_owner, write->reason) != 0) {
        fail(write, true, "somebody else has it");
        return;
    }
    kept->claim_number = write->first;
    kept->claim_until_ms = model->now_ms + ZK_CLAIM_MS;
    snprintf(kept->claim_owner, sizeof kept->claim_owner, "%s", write->reason);
}

void model_keep(struct model *model, struct zk_write *write) {
    struct kept *kept = model_find(model, write->table);
    write->failed = write->overtaken = false;
    if (write->kind == ZK_WRITE_TIDY) { /* everything is kept for ever */
        write->table[0] = '\0';
        write->more = false;
        return;
    }
    if (write->kind == ZK_WRITE_VISIT) return;
    if (write->kind == ZK_WRITE_TABLE)
        keep_table(model, write);
    else if (!kept)
        fail(write, false, "there is no such table");
    else if (write->kind == ZK_WRITE_ENTRIES)
        keep_entries(kept, write);
    else if (write->kind == ZK_WRITE_ASIDE)
        snprintf(kept->head.aside, sizeof kept->head.aside, "%s", write->reason);
    else
        keep_claim(model, kept, write);
}

static enum zk_found model_head(struct zk_store *store, const char *id,
                                struct zk_stored_table *head) {
    struct model *model = (struct model *)store;
    const struct kept *kept = model_find(model, id);
    if (model->unreadable) return ZK_FOUND_FAILED;
    if (!kept) return ZK_FOUND_NOT;
    *head = kept->head;
    return ZK_FOUND;
}

static bool model_entries(struct zk_store *store, const char *id, uint32_t after,
                          zk_entry_reader take, void *user) {
    struct model *model = (struct model *)store;
    const struct kept *kept = model_find(model, id);
    if (model->unreadable) return false;
    for (uint32_t i = after; kept && i < kept->count; i++)
        if (!take(user, i + 1, kept->line[i], strlen(kept->line[i]))) break;
    return true;
}

static enum zk_found model_next(struct zk_store *store, const char *after, char *id) {
    struct model *model = (struct model *)store;
    const char *best = NULL;
    if (model->unreadable) return ZK_FOUND_FAILED;
    for (uint32_t i = 0; i < model->count; i++) {
        const struct zk_stored_table *head = &model->table[i].head;
        if (strcmp(head->id, after) > 0 && !head->aside[0] &&
            (!best || strcmp(head->id, best) < 0))
            best = head->id;
    }
    if (!best) return ZK_FOUND_NOT;
    memmove(id, best, ZK_TABLE_ID_SIZE);
    return ZK_FOUND;
}

static const struct zk_store_kind model_kind = {
    .name = "model", .head = model_head, .entries = model_entries, .next = model_next};

struct model *model_new(uint64_t seed) {
    struct model *model = calloc(1, sizeof *model);
    must(model);
    model->store.kind = &model_kind;
    model->rng = zk_rng_stream(seed, 1);
    return model;
}

static void free_late(struct zk_write *write) {
    free((char *)write->lines);
    free((char *)write->record);
    free((struct zk_stored_table *)write->head);
    free(write);
}

void model_free(struct model *model) {
    while (model->lates) free_late(model->late[--model->lates]);
    for (uint32_t i = 0; i < model->count; i++) {
        for (uint32_t k = 0; k < model->table[i].count; k++) free(model->table[i].line[k]);
        free(model->table[i].record);
    }
    for (uint32_t i = 0; i < MODEL_LINKS; i++)
        for (uint32_t k = 0; k < model->link[i].says; k++) free(model->link[i].said[k]);
    free(model);
}

/* ---- Servers ---- */

static bool by_lot(struct model *model, uint32_t of_thousand) {
    return of_thousand && zk_rng_below(&model->rng, 1000) < of_thousand;
}

struct model_link *model_connect(struct model *model,
                                 const struct zk_postgres_handler *handler) {
    for (uint32_t i = 0; i < MODEL_LINKS; i++) {
        struct model_link *link = &model->link[i];
        if (link->open) continue;
        *link = (struct model_link){.model = model, .handler = *handler, .open = true};
        return link;
    }
    abort();
}

void model_write(struct model_link *link, struct zk_write *write) {
    must(link->writes < MODEL_JOBS);
    link->write[link->writes].write = write;
    link->write[link->writes++].happened = false;
}

void model_read(struct model_link *link, struct zk_read *read) {
    must(link->reads < MODEL_JOBS);
    link->read[link->reads++] = read;
}

void model_say(struct model_link *link, const char *text, size_t size) {
    struct model *model = link->model;
    must(size <= ZK_POSTGRES_SAID_MAX);
    if (link->cut) return;
    for (uint32_t i = 0; i < MODEL_LINKS; i++) {
        struct model_link *to = &model->link[i];
        if (!to->open || to->cut) continue;
        if (by_lot(model, model->faults.lose_said)) {
            model->unheard += to != link;
            continue;
        }
        must(to->says + 1 < MODEL_JOBS);
        to->said[to->says++] = copy_of(text, size);
        if (!by_lot(model, model->faults.say_twice)) continue;
        to->said[to->says++] = copy_of(text, size);
        model->twice += to != link;
    }
}

/* Its server hears no more of it, and it happens some time. */
static void put_off(struct model *model, const struct zk_write *write) {
    struct zk_write *late = malloc(sizeof *late);
    must(late && model->lates < MODEL_LATES);
    *late = *write;
    late->nameless = NULL; /* names are not kept apart here */
    late->nameless_count = 0;
    if (write->lines) late->lines = copy_of(write->lines, write->lines_size);
    if (write->record) late->record = copy_of(write->record, write->record_size);
    if (write->head) {
        struct zk_stored_table *head = malloc(sizeof *head);
        must(head);
        *head = *write->head;
        late->head = head;
    }
    model->late[model->lates++] = late;
}

static void step_late(struct model *model, uint32_t i) {
    struct zk_write *late = model->late[i];
    model->late[i] = model->late[--model->lates];
    model_keep(model, late);
    model->were_late += !late->failed && late->kind == ZK_WRITE_ENTRIES;
    model->unheard += !late->failed;
    free_late(late);
}

/* The write happens: it is there from here on, or it is not, and that is its answer, unless it is in
 * doubt. */
static void happen(struct model_link *link, uint32_t i) {
    struct model *model = link->model;
    struct zk_write *write = link->write[i].write;
    link->write[i].happened = true;
    if (by_lot(model, model->faults.fail)) {
        fail(write, false, "a fault of the test's");
        return;
    }
    if (model->lates < MODEL_LATES && by_lot(model, model->faults.late)) {
        put_off(model, write);
        fail(write, false, "no answer of the test's");
        return;
    }
    model_keep(model, write);
    if (write->failed || !by_lot(model, model->faults.doubt)) return;
    fail(write, false, "a doubt of the test's");
    model->doubts++;
}

/* Of a write of several entries only the first happen; false when it is none of those. */
static bool tear(struct model *model, const struct zk_write *write) {
    struct zk_write part = *write;
    uint32_t lines = 0, kept = 0;
    for (size_t i = 0; write->kind == ZK_WRITE_ENTRIES && i < write->lines_size; i++)
        lines += write->lines[i] == '\n';
    if (lines < 2) return false;
    uint32_t most = 1 + zk_rng_below(&model->rng, lines - 1);
    for (part.lines_size = 0; kept < most; part.lines_size++)
        kept += write->lines[part.lines_size] == '\n';
    part.record = NULL; /* it goes with the last of them */
    model_keep(model, &part);
    model->torn += !part.failed;
    return true;
}

void model_crash(struct model_link *link) {
    struct model *model = link->model;
    for (uint32_t i = 0; i < link->writes; i++) {
        if (link->write[i].happened) continue;
        bool torn = by_lot(model, model->faults.tear) && tear(model, link->write[i].write);
        if (!torn && zk_rng_below(&model->rng, 2)) happen(link, i);
    }
    for (uint32_t i = 0; i < link->says; i++) free(link->said[i]);
    *link = (struct model_link){.open = false};
}

void model_cut(struct model_link *link) {
    link->cut = true;
    for (uint32_t i = 0; i < link->says; i++) free(link->said[i]);
    link->says = 0;
    for (uint32_t i = 0; i < link->writes; i++)
        if (!link->write[i].happened && zk_rng_below(&link->model->rng, 2)) happen(link, i);
}

/* What was on its way is sent once more: what had happened is overtaken by itself. */
void model_mend(struct model_link *link) {
    if (!link->cut) return;
    link->cut = false;
    for (uint32_t i = 0; i < link->writes; i++) link->write[i].happened = false;
    link->handler.missed(link->handler.user);
}

static void step_write(struct model_link *link, uint32_t i) {
    struct zk_write *write = link->write[i].write;
    if (!link->write[i].happened) {
        happen(link, i);
        return;
    }
    link->writes--;
    memmove(link->write + i, link->write + i + 1, (link->writes - i) * sizeof *link->write);
    link->handler.written(link->handler.user, write);
}

static void step_read(struct model_link *link) {
    struct model *model = link->model;
    struct zk_read *read = link->read[0];
    memmove(link->read, link->read + 1, --link->reads * sizeof *link->read);
    bool was_unreadable = model->unreadable;
    model->unreadable = was_unreadable || by_lot(model, model->faults.fail_read);
    model->reads_failed += model->unreadable;
    zk_store_read(&model->store, read);
    model->unreadable = was_unreadable;
    link->handler.has_read(link->handler.user, read);
}

static void step_said(struct model_link *link) {
    char *said = link->said[0];
    memmove(link->said, link->said + 1, --link->says * sizeof *link->said);
    link->handler.heard(link->handler.user, said);
    free(said);
}

bool model_step(struct model *model) {
    uint32_t jobs = model->lates, i = 0;
    for (; i < MODEL_LINKS; i++) {
        const struct model_link *link = &model->link[i];
        if (link->open && !link->cut)
            jobs += link->writes + (link->reads > 0) + (link->says > 0);
    }
    if (!jobs) return false;
    uint32_t lot = zk_rng_below(&model->rng, jobs);
    if (lot < model->lates) {
        if (zk_rng_below(&model->rng, LATE_STEPS) == 0) step_late(model, lot);
        return true;
    }
    lot -= model->lates;
    for (i = 0; i < MODEL_LINKS; i++) {
        struct model_link *link = &model->link[i];
        if (!link->open || link->cut) continue;
        uint32_t mine = link->writes + (link->reads > 0) + (link->says > 0);
        if (lot >= mine) {
            lot -= mine;
        } else if (by_lot(model, model->faults.cut)) {
            model_cut(link);
            return true;
        } else if (lot < link->writes) {
            step_write(link, lot);
            return true;
        } else if (lot == link->writes && link->reads) {
            step_read(link);
            return true;
        } else {
            step_said(link);
            return true;
        }
    }
    return true;
}
