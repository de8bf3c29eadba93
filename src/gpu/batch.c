/* batch.c: a batch in the memory of a GPU, see gpu.h; its kernels are in kernel_batch.c. */
#include "../batch/batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

#include <zashiki.h> /* what of this the library shows */

enum {
    THREADS = 64,     /* of a block: each works on a slot */
    ROWS = 32,        /* of a block: each writes a row of the observations */
    ROOM_A_SLOT = 16, /* moves that there is room for at first */
    ROOMS_MAX = 64,   /* each has half as much again as the last */
    CLEARED = 2 * sizeof(uint64_t) + ZK_GPU_KINDS * sizeof(uint32_t), /* report, waiting */
};

enum { CHECK, CHOOSE, STEP, BEGIN, OBSERVE, SUM, LIST, KERNELS };

struct zk_gpu_batch {
    struct zk_gpu *gpu;
    const struct zk_encoder *encoder;
    struct zk_cu_stream *stream;
    struct zk_gpu_slots slots; /* as it is there: */
    zk_cu_pointer there;
    zk_cu_pointer memory; /* all arrays but `legal` and `feature`, which grow: */
    zk_cu_pointer moves[ROOMS_MAX];
    uint32_t rooms;                  /* the last one is in use */
    zk_cu_pointer seen[ZK_OBSERVED]; /* other observations: a copy of `slots`, then the rows */
    uint64_t moves_count;
    int32_t *action;
    struct zk_cu_function *kernel[KERNELS];
    uint32_t shared[KERNELS];
    struct zk_batch_arrays arrays;
};

static bool refuse(char *refusal, const char *sentence) {
    struct zk_text text = zk_text_in(refusal, ZK_GPU_REFUSAL_SIZE);
    zk_text_put(&text, sentence);
    return false;
}

/* ---- Memory ---- */

/* Reserves `size` bytes of a stretch that begins at `base`; with a base of 0 this adds up what is needed. */
static void *reserve(zk_cu_pointer base, size_t *used, size_t size) {
    size_t at = *used;
    *used += (size + 255) / 256 * 256;
    return (void *)(uintptr_t)(base + at);
}

static size_t lay_out(struct zk_gpu_batch *batch, zk_cu_pointer base) {
    struct zk_gpu_slots *slots = &batch->slots;
    size_t n = slots->count, used = 0, groups = (n + ZK_GPU_GROUP - 1) / ZK_GPU_GROUP;
    size_t rows = n * (slots->all_seats ? slots->seats : 1);
    slots->state = reserve(base, &used, n * batch->gpu->game->state_size);
    slots->slot = reserve(base, &used, n * sizeof *slots->slot);
    slots->listed = reserve(base, &used, n * sizeof *slots->listed);
    slots->lists = reserve(base, &used, n * slots->lists_room * sizeof *slots->lists);
    slots->group = reserve(base, &used, groups * sizeof *slots->group);
    slots->report = reserve(base, &used, CLEARED);
    slots->waiting = (uint32_t *)(slots->report + 2);
    if (batch->encoder->kind)
        slots->line = reserve(base, &used, ZK_GPU_KINDS * n * sizeof *slots->line);
    slots->observation = reserve(base, &used, rows * slots->size);
    slots->actor = reserve(base, &used, n);
    slots->legal_at = reserve(base, &used, (n + 1) * sizeof *slots->legal_at);
    slots->stream = reserve(base, &used, n * sizeof *slots->stream);
    slots->reward_of = reserve(base, &used, n * slots->seats * sizeof *slots->reward_of);
    slots->terminated = reserve(base, &used, n);
    slots->truncated = reserve(base, &used, n);
    slots->final_points = reserve(base, &used, n * slots->seats * sizeof *slots->final_points);
    batch->action = reserve(base, &used, n * sizeof *batch->action);
    return used;
}

