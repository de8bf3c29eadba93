/* stand_in_driver.c: a libcuda.so.1 without a GPU, for tests of everything around the kernels (test_python.py).
 *
 * Its memory is this computer's, and its kernels are those of src/gpu compiled for this computer, one thread after the
 * other. So whoever loads it as NVIDIA's driver gets the same games, and what the driver is asked for is what happens. A
 * group of threads is one thread here: the sums of groups need a number for each slot, for which a batch of up to 64 has
 * room (batch.c rounds up). */
#include <string.h>
#include <sys/mman.h>

#include "gpu/driver.h"
#include "gpu/kernel.h"
#include "kernels_list.h"

extern _Thread_local uint64_t zk_gpu_thread,
    zk_gpu_shared[ZK_WRITTEN_SIZE / 8]; /* gpu/device.h */
_Thread_local uint64_t zk_gpu_thread, zk_gpu_shared[ZK_WRITTEN_SIZE / 8];

/* Arguments as the driver is given them: where each of them is. */
#define AT(i, type) (*(type *)arguments[i])
#define SLOTS AT(0, struct zk_gpu_slots *)
#define ACTION AT(1, const int32_t *)

struct zk_cu_function {
    const char *name;
    void (*run)(void **arguments);
    bool one_thread; /* which does the work of a whole block */
};
struct zk_cu_module {
    const char *game;
    struct zk_cu_function functions[8];
};

#define X(game)                                                                               \
    void zk_gpu_play_##game(const struct zk_rules *, uint64_t, uint64_t, uint64_t,            \
                            uint64_t *, struct zk_gpu_sums *);                                \
    void zk_gpu_check_##game(struct zk_gpu_slots *, const int32_t *);                         \
    void zk_gpu_choose_##game(const struct zk_gpu_slots *, uint64_t, int32_t *);              \
    void zk_gpu_step_##game(struct zk_gpu_slots *, const int32_t *);                          \
    void zk_gpu_begin_##game(struct zk_gpu_slots *, uint32_t, const uint8_t *);               \
    void zk_gpu_observe_##game(const struct zk_gpu_slots *);                                  \
    void zk_gpu_sum_##game(struct zk_gpu_slots *);                                            \
    void zk_gpu_list_##game(const struct zk_gpu_slots *);                                     \
    static void play_##game(void **arguments) {                                               \
        zk_gpu_play_##game(AT(0, const struct zk_rules *), AT(1, uint64_t), AT(2, uint64_t),  \
                           AT(3, uint64_t), AT(4, uint64_t *), AT(5, struct zk_gpu_sums *));  \
    }                                                                                         \
    static void check_##game(void **arguments) { zk_gpu_check_##game(SLOTS, ACTION); }        \
    static void choose_##game(void **arguments) {                                             \
        zk_gpu_choose_##game(SLOTS, AT(1, uint64_t), AT(2, int32_t *));                       \
    }                                                                                         \
    static void step_##game(void **arguments) { zk_gpu_step_##game(SLOTS, ACTION); }          \
    static void begin_##game(void **arguments) {                                              \
        zk_gpu_begin_##game(SLOTS, AT(1, uint32_t), AT(2, const uint8_t *));                  \
    }                                                                                         \
    static void observe_##game(void **arguments) { zk_gpu_observe_##game(SLOTS); }            \
    static void sum_##game(void **arguments) { zk_gpu_sum_##game(SLOTS); }                    \
    static void list_##game(void **arguments) { zk_gpu_list_##game(SLOTS); }
ZK_KERNELS_BATCH_LIST(X)
#undef X

