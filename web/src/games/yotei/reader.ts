// Asking what a thing is, without using it: the mouse rests on it, a finger stays on it, or keys have led to it.
const REST_MS = 320;
const PRESS_MS = 450;
/** A finger that moves so far scrolls. */
const STILL_PX = 10;
/** Focus that comes so soon after a key was led there by it. */
const KEY_MS = 100;

let walked = -Infinity;
if (typeof window !== 'undefined')
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Tab' || key.startsWith('Arrow')) walked = performance.now();
  }, true);

export interface Reader {
  show: (by: 'rest' | 'press' | 'keys') => void;
  hide: () => void;
}

export function reader(node: HTMLElement, told: Reader): { update: (next: Reader) => void; destroy: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let down: { x: number; y: number } | undefined;
  /** The click that ends a long press is not meant. */
  let swallows = false;
  const stop = (): void => {
    clearTimeout(timer);
    down = undefined;
  };
  const isMouse = (event: Event): boolean => (event as PointerEvent).pointerType === 'mouse';
  const on: Record<string, (event: Event) => void> = {
    pointerleave(event) {
      stop();
      if (isMouse(event)) told.hide();
    },
    pointerdown(event) {
      stop();
      swallows = false;
      if (isMouse(event)) return;
      const { clientX: x, clientY: y } = event as PointerEvent;
      down = { x, y };
      timer = setTimeout(() => {
        swallows = true;
        told.show('press');
      }, PRESS_MS);
    },
    pointermove(event) {
      // A card that comes to lie under a mouse at rest is not asked about.
      if (isMouse(event)) {
        stop();
        if (!(event as PointerEvent).buttons) timer = setTimeout(() => told.show('rest'), REST_MS);
        return;
      }
      const { clientX, clientY } = event as PointerEvent;
      if (down && Math.hypot(clientX - down.x, clientY - down.y) > STILL_PX) stop();
    },
    pointerup: stop,
    pointercancel: stop,
    contextmenu(event) {
      if (down || swallows) event.preventDefault();
    },
    click(event) {
      if (swallows) event.stopPropagation();
      swallows = false;
    },
    focus() {
      if (performance.now() - walked < KEY_MS) told.show('keys');
    },
    blur: () => told.hide(),
  };
  for (const [name, act] of Object.entries(on)) node.addEventListener(name, act);
  return {
    update: (next) => void (told = next),
    destroy() {
      stop();
      for (const [name, act] of Object.entries(on)) node.removeEventListener(name, act);
    },
  };
}
