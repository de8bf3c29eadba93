/* driver.c: NVIDIA's driver, found at run time, see driver.h. */
#include "driver.h"

#include <dlfcn.h>
#include <string.h>

#include "../core/text.h"

static bool refuse(char *refusal, const char *sentence, const char *more) {
    struct zk_text text = zk_text_in(refusal, ZK_GPU_REFUSAL_SIZE);
    zk_text_put(&text, sentence);
    zk_text_put(&text, more);
    return false;
}

bool zk_driver_went(const struct zk_driver *driver, int error, const char *tried,
                    char *refusal) {
    const char *said = NULL;
    if (!error) return true;
    if (driver->error_text(error, &said) || !said) said = "it does not say why";
    struct zk_text text = zk_text_in(refusal, ZK_GPU_REFUSAL_SIZE);
    zk_text_put(&text, "The GPU's driver refused to ");
    zk_text_put(&text, tried);
    zk_text_put(&text, ": ");
    zk_text_put(&text, said);
    zk_text_put(&text, ".");
    return false;
}

/* A function's address into a pointer to a function, which C does not convert to. */
static bool find(void *library, const char *symbol, void *function) {
    void *found = dlsym(library, symbol);
    memcpy(function, &found, sizeof found);
    return found;
}

static bool find_all(struct zk_driver *driver, char *refusal) {
#define X(name, symbol, arguments)                                                            \
    if (!find(driver->library, symbol, &driver->name))                                        \
        return refuse(refusal, "The NVIDIA driver here is too old: it has no ", symbol ".");
    ZK_CU_FUNCTIONS(X)
#undef X
    return true;
}

bool zk_driver_open(struct zk_driver *driver, char *refusal) {
    int count = 0;
    memset(driver, 0, sizeof *driver);
    driver->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver->library)
        return refuse(refusal, "There is no NVIDIA driver here: libcuda.so.1 is not found.",
                      "");
    if (find_all(driver, refusal) &&
        zk_driver_went(driver, driver->init(0), "start", refusal) &&
        zk_driver_went(driver, driver->device_count(&count), "count devices", refusal)) {
        if (count > 0) return true;
        refuse(refusal, "There is an NVIDIA driver here, but no GPU.", "");
    }
    zk_driver_close(driver);
    return false;
}

void zk_driver_close(struct zk_driver *driver) {
    if (driver->library) dlclose(driver->library);
    driver->library = NULL;
}
