// What this reader likes, as the page follows it and changes it.
import { setLanguage, type Language } from './i18n.svelte';
import { isFace } from './faces';
import type { Face } from './protocol';
import { PLACE, readSettings, type Settings } from './preferences';

export const settings = $state<Settings>(readSettings());

/** The face that is sent along when one sits down. */
export const myFace = (): { face?: Face } => (isFace(settings.face) ? { face: settings.face } : {});

export function keep(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A private window may refuse; the settings last as long as the page.
  }
}

export async function chooseLanguage(language: Language): Promise<void> {
  settings.language = language;
  keep();
  await setLanguage(language);
}