static struct zk_cu_module modules[] = {
#define X(game)                                                                               \
    {"zk_" #game,                                                                             \
     {{"zk_gpu_play", play_##game, true},                                                     \
      {"zk_gpu_check", check_##game, false},                                                  \
      {"zk_gpu_choose", choose_##game, false},                                                \
      {"zk_gpu_step", step_##game, false},                                                    \
      {"zk_gpu_begin", begin_##game, false},                                                  \
      {"zk_gpu_observe", observe_##game, false},                                              \
      {"zk_gpu_sum", sum_##game, true},                                                       \
      {"zk_gpu_list", list_##game, false}}},
    ZK_KERNELS_BATCH_LIST(X)
#undef X
};

/* The driver's functions, by the names it has for them. */
#define X(name, symbol, arguments)                                                            \
    __attribute__((visibility("default"))) int cu_##name arguments __asm__(symbol);
ZK_CU_FUNCTIONS(X)
#undef X

enum { WELL = 0, WRONG = 1, NOT_FOUND = 500 };
static struct zk_cu_context *current, *const only = (struct zk_cu_context *)modules;
static int retained;

int cu_init(unsigned flags) { return flags ? WRONG : WELL; }
int cu_device_count(int *count) {
    *count = 1;
    return WELL;
}
int cu_device(int *it, int number) {
    *it = number;
    return number == 0 ? WELL : WRONG;
}
int cu_device_name(char *name, int size, int it) {
    strncpy(name, "a stand-in for a GPU", (size_t)size - 1);
    return it ? WRONG : WELL;
}
int cu_device_attribute(int *value, int which, int it) {
    *value = which == ZK_CU_MAJOR ? 9 : which == ZK_CU_MINOR ? 0 : 1;
    return it ? WRONG : WELL;
}
int cu_context_retain(struct zk_cu_context **context, int it) {
    retained++;
    *context = only;
    return it ? WRONG : WELL;
}
int cu_context_release(int it) { return it || !retained-- ? WRONG : WELL; }
int cu_context_push(struct zk_cu_context *context) {
    if (context != only || !retained || current) return WRONG;
    current = context;
    return WELL;
}
int cu_context_pop(struct zk_cu_context **context) {
    *context = current;
    current = NULL;
    return *context ? WELL : WRONG;
}
int cu_module_load(struct zk_cu_module **module, const void *image, unsigned options,
                   int *keys, void **values) {
    (void)options, (void)keys, (void)values;
    for (size_t i = 0; current && i < sizeof modules / sizeof *modules; i++)
        if (strstr(image, modules[i].game) && strstr(image, ".visible .entry zk_gpu_step(")) {
            *module = &modules[i];
            return WELL;
        }
    return WRONG;
}
int cu_module_unload(struct zk_cu_module *module) { return module ? WELL : WRONG; }
int cu_module_function(struct zk_cu_function **function, struct zk_cu_module *module,
                       const char *name) {
    for (size_t i = 0; i < sizeof module->functions / sizeof *module->functions; i++)
        if (strcmp(module->functions[i].name, name) == 0) {
            *function = &module->functions[i];
            return WELL;
        }
    return NOT_FOUND;
}
int cu_function_set(struct zk_cu_function *function, int which, int value) {
    (void)which, (void)value;
    return function ? WELL : WRONG;
}
int cu_function_blocks(int *blocks, struct zk_cu_function *function, int threads,
                       size_t shared) {
    (void)threads, (void)shared;
    *blocks = 1;
    return function ? WELL : WRONG;
}
/* Memory that is freed is gone: whoever still reads it ends there. */
enum { PAGE = 4096 };
int cu_alloc(zk_cu_pointer *at, size_t size) {
    size_t *memory =
        mmap(NULL, PAGE + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!current || memory == MAP_FAILED) return WRONG;
    *memory = PAGE + size;
    *at = (uintptr_t)memory + PAGE;
    memset((void *)(uintptr_t)*at, 0xA5, size); /* not zeros */
    return WELL;
}
int cu_free(zk_cu_pointer at) {
    size_t *memory = (size_t *)(uintptr_t)(at - PAGE);
    return current && munmap(memory, *memory) == 0 ? WELL : WRONG;
}
int cu_set_bytes(zk_cu_pointer at, unsigned char byte, size_t size,
                 struct zk_cu_stream *stream) {
    memset((void *)(uintptr_t)at, byte, size);
    return stream || !current ? WRONG : WELL;
}
int cu_put(zk_cu_pointer at, const void *data, size_t size, struct zk_cu_stream *stream) {
    memcpy((void *)(uintptr_t)at, data, size);
    return stream || !current ? WRONG : WELL;
}
int cu_get(void *data, zk_cu_pointer at, size_t size, struct zk_cu_stream *stream) {
    memcpy(data, (const void *)(uintptr_t)at, size);
    return stream || !current ? WRONG : WELL;
}
int cu_launch(struct zk_cu_function *function, unsigned x, unsigned y, unsigned z,
              unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned shared,
              struct zk_cu_stream *stream, void **arguments, void **more) {
    (void)shared;
    if (!current || y * z * threads_y * threads_z != 1 || stream || more) return WRONG;
    uint64_t threads = function->one_thread ? 1 : (uint64_t)x * threads_x;
    for (zk_gpu_thread = 0; zk_gpu_thread < threads; zk_gpu_thread++) {
        memset(zk_gpu_shared, 0xA5, sizeof zk_gpu_shared);
        function->run(arguments);
    }
    zk_gpu_thread = 0;
    return WELL;
}
int cu_wait(struct zk_cu_stream *stream) { return stream || !current ? WRONG : WELL; }
int cu_error_text(int error, const char **text) {
    *text = error == NOT_FOUND ? "named symbol not found" : "the stand-in was used wrongly";
    return WELL;
}
