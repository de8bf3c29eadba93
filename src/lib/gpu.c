/* gpu.c: a GPU by a ruleset, and a batch on it by words, see zashiki.h. The rest of what the header says of GPUs is
 * in src/gpu/. */
#include "../gpu/gpu.h"

#include "inside.h"

struct zk_gpu *zk_gpu_new(const struct zk_ruleset *rules, unsigned device, char *refusal) {
    return zk_gpu_open(rules->game, &rules->rules, device, refusal);
}

struct zk_gpu_batch *zk_gpu_batch_open(struct zk_gpu *gpu, const struct zk_ruleset *rules,
                                       uint32_t count, const char *words, void *stream,
                                       char *refusal) {
    struct zk_batch_options options;
    if (!zk_inside_batch(rules, count, words, &options, refusal)) return NULL;
    return zk_gpu_batch_new(gpu, &options, stream, refusal);
}
