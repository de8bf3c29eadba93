/* _core.c: libzashiki for Python, against the stable ABI of CPython 3.11 and newer.
 *
 * Thin classes over include/zashiki.h: Rules, State, View, Random, Player, Array, Batch, GpuBatch. States come from Rules.start, a
 * legal move or a view, and seats and moves are looked at before they are handed on, so that nothing ends in a failed
 * assertion of the library. Bytes that are taken for a state are checked, which does not find everything
 * (zk_state_check). State and View never change, so they can be shared,
 * hashed and used as keys. What takes long is done without the interpreter's lock. _core.pyi has the types. */
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API /* the build says it, too */
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#include <stdlib.h>
#include <string.h>
#include <zashiki.h>

enum { WHY_SIZE = 1024, MOVE_SIZE = 128, NOBODY = -100 };

struct core {
    PyTypeObject *rules, *state, *view, *random, *player, *array, *batch, *gpu_batch;
};

struct rules {
    PyObject_HEAD struct zk_ruleset *it;
    PyObject *cards; /* the text that it was made with, or None */
};
struct value { /* a State or a View: as many bytes as zk_state_size or zk_view_size says */
    PyObject_VAR_HEAD struct rules *rules;
    int seat; /* who sees the view; 0 in a state */
    unsigned char bytes[];
};
struct random {
    PyObject_HEAD uint64_t at;
};
struct player {
    PyObject_HEAD struct zk_player *it;
    struct rules *rules;
    int seat;
    bool busy; /* thinking, without the interpreter's lock */
};

static PyModuleDef module;

static struct core *core_of(PyObject *self) { return PyType_GetModuleState(Py_TYPE(self)); }

static void *refuse(const char *why) {
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

/* Frees an object after what it holds has gone. */
static void free_object(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* Values that never change are their own copies. */
static PyObject *same(PyObject *self, PyObject *unused) {
    (void)unused;
    return Py_NewRef(self);
}

/* ---- What State and View have in common ---- */

static struct value *new_value(PyTypeObject *type, struct rules *rules, size_t size,
                               int seat) {
    struct value *self = PyObject_NewVar(struct value, type, (Py_ssize_t)size);
    if (!self) return NULL;
    self->rules = (struct rules *)Py_NewRef((PyObject *)rules);
    self->seat = seat;
    return self;
}

static void value_free(PyObject *object) {
    Py_XDECREF((PyObject *)((struct value *)object)->rules);
    free_object(object);
}

static int value_buffer(PyObject *self, Py_buffer *buffer, int flags) {
    return PyBuffer_FillInfo(buffer, self, ((struct value *)self)->bytes, Py_SIZE(self), 1,
                             flags);
}

static PyObject *value_compare(PyObject *a, PyObject *b, int how) {
    if (Py_TYPE(a) != Py_TYPE(b) || (how != Py_EQ && how != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
    struct value *x = (struct value *)a, *y = (struct value *)b;
    bool equal = x->seat == y->seat && Py_SIZE(a) == Py_SIZE(b) &&
                 !memcmp(x->bytes, y->bytes, (size_t)Py_SIZE(a));
    return PyBool_FromLong(equal == (how == Py_EQ));
}

static Py_hash_t value_hash(PyObject *self) {
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (Py_ssize_t i = 0; i < Py_SIZE(self); i++)
        hash = (hash ^ ((struct value *)self)->bytes[i]) * 1099511628211u;
    return (Py_hash_t)hash == -1 ? -2 : (Py_hash_t)hash;
}

/* Numbers as a list. */
static PyObject *list_of(const uint32_t *numbers, uint32_t count) {
    PyObject *list = PyList_New(count);
    for (uint32_t i = 0; list && i < count; i++)
        if (PyList_SetItem(list, i, PyLong_FromUnsignedLong(numbers[i])) < 0) Py_CLEAR(list);
    return list;
}

/* What a function that works like snprintf writes, as a string. */
#define AS_TEXT(result, call)                                                                 \
    do {                                                                                      \
        size_t size_ = 0;                                                                     \
        char *text_ = NULL;                                                                   \
        {                                                                                     \
            char *out = NULL;                                                                 \
            size_t size = 0;                                                                  \
            size_ = (call);                                                                   \
        }                                                                                     \
        text_ = PyMem_Malloc(size_ + 1);                                                      \
        if (!text_) {                                                                         \
            result = PyErr_NoMemory();                                                        \
            break;                                                                            \
        }                                                                                     \
        {                                                                                     \
            char *out = text_;                                                                \
            size_t size = size_ + 1;                                                          \
            (call);                                                                           \
        }                                                                                     \
        result = PyUnicode_FromStringAndSize(text_, (Py_ssize_t)size_);                       \
        PyMem_Free(text_);                                                                    \
    } while (0)

/* ---- Rules ---- */

static struct rules *wrap_rules(struct core *core, struct zk_ruleset *it, PyObject *cards) {
    struct rules *self = it ? PyObject_New(struct rules, core->rules) : NULL;
    if (!self) {
        zk_ruleset_free(it);
        if (!PyErr_Occurred()) PyErr_NoMemory();
        return NULL;
    }
    self->it = it;
    self->cards = Py_NewRef(cards);
    return self;
}

static PyObject *rules_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"game", "options", "cardset", NULL};
    const char *game, *options = "", *text = NULL;
    PyObject *cards = Py_None;
    char why[WHY_SIZE];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "s|sO", names, &game, &options,
                                     &cards))
        return NULL;
    if (cards != Py_None && !(text = PyUnicode_AsUTF8AndSize(cards, NULL))) return NULL;
    struct zk_ruleset *it = zk_ruleset_new(game, options, text, why, sizeof why);
    if (!it) return refuse(why);
    return (PyObject *)wrap_rules(PyType_GetModuleState(type), it, cards);
}

static void rules_free(PyObject *object) {
    struct rules *self = (struct rules *)object;
    zk_ruleset_free(self->it);
    Py_XDECREF(self->cards);
    free_object(object);
}

static PyObject *rules_game(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(zk_ruleset_game(((struct rules *)self)->it));
}

static PyObject *rules_options(PyObject *self, void *unused) {
    (void)unused;
    PyObject *text;
    AS_TEXT(text, zk_ruleset_options(((struct rules *)self)->it, out, size));
    return text;
}

static PyObject *rules_cards(PyObject *self, void *unused) {
    (void)unused;
    return Py_NewRef(((struct rules *)self)->cards);
}

static PyObject *rules_together(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(zk_ruleset_together(((struct rules *)self)->it));
}

/* The numbers of a ruleset, by which one is wanted. */
static PyObject *rules_number(PyObject *self, void *which) {
    const struct zk_ruleset *it = ((struct rules *)self)->it;
    switch (*(const char *)which) {
    case 'n': return PyLong_FromUnsignedLong(zk_ruleset_seats(it));
    case 'm': return PyLong_FromUnsignedLong(zk_ruleset_moves_max(it));
    case 'l': return PyLong_FromUnsignedLong(zk_ruleset_length_max(it));
    case 's': return PyLong_FromSize_t(zk_state_size(it));
    case 'd': return PyLong_FromUnsignedLong(zk_dense_count(it));
    default: return PyLong_FromSize_t(zk_view_size(it));
    }
}

static struct value *new_state(struct core *core, struct rules *rules) {
    return new_value(core->state, rules, zk_state_size(rules->it), 0);
}

static PyObject *rules_start(PyObject *self, PyObject *unused) {
    (void)unused;
    struct value *state = new_state(core_of(self), (struct rules *)self);
    if (state) zk_state_start(((struct rules *)self)->it, state->bytes);
    return (PyObject *)state;
}

static PyObject *rules_state(PyObject *self, PyObject *argument) {
    struct rules *rules = (struct rules *)self;
    Py_buffer buffer;
    if (PyObject_GetBuffer(argument, &buffer, PyBUF_SIMPLE) < 0) return NULL;
    struct value *state = NULL;
    if ((size_t)buffer.len != zk_state_size(rules->it)) {
        PyErr_Format(PyExc_ValueError, "A state of this game has %zu bytes, not %zd.",
                     zk_state_size(rules->it), buffer.len);
    } else if ((state = new_state(core_of(self), rules))) {
        memcpy(state->bytes, buffer.buf, (size_t)buffer.len);
        const char *wrong = zk_state_check(rules->it, state->bytes);
        if (wrong) {
            PyErr_Format(PyExc_ValueError, "These bytes are no state of the game: %s", wrong);
            Py_CLEAR(state);
        }
    }
    PyBuffer_Release(&buffer);
    return (PyObject *)state;
}

static PyObject *rules_layout(PyObject *self, PyObject *argument) {
    long kind = PyLong_AsLong(argument);
    if (kind == -1 && PyErr_Occurred()) return NULL;
    if (kind < 0 || kind > ZK_OBSERVE_ALL)
        return refuse("There is no such kind of observation.");
    const struct zk_ruleset *it = ((struct rules *)self)->it;
    if (!zk_layout(it, (enum zk_observed)kind, NULL, 0))
        return refuse("This game cannot be played in batches.");
    PyObject *text;
    AS_TEXT(text, zk_layout(it, (enum zk_observed)kind, out, size));
    return text;
}

static PyObject *rules_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *game = rules_game(self, NULL), *options = rules_options(self, NULL), *all = NULL;
    if (game && options)
        all = Py_BuildValue("O(OOO)", Py_TYPE(self), game, options,
                            ((struct rules *)self)->cards);
    Py_XDECREF(game);
    Py_XDECREF(options);
    return all;
}

