// Node 18 has the browser's crypto, but not under its name.
import { webcrypto } from 'node:crypto';

(globalThis as { crypto?: unknown }).crypto ??= webcrypto;
