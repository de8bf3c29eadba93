// A table as a screen shows it: what is looked at, who sits there, what may be done now, and asking for it.
import { bestBot, findGame } from '../games';
import type { Loaded, Names } from '../games/types';
import type { Host } from './host.svelte';
import { list, say, t } from './i18n.svelte';
import { logLines, nameOf, namesOf, undoneEvents } from './log';
import { peopleAt, termsOf, type Term } from './terms';
import { gameStart, lastEvent, type Picture } from './picture';
import { Refusal, type Ask, type Entry, type Hint, type Refused, type Seat } from './protocol';
import { play } from './sound';

const SHAKE_MS = 300;

export class TableState {
  constructor(readonly host: Host) {
    this.loaded = this.game?.loaded;
  }

  get picture(): Picture {
    return this.host.picture!;
  }

  // ---- The game ----

  game = $derived.by(() => findGame(this.picture.game));
  loading = $derived(this.game?.load());
  loaded = $state.raw<Loaded | undefined>();
  words = $derived(this.loaded?.words);
  /** What it is played with. */
  terms: Term[] = $derived.by(() => (this.game ? termsOf(this.game, this.picture) : []));
  /** The seats that have asked for advice in this game. */
  advised: Seat[] = $derived.by(() => {
    const asked = this.picture.entries.slice(gameStart(this.picture)).filter((entry) => entry?.kind === 'advice');
    return [...new Set(asked.map((entry) => entry!.by as Seat))].sort();
  });

  // ---- What is looked at: the table as it is, or as it was after an entry ----

