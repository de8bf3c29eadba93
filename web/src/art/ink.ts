// Puts a picture into the page, path by path and by hand: a table has a thousand paths that never change, and what
// Svelte does to watch each costs several times as much. Of a text, or of a copy of another picture, the browser takes longer.
import { later } from '../lib/later';
import type { Scene } from './scene';

/** A picture, or what draws it: that one can wait (lib/later.ts). */
export type Drawn = Scene | (() => Scene);

const make = (name: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', name);

function put(into: SVGElement, of: Scene): void {
  for (const part of of) {
    const made = make('of' in part ? 'g' : 'path');
    if ('of' in part) {
      made.setAttribute('transform', part.at);
      put(made, part.of);
    } else {
      made.setAttribute('class', `p-${part[0]}`);
      made.setAttribute('d', part[1]);
    }
    into.append(made);
  }
}

/** An action: what is in the element is this picture. */
export function ink(into: SVGElement, of: Drawn): { update(of: Drawn): void; destroy(): void } {
  let wanted: Drawn | undefined = of, shown: Scene | undefined;
  const draw = (): void => {
    if (!wanted) return;
    const scene = typeof wanted === 'function' ? wanted() : wanted;
    if (scene === shown) return;
    into.replaceChildren();
    put(into, (shown = scene));
  };
  if (typeof of === 'function') later(draw);
  else draw();
  return {
    update(next) {
      wanted = next;
      if (shown) draw();
    },
    destroy() {
      wanted = undefined;
    },
  };
}
