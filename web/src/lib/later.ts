// What can wait in the first frame of a screen, so that it can be used sooner: pictures, towns, the log. It follows piece by
// piece from the next frame on, with time between the pieces for whoever clicks. From then on everything comes at once.
const AT_A_TIME_MS = 3;
let waiting: (() => void)[] | undefined = [];

function some(): void {
  const begun = performance.now();
  while (waiting?.length && performance.now() - begun < AT_A_TIME_MS) waiting.shift()!();
  if (waiting?.length) setTimeout(some);
  else waiting = undefined;
}

export function later(run: () => void): void {
  if (!waiting) return run();
  if (!waiting.length) requestAnimationFrame(() => setTimeout(some));
  waiting.push(run);
}

/** Another screen is about to be shown. */
export function newScreen(): void {
  waiting ??= [];
}
