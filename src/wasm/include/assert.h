/* assert.h for wasm: a broken assertion traps, and the worker that hosts the table reports it. */
#ifndef ZK_WASM_ASSERT_H
#define ZK_WASM_ASSERT_H

#define static_assert _Static_assert
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())

#endif