static PyGetSetDef rules_values[] = {
    {"game", rules_game, NULL, "Its name, as in \"sketch\".", NULL},
    {"options", rules_options, NULL, "The options that are not the usual.", NULL},
    {"cardset", rules_cards, NULL, "The card set it was made with, or None.", NULL},
    {"together", rules_together, NULL, "Whether the seats win or lose as one.", NULL},
    {"seats", rules_number, NULL, "How many sit down.", "n"},
    {"moves_max", rules_number, NULL, "No position has more moves.", "m"},
    {"length_max", rules_number, NULL, "No game has more moves, luck's included.", "l"},
    {"dense_count", rules_number, NULL, "How many dense ids there are, or 0.", "d"},
    {"state_size", rules_number, NULL, "Bytes of a state.", "s"},
    {"view_size", rules_number, NULL, "Bytes of a view.", "v"},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef rules_methods[] = {
    {"start", rules_start, METH_NOARGS, "The position before the first move."},
    {"state", rules_state, METH_O, "A state from its bytes, which are checked."},
    {"layout", rules_layout, METH_O, "What the bytes of an observation are, as JSON."},
    {"__copy__", same, METH_NOARGS, NULL},
    {"__deepcopy__", same, METH_O, NULL},
    {"__reduce__", rules_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot rules_slots[] = {
    {Py_tp_new, rules_new},
    {Py_tp_dealloc, rules_free},
    {Py_tp_getset, rules_values},
    {Py_tp_methods, rules_methods},
    {Py_tp_doc, "Rules(game, options=\"\", cardset=None): a game with its options chosen."},
    {0, NULL},
};
static PyType_Spec rules_spec = {"zashiki._core.Rules", sizeof(struct rules), 0,
                                 Py_TPFLAGS_DEFAULT, rules_slots};

/* ---- Random ---- */

static PyObject *random_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"seed", "stream", NULL};
    unsigned long long seed = 0, stream = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|KK", names, &seed, &stream))
        return NULL;
    struct random *self = PyObject_New(struct random, type);
    if (self) self->at = zk_random(seed, stream);
    return (PyObject *)self;
}

static PyObject *random_below(PyObject *self, PyObject *argument) {
    unsigned long below = PyLong_AsUnsignedLong(argument);
    if (PyErr_Occurred()) return NULL;
    if (below < 1 || below > UINT32_MAX) return refuse("below() wants 1 to 4294967295.");
    return PyLong_FromUnsignedLong(
        zk_random_below(&((struct random *)self)->at, (uint32_t)below));
}

static PyObject *random_copy(PyObject *object, PyObject *unused) {
    (void)unused;
    struct random *copy = PyObject_New(struct random, Py_TYPE(object));
    if (copy) copy->at = ((struct random *)object)->at;
    return (PyObject *)copy;
}

static PyObject *random_get(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(((struct random *)self)->at);
}

static int random_set(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    if (!value) {
        refuse("It cannot be deleted.");
        return -1;
    }
    unsigned long long at = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred()) return -1;
    ((struct random *)self)->at = at;
    return 0;
}

static PyGetSetDef random_values[] = {
    {"at", random_get, random_set, "All of it, as a number.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef random_methods[] = {
    {"below", random_below, METH_O, "The next number below this one."},
    {"copy", random_copy, METH_NOARGS, "Another one that gives the same."},
    {"__copy__", random_copy, METH_NOARGS, NULL},
    {"__deepcopy__", random_copy, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot random_slots[] = {
    {Py_tp_new, random_new},
    {Py_tp_dealloc, free_object},
    {Py_tp_getset, random_values},
    {Py_tp_methods, random_methods},
    {Py_tp_doc, "Random(seed=0, stream=0): random numbers, the same on every machine."},
    {0, NULL},
};
static PyType_Spec random_spec = {"zashiki._core.Random", sizeof(struct random), 0,
                                  Py_TPFLAGS_DEFAULT, random_slots};

static uint64_t *generator_of(struct core *core, PyObject *object) {
    if (Py_TYPE(object) == core->random) return &((struct random *)object)->at;
    PyErr_SetString(PyExc_TypeError, "a Random is wanted");
    return NULL;
}

/* ---- State ---- */

static int actor_of(const struct value *state) {
    return zk_state_actor(state->rules->it, state->bytes);
}

static bool is_seat(const struct rules *rules, int seat) {
    return seat >= 0 && (unsigned)seat < zk_ruleset_seats(rules->it);
}

static bool is_viewer(const struct rules *rules, int seat) {
    if (is_seat(rules, seat) || seat == ZK_SPECTATOR || seat == ZK_EVERYTHING) return true;
    refuse("There is no such seat.");
    return false;
}

/* What comes of a move that an object is, or NULL: it is not legal now. */
static struct value *apply(const struct value *state, PyObject *object, zk_move *move) {
    unsigned long number = PyLong_AsUnsignedLong(object);
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError)) return NULL;
    bool legal = !PyErr_Occurred() && number <= UINT32_MAX;
    PyErr_Clear();
    struct value *next =
        legal ? new_state(core_of((PyObject *)(uintptr_t)state), state->rules) : NULL;
    if (PyErr_Occurred()) return NULL;
    if (next) memcpy(next->bytes, state->bytes, zk_state_size(state->rules->it));
    if (!next || !zk_state_apply(state->rules->it, next->bytes, (zk_move)number)) {
        Py_XDECREF((PyObject *)next);
        return refuse("This move is not legal now.");
    }
    *move = (zk_move)number;
    return next;
}

static bool read_move(const struct value *state, PyObject *object, zk_move *move) {
    struct value *next = apply(state, object, move);
    Py_XDECREF((PyObject *)next);
    return next;
}

static PyObject *state_actor(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(actor_of((struct value *)self));
}

static PyObject *state_rules(PyObject *self, void *unused) {
    (void)unused;
    return Py_NewRef((PyObject *)((struct value *)self)->rules);
}

/* The seat's moves; with weights as pairs. */
static PyObject *list_moves(const struct value *state, int seat, bool weighed) {
    const struct zk_ruleset *it = state->rules->it;
    uint32_t most = zk_ruleset_moves_max(it);
    zk_move *moves = PyMem_Malloc(2 * most * sizeof *moves);
    if (!moves) return PyErr_NoMemory();
    uint32_t *weights = moves + most,
             count = zk_state_moves(it, state->bytes, seat, moves, weights);
    PyObject *list = weighed ? PyList_New(count) : list_of(moves, count);
    for (uint32_t i = 0; weighed && list && i < count; i++)
        if (PyList_SetItem(list, i, Py_BuildValue("II", moves[i], weights[i])) < 0)
            Py_CLEAR(list);
    PyMem_Free(moves);
    return list;
}

static PyObject *state_moves(PyObject *self, PyObject *arguments) {
    struct value *state = (struct value *)self;
    int seat = NOBODY;
    if (!PyArg_ParseTuple(arguments, "|i", &seat)) return NULL;
    if (seat == NOBODY) seat = actor_of(state);
    if (seat == ZK_OVER) return PyList_New(0);
    if (seat != ZK_CHANCE && !is_seat(state->rules, seat))
        return refuse("There is no such seat.");
    return list_moves(state, seat, false);
}

static PyObject *state_outcomes(PyObject *self, PyObject *unused) {
    (void)unused;
    struct value *state = (struct value *)self;
    if (actor_of(state) != ZK_CHANCE) return PyList_New(0);
    return list_moves(state, ZK_CHANCE, true);
}

static PyObject *state_apply(PyObject *self, PyObject *argument) {
    zk_move move;
    return (PyObject *)apply((struct value *)self, argument, &move);
}

static PyObject *state_mover(PyObject *self, PyObject *argument) {
    struct value *state = (struct value *)self;
    zk_move move;
    if (!read_move(state, argument, &move)) return NULL;
    return PyLong_FromLong(zk_state_mover(state->rules->it, state->bytes, move));
}

static PyObject *state_sample(PyObject *self, PyObject *argument) {
    struct value *state = (struct value *)self;
    uint64_t *generator = generator_of(core_of(self), argument);
    if (!generator) return NULL;
    if (actor_of(state) == ZK_OVER) return refuse("The game is over.");
    return PyLong_FromUnsignedLong(zk_state_sample(state->rules->it, state->bytes, generator));
}

static PyObject *state_playout(PyObject *self, PyObject *argument) {
    struct value *state = (struct value *)self;
    uint64_t *generator = generator_of(core_of(self), argument);
    struct value *end = generator ? new_state(core_of(self), state->rules) : NULL;
    if (!end) return NULL;
    memcpy(end->bytes, state->bytes, zk_state_size(state->rules->it));
    uint32_t decisions = zk_state_playout(state->rules->it, end->bytes, generator);
    return Py_BuildValue("NI", end, decisions);
}

static PyObject *state_points(PyObject *self, PyObject *unused) {
    (void)unused;
    struct value *state = (struct value *)self;
    int32_t points[ZK_SEATS_MAX];
    if (!zk_state_points(state->rules->it, state->bytes, points)) Py_RETURN_NONE;
    unsigned seats = zk_ruleset_seats(state->rules->it);
    PyObject *list = PyList_New((Py_ssize_t)seats);
    for (unsigned i = 0; list && i < seats; i++)
        if (PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(points[i])) < 0)
            Py_CLEAR(list);
    return list;
}

static PyObject *state_result(PyObject *self, PyObject *unused) {
    (void)unused;
    struct value *state = (struct value *)self;
    if (actor_of(state) != ZK_OVER) return refuse("The game is not over.");
    PyObject *text;
    AS_TEXT(text, zk_state_result(state->rules->it, state->bytes, out, size));
    return text;
}

