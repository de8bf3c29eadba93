/* fields.h: how games describe their observations (encode.h) in one place each.
 *
 * A game lists the fields of a layout once, as X(name, rows, columns, least, most, meaning), and makes of
 * that list both the struct that `observe` writes to and the table that `fields` gives; so they cannot
 * differ. Fields with a row for each seat come in lists of their own, X(name, columns, least, most,
 * meaning), since how many rows they have is known by the rules alone. */
#ifndef ZK_FIELDS_H
#define ZK_FIELDS_H

#include "encode.h"

/* A layout being described: how far it is. */
struct zk_layout {
    struct zk_field *out; /* with room for ZK_FIELDS_MAX */
    uint32_t count, size;
};

static inline void zk_layout_add(struct zk_layout *layout, const char *name, uint32_t rows,
                                 uint32_t columns, uint8_t least, uint8_t most,
                                 const char *meaning) {
    layout->out[layout->count++] =
        (struct zk_field){name, layout->size, rows, columns, least, most, meaning};
    layout->size += rows * columns;
}

/* For X-macros: the member of a struct, and its line in the table. */
#define ZK_FIELD_MEMBER(name, rows, columns, least, most, meaning)                            \
    uint8_t name[(rows) * (columns)];
#define ZK_FIELD_LINE(name, rows, columns, least, most, meaning)                              \
    zk_layout_add(layout, #name, rows, columns, least, most, meaning);
/* The same for one with a row for each of `seats`: the columns of one seat stand in the struct, so that
 * the field begins at `seats` times its place there. */
#define ZK_SEAT_MEMBER(name, columns, least, most, meaning) uint8_t name[columns];
#define ZK_SEAT_LINE(name, columns, least, most, meaning)                                     \
    zk_layout_add(layout, #name, seats, columns, least, most, meaning);

/* Eight numbers of three bits each, the lowest first, as eight bytes. */
static inline uint64_t zk_spread3(uint64_t bits) {
    bits = (bits | bits << 20) & 0x00000FFF00000FFFu;
    bits = (bits | bits << 10) & 0x003F003F003F003Fu;
    return (bits | bits << 5) & 0x0707070707070707u;
}
/* The same of four bits each. */
static inline uint64_t zk_spread4(uint64_t bits) {
    bits = (bits | bits << 16) & 0x0000FFFF0000FFFFu;
    bits = (bits | bits << 8) & 0x00FF00FF00FF00FFu;
    return (bits | bits << 4) & 0x0F0F0F0F0F0F0F0Fu;
}
/* Eight bits, the lowest first, as eight bytes of 0 or 1. */
static inline uint64_t zk_spread1(uint64_t bits) {
    uint64_t each = bits * 0x0101010101010101u & 0x8040201008040201u;
    return (each + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

/* The lowest `size` bytes of a number, the lowest first, whatever the machine. */
static inline void zk_put_bytes(uint8_t *out, uint64_t number, unsigned size) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    __builtin_memcpy(out, &number, size);
#else
    for (unsigned i = 0; i < size; i++) out[i] = (uint8_t)(number >> 8 * i);
#endif
}
/* The same where what comes behind is written later: eight bytes at once, but on a GPU, which writes one after the
 * other. */
static inline void zk_put_over(uint8_t *out, uint64_t number, unsigned size) {
#ifdef __NVPTX__
    zk_put_bytes(out, number, size);
#else
    (void)size;
    zk_put_bytes(out, number, 8);
#endif
}

#endif
