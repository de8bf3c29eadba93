/* inside.h: an open device, for gpu.c and batch.c. */
#ifndef ZK_GPU_INSIDE_H
#define ZK_GPU_INSIDE_H

#include "gpu.h"

struct zk_gpu {
    struct zk_driver driver;
    const struct zk_game *game;
    struct zk_rules *rules; /* a copy here, and one there: */
    zk_cu_pointer rules_there;
    zk_cu_pointer work;        /* a counter and sums */
    int device, units, shared; /* its number, multiprocessors, bytes that a block can share */
    struct zk_cu_context *context;
    struct zk_cu_module *module;
    char name[64];
};

/* Makes the device's context the current one, and puts back what was. */
bool zk_gpu_enter(struct zk_gpu *gpu, char *refusal);
void zk_gpu_leave(struct zk_gpu *gpu);

/* A kernel of the game, which may use `shared` bytes. */
bool zk_gpu_kernel(struct zk_gpu *gpu, const char *name, uint32_t shared,
                   struct zk_cu_function **function, char *refusal);
bool zk_gpu_launch(struct zk_gpu *gpu, struct zk_cu_function *function, uint64_t blocks,
                   uint32_t threads, uint32_t shared, struct zk_cu_stream *stream,
                   void **arguments, char *refusal);
bool zk_gpu_alloc(struct zk_gpu *gpu, size_t size, zk_cu_pointer *at, char *refusal);

#endif
