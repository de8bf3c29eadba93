/* gpu.c: a device with the kernels of a game, and random games on it; see gpu.h. */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

#include "inside.h"

#include <zashiki.h> /* what of this the library shows */

enum {
    ORDER = 75, /* the oldest architecture that the kernels are for, 7.5 */
    /* Of a thread: more would leave room for fewer threads than there are states. */
    REGISTERS = 64,
    REGISTERS_BY_KIND = 80,
    LOG_SIZE = 1024,        /* of what is wrong with the kernels */
    PLAY_THREADS = 128,     /* of a block */
    PLAY_THREADS_MOST = 768 /* by kind: as many as have room */
};

/* ---- The driver's context ---- */

bool zk_gpu_enter(struct zk_gpu *gpu, char *refusal) {
    return zk_driver_went(&gpu->driver, gpu->driver.context_push(gpu->context),
                          "take up its context", refusal);
}

void zk_gpu_leave(struct zk_gpu *gpu) {
    struct zk_cu_context *context;
    gpu->driver.context_pop(&context);
}

bool zk_gpu_kernel(struct zk_gpu *gpu, const char *name, uint32_t shared,
                   struct zk_cu_function **function, char *refusal) {
    const struct zk_driver *driver = &gpu->driver;
    return zk_driver_went(driver, driver->module_function(function, gpu->module, name),
                          "find a kernel", refusal) &&
           zk_driver_went(driver,
                          driver->function_set(*function, ZK_CU_DYNAMIC_SHARED, (int)shared),
                          "share so much memory", refusal) &&
           zk_driver_went(
               driver,
               driver->function_set(*function, ZK_CU_PREFERRED_SHARED, shared ? 100 : 0),
               "divide its memory", refusal);
}

bool zk_gpu_launch(struct zk_gpu *gpu, struct zk_cu_function *function, uint64_t blocks,
                   uint32_t threads, uint32_t shared, struct zk_cu_stream *stream,
                   void **arguments, char *refusal) {
    return zk_driver_went(&gpu->driver,
                          gpu->driver.launch(function, (unsigned)blocks, 1, 1, threads, 1, 1,
                                             shared, stream, arguments, NULL),
                          "start a kernel", refusal);
}

bool zk_gpu_alloc(struct zk_gpu *gpu, size_t size, zk_cu_pointer *at, char *refusal) {
    return zk_driver_went(&gpu->driver, gpu->driver.alloc(at, size ? size : 1), "give memory",
                          refusal);
}

/* ---- Opening ---- */

static bool refuse(char *refusal, const char *sentence) {
    struct zk_text text = zk_text_in(refusal, ZK_GPU_REFUSAL_SIZE);
    zk_text_put(&text, sentence);
    return false;
}

static bool find_device(struct zk_gpu *gpu, unsigned number, char *refusal) {
    const struct zk_driver *driver = &gpu->driver;
    int count = 0, major = 0, minor = 0;
    if (!zk_driver_went(driver, driver->device_count(&count), "count devices", refusal))
        return false;
    if (number >= (unsigned)count) return refuse(refusal, "There is no GPU of that number.");
    if (!zk_driver_went(driver, driver->device(&gpu->device, (int)number), "find the device",
                        refusal) ||
        !zk_driver_went(driver,
                        driver->device_attribute(&gpu->units, ZK_CU_UNITS, gpu->device),
                        "describe the device", refusal) ||
        !zk_driver_went(driver,
                        driver->device_attribute(&gpu->shared, ZK_CU_SHARED, gpu->device),
                        "describe the device", refusal) ||
        !zk_driver_went(driver, driver->device_attribute(&major, ZK_CU_MAJOR, gpu->device),
                        "describe the device", refusal) ||
        !zk_driver_went(driver, driver->device_attribute(&minor, ZK_CU_MINOR, gpu->device),
                        "describe the device", refusal))
        return false;
    driver->device_name(gpu->name, (int)sizeof gpu->name, gpu->device);
    if (10 * major + minor < ORDER)
        return refuse(refusal,
                      "This GPU is too old: compute capability 7.5 or more is needed.");
    struct zk_cu_context *context = NULL;
    if (!zk_driver_went(driver, driver->context_retain(&context, gpu->device),
                        "make a context", refusal))
        return false;
    gpu->context = context;
    return true;
}

static bool load(struct zk_gpu *gpu, const char *ptx, char *refusal) {
    const struct zk_driver *driver = &gpu->driver;
    char log[LOG_SIZE] = "";
    int keys[] = {ZK_CU_ERROR_LOG, ZK_CU_ERROR_LOG_SIZE, ZK_CU_MOST_REGISTERS};
    void *values[] = {log, (void *)(uintptr_t)sizeof log,
                      (void *)(uintptr_t)(gpu->game->piece ? REGISTERS_BY_KIND : REGISTERS)};
    if (zk_driver_went(driver, driver->module_load(&gpu->module, ptx, 3, keys, values),
                       "load the kernels", refusal))
        return true;
    if (*log) {
        struct zk_text text = zk_text_in(refusal, ZK_GPU_REFUSAL_SIZE);
        zk_text_put(&text, "The GPU's driver refused the kernels: ");
        zk_text_put(&text, log);
    }
    return false;
}