/* A move's notation, or what it shows, as a seat is told. */
static PyObject *say(PyObject *self, PyObject *arguments, const char *format,
                     size_t (*say_it)(const struct zk_ruleset *, const void *, zk_move, int,
                                      char *, size_t)) {
    struct value *state = (struct value *)self;
    PyObject *object, *text;
    int seat = ZK_EVERYTHING;
    zk_move move;
    if (!PyArg_ParseTuple(arguments, format, &object, &seat) ||
        !is_viewer(state->rules, seat) || !read_move(state, object, &move))
        return NULL;
    AS_TEXT(text, say_it(state->rules->it, state->bytes, move, seat, out, size));
    return text;
}

static PyObject *state_print(PyObject *self, PyObject *arguments) {
    return say(self, arguments, "O|i", zk_move_print);
}

static PyObject *state_saw(PyObject *self, PyObject *arguments) {
    return say(self, arguments, "Oi", zk_move_saw);
}

static PyObject *state_parse(PyObject *self, PyObject *arguments) {
    struct value *state = (struct value *)self;
    const char *text;
    int seat = NOBODY;
    zk_move move;
    char why[WHY_SIZE];
    if (!PyArg_ParseTuple(arguments, "s|i", &text, &seat)) return NULL;
    if (seat == NOBODY) seat = actor_of(state);
    if (seat == ZK_OVER) return refuse("The game is over.");
    if (seat != ZK_CHANCE && !is_seat(state->rules, seat))
        return refuse("There is no such seat.");
    if (!zk_move_parse(state->rules->it, state->bytes, seat, text, &move, why, sizeof why))
        return refuse(why);
    return PyLong_FromUnsignedLong(move);
}

static PyObject *state_view(PyObject *self, PyObject *argument) {
    struct value *state = (struct value *)self;
    long seat = PyLong_AsLong(argument);
    if (seat == -1 && PyErr_Occurred()) return NULL;
    if (seat < -100 || seat > 100) seat = 100;
    if (!is_viewer(state->rules, (int)seat)) return NULL;
    struct value *view = new_value(core_of(self)->view, state->rules,
                                   zk_view_size(state->rules->it), (int)seat);
    if (view) zk_view_take(state->rules->it, state->bytes, (int)seat, view->bytes);
    return (PyObject *)view;
}

static PyObject *state_observe(PyObject *self, PyObject *arguments) {
    struct value *state = (struct value *)self;
    int seat, kind = ZK_OBSERVE_MEMORY;
    if (!PyArg_ParseTuple(arguments, "i|i", &seat, &kind)) return NULL;
    if (!is_seat(state->rules, seat)) return refuse("There is no such seat.");
    if (kind < 0 || kind > ZK_OBSERVE_ALL)
        return refuse("There is no such kind of observation.");
    uint32_t size = zk_observation_size(state->rules->it, (enum zk_observed)kind);
    if (!size) return refuse("This game has no observations.");
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, size);
    if (bytes)
        zk_state_observe(state->rules->it, state->bytes, seat, (enum zk_observed)kind,
                         (uint8_t *)PyBytes_AsString(bytes));
    return bytes;
}

/* The dense ids of the seat's moves, in their order. */
static PyObject *state_dense(PyObject *self, PyObject *argument) {
    struct value *state = (struct value *)self;
    const struct zk_ruleset *it = state->rules->it;
    long seat = PyLong_AsLong(argument);
    if (seat == -1 && PyErr_Occurred()) return NULL;
    if (seat < 0 || !is_seat(state->rules, seat > 100 ? 100 : (int)seat))
        return refuse("There is no such seat.");
    if (!zk_dense_count(it)) return refuse("This game has no dense ids.");
    uint32_t most = zk_ruleset_moves_max(it);
    zk_move *moves = PyMem_Malloc(2 * most * sizeof *moves);
    if (!moves) return PyErr_NoMemory();
    uint32_t *ids = moves + most,
             count = zk_state_moves(it, state->bytes, (int)seat, moves, NULL);
    if (count) zk_state_dense(it, state->bytes, (int)seat, moves, count, ids);
    PyObject *list = list_of(ids, count);
    PyMem_Free(moves);
    return list;
}

static PyObject *state_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    struct value *state = (struct value *)self;
    PyObject *make = PyObject_GetAttrString((PyObject *)state->rules, "state");
    return make ? Py_BuildValue("N(y#)", make, state->bytes, Py_SIZE(self)) : NULL;
}

