// When a card shows its family to the one who looks at it. A tap turns it for some seconds, and holding it, by a pointer or
// a key, for as long as it is held; what turns into a scroll, a pinch or a drag is no look. Where several share the
// screen it is first said who may look, and the card shows only while it is held.

/** How long a card shows at least. */
export const SHOW_MS = 3000;
/** From when on a press is a hold. */
export const HOLD_MS = 280;
/** Around one screen: the others look away meanwhile. */
export const NOTICE_MS = 700;
/** How far a pointer may slip before it is a scroll or a drag. */
const SLIP_PX = 10;

export interface Own {
  /** Whether a card can be looked at now, first or again. */
  can: (card: number) => boolean;
  /** Looks at it, and is there when its family is known. */
  begin: (card: number) => Promise<void>;
  /** Whether several share the screen. */
  shared: () => boolean;
}

type Pointer = Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY' | 'button'>;

export class Looking {
  /** The card that is turned. */
  card = $state<number>();
  /** The card of which it is said that only its looker may look. */
  notice = $state<number>();
  #own: Own;
  #pointers = new Set<number>();
  #press: { pointer: number; card: number; x: number; y: number } | undefined;
  #held = false;
  #since = 0;
  /** The click that ends a hold, a scroll or a drag is no click. */
  #spent = false;
  /** Until a press is a hold, and until a card or a notice goes. */
  #wait: ReturnType<typeof setTimeout> | undefined;
  #show: ReturnType<typeof setTimeout> | undefined;

  constructor(own: Own) {
    this.#own = own;
  }

  /** A pointer comes down anywhere, before it comes down on a card. */
  pointer({ pointerId }: Pointer): void {
    this.#spent = false;
    this.#pointers.add(pointerId);
    if (this.#pointers.size > 1) this.stray();
  }

  /** A pointer comes down on a card. */
  down({ pointerId, clientX: x, clientY: y, button }: Pointer, card: number): void {
    if (button || this.#pointers.size > 1 || !this.#own.can(card)) return;
    this.#press = { pointer: pointerId, card, x, y };
    this.#hold(card, HOLD_MS);
  }

  moved({ pointerId, clientX, clientY }: Pointer): void {
    const press = this.#press;
    if (press?.pointer === pointerId && !this.#held && Math.hypot(clientX - press.x, clientY - press.y) > SLIP_PX) this.stray();
  }

  up({ pointerId }: Pointer): void {
    this.#pointers.delete(pointerId);
    if (this.#press?.pointer !== pointerId) return;
    this.#press = undefined;
    this.#spent = this.#held;
    this.#letGo();
  }

  /** The browser has taken the pointer for itself: it scrolls or pinches. */
  cancelled({ pointerId }: Pointer): void {
    this.#pointers.delete(pointerId);
    this.stray();
  }

  /** What was pressed is meant otherwise. */
  stray(): void {
    this.#press = undefined;
    this.#spent = true;
    this.notice = undefined;
    this.#letGo();
  }

  /** Whether a click is one. Where it comes from no pointer (`detail` is 0) it always is. */
  isClick({ detail }: { detail: number }): boolean {
    return detail === 0 || !this.#spent;
  }

  /** A click on a card. One that comes from no pointer cannot be held, and shows the card all the same. */
  click({ detail }: { detail: number }, card: number): void {
    if (!this.#own.can(card)) return;
    if (!this.#own.shared()) void this.#turn(card, false);
    else if (detail) this.#say(card);
    else void this.#turnAfterNotice(card);
  }

  /** A key is pressed on a card. */
  press(card: number): void {
    if (this.#own.can(card)) this.#hold(card, 0);
  }

  /** The key is let go, or the focus goes elsewhere, perhaps because a pointer came down there. */
  release(): void {
    if (!this.#press) this.#letGo();
  }

  /** What was held shows for as long as a tap would have shown it. */
  #letGo(): void {
    clearTimeout(this.#wait);
    if (!this.#held) return;
    this.#held = false;
    if (this.#own.shared()) this.end();
    else if (this.#since) this.#endIn(this.#since + SHOW_MS - Date.now());
  }

  end(): void {
    clearTimeout(this.#wait);
    clearTimeout(this.#show);
    this.#held = false;
    this.card = this.notice = undefined;
  }

  /** The page is left. */
  leave(): void {
    this.#pointers.clear();
    this.#press = undefined;
    this.end();
  }

  #endIn(ms: number): void {
    clearTimeout(this.#show);
    this.#show = setTimeout(() => this.end(), Math.max(0, ms));
  }

  /** Says who may look. */
  #say(card: number): void {
    this.end();
    this.notice = card;
    this.#endIn(SHOW_MS);
  }

  #hold(card: number, ms: number): void {
    clearTimeout(this.#wait);
    if (ms) this.#wait = setTimeout(() => this.#hold(card, 0), ms);
    else if (this.#own.shared()) {
      this.#say(card);
      this.#wait = setTimeout(() => void this.#turn(card, true), NOTICE_MS);
    } else void this.#turn(card, true);
  }

  async #turn(card: number, held: boolean): Promise<void> {
    this.end();
    this.card = card;
    this.#held = held;
    this.#since = 0;
    await this.#own.begin(card);
    if (this.card !== card) return;
    this.#since = Date.now();
    if (!this.#held) this.#endIn(SHOW_MS);
  }

  async #turnAfterNotice(card: number): Promise<void> {
    this.#say(card);
    await this.#own.begin(card);
    if (this.notice !== card) return;
    clearTimeout(this.#show);
    this.#wait = setTimeout(() => {
      this.notice = undefined;
      this.card = card;
      this.#endIn(SHOW_MS);
    }, NOTICE_MS);
  }
}
