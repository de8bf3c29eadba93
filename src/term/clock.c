/* clock.c: see clock.h. */
#include "clock.h"

#include <stdio.h>

bool clock_is_there(const struct model *model) {
    return value_count(value_of(model->current, "clocks_ms")) > 0;
}

static bool runs(const struct model *model, char seat) {
    return model_is(model, "playing") && model_actor(model) == seat &&
           !value_is(value_of(model_seat(model, seat), "who"), "stand_in") &&
           !value_count(value_of(model->current, "seeds"));
}

static int64_t left_ms(const struct model *model, char seat) {
    int64_t left =
        value_int(value_of(value_of(model->current, "clocks_ms"), (char[]){seat, 0}), 0);
    if (runs(model, seat)) left -= link_now_ms() - model->clock_at_ms;
    return left > 0 ? left : 0;
}

struct phrase clock_left(const struct model *model, char seat) {
    struct phrase text;
    int64_t seconds = (left_ms(model, seat) + 999) / 1000;
    snprintf(text.text, sizeof text.text, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
    return text;
}

int clock_next_ms(const struct model *model) {
    char seat = model_actor(model);
    if (!clock_is_there(model) || !runs(model, seat)) return -1;
    int64_t left = left_ms(model, seat);
    return left ? (int)((left - 1) % 1000) + 1 : -1;
}

struct phrase clock_terms(const struct model *model) {
    int64_t all = value_int(value_of(model->head, "clock_ms"), 0),
            step = value_int(value_of(model->head, "clock_step_ms"), 0);
    struct phrase time = phrase("ui.setup.minutes", "n", figure(all / 60000).text, NULL);
    return step ? phrase("ui.terms.clock", "time", time.text, "seconds",
                         figure(step / 1000).text, NULL)
                : time;
}
