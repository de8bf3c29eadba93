// Where a learner is in a tutorial: which step is said, and which move it asks for.
import { untrack } from 'svelte';
import type { TableState } from './table.svelte';
import { askedBy, stepsBefore, type Step, type Tutorial } from './tutorial';

export class TutorialState {
  #read = $state(0);
  #moves: number;

  /** To be made while the table's component is made: it lasts as long. */
  constructor(
    readonly tutorial: Tutorial,
    readonly table: TableState,
  ) {
    this.#moves = table.picture.now.moves;
    this.#read = stepsBefore(tutorial, this.#moves);
    // What stands before a move that was made is read; after one was taken back it is said again.
    $effect.pre(() => {
      const { moves } = table.picture.now;
      untrack(() => {
        const before = stepsBefore(tutorial, moves);
        const read = moves < this.#moves ? before : Math.max(this.#read, before);
        this.#moves = moves;
        if (read !== this.#read) this.#set(read);
      });
    });
  }

  /** It is over, and play is free. */
  over = $derived.by(() => {
    const { now } = this.table.picture;
    return now.status === 'over' || now.games > 0 || this.#read >= this.tutorial.steps.length;
  });
  /** The number of the step that is said, from 0. */
  at = $derived.by(() => (!this.over && this.tutorial.steps[this.#read]!.moves <= this.table.picture.now.moves ? this.#read : undefined));
  step: Step | undefined = $derived.by(() => (this.at === undefined ? undefined : this.tutorial.steps[this.at]));
  /** The move that it asks for. */
  asks = $derived.by(() => (this.at === undefined ? undefined : askedBy(this.tutorial, this.at)));
  isLast = $derived.by(() => this.at === this.tutorial.steps.length - 1);

  next = (): void => {
    this.table.other = undefined;
    if (this.at !== undefined) this.#set(this.at + 1);
  };

  #set(read: number): void {
    this.#read = read;
    this.table.host.stepsRead(read, read >= this.tutorial.steps.length);
  }
}
