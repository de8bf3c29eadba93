/* driver.h: the functions of NVIDIA's driver that are used here, found at run time: nothing of NVIDIA's is
 * needed to build or to start the program. Names and numbers are those of the driver's interface, which
 * stays as it is from version to version. */
#ifndef ZK_GPU_DRIVER_H
#define ZK_GPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t zk_cu_pointer; /* in the memory of the device */
struct zk_cu_context;
struct zk_cu_module;
struct zk_cu_function;
struct zk_cu_stream;

enum {
    /* of a device */
    ZK_CU_UNITS = 16,
    ZK_CU_MAJOR = 75,
    ZK_CU_MINOR = 76,
    ZK_CU_SHARED = 97, /* bytes that a block can share */
    /* of a function */
    ZK_CU_DYNAMIC_SHARED = 8,
    ZK_CU_PREFERRED_SHARED = 9,
    /* when a module is loaded */
    ZK_CU_MOST_REGISTERS = 0,
    ZK_CU_ERROR_LOG = 5,
    ZK_CU_ERROR_LOG_SIZE = 6,
};

/* Every function returns 0 when all is well. */
/* clang-format off */
#define ZK_CU_FUNCTIONS(X) \
    X(init, "cuInit", (unsigned flags)) \
    X(device_count, "cuDeviceGetCount", (int *count)) \
    X(device, "cuDeviceGet", (int *device, int number)) \
    X(device_name, "cuDeviceGetName", (char *name, int size, int device)) \
    X(device_attribute, "cuDeviceGetAttribute", (int *value, int which, int device)) \
    X(context_retain, "cuDevicePrimaryCtxRetain", (struct zk_cu_context **context, int device)) \
    X(context_release, "cuDevicePrimaryCtxRelease_v2", (int device)) \
    X(context_push, "cuCtxPushCurrent_v2", (struct zk_cu_context *context)) \
    X(context_pop, "cuCtxPopCurrent_v2", (struct zk_cu_context **context)) \
    X(module_load, "cuModuleLoadDataEx", (struct zk_cu_module **module, const void *image, unsigned options, int *keys, void **values)) \
    X(module_unload, "cuModuleUnload", (struct zk_cu_module *module)) \
    X(module_function, "cuModuleGetFunction", (struct zk_cu_function **function, struct zk_cu_module *module, const char *name)) \
    X(function_set, "cuFuncSetAttribute", (struct zk_cu_function *function, int which, int value)) \
    X(function_blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", (int *blocks, struct zk_cu_function *function, int threads, size_t shared)) \
    X(alloc, "cuMemAlloc_v2", (zk_cu_pointer *at, size_t size)) \
    X(free, "cuMemFree_v2", (zk_cu_pointer at)) \
    X(set_bytes, "cuMemsetD8Async", (zk_cu_pointer at, unsigned char byte, size_t size, struct zk_cu_stream *stream)) \
    X(put, "cuMemcpyHtoDAsync_v2", (zk_cu_pointer at, const void *data, size_t size, struct zk_cu_stream *stream)) \
    X(get, "cuMemcpyDtoHAsync_v2", (void *data, zk_cu_pointer at, size_t size, struct zk_cu_stream *stream)) \
    X(launch, "cuLaunchKernel", (struct zk_cu_function *function, unsigned x, unsigned y, unsigned z, unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned shared, struct zk_cu_stream *stream, void **arguments, void **more)) \
    X(wait, "cuStreamSynchronize", (struct zk_cu_stream *stream)) \
    X(error_text, "cuGetErrorString", (int error, const char **text))
/* clang-format on */

struct zk_driver {
#define X(name, symbol, arguments) int(*name) arguments;
    ZK_CU_FUNCTIONS(X)
#undef X
    void *library;
};

enum { ZK_GPU_REFUSAL_SIZE = 256 }; /* longest sentence and its NUL */

/* Loads the driver and wakes it up. False with a sentence when there is none, or no device. */
bool zk_driver_open(struct zk_driver *driver, char *refusal);
void zk_driver_close(struct zk_driver *driver);

/* Whether a call went well; else `refusal` says what was tried and what the driver said. */
bool zk_driver_went(const struct zk_driver *driver, int error, const char *tried,
                    char *refusal);

#endif