static PyGetSetDef state_values[] = {
    {"actor", state_actor, NULL, "A seat, CHANCE or OVER.", NULL},
    {"rules", state_rules, NULL, "Its rules.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef state_methods[] = {
    {"moves", state_moves, METH_VARARGS, "The legal moves of a seat, or of the actor."},
    {"outcomes", state_outcomes, METH_NOARGS, "What luck can do: (move, weight)."},
    {"apply", state_apply, METH_O, "The state after a legal move."},
    {"mover", state_mover, METH_O, "Who makes a legal move."},
    {"sample", state_sample, METH_O, "A move of the actor's, or an outcome by weight."},
    {"playout", state_playout, METH_O, "The end of a random game, and how many decisions."},
    {"points", state_points, METH_NOARGS, "The points of each seat, or None."},
    {"result", state_result, METH_NOARGS, "How it ended, as JSON."},
    {"print", state_print, METH_VARARGS, "A legal move in notation, as a seat is told."},
    {"saw", state_saw, METH_VARARGS, "What a legal move shows to a seat alone."},
    {"parse", state_parse, METH_VARARGS, "The legal move that a text means."},
    {"observe", state_observe, METH_VARARGS,
     "observe(seat, kind): the bytes of an observation."},
    {"dense", state_dense, METH_O, "The dense ids of a seat's moves, in their order."},
    {"view", state_view, METH_O, "What a seat, SPECTATOR or EVERYTHING knows."},
    {"__copy__", same, METH_NOARGS, NULL},
    {"__deepcopy__", same, METH_O, NULL},
    {"__reduce__", state_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot state_slots[] = {
    {Py_tp_dealloc, value_free},
    {Py_tp_getset, state_values},
    {Py_tp_methods, state_methods},
    {Py_tp_richcompare, value_compare},
    {Py_tp_hash, value_hash},
    {Py_bf_getbuffer, value_buffer},
    {Py_tp_doc, "A position: the whole truth, without luck. bytes(state) are its bytes."},
    {0, NULL},
};
static PyType_Spec state_spec = {"zashiki._core.State", offsetof(struct value, bytes), 1,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 state_slots};

/* ---- View ---- */

static PyObject *view_json(PyObject *self, PyObject *unused) {
    (void)unused;
    struct value *view = (struct value *)self;
    PyObject *text;
    AS_TEXT(text, zk_view_json(view->rules->it, view->bytes, out, size));
    return text;
}

static PyObject *view_text(PyObject *self, PyObject *arguments) {
    struct value *view = (struct value *)self;
    int memory = 1;
    if (!PyArg_ParseTuple(arguments, "|p", &memory)) return NULL;
    PyObject *text;
    AS_TEXT(text, zk_view_text(view->rules->it, view->bytes, memory, out, size));
    return text;
}

static PyObject *view_resample(PyObject *self, PyObject *argument) {
    struct value *view = (struct value *)self;
    uint64_t *generator = generator_of(core_of(self), argument);
    if (!generator) return NULL;
    if (view->seat < 0) return refuse("Only what a seat knows can be resampled.");
    struct value *state = new_state(core_of(self), view->rules);
    if (state) zk_view_resample(view->rules->it, view->bytes, generator, state->bytes);
    return (PyObject *)state;
}

static PyObject *view_seat(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(((struct value *)self)->seat);
}

static PyGetSetDef view_values[] = {
    {"seat", view_seat, NULL, "Who sees it.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef view_methods[] = {
    {"json", view_json, METH_NOARGS, "As JSON."},
    {"text", view_text, METH_VARARGS, "As a board in plain text."},
    {"resample", view_resample, METH_O,
     "A state that this view cannot tell from the true one."},
    {"__copy__", same, METH_NOARGS, NULL},
    {"__deepcopy__", same, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot view_slots[] = {
    {Py_tp_dealloc, value_free},
    {Py_tp_getset, view_values},
    {Py_tp_methods, view_methods},
    {Py_tp_richcompare, value_compare},
    {Py_tp_hash, value_hash},
    {Py_bf_getbuffer, value_buffer},
    {Py_tp_doc, "What one seat may know, with a perfect memory."},
    {0, NULL},
};
static PyType_Spec view_spec = {"zashiki._core.View", offsetof(struct value, bytes), 1,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                view_slots};

/* ---- Player ---- */

static struct player *wrap_player(struct core *core, struct zk_player *it, struct rules *rules,
                                  int seat) {
    struct player *self = it ? PyObject_New(struct player, core->player) : NULL;
    if (!self) {
        zk_player_free(it);
        if (!PyErr_Occurred()) PyErr_NoMemory();
        return NULL;
    }
    self->it = it;
    self->rules = (struct rules *)Py_NewRef((PyObject *)rules);
    self->seat = seat;
    self->busy = false;
    return self;
}

static PyObject *player_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"rules", "bot", "seat", "seed", NULL};
    struct core *core = PyType_GetModuleState(type);
    PyObject *rules;
    const char *bot;
    int seat;
    unsigned long long seed = 0;
    char why[WHY_SIZE];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!si|K", names, core->rules, &rules,
                                     &bot, &seat, &seed))
        return NULL;
    if (!is_seat((struct rules *)rules, seat)) return refuse("There is no such seat.");
    struct zk_player *it =
        zk_player_new(((struct rules *)rules)->it, bot, seat, seed, why, sizeof why);
    if (!it) return refuse(why);
    return (PyObject *)wrap_player(core, it, (struct rules *)rules, seat);
}

static void player_free(PyObject *object) {
    struct player *self = (struct player *)object;
    zk_player_free(self->it);
    Py_XDECREF((PyObject *)self->rules);
    free_object(object);
}

static bool is_free(const struct player *player) {
    if (!player->busy) return true;
    PyErr_SetString(PyExc_RuntimeError, "the player is thinking in another thread");
    return false;
}

/* A state of the same game by the same rules. */
static struct value *state_for(struct player *player, PyObject *object) {
    if (Py_TYPE(object) != core_of((PyObject *)player)->state) {
        PyErr_SetString(PyExc_TypeError, "a State is wanted");
        return NULL;
    }
    struct value *state = (struct value *)object;
    return state->rules == player->rules
               ? state
               : refuse("The state is of other rules than the player's.");
}

static PyObject *player_tell(PyObject *self, PyObject *arguments) {
    struct player *player = (struct player *)self;
    PyObject *object, *number;
    struct value *state;
    zk_move move;
    if (!PyArg_ParseTuple(arguments, "OO", &object, &number) || !is_free(player) ||
        !(state = state_for(player, object)) || !read_move(state, number, &move))
        return NULL;
    zk_player_tell(player->it, state->bytes, move);
    Py_RETURN_NONE;
}

static PyObject *player_choose(PyObject *self, PyObject *argument) {
    struct player *player = (struct player *)self;
    struct value *state = state_for(player, argument);
    char why[WHY_SIZE];
    zk_move move;
    if (!state || !is_free(player)) return NULL;
    if (actor_of(state) != player->seat) return refuse("It is not the player's turn.");
    player->busy = true;
    Py_INCREF(self);
    Py_BEGIN_ALLOW_THREADS;
    move = zk_player_choose(player->it, state->bytes, why, sizeof why);
    Py_END_ALLOW_THREADS;
    player->busy = false;
    Py_DECREF(self);
    return Py_BuildValue("Is", move, why);
}

static PyObject *player_budget(PyObject *self, PyObject *argument) {
    unsigned long playouts = PyLong_AsUnsignedLong(argument);
    if (PyErr_Occurred() || !is_free((struct player *)self)) return NULL;
    if (playouts > UINT32_MAX) return refuse("There are too many playouts.");
    zk_player_budget(((struct player *)self)->it, (uint32_t)playouts);
    Py_RETURN_NONE;
}

static PyObject *player_copy(PyObject *self, PyObject *unused) {
    (void)unused;
    struct player *player = (struct player *)self;
    if (!is_free(player)) return NULL;
    return (PyObject *)wrap_player(core_of(self), zk_player_copy(player->it), player->rules,
                                   player->seat);
}

static PyObject *player_seat(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(((struct player *)self)->seat);
}

static PyGetSetDef player_values[] = {
    {"seat", player_seat, NULL, "Where it sits.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef player_methods[] = {
    {"tell", player_tell, METH_VARARGS, "tell(state, move): before each move is made."},
    {"choose", player_choose, METH_O,
     "Its move and, in English, why; \"\" when it does not say."},
    {"budget", player_budget, METH_O, "How many playouts a search makes for a move."},
    {"copy", player_copy, METH_NOARGS, "Another one that knows the same."},
    {"__copy__", player_copy, METH_NOARGS, NULL},
    {"__deepcopy__", player_copy, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot player_slots[] = {
    {Py_tp_new, player_new},
    {Py_tp_dealloc, player_free},
    {Py_tp_getset, player_values},
    {Py_tp_methods, player_methods},
    {Py_tp_doc, "Player(rules, bot, seat, seed=0): a bot of ours in a seat. It is told by the "
                "truth, and shown what its seat may know."},
    {0, NULL},
};
static PyType_Spec player_spec = {"zashiki._core.Player", sizeof(struct player), 0,
                                  Py_TPFLAGS_DEFAULT, player_slots};

/* ---- Records ---- */

static PyObject *write_record(PyObject *self, PyObject *arguments) {
    struct core *core = PyModule_GetState(self);
    PyObject *rules, *names, *moves, *text = NULL;
    const char *name[ZK_SEATS_MAX];
    if (!PyArg_ParseTuple(arguments, "O!O!O!", core->rules, &rules, &PyTuple_Type, &names,
                          &PyList_Type, &moves))
        return NULL;
    const struct zk_ruleset *it = ((struct rules *)rules)->it;
    unsigned seats = zk_ruleset_seats(it);
    if ((size_t)PyTuple_Size(names) != seats) return refuse("Every seat has a name.");
    for (unsigned i = 0; i < seats; i++)
        if (!(name[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, i), NULL))) return NULL;
    uint32_t count = (uint32_t)PyList_Size(moves);
    if (count > zk_ruleset_length_max(it)) return refuse("No game has so many moves.");
    zk_move *list = PyMem_Malloc((count + 1) * sizeof *list);
    if (!list) return PyErr_NoMemory();
    for (uint32_t i = 0; i < count && !PyErr_Occurred(); i++)
        list[i] = (zk_move)PyLong_AsUnsignedLong(PyList_GetItem(moves, i));
    if (!PyErr_Occurred()) {
        if (!zk_record_write(it, name, list, count, NULL, 0))
            refuse("A name is longer than 63 bytes, or a move is not legal.");
        else
            AS_TEXT(text, zk_record_write(it, name, list, count, out, size));
    }
    PyMem_Free(list);
    return text;
}

/* (line, rules, names, moves, finished, ""), or (line, None, None, None, False, why). */
static PyObject *give_record(struct core *core, const struct zk_records *records,
                             enum zk_reading what) {
    unsigned long long line = zk_records_line(records);
    if (what == ZK_READ_WRONG)
        return Py_BuildValue("KOOOOs", line, Py_None, Py_None, Py_None, Py_False,
                             zk_records_why(records));
    uint32_t count;
    const zk_move *moves = zk_records_moves(records, &count);
    struct rules *rules =
        wrap_rules(core, zk_ruleset_copy(zk_records_rules(records)), Py_None);
    if (!rules) return NULL;
    unsigned seats = zk_ruleset_seats(rules->it);
    PyObject *names = PyTuple_New((Py_ssize_t)seats), *list = list_of(moves, count);
    for (unsigned i = 0; names && i < seats; i++) {
        PyObject *name = PyUnicode_FromString(zk_records_name(records, i));
        if (!name || PyTuple_SetItem(names, (Py_ssize_t)i, name) < 0) Py_CLEAR(names);
    }
    if (names && list)
        return Py_BuildValue("KNNNOs", line, rules, names, list,
                             zk_records_finished(records) ? Py_True : Py_False, "");
    Py_DECREF(rules);
    Py_XDECREF(names);
    Py_XDECREF(list);
    return NULL;
}

static PyObject *read_records(PyObject *self, PyObject *argument) {
    struct core *core = PyModule_GetState(self);
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(argument, &size);
    if (!text) return NULL;
    struct zk_records *records = zk_records_new(text, (size_t)size);
    PyObject *list = records ? PyList_New(0) : PyErr_NoMemory();
    enum zk_reading what;
    while (list && (what = zk_records_next(records)) != ZK_READ_END) {
        PyObject *one = give_record(core, records, what);
        if (!one || PyList_Append(list, one) < 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    zk_records_free(records);
    return list;
}

/* ---- Array: memory with a shape, as a buffer and by DLPack ---- */

enum { DIMENSIONS_MAX = 4 };

struct array {
    PyObject_HEAD void *data;
    Py_ssize_t size; /* bytes */
    int dimensions;
    Py_ssize_t shape[DIMENSIONS_MAX], strides[DIMENSIONS_MAX]; /* strides in bytes */
    char format[2];
    Py_ssize_t item;
    struct gpu_batch *there; /* whose memory it is, on a GPU; NULL: its own, here */
};

struct gpu_batch {
    PyObject_HEAD struct zk_gpu *gpu;
    struct zk_gpu_batch *it;
    struct rules *rules;
    unsigned device, count;
    bool busy, all_seats;
};

/* The structs of DLPack's ABI, as far as they are needed. */
struct dl_tensor {
    void *data;
    struct {
        int32_t type, id;
    } device;
    int32_t dimensions;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } kind;
    int64_t *shape, *strides;
    uint64_t offset;
};
struct dl_managed {
    struct dl_tensor tensor;
    void *context;
    void (*deleter)(struct dl_managed *self);
};
enum { DL_CPU = 1, DL_CUDA = 2, DL_INT = 0, DL_UINT = 1, DL_FLOAT = 2, DL_BOOL = 6 };

static Py_ssize_t item_of(char format) {
    switch (format) {
    case 'B':
    case 'b':
    case '?': return 1;
    case 'I':
    case 'i':
    case 'f': return 4;
    case 'Q': return 8;
    default: return 0;
    }
}

/* An array without memory yet. */
static struct array *shape_array(PyTypeObject *type, const char *format, PyObject *shape) {
    Py_ssize_t dimensions = PyTuple_Size(shape), item = item_of(format[0]);
    if (!item || format[1]) return refuse("The format is one of B b ? I i f Q.");
    if (dimensions < 1 || dimensions > DIMENSIONS_MAX)
        return refuse("An array has 1 to 4 dimensions.");
    struct array *self = (struct array *)PyType_GenericAlloc(type, 0); /* zeros */
    if (!self) return NULL;
    self->dimensions = (int)dimensions;
    self->size = self->item = item;
    self->format[0] = format[0];
    for (Py_ssize_t i = dimensions - 1; i >= 0; i--) {
        Py_ssize_t rows = PyLong_AsSsize_t(PyTuple_GetItem(shape, i));
        if (!PyErr_Occurred() &&
            (rows < 0 || (rows && self->size > PY_SSIZE_T_MAX / 64 / rows)))
            refuse("An array cannot have this shape.");
        if (PyErr_Occurred()) {
            Py_DECREF(self);
            return NULL;
        }
        self->shape[i] = rows;
        self->strides[i] = self->size;
        self->size *= rows;
    }
    return self;
}

static PyObject *array_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"format", "shape", NULL};
    const char *format;
    PyObject *shape;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "sO!", names, &format, &PyTuple_Type,
                                     &shape))
        return NULL;
    struct array *self = shape_array(type, format, shape);
    if (!self) return NULL;
    size_t room =
        ((size_t)self->size + 64) / 64 * 64; /* whole lines of the cache, at least one */
    self->data = aligned_alloc(64, room);
    if (!self->data) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    memset(self->data, 0, room);
    return (PyObject *)self;
}

static void array_free(PyObject *object) {
    struct array *self = (struct array *)object;
    if (self->there)
        Py_DECREF((PyObject *)self->there);
    else
        free(self->data);
    free_object(object);
}

static int array_buffer(PyObject *object, Py_buffer *buffer, int flags) {
    struct array *self = (struct array *)object;
    memset(buffer, 0, sizeof *buffer);
    if (self->there) {
        PyErr_SetString(PyExc_BufferError, "The array is in the memory of a GPU: take it by "
                                           "DLPack, as in torch.from_dlpack(array).");
        return -1;
    }
    buffer->obj = Py_NewRef(object);
    buffer->buf = self->data;
    buffer->len = self->size;
    buffer->itemsize = self->item;
    buffer->ndim = self->dimensions;
    buffer->format = flags & PyBUF_FORMAT ? self->format : NULL;
    buffer->shape = flags & PyBUF_ND ? self->shape : NULL;
    buffer->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? self->strides : NULL;
    return 0;
}

static void delete_managed(struct dl_managed *managed) {
    PyGILState_STATE lock = PyGILState_Ensure();
    Py_DECREF((PyObject *)managed->context);
    PyGILState_Release(lock);
    free(managed);
}

/* A capsule that nobody has taken. */
static void drop_capsule(PyObject *capsule) {
    struct dl_managed *managed = PyCapsule_IsValid(capsule, "dltensor")
                                     ? PyCapsule_GetPointer(capsule, "dltensor")
                                     : NULL;
    if (managed) managed->deleter(managed);
}

static PyObject *array_device(PyObject *object, PyObject *unused) {
    (void)unused;
    const struct gpu_batch *there = ((struct array *)object)->there;
    return Py_BuildValue("iI", there ? DL_CUDA : DL_CPU, there ? there->device : 0);
}

/* Whoever takes the array uses it on this stream of the GPU. 1, or None, is the usual one, on which the batch works,
 * too; on another one what the batch has begun has to be done. -1: they see to it. */
static bool settle(struct gpu_batch *there, PyObject *stream) {
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool waited;
    long long number = there && stream && stream != Py_None ? PyLong_AsLongLong(stream) : 1;
    if (PyErr_Occurred()) return false;
    if (number == 1 || number == -1) return true;
    if (number == 0) {
        refuse("Stream 0 has two meanings: 1 is the usual one, 2 that of the thread.");
        return false;
    }
    Py_BEGIN_ALLOW_THREADS;
    waited = zk_gpu_batch_wait(there->it, refusal);
    Py_END_ALLOW_THREADS;
    if (!waited) refuse(refusal);
    return waited;
}

/* __dlpack__(*, stream, max_version, dl_device, copy). There is one kind of tensor here, which is not copied. */
static PyObject *array_dlpack(PyObject *object, PyObject *arguments, PyObject *keywords) {
    (void)arguments;
    struct array *self = (struct array *)object;
    char format = self->format[0];
    PyObject *asked = keywords ? PyDict_GetItemString(keywords, "dl_device") : NULL,
             *copy = keywords ? PyDict_GetItemString(keywords, "copy") : NULL;
    if (asked && asked != Py_None) {
        PyObject *device = array_device(object, NULL);
        int same_device = device ? PyObject_RichCompareBool(asked, device, Py_EQ) : -1;
        Py_XDECREF(device);
        if (same_device < 0) return NULL;
        if (!same_device) {
            PyErr_SetString(PyExc_BufferError, "The array is on another device.");
            return NULL;
        }
    }
    if (copy == Py_True) {
        PyErr_SetString(PyExc_BufferError, "The array is shared, not copied.");
        return NULL;
    }
    if (!settle(self->there, keywords ? PyDict_GetItemString(keywords, "stream") : NULL))
        return NULL;
    struct dl_managed *managed =
        calloc(1, sizeof *managed + 2 * DIMENSIONS_MAX * sizeof(int64_t));
    if (!managed) return PyErr_NoMemory();
    int64_t *shape = (int64_t *)(managed + 1), *strides = shape + DIMENSIONS_MAX;
    for (int i = 0; i < self->dimensions; i++) {
        shape[i] = self->shape[i];
        strides[i] = self->strides[i] / self->item; /* in items */
    }
    struct dl_tensor *tensor = &managed->tensor;
    tensor->data = self->data;
    tensor->device.type = self->there ? DL_CUDA : DL_CPU;
    tensor->device.id = self->there ? (int32_t)self->there->device : 0;
    tensor->dimensions = self->dimensions;
    tensor->kind.code = format == 'f'                    ? DL_FLOAT
                        : format == '?'                  ? DL_BOOL
                        : format == 'b' || format == 'i' ? DL_INT
                                                         : DL_UINT;
    tensor->kind.bits = (uint8_t)(self->item * 8);
    tensor->kind.lanes = 1;
    tensor->shape = shape;
    tensor->strides = strides;
    managed->context = Py_NewRef(object);
    managed->deleter = delete_managed;
    PyObject *capsule = PyCapsule_New(managed, "dltensor", drop_capsule);
    if (!capsule) delete_managed(managed);
    return capsule;
}

static PyMethodDef array_methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))array_dlpack, METH_VARARGS | METH_KEYWORDS,
     NULL},
    {"__dlpack_device__", array_device, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot array_slots[] = {
    {Py_tp_new, array_new},
    {Py_tp_dealloc, array_free},
    {Py_tp_methods, array_methods},
    {Py_bf_getbuffer, array_buffer},
    {Py_tp_doc, "Array(format, shape): zeros, as a buffer (memoryview, numpy) and by DLPack."},
    {0, NULL},
};
static PyType_Spec array_spec = {"zashiki._core.Array", sizeof(struct array), 0,
                                 Py_TPFLAGS_DEFAULT, array_slots};

/* ---- Batch ---- */

enum bound {
    OBSERVATION,
    ACTOR,
    LEGAL_AT,
    LEGAL,
    FEATURE,
    MASK,
    STREAM,
    REWARD,
    TERMINATED,
    TRUNCATED,
    FINAL_POINTS,
    FINAL_OBSERVATION,
    ACTION, /* on a GPU */
    BOUND
};
static const char *const bound_names[BOUND] = {
    "observation", "actor",  "legal_at",   "legal",     "feature",      "mask",
    "stream",      "reward", "terminated", "truncated", "final_points", "final_observation",
    "action"};

struct batch {
    PyObject_HEAD struct zk_batch *it;
    struct rules *rules;
    bool busy, all_seats;
    Py_buffer bound[BOUND]; /* buf is NULL where nothing is bound */
    struct zk_batch_arrays arrays;
};

static PyObject *batch_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"rules", "count", "options", NULL};
    struct core *core = PyType_GetModuleState(type);
    PyObject *rules;
    unsigned int count;
    const char *options = "";
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!I|s", names, core->rules, &rules,
                                     &count, &options))
        return NULL;
    struct zk_batch *it = zk_batch_open(((struct rules *)rules)->it, count, options, refusal);
    if (!it) return refuse(refusal);
    struct batch *self = PyObject_New(struct batch, type);
    if (!self) {
        zk_batch_free(it);
        return NULL;
    }
    self->it = it;
    self->rules = (struct rules *)Py_NewRef(rules);
    self->busy = false;
    self->all_seats = strstr(options, "seats=all") != NULL;
    memset(self->bound, 0, sizeof self->bound);
    memset(&self->arrays, 0, sizeof self->arrays);
    return (PyObject *)self;
}

