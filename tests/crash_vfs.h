/* crash_vfs.h: a disk in memory for SQLite whose power can fail.
 *
 * What was written and not synced is, after a crash, there or not, sector by sector and in any order:
 * a page can be torn, a later write can have come before an earlier one. What was synced stays. */
#ifndef ZK_CRASH_VFS_H
#define ZK_CRASH_VFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes it SQLite's usual disk. Used by one thread. */
void crash_vfs_register(void);
/* Empties the disk, and puts one file there, safe. */
void crash_vfs_reset(const char *name, const void *bytes, size_t size);
/* The power fails with the change (write, sync, truncation, deletion) of this number from now. */
void crash_vfs_arm(uint32_t changes);
bool crash_vfs_is_off(void);
/* Called before each write, from here on until it is NULL, as another thread could come in between; not in what it does
 * itself. */
void crash_vfs_between(void (*act)(void *user), void *user);
/* The power is back. No handle may be open. */
void crash_vfs_boot(uint64_t seed);

#endif
