/* ptx.c: the kernels' text, which tools/ptx makes of C files and which travels inside the program. */
#include <stddef.h>

#include "gpu.h"
#include "gpu_digest.h" /* changes with the text, which the compiler does not see */
#include "gpu_list.h"

#define X(game)                                                                               \
    extern const struct zk_game zk_##game;                                                    \
    extern const char zk_gpu_ptx_##game[] __attribute__((visibility("hidden")));              \
    __asm__(".pushsection .rodata\n"                                                          \
            ".global zk_gpu_ptx_" #game "\n"                                                  \
            ".hidden zk_gpu_ptx_" #game "\n"                                                  \
            ".type zk_gpu_ptx_" #game ", %object\n"                                           \
            "zk_gpu_ptx_" #game ":\n"                                                         \
            ".incbin \"" #game ".ptx\"\n"                                                     \
            ".byte 0\n"                                                                       \
            ".size zk_gpu_ptx_" #game ", . - zk_gpu_ptx_" #game "\n"                          \
            ".popsection\n");
ZK_GPU_LIST(X)
#undef X

const char *zk_gpu_ptx(const struct zk_game *game) {
#define X(name)                                                                               \
    if (game == &zk_##name) return zk_gpu_ptx_##name;
    ZK_GPU_LIST(X)
#undef X
    (void)game;
    return NULL;
}
