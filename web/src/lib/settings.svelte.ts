// What this reader likes, kept in this browser.
import { LANGUAGES, preferredLanguage, setLanguage, type Language } from './i18n.svelte';

export type Theme = 'system' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
/** How long a bot seems to think. */
export type Pace = 'calm' | 'brisk' | 'at_once';
export const PACES: Record<Pace, number> = { calm: 1100, brisk: 600, at_once: 0 };

interface Settings {
  name: string;
  language: Language | '';
  theme: Theme;
  sound: boolean;
  notify: boolean;
  pace: Pace;
}

const PLACE = 'zashiki.settings';
const defaults: Settings = { name: '', language: '', theme: 'system', sound: false, notify: false, pace: 'brisk' };

function read(): Settings {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...defaults };
  }
}

export const settings = $state<Settings>(read());

export function keep(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A private window may refuse; the settings last as long as the page.
  }
}

export function showTheme(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  const dark = settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#171a2c' : '#f5efe2');
}

export async function chooseLanguage(language: Language): Promise<void> {
  settings.language = language;
  keep();
  await setLanguage(language);
}

export async function begin(): Promise<void> {
  showTheme();
  const kept = settings.language;
  await setLanguage(kept && kept in LANGUAGES ? kept : preferredLanguage());
}