static void batch_free(PyObject *object) {
    struct batch *self = (struct batch *)object;
    for (unsigned i = 0; i < BOUND; i++)
        if (self->bound[i].buf) PyBuffer_Release(&self->bound[i]);
    zk_batch_free(self->it);
    Py_XDECREF((PyObject *)self->rules);
    free_object(object);
}

/* A call of the library without the interpreter's lock. */
#define WITHOUT_LOCK(batch, call)                                                             \
    do {                                                                                      \
        (batch)->busy = true;                                                                 \
        Py_BEGIN_ALLOW_THREADS;                                                               \
        call;                                                                                 \
        Py_END_ALLOW_THREADS;                                                                 \
        (batch)->busy = false;                                                                \
    } while (0)

static bool is_idle(bool busy) {
    if (busy) PyErr_SetString(PyExc_RuntimeError, "the batch is being used in another thread");
    return !busy;
}

/* A buffer of at least so many bytes, one after the other. */
static bool get_bytes(PyObject *object, Py_buffer *buffer, bool to_write, size_t bytes,
                      const char *name) {
    int flags = PyBUF_C_CONTIGUOUS | (to_write ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, buffer, flags) < 0) return false;
    if ((size_t)buffer->len >= bytes) return true;
    PyErr_Format(PyExc_ValueError, "%s has %zd bytes; %zu are needed", name, buffer->len,
                 bytes);
    PyBuffer_Release(buffer);
    return false;
}

struct sizes {
    size_t count, seats, size, dense, room; /* N, S, O, A; moves */
    bool all_seats;
};

static unsigned bound_of(const char *name) {
    unsigned which = 0;
    while (which < BOUND && strcmp(bound_names[which], name) != 0) which++;
    return which;
}

