// What the table is made of.
export { default as board } from './Board.svelte';
export { default as ending } from './Ending.svelte';
export { words } from './words';
/** Towns and cards lie open for all; only screens and boxes hide something. */
export const staysOpen = true;