  /** The number of the entry that is looked back at. */
  past = $state<number | undefined>();
  #lookedAt = $derived.by(() => (this.past === undefined ? undefined : this.picture.entries[this.past - 1]));
  shown = $derived.by(() => this.#lookedAt?.now ?? this.picture.now);
  /** While the device changes hands, what everybody was told: the log of the one who had it says what they alone saw. */
  lines = $derived.by(() => logLines((this.host.cover && this.host.publicPicture) ?? this.picture, this.words));
  lastEvents: Entry[] = $derived.by(() => (this.#lookedAt ? [this.#lookedAt] : this.host.lastEvents));

  /** The moves of the game on the table up to what is looked at. */
  moves: Entry[] = $derived.by(() => {
    const entries = this.picture.entries.slice(0, this.past);
    const undone = undoneEvents({ ...this.picture, entries });
    return entries.slice(entries.findLastIndex((entry) => entry?.kind === 'again') + 1).filter((entry): entry is Entry => entry?.kind === 'move' && !undone.has(entry.event));
  });

  /** Looks back at an entry; at the last one the table is as it is. */
  lookAt(event: number): void {
    this.why = this.hint = undefined;
    this.past = event === this.picture.entries.length ? undefined : event;
  }

  /** To the move before or after the one looked at. */
  step(by: number): void {
    const { entries } = this.picture;
    const shown = this.lines.filter((line) => line.move && entries[line.event - 1]?.now);
    const at = this.past ?? entries.length + 1;
    const next = by < 0 ? shown.findLast((line) => line.event < at) : shown.find((line) => line.event > at);
    this.past = next && next.event < entries.length ? next.event : by < 0 ? this.past : undefined;
  }

  // ---- Who sits there ----

  you = $derived.by(() => this.host.you);
  names: Names = $derived.by(() => namesOf(this.picture.now));
  mySeat = $derived.by(() => this.picture.now.seats.find(({ seat }) => seat === this.you));
  seated = $derived(this.mySeat?.who === 'person');
  /** The other persons. */
  others = $derived.by(() => this.picture.now.seats.filter(({ seat, who }) => seat !== this.you && who === 'person'));
  nameOf = (seat: Seat): string => this.names[seat] ?? seat;

  // ---- What may be done ----

  playing = $derived.by(() => this.picture.now.status === 'playing');
  over = $derived.by(() => this.picture.now.status === 'over');
  mine = $derived.by(() => this.playing && this.seated && this.picture.now.actor === this.you && !this.host.cover);
  /** The board takes moves, if there are any. */
  takes = $derived.by(() => this.playing && this.seated && !this.host.cover && this.past === undefined && this.host.session.link === 'live' && !this.#sending);
  can = $derived(this.takes && this.mine);
  /** Nothing is said while such a game is played, by words or by signs (the table sees to it, too). */
  silent = $derived.by(() => this.game?.silent === true && !this.over && this.picture.now.status !== 'open');
  /** Between people a table gives advice only when it was opened with it. */
  advises = $derived.by(() => this.picture.advice || peopleAt(this.picture.now) < 2);
  /** The bot that gives advice. */
  bot = $derived(bestBot(this.game));

  // ---- Asking ----

  /** Why the last thing asked for was refused. */
  why = $state.raw<Refused | undefined>();
  shaking = $state(false);
  hint = $state.raw<Hint | undefined>();
  /** A legal move that the tutorial did not want now. */
  other = $state<string | undefined>();
  #sending = $state(false);

  ask = async (what: Ask, as?: Seat): Promise<boolean> => {
    this.why = this.other = undefined;
    try {
      await this.host.ask(what, as);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) return false;
      if (error.refused.key === 'tutorial.other' && what.do === 'move') {
        this.other = what.move;
        return false;
      }
      this.why = error.refused;
      this.shaking = true;
      setTimeout(() => (this.shaking = false), SHAKE_MS);
      play('no');
      return false;
    }
  };

  move = async (text: string): Promise<boolean> => {
    this.hint = undefined;
    this.#sending = true;
    try {
      return await this.ask({ do: 'move', move: text });
    } finally {
      this.#sending = false;
    }
  };

  /** A bot is thinking about what to advise: it is asked once, however often one presses. */
  advising = $state(false);

  wantHint = async (): Promise<void> => {
    if (this.advising) return;
    this.advising = true;
    this.why = undefined;
    const asked = lastEvent(this.picture), asker = this.host.eyes;
    try {
      const advice = await this.host.session.hint();
      // What comes after the table has moved on is advice no more, and it is for nobody else.
      if (this.host.eyes === asker && this.picture.entries.slice(asked).every((entry) => entry && ['advice', 'link', 'device', 'alone'].includes(entry.kind))) this.hint = advice;
    } catch (error) {
      if (error instanceof Refusal) this.why = error.refused;
    } finally {
      this.advising = false;
    }
  };

  // ---- The one sentence: whose turn it is, and what is expected ----

  sentence = $derived.by(() => {
    const { now } = this.picture;
    if (now.status === 'open') return t('ui.turn.open', { names: list(now.seats.filter(({ who }) => who === 'open').map(nameOf)) });
    if (now.status === 'paused') return t('ui.turn.paused');
    if (now.status === 'over') return this.resultSentence;
    if (this.host.cover) return t('ui.hand.title', { name: this.nameOf(this.host.cover) });
    if (now.seeds) return t('ui.turn.seeds', { names: list(now.seeds.map(this.nameOf)) });
    if (now.actor === 'chance') return t('ui.turn.chance');
    const what = this.words?.expects(now.view, now, this.mine) ?? '';
    if (this.mine) return t('ui.turn.yours', { what });
    return t('ui.turn.theirs', { name: this.names[now.actor as Seat] ?? '', what });
  });

  /** What the end is to the one who looks at this screen; to several around it, and to those who watch, it is nobody's. */
  outcome: 'won' | 'lost' | 'drawn' | 'watched' | undefined = $derived.by(() => {
    const { result } = this.picture.now;
    if (!result) return undefined;
    if (this.game?.together) return result.winners.length ? 'won' : 'lost';
    if (result.drawn) return 'drawn';
    const [mine, ...more] = this.host.mine;
    return !mine || more.length ? 'watched' : result.winners.includes(mine) ? 'won' : 'lost';
  });

  /** Who won, said to the one who reads it. */
  resultSentence = $derived.by(() => {
    const { result } = this.picture.now;
    if (this.outcome !== 'won' || !result || this.game?.together) return this.resultNamed;
    const others = result.winners.filter((seat) => seat !== this.you);
    return others.length ? t('ui.end.you_share', { names: list(others.map(this.nameOf)) }) : t('ui.end.you_win');
  });

  /** Who won, by name, as one tells others of it. */
  resultNamed = $derived.by(() => {
    const { result } = this.picture.now;
    if (!result || result.drawn) return t('ui.end.drawn');
    if (this.game?.together) {
      if (!result.winners.length) return t('ui.end.lost');
      return result.rank ? t('ui.end.won', { rank: say(`${this.game.id}.rank.${result.rank}`) ?? result.rank }) : t('ui.end.won.plain');
    }
    return t(result.winners.length > 1 ? 'ui.end.share' : 'ui.end.wins', { names: list(result.winners.map(this.nameOf)) });
  });
}