/* How many bytes an array has. */
static size_t bound_bytes(const struct sizes *sizes, enum bound which) {
    size_t count = sizes->count;
    switch (which) {
    case OBSERVATION: return count * sizes->size * (sizes->all_seats ? sizes->seats : 1);
    case LEGAL_AT: return (count + 1) * sizeof(uint32_t);
    case LEGAL: return sizes->room * sizeof(uint32_t);
    case FEATURE: return sizes->room * ZK_FEATURES;
    case MASK: return count * sizes->dense;
    case STREAM: return count * sizeof(uint64_t);
    case REWARD: return count * sizes->seats * sizeof(float);
    case FINAL_POINTS: return count * sizes->seats * sizeof(int32_t);
    case FINAL_OBSERVATION: return count * sizes->seats * sizes->size;
    case ACTION: return count * sizeof(int32_t);
    default: return count;
    }
}

/* The library's struct from the buffers. */
static void point(struct batch *batch) {
    const Py_buffer *bound = batch->bound;
    uint64_t legal = (uint64_t)bound[LEGAL].len / sizeof(uint32_t),
             feature = (uint64_t)bound[FEATURE].len / ZK_FEATURES;
    batch->arrays = (struct zk_batch_arrays){
        .observation = bound[OBSERVATION].buf,
        .actor = bound[ACTOR].buf,
        .legal_at = bound[LEGAL_AT].buf,
        .legal = bound[LEGAL].buf,
        .feature = bound[FEATURE].buf,
        .legal_room =
            bound[FEATURE].buf && (!bound[LEGAL].buf || feature < legal) ? feature : legal,
        .mask = bound[MASK].buf,
        .stream = bound[STREAM].buf,
        .reward = bound[REWARD].buf,
        .terminated = bound[TERMINATED].buf,
        .truncated = bound[TRUNCATED].buf,
        .final_points = bound[FINAL_POINTS].buf,
        .final_observation = bound[FINAL_OBSERVATION].buf,
    };
}

static PyObject *batch_bind(PyObject *self, PyObject *arguments) {
    struct batch *batch = (struct batch *)self;
    const char *name;
    PyObject *object;
    Py_buffer buffer = {.buf = NULL};
    if (!PyArg_ParseTuple(arguments, "sO", &name, &object) || !is_idle(batch->busy))
        return NULL;
    unsigned which = bound_of(name);
    if (which >= ACTION) return refuse("There is no such array.");
    struct sizes sizes = {.count = zk_batch_count(batch->it), /* room: as much as is given */
                          .seats = zk_batch_seats(batch->it),
                          .size = zk_batch_observation_size(batch->it),
                          .dense = zk_batch_dense_count(batch->it),
                          .all_seats = batch->all_seats};
    if (object != Py_None &&
        !get_bytes(object, &buffer, true, bound_bytes(&sizes, which), name))
        return NULL;
    if (batch->bound[which].buf) PyBuffer_Release(&batch->bound[which]);
    batch->bound[which] = buffer;
    point(batch);
    Py_RETURN_NONE;
}

static PyObject *batch_step(PyObject *self, PyObject *argument) {
    struct batch *batch = (struct batch *)self;
    Py_buffer action;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    enum zk_batch_step step;
    if (!is_idle(batch->busy) ||
        !get_bytes(argument, &action, false, zk_batch_count(batch->it) * sizeof(int32_t),
                   "action"))
        return NULL;
    if (action.itemsize != sizeof(int32_t)) {
        PyBuffer_Release(&action);
        return refuse("Actions are int32.");
    }
    WITHOUT_LOCK(batch, step = zk_batch_step(batch->it, action.buf, &batch->arrays, refusal));
    PyBuffer_Release(&action);
    if (step == ZK_BATCH_REFUSED) return refuse(refusal);
    return PyBool_FromLong(step == ZK_BATCH_MADE);
}

/* choose(seed, action): any move of each list, by stream i of the seed. */
static PyObject *batch_choose(PyObject *self, PyObject *arguments) {
    struct batch *batch = (struct batch *)self;
    unsigned long long seed;
    PyObject *object;
    Py_buffer action;
    const uint32_t *at = batch->bound[LEGAL_AT].buf;
    uint32_t count = zk_batch_count(batch->it);
    if (!PyArg_ParseTuple(arguments, "KO", &seed, &object) || !is_idle(batch->busy))
        return NULL;
    if (!at) return refuse("To choose, the array legal_at is needed.");
    if (!get_bytes(object, &action, true, count * sizeof(int32_t), "action")) return NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t generator = zk_random(seed, i);
        ((int32_t *)action.buf)[i] =
            at[i + 1] > at[i] ? (int32_t)zk_random_below(&generator, at[i + 1] - at[i]) : 0;
    }
    PyBuffer_Release(&action);
    Py_RETURN_NONE;
}

static PyObject *batch_look(PyObject *self, PyObject *unused) {
    (void)unused;
    struct batch *batch = (struct batch *)self;
    enum zk_batch_step step;
    if (!is_idle(batch->busy)) return NULL;
    WITHOUT_LOCK(batch, step = zk_batch_look(batch->it, &batch->arrays));
    return PyBool_FromLong(step == ZK_BATCH_MADE);
}

static PyObject *batch_next(PyObject *self, PyObject *argument) {
    struct batch *batch = (struct batch *)self;
    Py_buffer which = {.buf = NULL};
    if (!is_idle(batch->busy)) return NULL;
    if (argument != Py_None &&
        !get_bytes(argument, &which, false, zk_batch_count(batch->it), "which"))
        return NULL;
    zk_batch_next(batch->it, which.buf);
    if (which.buf) PyBuffer_Release(&which);
    Py_RETURN_NONE;
}

static PyObject *batch_restart(PyObject *self, PyObject *argument) {
    unsigned long long seed = PyLong_AsUnsignedLongLong(argument);
    if (PyErr_Occurred() || !is_idle(((struct batch *)self)->busy)) return NULL;
    zk_batch_restart(((struct batch *)self)->it, seed);
    Py_RETURN_NONE;
}

/* Buffers of a call that go together: got or let go as one. */
enum { GOT_MAX = 4 };
struct got {
    Py_buffer buffer[GOT_MAX];
    unsigned count;
};

static bool get(struct got *got, PyObject *object, bool to_write, size_t bytes,
                const char *name, void *to) {
    void *at = NULL;
    if (object != Py_None) {
        if (!get_bytes(object, &got->buffer[got->count], to_write, bytes, name)) return false;
        at = got->buffer[got->count++].buf;
    }
    memcpy(to, &at, sizeof at);
    return true;
}

static void let_go(struct got *got) {
    while (got->count) PyBuffer_Release(&got->buffer[--got->count]);
}

/* save(state, generator, stream, decisions), and load the same. */
static PyObject *save_or_load(PyObject *self, PyObject *arguments, bool save) {
    struct batch *batch = (struct batch *)self;
    PyObject *state, *generator, *stream, *decisions;
    struct zk_batch_saved saved = {0};
    struct got got = {.count = 0};
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    if (!PyArg_ParseTuple(arguments, "OOOO", &state, &generator, &stream, &decisions) ||
        !is_idle(batch->busy))
        return NULL;
    size_t count = zk_batch_count(batch->it);
    bool right =
        get(&got, state, save, count * zk_state_size(batch->rules->it), "state",
            &saved.state) &&
        get(&got, generator, save, count * sizeof(uint64_t), "generator", &saved.generator) &&
        get(&got, stream, save, count * sizeof(uint64_t), "stream", &saved.stream) &&
        get(&got, decisions, save, count * sizeof(uint32_t), "decisions", &saved.decisions);
    if (right && save) zk_batch_save(batch->it, &saved);
    if (right && !save && !zk_batch_load(batch->it, &saved, refusal)) {
        refuse(refusal);
        right = false;
    }
    let_go(&got);
    return right ? Py_NewRef(Py_None) : NULL;
}

static PyObject *batch_save(PyObject *self, PyObject *arguments) {
    return save_or_load(self, arguments, true);
}

static PyObject *batch_load(PyObject *self, PyObject *arguments) {
    return save_or_load(self, arguments, false);
}

/* How many positions `states` are; all slots when it is None. */
static size_t positions(const struct batch *batch, PyObject *states, struct got *got,
                        const uint8_t **at) {
    if (!get(got, states, false, 0, "states", at)) return SIZE_MAX;
    if (!*at) return zk_batch_count(batch->it);
    return (size_t)got->buffer[got->count - 1].len / zk_state_size(batch->rules->it);
}

/* look_at(what, states, seat, seed, out): views (0), observations (1 + kind), resampled states (-1). */
static PyObject *batch_look_at(PyObject *self, PyObject *arguments) {
    struct batch *batch = (struct batch *)self;
    PyObject *states, *seats, *object;
    int what;
    unsigned long long seed;
    struct got got = {.count = 0};
    const uint8_t *at;
    const int8_t *seat;
    uint8_t *bytes;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool right = false;
    if (!PyArg_ParseTuple(arguments, "iOOKO", &what, &states, &seats, &seed, &object) ||
        !is_idle(batch->busy))
        return NULL;
    if (what < -1 || what > 1 + ZK_OBSERVE_ALL || object == Py_None)
        return refuse("There is nothing of this kind to look at.");
    size_t count = positions(batch, states, &got, &at),
           size = what < 0 ? zk_state_size(batch->rules->it)
                  : what == 0
                      ? zk_view_size(batch->rules->it)
                      : zk_observation_size(batch->rules->it, (enum zk_observed)(what - 1));
    if (count != SIZE_MAX && get(&got, seats, false, count, "seat", &seat) &&
        get(&got, object, true, count * size, "out", &bytes)) {
        WITHOUT_LOCK(
            batch,
            right =
                what < 0 ? zk_batch_resample(batch->it, count, at, seat, seed, bytes, refusal)
                : what == 0 ? zk_batch_view(batch->it, count, at, seat, bytes, refusal)
                            : zk_batch_observe(batch->it, count, at, seat,
                                               (enum zk_observed)(what - 1), bytes, refusal));
        if (!right) refuse(refusal);
    }
    let_go(&got);
    return right ? Py_NewRef(Py_None) : NULL;
}

