// What this reader likes, as it is kept in this browser; without Svelte, for the first script.
import { LANGUAGES, preferredLanguage, type Language } from './words';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
/** How long a bot seems to think. */
export type Pace = 'calm' | 'brisk' | 'at_once';
export const PACES: Record<Pace, number> = { calm: 1100, brisk: 600, at_once: 0 };

export interface Settings {
  name: string;
  /** One of the faces of people; '' for none. */
  face: string;
  language: Language | '';
  theme: Theme;
  sound: boolean;
  notify: boolean;
  pace: Pace;
}

export const PLACE = 'zashiki.settings';
const defaults: Settings = { name: '', face: '', language: '', theme: 'system', sound: false, notify: false, pace: 'brisk' };

export function readSettings(): Settings {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...defaults };
  }
}

export const languageOf = ({ language }: Settings): Language => (language && language in LANGUAGES ? language : preferredLanguage());

export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  // The browser's own frame has the colour of the paper (base.css).
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', getComputedStyle(root).backgroundColor);
}
