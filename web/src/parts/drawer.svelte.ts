// Which part of the drawer is open: beside the board, or as a sheet above it where the window is narrow.
export const TABS = ['log', 'rules', 'more'] as const;
export type Tab = (typeof TABS)[number];

const narrow = matchMedia('(max-width: 67.99rem)');
export const isNarrow = (): boolean => narrow.matches;
/** The log stands beside the board by itself where the board does not miss the room. */
const isWide = (): boolean => matchMedia('(min-width: 80rem) and (min-height: 30rem)').matches;

export class DrawerState {
  tab = $state<Tab | undefined>(isWide() ? 'log' : undefined);
  /** The rule that the rules are opened at. */
  rule = $state<string | undefined>();

  closer = $state<HTMLElement | undefined>();

  /** To be made while the table's component is made. */
  constructor() {
    // What stood beside the board does not lie down on it when the window becomes narrow.
    $effect(() => {
      const changed = (): void => this.makeWay();
      narrow.addEventListener('change', changed);
      return () => narrow.removeEventListener('change', changed);
    });
  }

  /** Who opens a sheet by its button is in it. */
  toggle(which: Tab): void {
    this.tab = this.tab === which ? undefined : which;
    if (this.tab && isNarrow()) setTimeout(() => this.closer?.focus());
  }
  openRule = (rule: string): void => {
    this.rule = rule;
    this.tab = 'rules';
  };
  /** A sheet makes way for the board. */
  makeWay(): void {
    if (isNarrow()) this.tab = undefined;
  }
}