/* playout(states, times, seed, reward, decisions) */
static PyObject *batch_playout(PyObject *self, PyObject *arguments) {
    struct batch *batch = (struct batch *)self;
    PyObject *states, *rewards, *counts;
    unsigned int times;
    unsigned long long seed;
    struct got got = {.count = 0};
    const uint8_t *at;
    float *reward;
    uint64_t *decisions;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool right = false;
    if (!PyArg_ParseTuple(arguments, "OIKOO", &states, &times, &seed, &rewards, &counts) ||
        !is_idle(batch->busy))
        return NULL;
    size_t count = positions(batch, states, &got, &at), seats = zk_batch_seats(batch->it);
    if (count != SIZE_MAX &&
        get(&got, rewards, true, count * seats * sizeof(float), "reward", &reward) &&
        get(&got, counts, true, count * sizeof(uint64_t), "decisions", &decisions)) {
        WITHOUT_LOCK(batch, right = zk_batch_playout(batch->it, count, at, times, seed, reward,
                                                     decisions, refusal));
        if (!right) refuse(refusal);
    }
    let_go(&got);
    return right ? Py_NewRef(Py_None) : NULL;
}

static PyObject *batch_number(PyObject *self, void *which) {
    struct batch *batch = (struct batch *)self;
    switch (*(const char *)which) {
    case 'n': return PyLong_FromUnsignedLong(zk_batch_count(batch->it));
    case 's': return PyLong_FromUnsignedLong(zk_batch_seats(batch->it));
    case 'o': return PyLong_FromUnsignedLong(zk_batch_observation_size(batch->it));
    case 'a': return PyLong_FromUnsignedLong(zk_batch_dense_count(batch->it));
    default: return PyLong_FromUnsignedLongLong(zk_batch_moves(batch->it));
    }
}

static PyGetSetDef batch_values[] = {
    {"count", batch_number, NULL, "How many games.", "n"},
    {"seats", batch_number, NULL, "How many seats each has.", "s"},
    {"observation_size", batch_number, NULL, "Bytes of an observation.", "o"},
    {"dense_count", batch_number, NULL, "How many dense ids there are.", "a"},
    {"moves", batch_number, NULL, "The moves of all lists together, now.", "m"},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef batch_methods[] = {
    {"bind", batch_bind, METH_VARARGS,
     "bind(name, buffer): where an array is written; or None."},
    {"step", batch_step, METH_O, "Makes an action in every slot; False: the lists need room."},
    {"look", batch_look, METH_NOARGS, "Writes the positions now; False: the lists need room."},
    {"choose", batch_choose, METH_VARARGS,
     "choose(seed, action): any move, by stream i of the seed."},
    {"next", batch_next, METH_O, "Begins the next game in some slots, or in all."},
    {"restart", batch_restart, METH_O, "Begins anew with a seed."},
    {"save", batch_save, METH_VARARGS, "save(state, generator, stream, decisions)"},
    {"load", batch_load, METH_VARARGS, "load(state, generator, stream, decisions)"},
    {"look_at", batch_look_at, METH_VARARGS, "look_at(what, states, seat, seed, out)"},
    {"playout", batch_playout, METH_VARARGS,
     "playout(states, times, seed, reward, decisions)"},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot batch_slots[] = {
    {Py_tp_new, batch_new},
    {Py_tp_dealloc, batch_free},
    {Py_tp_getset, batch_values},
    {Py_tp_methods, batch_methods},
    {Py_tp_doc, "Batch(rules, count, options=\"\"): many games at once; zashiki.Batch has the "
                "arrays."},
    {0, NULL},
};
static PyType_Spec batch_spec = {"zashiki._core.Batch", sizeof(struct batch), 0,
                                 Py_TPFLAGS_DEFAULT, batch_slots};

/* ---- GpuBatch: a batch in the memory of a GPU ---- */

static PyObject *gpu_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"rules", "count", "options", "device", NULL};
    struct core *core = PyType_GetModuleState(type);
    PyObject *rules;
    unsigned int count, device = 0;
    const char *options = "";
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    struct zk_gpu *gpu;
    struct zk_gpu_batch *it = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!I|sI", names, core->rules, &rules,
                                     &count, &options, &device))
        return NULL;
    const struct zk_ruleset *ruleset = ((struct rules *)rules)->it;
    Py_BEGIN_ALLOW_THREADS; /* the driver compiles */
    gpu = zk_gpu_new(ruleset, device, refusal);
    if (gpu) it = zk_gpu_batch_open(gpu, ruleset, count, options, NULL, refusal);
    Py_END_ALLOW_THREADS;
    struct gpu_batch *self = it ? PyObject_New(struct gpu_batch, type) : NULL;
    if (!self) {
        zk_gpu_batch_free(it);
        zk_gpu_close(gpu);
        return it ? NULL : refuse(refusal);
    }
    self->gpu = gpu;
    self->it = it;
    self->rules = (struct rules *)Py_NewRef(rules);
    self->device = device;
    self->count = count;
    self->busy = false;
    self->all_seats = strstr(options, "seats=all") != NULL;
    return (PyObject *)self;
}

static void gpu_free(PyObject *object) {
    struct gpu_batch *self = (struct gpu_batch *)object;
    zk_gpu_batch_free(self->it);
    zk_gpu_close(self->gpu);
    Py_XDECREF((PyObject *)self->rules);
    free_object(object);
}

static PyObject *array_there(struct gpu_batch *batch, const void *data, const char *format,
                             PyObject *shape) {
    struct array *array = shape_array(core_of((PyObject *)batch)->array, format, shape);
    if (!array) return NULL;
    array->there = (struct gpu_batch *)Py_NewRef((PyObject *)batch);
    array->data = (void *)(uintptr_t)data;
    return (PyObject *)array;
}

/* array(name, format, shape): one of its arrays as it is now. */
static PyObject *gpu_array(PyObject *self, PyObject *arguments) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    const char *name, *format;
    PyObject *shape;
    if (!PyArg_ParseTuple(arguments, "ssO!", &name, &format, &PyTuple_Type, &shape) ||
        !is_idle(batch->busy))
        return NULL;
    const struct zk_batch_arrays *there = zk_gpu_batch_arrays(batch->it);
    struct sizes sizes = {.count = batch->count,
                          .seats = zk_gpu_batch_seats(batch->it),
                          .size = zk_gpu_batch_observation_size(batch->it),
                          .room = there->legal_room,
                          .all_seats = batch->all_seats};
    const void *data[BOUND] = {[OBSERVATION] = there->observation,
                               [ACTOR] = there->actor,
                               [LEGAL_AT] = there->legal_at,
                               [LEGAL] = there->legal,
                               [FEATURE] = there->feature,
                               [STREAM] = there->stream,
                               [REWARD] = there->reward,
                               [TERMINATED] = there->terminated,
                               [TRUNCATED] = there->truncated,
                               [FINAL_POINTS] = there->final_points,
                               [ACTION] = zk_gpu_batch_action(batch->it)};
    unsigned which = bound_of(name);
    if (which == BOUND || !data[which]) return refuse("There is no such array on a GPU.");
    PyObject *array = array_there(batch, data[which], format, shape);
    if (array && (size_t)((struct array *)array)->size != bound_bytes(&sizes, which)) {
        Py_CLEAR(array);
        refuse("The array does not have this shape.");
    }
    return array;
}

/* Somebody's array of N numbers in the memory of the batch's GPU, by DLPack; the capsule is let go when it is not needed
 * any more. Whoever gives it makes the usual stream, on which the batch works, wait for what is still to be
 * written. */
static void *take_there(const struct gpu_batch *batch, PyObject *object, uint8_t code,
                        uint8_t bits, const char *wanted, PyObject **capsule) {
    int type = 0;
    unsigned id = 0;
    const struct dl_managed *managed = NULL;
    PyObject *none = PyTuple_New(0), *stream = Py_BuildValue("{si}", "stream", 1);
    PyObject *device = PyObject_CallMethod(object, "__dlpack_device__", NULL),
             *function = device ? PyObject_GetAttrString(object, "__dlpack__") : NULL;
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_AttributeError)) PyErr_Clear();
    if (none && stream && function && PyArg_ParseTuple(device, "iI", &type, &id) &&
        type == DL_CUDA && id == batch->device)
        *capsule = PyObject_Call(function, none, stream);
    if (*capsule) managed = PyCapsule_GetPointer(*capsule, "dltensor");
    Py_XDECREF(none);
    Py_XDECREF(stream);
    Py_XDECREF(device);
    Py_XDECREF(function);
    if (PyErr_Occurred()) return NULL;
    const struct dl_tensor *tensor = managed ? &managed->tensor : NULL;
    bool kind = tensor && tensor->kind.lanes == 1 && tensor->kind.bits == bits &&
                (tensor->kind.code == code || (bits == 8 && tensor->kind.code == DL_BOOL));
    if (kind && tensor->dimensions == 1 && tensor->shape[0] == (int64_t)batch->count &&
        (!tensor->strides || tensor->strides[0] == 1 || batch->count == 1))
        return (char *)tensor->data + tensor->offset;
    PyErr_Format(PyExc_ValueError,
                 "%s [%u] in the memory of GPU %u, one after the other, are wanted.", wanted,
                 batch->count, batch->device);
    return NULL;
}

