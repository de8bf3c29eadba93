// What moves on the board, and then stops. Before the board changes, places are remembered; after
// it, what is new comes from where it was, and what is gone leaves as a shade of itself. Nothing
// here is needed to understand the board, and none of it happens with reduced motion.
//
// Every thing that can move carries data-at, which says what it is: "hand:2", "laid:R:A:0", "top:G".

import { isStill } from '../lib/motion';

const CALM = 'cubic-bezier(0.3, 0.7, 0.3, 1)';

/** What changes while something moves: nothing that the page would have to be laid out or painted anew for. */
interface Frame {
  transform?: string;
  opacity?: number;
  offset?: number;
}

interface Place {
  rect: DOMRect;
  node: HTMLElement;
}

export class Motion {
  #places = new Map<string, Place>();
  #running = new Set<Animation>();
  #shades = new Set<HTMLElement>();
  #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(readonly root: HTMLElement) {}

  static wanted(): boolean {
    return !isStill() && document.visibilityState === 'visible';
  }

  /** Remembers where everything is, with a copy of how it looks. */
  remember(): void {
    this.#places.clear();
    if (!Motion.wanted()) return;
    for (const node of this.root.querySelectorAll<HTMLElement>('[data-at]')) {
      const rect = node.getBoundingClientRect();
      if (rect.width) this.#places.set(node.dataset.at!, { rect, node: node.cloneNode(true) as HTMLElement });
    }
  }

  /** Ends all motion now. */
  skip(): void {
    for (const animation of this.#running) animation.finish();
  }

  place(at: string): DOMRect | undefined {
    return this.#places.get(at)?.rect;
  }

  #find(at: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-at="${at}"]`);
  }

  #run(node: HTMLElement, frames: Frame[], ms: number, delay = 0): Animation {
    const animation = node.animate(frames as Keyframe[], { duration: ms, delay, easing: CALM, fill: 'backwards' });
    this.#running.add(animation);
    const over = (): boolean => this.#running.delete(animation);
    animation.finished.then(over, over);
    return animation;
  }

  /** What lies at `at` now comes from where `from` was. */
  arrive(at: string, from: string, ms = 260, delay = 0): void {
    const node = this.#find(at);
    const start = this.#places.get(from)?.rect;
    if (!node || !start) return;
    const end = node.getBoundingClientRect();
    if (!end.width) return;
    const scale = start.width / end.width;
    const x = start.x + start.width / 2 - end.x - end.width / 2;
    const y = start.y + start.height / 2 - end.y - end.height / 2;
    node.style.zIndex = '9';
    const over = (): string => (node.style.zIndex = '');
    this.#run(node, [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], ms, delay).finished.then(over, over);
  }

  /** What lies at `at` goes from where it was to where it is, if that is elsewhere. */
  shift(at: string, ms = 240): void {
    const was = this.#places.get(at)?.rect, is = this.#find(at)?.getBoundingClientRect();
    if (was && is && (Math.abs(was.x - is.x) > 1 || Math.abs(was.y - is.y) > 1 || Math.abs(was.width - is.width) > 1)) this.arrive(at, at, ms);
  }

  /** A card turned up. */
  flip(at: string): void {
    const node = this.#find(at);
    if (node) this.#run(node, [{ transform: 'rotateY(88deg) scale(0.96)' }, { transform: 'none' }], 220);
  }

  /** Glows once: a frame of light around it comes and goes. */
  glow(at: string, delay = 0): void {
    if (delay) {
      // Where it is then: it may be on its way.
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.glow(at);
      }, delay);
      this.#timers.add(timer);
      return;
    }
    const node = this.#find(at);
    if (!node) return;
    const light = document.createElement('span'), rect = node.getBoundingClientRect();
    const lit = getComputedStyle(this.root).getPropertyValue('--glow').trim() || 'gold';
    Object.assign(light.style, { borderRadius: getComputedStyle(node).borderRadius, boxShadow: `0 0 12px 3px ${lit}, inset 0 0 10px ${lit}`, opacity: '0' });
    this.#show(light, rect, [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 0 }], 900);
  }

  /** What was at `from` leaves for `to`, or shrinks away downward when there is no such place. */
  leave(from: string, to: string | undefined, ms = 280, delay = 0): void {
    const place = this.#places.get(from);
    if (place) this.#sendOff(place.node, place.rect, to, ms, delay);
  }

  /** One like `what`, a coin of many, goes from where `from` was to `to`. */
  carry(what: string, from: string, to: string, ms = 420, delay = 0): void {
    const place = this.#places.get(what), start = this.#places.get(from)?.rect;
    if (!place || !start || !this.#find(to)) return;
    const { width, height } = place.rect;
    const rect = new DOMRect(start.x + (start.width - width) / 2, start.y + (start.height - height) / 2, width, height);
    this.#sendOff(place.node.cloneNode(true) as HTMLElement, rect, to, ms, delay, 1);
  }

  #sendOff(shade: HTMLElement, from: DOMRect, to: string | undefined, ms: number, delay: number, scale?: number): void {
    const end = to ? this.#find(to)?.getBoundingClientRect() : undefined;
    const away = end
      ? `translate(${end.x + end.width / 2 - from.x - from.width / 2}px, ${end.y + end.height / 2 - from.y - from.height / 2}px) scale(${scale ?? Math.max(0.15, end.width / from.width)})`
      : 'translateY(34px) scale(0.3) rotate(-9deg)';
    const tremble: Frame[] = to ? [] : [
      { transform: 'translateX(-4px)', offset: 0.12 },
      { transform: 'translateX(4px)', offset: 0.24 },
      { transform: 'translateX(-3px)', offset: 0.36 },
    ];
    this.#show(shade, from, [{ transform: 'none', opacity: 1 }, ...tremble, { transform: away, opacity: to ? 0.6 : 0 }], ms, delay);
  }

  /** Shows something above the board for as long as it moves. */
  #show(shade: HTMLElement, { x, y, width, height }: DOMRect, frames: Frame[], ms: number, delay = 0): void {
    shade.removeAttribute('data-at');
    shade.setAttribute('aria-hidden', 'true');
    shade.inert = true;
    Object.assign(shade.style, {
      position: 'fixed', left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`,
      margin: '0', zIndex: '30', pointerEvents: 'none', listStyle: 'none', rotate: 'none', transformOrigin: '50% 50%',
    });
    this.root.append(shade);
    this.#shades.add(shade);
    // Some browsers lay out what is fixed within a container from the container's corner.
    const put = shade.getBoundingClientRect();
    if (put.x !== x || put.y !== y) Object.assign(shade.style, { left: `${2 * x - put.x}px`, top: `${2 * y - put.y}px` });
    const animation = this.#run(shade, frames, ms, delay);
    const over = (): void => {
      shade.remove();
      this.#shades.delete(shade);
    };
    animation.finished.then(over, over);
  }

  /** No. */
  shake(node: HTMLElement): void {
    if (!Motion.wanted()) return;
    this.#run(node, [0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })), 260);
  }

  forget(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const animation of this.#running) animation.cancel();
    for (const shade of this.#shades) shade.remove();
  }
}