/* What the device reads of the batch, and what the caller sees. */
static bool tell(struct zk_gpu_batch *batch, char *refusal) {
    const struct zk_driver *driver = &batch->gpu->driver;
    const struct zk_gpu_slots *slots = &batch->slots;
    batch->arrays = (struct zk_batch_arrays){
        .observation = slots->observation,
        .actor = slots->actor,
        .legal_at = slots->legal_at,
        .legal = slots->legal,
        .feature = slots->feature,
        .legal_room = slots->moves_room,
        .stream = slots->stream,
        .reward = slots->reward_of,
        .terminated = slots->terminated,
        .truncated = slots->truncated,
        .final_points = slots->final_points,
    };
    return zk_driver_went(driver,
                          driver->put(batch->there, slots, sizeof *slots, batch->stream),
                          "take a batch", refusal);
}

/* Room for so many moves, those that are there left out. The rooms before stay: somebody may still look at them. */
static bool make_room(struct zk_gpu_batch *batch, uint64_t room, char *refusal) {
    size_t used = 0;
    zk_cu_pointer moves = 0;
    assert(batch->rooms < ROOMS_MAX);
    reserve(0, &used, room * sizeof *batch->slots.legal);
    reserve(0, &used, room * ZK_FEATURES);
    if (!zk_gpu_alloc(batch->gpu, used, &moves, refusal)) return false;
    batch->moves[batch->rooms++] = moves;
    batch->slots.moves_room = room;
    used = 0;
    batch->slots.legal = reserve(moves, &used, room * sizeof *batch->slots.legal);
    batch->slots.feature = reserve(moves, &used, room * ZK_FEATURES);
    return tell(batch, refusal);
}

/* ---- Kernels ---- */

static bool run(struct zk_gpu_batch *batch, unsigned kernel, uint64_t blocks, uint32_t threads,
                const void *first, const void *second, char *refusal) {
    void *arguments[] = {&batch->there, (void *)(uintptr_t)first, (void *)(uintptr_t)second};
    return zk_gpu_launch(batch->gpu, batch->kernel[kernel], blocks, threads,
                         batch->shared[kernel], batch->stream, arguments, refusal);
}

/* A thread a slot. */
static bool run_slots(struct zk_gpu_batch *batch, unsigned kernel, const void *first,
                      const void *second, char *refusal) {
    return run(batch, kernel, (batch->slots.count + THREADS - 1) / THREADS, THREADS, first,
               second, refusal);
}

/* What the device says of a call: {first slot with a wrong action, moves in all}. */
static bool hear(struct zk_gpu_batch *batch, uint64_t *report, char *refusal) {
    const struct zk_driver *driver = &batch->gpu->driver;
    return zk_driver_went(driver,
                          driver->get(report, (zk_cu_pointer)(uintptr_t)batch->slots.report,
                                      2 * sizeof *report, batch->stream),
                          "give its report", refusal) &&
           zk_driver_went(driver, driver->wait(batch->stream), "make a step", refusal);
}

static bool clear_report(struct zk_gpu_batch *batch, char *refusal) {
    return zk_driver_went(
        &batch->gpu->driver,
        batch->gpu->driver.set_bytes((zk_cu_pointer)(uintptr_t)batch->slots.report, 0xFF,
                                     CLEARED, batch->stream),
        "clear memory", refusal);
}

/* A thread a row of the observations, as the batch or a copy of it says. */
static bool run_rows(struct zk_gpu_batch *batch, zk_cu_pointer *slots, char *refusal) {
    uint64_t rows = batch->slots.count * (batch->slots.all_seats ? batch->slots.seats : 1);
    void *arguments[] = {slots};
    return zk_gpu_launch(batch->gpu, batch->kernel[OBSERVE], (rows + ROWS - 1) / ROWS, ROWS,
                         batch->shared[OBSERVE], batch->stream, arguments, refusal);
}

