// Where one is after going to another screen: at its beginning, for those who listen or use keys.
let screens = 0;

/** An action for a screen's main part. The first screen is left as the browser opens it. */
export function arrive(main: HTMLElement): void {
  if (screens++) main.focus({ preventScroll: true });
}
