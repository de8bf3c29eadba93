// What happens at a table, told: others' moves in words for those who listen, sounds, and a notification
// when the turn comes while the page is hidden.
import { untrack } from 'svelte';
import { t } from './i18n.svelte';
import type { Reaction, Seat } from './protocol';
import { settings } from './settings.svelte';
import { play } from './sound';
import type { TableState } from './table.svelte';

const SIGN_MS = 3500;

export class Announcer {
  /** What another did last, in words. */
  told = $state('');
  /** The signs that were made a moment ago. */
  signs = $state.raw<Partial<Record<Seat, Reaction>>>({});

  /** To be made while the table's component is made: it lasts as long. */
  constructor(table: TableState) {
    const { host } = table;
    host.onevent = (entry) => {
      host.watchHandOver();
      if (entry.kind === 'move') {
        table.hint = undefined;
        play(entry.by === 'chance' ? 'paper' : 'wood');
      }
      if (entry.kind === 'again') table.past = undefined;
      if (entry.by !== table.you) this.told = untrack(() => table.lines.find((line) => line.event === entry.event)?.said ?? this.told);
    };
    host.onreaction = (reaction, by) => {
      this.signs = { ...this.signs, [by]: reaction };
      setTimeout(() => (this.signs = { ...this.signs, [by]: undefined }), SIGN_MS);
    };

    // A bell when the turn comes, not after each card turned up within it.
    const cameToMe = (): boolean => table.picture.entries.findLast((entry) => entry?.kind === 'move' && entry.by !== 'chance')?.by !== table.you;
    $effect(() => {
      if (!table.mine || !untrack(cameToMe)) return;
      untrack(() => {
        play('bell');
        if (document.hidden && settings.notify && Notification.permission === 'granted')
          void navigator.serviceWorker?.ready
            .then((worker) => worker.showNotification(t('ui.turn.title'), { body: table.sentence, tag: host.kept.id, icon: 'icon.svg' }))
            .catch(() => {});
      });
    });
    $effect(() => {
      if (table.over) untrack(() => play(table.outcome === 'won' ? 'win' : table.outcome === 'lost' ? 'lose' : 'drum'));
    });
  }
}