/* Observations and lists of the positions now; *bad is the first slot with a wrong action, or UINT64_MAX. */
static bool look(struct zk_gpu_batch *batch, uint64_t *bad, char *refusal) {
    uint64_t report[2];
    if (!run_rows(batch, &batch->there, refusal) ||
        !run(batch, SUM, 1, ZK_GPU_SUM_THREADS, NULL, NULL, refusal) ||
        !run_slots(batch, LIST, NULL, NULL, refusal) || !hear(batch, report, refusal))
        return false;
    *bad = report[0];
    if (*bad != UINT64_MAX) return true;
    batch->moves_count = report[1];
    if (report[1] <= batch->slots.moves_room) return true;
    return make_room(batch, report[1] + report[1] / 2, refusal) &&
           run_slots(batch, LIST, NULL, NULL, refusal) && hear(batch, report, refusal);
}

static bool begin(struct zk_gpu_batch *batch, uint32_t next, const uint8_t *which,
                  char *refusal) {
    uint64_t bad;
    return clear_report(batch, refusal) && run_slots(batch, BEGIN, &next, &which, refusal) &&
           look(batch, &bad, refusal);
}

/* ---- Making one ---- */

static uint32_t size_of(const struct zk_gpu_batch *batch, enum zk_observed kind) {
    return batch->encoder->size(batch->gpu->rules, kind);
}

/* The size of the largest kind of observation. */
static uint32_t largest(const struct zk_gpu_batch *batch) {
    uint32_t most = 0;
    for (unsigned kind = 0; kind < ZK_OBSERVED; kind++)
        if (size_of(batch, (enum zk_observed)kind) > most)
            most = size_of(batch, (enum zk_observed)kind);
    return most;
}

static bool find_kernels(struct zk_gpu_batch *batch, char *refusal) {
    static const char *const names[KERNELS] = {
        [CHECK] = "zk_gpu_check", [CHOOSE] = "zk_gpu_choose",   [STEP] = "zk_gpu_step",
        [BEGIN] = "zk_gpu_begin", [OBSERVE] = "zk_gpu_observe", [SUM] = "zk_gpu_sum",
        [LIST] = "zk_gpu_list",
    };
    uint32_t size = (uint32_t)batch->gpu->game->state_size;
    batch->shared[STEP] = batch->shared[BEGIN] = THREADS * zk_gpu_row(size);
    batch->shared[OBSERVE] = ROWS * zk_gpu_seen(size, largest(batch));
    batch->shared[SUM] = ZK_GPU_GROUP * sizeof(uint32_t);
    for (unsigned kernel = 0; kernel < KERNELS; kernel++)
        if (!zk_gpu_kernel(batch->gpu, names[kernel], batch->shared[kernel],
                           &batch->kernel[kernel], refusal))
            return false;
    return true;
}

static bool options_go(const struct zk_gpu *gpu, const struct zk_batch_options *options,
                       char *refusal) {
    if (!options->encoder)
        return refuse(refusal, "This game cannot be played in batches: it has no encoder.");
    if (options->encoder->game != gpu->game)
        return refuse(refusal, "The batch is of another game than the GPU was opened for.");
    if (options->count < 1) return refuse(refusal, "A batch has at least one slot.");
    if (options->count > UINT32_MAX / (gpu->game->moves_max + 1))
        return refuse(refusal, "A batch cannot have so many slots: their moves would be too "
                               "many to count.");
    if ((unsigned)options->observed >= ZK_OBSERVED)
        return refuse(refusal, "There is no such kind of observation.");
    if ((unsigned)options->reward >= ZK_REWARDS)
        return refuse(refusal, "There is no such kind of reward.");
    if (options->dense)
        return refuse(refusal,
                      "On a GPU actions are places in the list of moves, not dense ids.");
    return true;
}

