// What the boards of all games do alike: one move is sent at a time, a try that the rules forbid is refused
// in words, the focus stays on the board, and what has changed moves.
import { onMount, tick, untrack } from 'svelte';
import { Motion } from './motion';
import type { BoardProps } from './types';

/** What is a board's own. It is asked while the board is shown, so that props may be read in it. */
export interface Own<View> {
  props: () => Pick<BoardProps<View>, 'view' | 'now' | 'onmove' | 'ontry'>;
  /** Lets go of what was being chosen: a move is on its way. */
  drop: () => void;
  /** Brings the focus back to where it was on the board. */
  focus: () => void;
  /** The board shows another view, `steps` moves later (fewer than 0 when one looks back): shows by
   * motion what has changed. Not asked with reduced motion. */
  moved: (motion: Motion, next: View, was: View, steps: number) => void;
  /** The same, asked always and after that. */
  changed: (next: View, was: View, steps: number) => void;
}

export class BoardCore<View> {
  /** The board's outermost element. */
  root = $state<HTMLElement>();
  /** A move is on its way. */
  sending = $state(false);
  motion: Motion | undefined;
  #own: Own<View>;

  /** To be made while the board's component is made. */
  constructor(own: Own<View>) {
    this.#own = own;
    let shown: View | undefined, moves = 0, wasHere = false;
    $effect.pre(() => {
      void own.props().view;
      untrack(() => {
        wasHere = this.hasFocus();
        this.motion?.remember();
      });
    });
    $effect(() => {
      const { view: next, now } = own.props();
      untrack(() => {
        const was = shown, steps = now.moves - moves;
        shown = next;
        moves = now.moves;
        if (was === undefined || was === next) return;
        if (this.motion && Motion.wanted()) own.moved(this.motion, next, was, steps);
        own.changed(next, was, steps);
        if (wasHere) this.#keepFocus(own.focus);
      });
    });
    onMount(() => {
      const motion = (this.motion = new Motion(this.root!));
      return () => motion.forget();
    });
  }

  hasFocus(): boolean {
    return !!this.root?.contains(document.activeElement);
  }

  /** Sends a move. Where the focus is lost by it, `focus` brings it back. */
  async send(text: string, focus = this.#own.focus): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    const wasHere = this.hasFocus();
    this.#own.drop();
    try {
      await this.#own.props().onmove(text);
    } finally {
      this.sending = false;
    }
    await tick();
    if (wasHere) this.#keepFocus(focus);
  }

  /** A try that the rules forbid: `node` shakes, and the engine says why. */
  refuse(text: string, node?: Element | null): void {
    if (node instanceof HTMLElement) this.motion?.shake(node);
    const { ontry, onmove } = this.#own.props();
    if (ontry) ontry(text);
    else void onmove(text);
  }

  /** A key pressed on the board; `act` says whether it meant something. */
  key(event: KeyboardEvent, act: (event: KeyboardEvent) => boolean): void {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.target as Element).closest('dialog')) return;
    this.motion?.skip();
    if (!act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #keepFocus(focus: () => void): void {
    if (!document.activeElement || document.activeElement === document.body) focus();
  }
}