static bool settle_in(struct zk_gpu *gpu, const char *ptx, char *refusal) {
    const struct zk_driver *driver = &gpu->driver;
    return load(gpu, ptx, refusal) &&
           zk_gpu_alloc(gpu, gpu->game->rules_size, &gpu->rules_there, refusal) &&
           zk_gpu_alloc(gpu, sizeof(uint64_t) + sizeof(struct zk_gpu_sums), &gpu->work,
                        refusal) &&
           zk_driver_went(
               driver, driver->put(gpu->rules_there, gpu->rules, gpu->game->rules_size, NULL),
               "take the rules", refusal) &&
           zk_driver_went(driver, driver->wait(NULL), "take the rules", refusal);
}

struct zk_gpu *zk_gpu_open(const struct zk_game *game, const struct zk_rules *rules,
                           unsigned device, char *refusal) {
    const char *ptx = zk_gpu_ptx(game);
    if (!ptx) {
        refuse(refusal, "This build has no kernels for the GPU: it was made without clang and "
                        "the tools of LLVM, or the game has none.");
        return NULL;
    }
    struct zk_gpu *gpu = calloc(1, sizeof *gpu);
    if (gpu) gpu->rules = calloc(1, sizeof *gpu->rules);
    if (!gpu || !gpu->rules) {
        free(gpu);
        refuse(refusal, "There is not enough memory.");
        return NULL;
    }
    gpu->game = game;
    memcpy(gpu->rules, rules, game->rules_size);
    bool open = zk_driver_open(&gpu->driver, refusal) && find_device(gpu, device, refusal) &&
                zk_gpu_enter(gpu, refusal);
    if (open) {
        open = settle_in(gpu, ptx, refusal);
        zk_gpu_leave(gpu);
    }
    if (open) return gpu;
    zk_gpu_close(gpu);
    return NULL;
}

void zk_gpu_close(struct zk_gpu *gpu) {
    char ignored[ZK_GPU_REFUSAL_SIZE];
    if (!gpu) return;
    if (gpu->context && zk_gpu_enter(gpu, ignored)) {
        if (gpu->work) gpu->driver.free(gpu->work);
        if (gpu->rules_there) gpu->driver.free(gpu->rules_there);
        if (gpu->module) gpu->driver.module_unload(gpu->module);
        zk_gpu_leave(gpu);
    }
    if (gpu->context) gpu->driver.context_release(gpu->device);
    zk_driver_close(&gpu->driver);
    free(gpu->rules);
    free(gpu);
}

const char *zk_gpu_name(const struct zk_gpu *gpu) { return gpu->name; }

/* ---- Random games ---- */

static bool play(struct zk_gpu *gpu, uint64_t seed, uint64_t first, uint64_t games,
                 struct zk_gpu_sums *sums, char *refusal) {
    const struct zk_driver *driver = &gpu->driver;
    struct zk_cu_function *function = NULL;
    size_t size = gpu->game->played_size ? gpu->game->played_size : gpu->game->state_size;
    uint32_t threads = gpu->game->piece ? PLAY_THREADS_MOST : PLAY_THREADS;
    while (gpu->game->piece && threads > ZK_GPU_GROUP &&
           zk_gpu_play_memory((uint32_t)size, threads, true) > (uint32_t)gpu->shared)
        threads -= ZK_GPU_GROUP;
    uint32_t shared = zk_gpu_play_memory((uint32_t)size, threads, gpu->game->piece);
    int blocks = 0;
    zk_cu_pointer next = gpu->work, total = gpu->work + sizeof(uint64_t);
    void *arguments[] = {&gpu->rules_there, &seed, &first, &games, &next, &total};
    return zk_gpu_kernel(gpu, "zk_gpu_play", shared, &function, refusal) &&
           zk_driver_went(driver,
                          driver->function_blocks(&blocks, function, (int)threads, shared),
                          "say how many threads it has", refusal) &&
           zk_driver_went(
               driver, driver->set_bytes(gpu->work, 0, sizeof(uint64_t) + sizeof *sums, NULL),
               "clear memory", refusal) &&
           zk_gpu_launch(gpu, function, (uint64_t)gpu->units * (unsigned)blocks, threads,
                         shared, NULL, arguments, refusal) &&
           zk_driver_went(driver, driver->get(sums, total, sizeof *sums, NULL),
                          "give the sums", refusal) &&
           zk_driver_went(driver, driver->wait(NULL), "play", refusal);
}

bool zk_gpu_random(struct zk_gpu *gpu, uint64_t seed, uint64_t first, uint64_t games,
                   struct zk_gpu_sums *sums, char *refusal) {
    if (!zk_gpu_enter(gpu, refusal)) return false;
    bool played = play(gpu, seed, first, games, sums, refusal);
    zk_gpu_leave(gpu);
    return played;
}