static bool make(struct zk_gpu_batch *batch, const struct zk_batch_options *options,
                 char *refusal) {
    struct zk_gpu *gpu = batch->gpu;
    assert(gpu->game->state_size % 8 == 0);
    batch->encoder = options->encoder;
    batch->slots = (struct zk_gpu_slots){
        .rules = (const struct zk_rules *)(uintptr_t)gpu->rules_there,
        .seed = options->seed,
        .count = options->count,
        .seats = zk_seats(gpu->game, gpu->rules),
        .limit = options->limit,
        .reward = options->reward,
        .observed = options->observed,
        .out_of_turn = options->out_of_turn,
        .all_seats = options->all_seats,
        .automatic_reset = options->automatic_reset,
        .lists_room = gpu->game->moves_max + 1,
        .size = size_of(batch, options->observed),
    };
    return find_kernels(batch, refusal) &&
           zk_gpu_alloc(gpu, lay_out(batch, 0), &batch->memory, refusal) &&
           lay_out(batch, batch->memory) &&
           zk_gpu_alloc(gpu, sizeof batch->slots, &batch->there, refusal) &&
           make_room(batch, ROOM_A_SLOT * (uint64_t)options->count, refusal) &&
           begin(batch, 0, NULL, refusal);
}

struct zk_gpu_batch *zk_gpu_batch_new(struct zk_gpu *gpu,
                                      const struct zk_batch_options *options,
                                      struct zk_cu_stream *stream, char *refusal) {
    if (!options_go(gpu, options, refusal) || !zk_gpu_enter(gpu, refusal)) return NULL;
    struct zk_gpu_batch *batch = calloc(1, sizeof *batch);
    bool made = false;
    if (batch) {
        batch->gpu = gpu;
        batch->stream = stream;
        made = make(batch, options, refusal);
    } else {
        refuse(refusal, "There is not enough memory.");
    }
    zk_gpu_leave(gpu);
    if (made) return batch;
    zk_gpu_batch_free(batch);
    return NULL;
}

void zk_gpu_batch_free(struct zk_gpu_batch *batch) {
    char ignored[ZK_GPU_REFUSAL_SIZE];
    if (!batch) return;
    if (zk_gpu_enter(batch->gpu, ignored)) {
        const struct zk_driver *driver = &batch->gpu->driver;
        if (batch->memory) driver->free(batch->memory);
        for (uint32_t i = 0; i < batch->rooms; i++) driver->free(batch->moves[i]);
        for (uint32_t i = 0; i < ZK_OBSERVED; i++)
            if (batch->seen[i]) driver->free(batch->seen[i]);
        if (batch->there) driver->free(batch->there);
        zk_gpu_leave(batch->gpu);
    }
    free(batch);
}

const struct zk_batch_arrays *zk_gpu_batch_arrays(const struct zk_gpu_batch *batch) {
    return &batch->arrays;
}
uint64_t zk_gpu_batch_moves(const struct zk_gpu_batch *batch) { return batch->moves_count; }
uint32_t zk_gpu_batch_seats(const struct zk_gpu_batch *batch) { return batch->slots.seats; }
uint32_t zk_gpu_batch_observation_size(const struct zk_gpu_batch *batch) {
    return batch->slots.size;
}

int32_t *zk_gpu_batch_action(const struct zk_gpu_batch *batch) { return batch->action; }

bool zk_gpu_batch_wait(struct zk_gpu_batch *batch, char *refusal) {
    const struct zk_driver *driver = &batch->gpu->driver;
    if (!zk_gpu_enter(batch->gpu, refusal)) return false;
    bool waited = zk_driver_went(driver, driver->wait(batch->stream), "finish", refusal);
    zk_gpu_leave(batch->gpu);
    return waited;
}

/* ---- Other observations ---- */

