/* fuzz_path.c: bytes as a path of Yokai. What is taken is written and read back the same; what is
 * refused is refused in words and changes nothing. */
#include <assert.h>
#include <string.h>

#include "core/json.h"
#include "games/yokai/path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct zk_yokai_path path, again;
    memset(&path, 0xFF, sizeof path);
    again = path;
    const char *wrong = zk_yokai_path_read(&path, (const char *)data, size);
    if (wrong) {
        assert(*wrong && memcmp(&path, &again, sizeof path) == 0);
        return 0;
    }
    char form[ZK_YOKAI_PATH_SIZE_MAX];
    struct zk_text text = zk_text_in(form, sizeof form);
    struct zk_json_out out = zk_json_to(&text);
    zk_yokai_path_write(&path, &out);
    assert(!text.full && !zk_yokai_path_read(&again, form, text.used));
    assert(memcmp(&path, &again, sizeof path) == 0);
    return 0;
}