static PyObject *gpu_step(PyObject *self, PyObject *argument) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool went;
    PyObject *capsule = NULL;
    const int32_t *action = zk_gpu_batch_action(batch->it);
    if (!is_idle(batch->busy)) return NULL;
    if (argument != Py_None)
        action = take_there(batch, argument, DL_INT, 32, "Actions as int32", &capsule);
    if (!action) {
        Py_XDECREF(capsule);
        return NULL;
    }
    WITHOUT_LOCK(batch, went = zk_gpu_batch_step(batch->it, action, refusal));
    Py_XDECREF(capsule);
    return went ? Py_NewRef(Py_None) : refuse(refusal);
}

static PyObject *gpu_next(PyObject *self, PyObject *argument) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool went;
    PyObject *capsule = NULL;
    const uint8_t *which = NULL;
    if (!is_idle(batch->busy)) return NULL;
    if (argument != Py_None &&
        !(which = take_there(batch, argument, DL_UINT, 8, "uint8 or bool", &capsule))) {
        Py_XDECREF(capsule);
        return NULL;
    }
    WITHOUT_LOCK(batch, went = zk_gpu_batch_next(batch->it, which, refusal));
    Py_XDECREF(capsule);
    return went ? Py_NewRef(Py_None) : refuse(refusal);
}

static PyObject *gpu_restart(PyObject *self, PyObject *argument) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool went;
    unsigned long long seed = PyLong_AsUnsignedLongLong(argument);
    if (PyErr_Occurred() || !is_idle(batch->busy)) return NULL;
    WITHOUT_LOCK(batch, went = zk_gpu_batch_restart(batch->it, seed, refusal));
    return went ? Py_NewRef(Py_None) : refuse(refusal);
}

static PyObject *gpu_choose(PyObject *self, PyObject *argument) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool went;
    unsigned long long seed = PyLong_AsUnsignedLongLong(argument);
    if (PyErr_Occurred() || !is_idle(batch->busy)) return NULL;
    WITHOUT_LOCK(batch, went = zk_gpu_batch_choose(batch->it, seed,
                                                   zk_gpu_batch_action(batch->it), refusal));
    return went ? Py_NewRef(Py_None) : refuse(refusal);
}

/* observe(kind): the positions now as another kind of observation. */
static PyObject *gpu_observe(PyObject *self, PyObject *argument) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    long kind = PyLong_AsLong(argument);
    const uint8_t *seen;
    if (PyErr_Occurred() || !is_idle(batch->busy)) return NULL;
    if (kind < 0 || kind > ZK_OBSERVE_ALL)
        return refuse("There is no such kind of observation.");
    enum zk_observed observed = (enum zk_observed)kind;
    WITHOUT_LOCK(batch, seen = zk_gpu_batch_observe(batch->it, observed, refusal));
    if (!seen) return refuse(refusal);
    uint32_t size = zk_observation_size(batch->rules->it, observed);
    PyObject *shape = batch->all_seats ? Py_BuildValue("III", batch->count,
                                                       zk_gpu_batch_seats(batch->it), size)
                                       : Py_BuildValue("II", batch->count, size);
    PyObject *array = shape ? array_there(batch, seen, "B", shape) : NULL;
    Py_XDECREF(shape);
    return array;
}

/* random(seed, first, games): (decisions, generators, points, wins), each added up. */
static PyObject *gpu_random(PyObject *self, PyObject *arguments) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    char refusal[ZK_BATCH_REFUSAL_SIZE];
    bool went;
    unsigned long long seed, first, games;
    struct zk_gpu_sums sums;
    if (!PyArg_ParseTuple(arguments, "KKK", &seed, &first, &games) || !is_idle(batch->busy))
        return NULL;
    WITHOUT_LOCK(batch, went = zk_gpu_random(batch->gpu, seed, first, games, &sums, refusal));
    if (!went) return refuse(refusal);
    unsigned seats = zk_ruleset_seats(batch->rules->it);
    PyObject *points = PyList_New((Py_ssize_t)seats), *wins = PyList_New((Py_ssize_t)seats);
    for (Py_ssize_t i = 0; points && wins && i < (Py_ssize_t)seats; i++) {
        PyList_SetItem(points, i, PyLong_FromLongLong((int64_t)sums.points[i]));
        PyList_SetItem(wins, i, PyLong_FromUnsignedLongLong(sums.wins[i]));
    }
    return Py_BuildValue("KKNN", sums.decisions, sums.generators, points, wins);
}

static PyObject *gpu_name(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(zk_gpu_name(((struct gpu_batch *)self)->gpu));
}

static PyObject *gpu_number(PyObject *self, void *which) {
    struct gpu_batch *batch = (struct gpu_batch *)self;
    switch (*(const char *)which) {
    case 's': return PyLong_FromUnsignedLong(zk_gpu_batch_seats(batch->it));
    case 'o': return PyLong_FromUnsignedLong(zk_gpu_batch_observation_size(batch->it));
    case 'r': return PyLong_FromUnsignedLongLong(zk_gpu_batch_arrays(batch->it)->legal_room);
    default: return PyLong_FromUnsignedLongLong(zk_gpu_batch_moves(batch->it));
    }
}

static PyGetSetDef gpu_values[] = {
    {"name", gpu_name, NULL, "Of the GPU, as in \"NVIDIA H200\".", NULL},
    {"seats", gpu_number, NULL, "How many seats each game has.", "s"},
    {"observation_size", gpu_number, NULL, "Bytes of an observation.", "o"},
    {"legal_room", gpu_number, NULL, "Moves that the lists have room for, now.", "r"},
    {"moves", gpu_number, NULL, "The moves of all lists together, now.", "m"},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyMethodDef gpu_methods[] = {
    {"array", gpu_array, METH_VARARGS, "array(name, format, shape): where it is now."},
    {"step", gpu_step, METH_O, "Makes an action in every slot; None: those in `action`."},
    {"next", gpu_next, METH_O, "Begins the next game in some slots, or in all."},
    {"restart", gpu_restart, METH_O, "Begins anew with a seed."},
    {"choose", gpu_choose, METH_O, "Any move of every slot, by a seed, into `action`."},
    {"observe", gpu_observe, METH_O, "Observations of another kind."},
    {"random", gpu_random, METH_VARARGS, "random(seed, first, games): added up."},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot gpu_slots[] = {
    {Py_tp_new, gpu_new},
    {Py_tp_dealloc, gpu_free},
    {Py_tp_getset, gpu_values},
    {Py_tp_methods, gpu_methods},
    {Py_tp_doc, "GpuBatch(rules, count, options=\"\", device=0): a batch on a GPU."},
    {0, NULL},
};
static PyType_Spec gpu_spec = {"zashiki._core.GpuBatch", sizeof(struct gpu_batch), 0,
                               Py_TPFLAGS_DEFAULT, gpu_slots};

/* ---- The module ---- */

static PyObject *games(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    PyObject *list = PyList_New(0);
    for (unsigned i = 0; list && zk_game_at(i); i++) {
        PyObject *name = PyUnicode_FromString(zk_game_at(i));
        if (!name || PyList_Append(list, name) < 0) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *about(PyObject *self, PyObject *argument) {
    (void)self;
    const char *game = PyUnicode_AsUTF8AndSize(argument, NULL);
    if (!game) return NULL;
    if (!zk_game_about(game, NULL, 0)) return refuse("There is no such game.");
    PyObject *text;
    AS_TEXT(text, zk_game_about(game, out, size));
    return text;
}

static PyMethodDef functions[] = {
    {"games", games, METH_NOARGS, "The names of the games."},
    {"about", about, METH_O, "What a game is, as JSON."},
    {"write_record", write_record, METH_VARARGS, "write_record(rules, names, moves)"},
    {"read_records", read_records, METH_O,
     "A list of (line, rules, names, moves, finished, why)."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *add_type(PyObject *self, PyType_Spec *spec, const char *name) {
    PyObject *type = PyType_FromModuleAndSpec(self, spec, NULL);
    if (type && PyModule_AddObjectRef(self, name, type) < 0) Py_CLEAR(type);
    return (PyTypeObject *)type;
}

static int set_up(PyObject *self) {
    struct core *core = PyModule_GetState(self);
    if (!(core->rules = add_type(self, &rules_spec, "Rules")) ||
        !(core->state = add_type(self, &state_spec, "State")) ||
        !(core->view = add_type(self, &view_spec, "View")) ||
        !(core->random = add_type(self, &random_spec, "Random")) ||
        !(core->player = add_type(self, &player_spec, "Player")) ||
        !(core->array = add_type(self, &array_spec, "Array")) ||
        !(core->batch = add_type(self, &batch_spec, "Batch")) ||
        !(core->gpu_batch = add_type(self, &gpu_spec, "GpuBatch")))
        return -1;
    return PyModule_AddIntConstant(self, "CHANCE", ZK_CHANCE) ||
                   PyModule_AddIntConstant(self, "OVER", ZK_OVER) ||
                   PyModule_AddIntConstant(self, "SPECTATOR", ZK_SPECTATOR) ||
                   PyModule_AddIntConstant(self, "EVERYTHING", ZK_EVERYTHING) ||
                   PyModule_AddIntConstant(self, "FEATURES", ZK_FEATURES) ||
                   PyModule_AddStringConstant(self, "version", zk_version())
               ? -1
               : 0;
}

static int clear(PyObject *self) {
    struct core *core = PyModule_GetState(self);
    PyTypeObject **types[] = {&core->rules,  &core->state, &core->view,  &core->random,
                              &core->player, &core->array, &core->batch, &core->gpu_batch};
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        PyObject *type = (PyObject *)*types[i];
        *types[i] = NULL;
        Py_XDECREF(type);
    }
    return 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, set_up}, {0, NULL}};
static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,  .m_name = "zashiki._core", .m_size = sizeof(struct core),
    .m_methods = functions, .m_slots = module_slots,   .m_clear = clear,
};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&module); }
