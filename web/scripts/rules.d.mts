import type { Rules } from '../src/lib/rules';

export function readRules(page: string): Rules;
