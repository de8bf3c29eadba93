// Whether things move: as the reader has chosen, or else as the system says. Style sheets follow the same choice
// (base.css); this is for what scripts move.
import { settings } from './settings.svelte';

export const isStill = (): boolean =>
  settings.motion === 'less' || (settings.motion === 'system' && matchMedia('(prefers-reduced-motion: reduce)').matches);
