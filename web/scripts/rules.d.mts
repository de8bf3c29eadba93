import type { Rules } from '../src/lib/rules';

export function readRules(text: string): Rules;