/* Memory for them, and what the kernel reads in the place of the batch's own `slots`. */
static bool make_seen(struct zk_gpu_batch *batch, enum zk_observed kind, char *refusal) {
    const struct zk_driver *driver = &batch->gpu->driver;
    struct zk_gpu_slots slots = batch->slots;
    size_t used = 0, rows = slots.count * (slots.all_seats ? slots.seats : 1);
    zk_cu_pointer memory;
    slots.observed = kind;
    slots.size = size_of(batch, kind);
    reserve(0, &used, sizeof slots);
    size_t first = used;
    reserve(0, &used, rows * slots.size);
    if (!zk_gpu_alloc(batch->gpu, used, &memory, refusal)) return false;
    slots.observation = (uint8_t *)(uintptr_t)(memory + first);
    if (!zk_driver_went(driver, driver->put(memory, &slots, sizeof slots, batch->stream),
                        "take a batch", refusal) ||
        !zk_driver_went(driver, driver->wait(batch->stream), "take a batch", refusal)) {
        driver->free(memory);
        return false;
    }
    batch->seen[kind] = memory;
    return true;
}

static bool observe(struct zk_gpu_batch *batch, enum zk_observed kind, char *refusal) {
    const struct zk_driver *driver = &batch->gpu->driver;
    if (!batch->seen[kind] && !make_seen(batch, kind, refusal)) return false;
    return clear_report(batch, refusal) && run_rows(batch, &batch->seen[kind], refusal) &&
           zk_driver_went(driver, driver->wait(batch->stream), "observe", refusal);
}

const uint8_t *zk_gpu_batch_observe(struct zk_gpu_batch *batch, enum zk_observed kind,
                                    char *refusal) {
    if ((unsigned)kind >= ZK_OBSERVED) {
        refuse(refusal, "There is no such kind of observation.");
        return NULL;
    }
    if (!zk_gpu_enter(batch->gpu, refusal)) return NULL;
    bool observed = observe(batch, kind, refusal);
    zk_gpu_leave(batch->gpu);
    size_t first = 0;
    reserve(0, &first, sizeof batch->slots);
    return observed ? (const uint8_t *)(uintptr_t)(batch->seen[kind] + first) : NULL;
}

/* ---- A step ---- */

static void refuse_action(uint64_t slot, char *refusal) {
    struct zk_text text = zk_text_in(refusal, ZK_GPU_REFUSAL_SIZE);
    zk_text_put(&text, "Slot ");
    zk_text_put_uint(&text, slot);
    zk_text_put(&text, ": its action is not one of its legal moves.");
}

bool zk_gpu_batch_step(struct zk_gpu_batch *batch, const int32_t *action, char *refusal) {
    uint64_t bad = UINT64_MAX;
    if (!zk_gpu_enter(batch->gpu, refusal)) return false;
    bool made = clear_report(batch, refusal) &&
                run_slots(batch, CHECK, &action, NULL, refusal) &&
                run_slots(batch, STEP, &action, NULL, refusal) && look(batch, &bad, refusal);
    zk_gpu_leave(batch->gpu);
    if (made && bad != UINT64_MAX) refuse_action(bad, refusal);
    return made && bad == UINT64_MAX;
}

bool zk_gpu_batch_choose(struct zk_gpu_batch *batch, uint64_t seed, int32_t *action,
                         char *refusal) {
    if (!zk_gpu_enter(batch->gpu, refusal)) return false;
    bool chosen = run_slots(batch, CHOOSE, &seed, &action, refusal);
    zk_gpu_leave(batch->gpu);
    return chosen;
}

bool zk_gpu_batch_next(struct zk_gpu_batch *batch, const uint8_t *which, char *refusal) {
    if (!zk_gpu_enter(batch->gpu, refusal)) return false;
    bool made = begin(batch, 1, which, refusal);
    zk_gpu_leave(batch->gpu);
    return made;
}

bool zk_gpu_batch_restart(struct zk_gpu_batch *batch, uint64_t seed, char *refusal) {
    if (!zk_gpu_enter(batch->gpu, refusal)) return false;
    batch->slots.seed = seed;
    bool made = tell(batch, refusal) && begin(batch, 0, NULL, refusal);
    zk_gpu_leave(batch->gpu);
    return made;
}
