// What this reader likes, as it is kept in this browser; without Svelte, for the first script.
import { LANGUAGES, preferredLanguage, type Language } from './words';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
/** How long a bot seems to think. */
export type Pace = 'calm' | 'brisk' | 'at_once';
export const PACES: Record<Pace, number> = { calm: 1100, brisk: 600, at_once: 0 };

/** How much moves: as the system says, less, or all of it whatever the system says. */
export type Moves = 'system' | 'less' | 'full';
export const MOVES: readonly Moves[] = ['system', 'less', 'full'];
export type TextSize = 'normal' | 'large' | 'larger';
export const TEXT_SIZES: readonly TextSize[] = ['normal', 'large', 'larger'];
/** A board fits the window, or is larger and scrolls. */
export type CardSize = 'fit' | 'large';
export const CARD_SIZES: readonly CardSize[] = ['fit', 'large'];

export interface Settings {
  name: string;
  /** One of the faces of people; '' for none. */
  face: string;
  language: Language | '';
  theme: Theme;
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  motion: Moves;
  /** Colours have their letter beside them. */
  letters: boolean;
  text: TextSize;
  cards: CardSize;
  leftHanded: boolean;
  notify: boolean;
  pace: Pace;
}

export const PLACE = 'zashiki.settings';
const defaults: Settings = { name: '', face: '', language: '', theme: 'system', sound: false, volume: 70, motion: 'system', letters: true, text: 'normal', cards: 'fit', leftHanded: false, notify: false, pace: 'brisk' };

export function readSettings(): Settings {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...defaults };
  }
}

export const languageOf = ({ language }: Settings): Language => (language && language in LANGUAGES ? language : preferredLanguage());

/** Hands what concerns the look to the style sheets (base.css), as attributes of the page. */
export function showLook({ theme, motion, letters, text, cards, leftHanded }: Settings): void {
  const { dataset } = document.documentElement;
  dataset.motion = motion;
  dataset.letters = letters ? 'on' : 'off';
  dataset.text = text;
  dataset.cards = cards;
  dataset.hand = leftHanded ? 'left' : 'right';
  showTheme(theme);
}

function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  // The browser's own frame has the colour of the paper (base.css).
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', getComputedStyle(root).backgroundColor);
}
