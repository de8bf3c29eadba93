/* gpu.h: games on an NVIDIA GPU, by its driver alone, which is looked for at run time.
 *
 * The kernels are the games' own C files, compiled with the program where clang is there (tools/ptx), so that the
 * same streams give the same games, bit for bit. docs/gpu.md says how to use them.
 *
 * What is wrong with a call is written as an English sentence into `refusal`, which has room for
 * ZK_GPU_REFUSAL_SIZE. A zk_gpu and what was made with it are used by one thread at a time. The driver's current
 * context is left as it was. */
#ifndef ZK_GPU_H
#define ZK_GPU_H

#include "../batch/batch.h"
#include "driver.h"
#include "kernel.h"

struct zk_gpu;

/* The kernels of a game as text, or NULL when the program was built without them. */
const char *zk_gpu_ptx(const struct zk_game *game);

/* Device number `device` from 0, with the kernels of a game and its rules. NULL with a sentence when there is no
 * driver, no such device, or no kernels. */
struct zk_gpu *zk_gpu_open(const struct zk_game *game, const struct zk_rules *rules,
                           unsigned device, char *refusal);
void zk_gpu_close(struct zk_gpu *gpu); /* NULL is fine */
/* "NVIDIA H200". */
const char *zk_gpu_name(const struct zk_gpu *gpu);

/* Plays the streams first .. first + games - 1 of a seed to their ends at random, as zk_playout does. */
bool zk_gpu_random(struct zk_gpu *gpu, uint64_t seed, uint64_t first, uint64_t games,
                   struct zk_gpu_sums *sums, char *refusal);

/* ---- Batches ---- */

struct zk_gpu_batch;

/* A batch as zk_batch_new makes it, in the memory of the device, with every slot at its first game, and its arrays
 * written. `threads` and `kept_mean` do not count; `dense` is refused. Work is done on `stream`, one of the driver's
 * (NULL: the usual one). The gpu stays open as long as the batch. */
struct zk_gpu_batch *zk_gpu_batch_new(struct zk_gpu *gpu,
                                      const struct zk_batch_options *options,
                                      struct zk_cu_stream *stream, char *refusal);
void zk_gpu_batch_free(struct zk_gpu_batch *batch); /* NULL is fine */

/* Its arrays, in the memory of the device: read them, do not write. `mask` and `final_observation` are
 * NULL. They stay where they are but for `legal` and `feature`, which move when they grow: behind the
 * pointers as of the last call. Where they were stays memory of the batch, and is not written any more. */
const struct zk_batch_arrays *zk_gpu_batch_arrays(const struct zk_gpu_batch *batch);
/* M of the positions now; and sizes as of a batch. */
uint64_t zk_gpu_batch_moves(const struct zk_gpu_batch *batch);
uint32_t zk_gpu_batch_seats(const struct zk_gpu_batch *batch);
uint32_t zk_gpu_batch_observation_size(const struct zk_gpu_batch *batch);

/* Memory of the device for N actions of the caller. */
int32_t *zk_gpu_batch_action(const struct zk_gpu_batch *batch);
/* Observations of another kind of the positions now: an array of the batch of its own, [N, O], with all_seats
 * [N, S, O], O of that kind. NULL with a sentence. When it returns, they are written. */
const uint8_t *zk_gpu_batch_observe(struct zk_gpu_batch *batch, enum zk_observed kind,
                                    char *refusal);
/* Any move, each as likely, for every slot, into `action` in the memory of the device: by stream i of the seed.
 * Returns at once; zk_gpu_batch_wait waits for it, and a step comes after it anyway. */
bool zk_gpu_batch_choose(struct zk_gpu_batch *batch, uint64_t seed, int32_t *action,
                         char *refusal);
/* As zk_batch_step, next and restart; `action` and `which` are in the memory of the device. False with a sentence
 * when an action is none of its slot's moves, and then nothing has changed; or when the driver fails. When it
 * returns, the arrays are written. */
bool zk_gpu_batch_step(struct zk_gpu_batch *batch, const int32_t *action, char *refusal);
bool zk_gpu_batch_next(struct zk_gpu_batch *batch, const uint8_t *which, char *refusal);
bool zk_gpu_batch_restart(struct zk_gpu_batch *batch, uint64_t seed, char *refusal);
/* Waits until all work of the batch's stream is done. */
bool zk_gpu_batch_wait(struct zk_gpu_batch *batch, char *refusal);

#endif
