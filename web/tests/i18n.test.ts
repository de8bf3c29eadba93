import { beforeAll, describe, expect, it } from 'vitest';
import { format, list, say, setLanguage, t } from '../src/lib/i18n.svelte';
import { preferredLanguage } from '../src/lib/words';

describe('words', () => {
  beforeAll(() => setLanguage('en'));

  it('fill holes by name and by number', () => {
    const rules = new Intl.PluralRules('en');
    expect(format('{who} draws {card}.', { who: 'Mika', card: 'a card' }, rules)).toBe('Mika draws a card.');
    expect(format('{0} has no option "{1}".', ['Sketch', 'x'], rules)).toBe('Sketch has no option "x".');
    expect(format('{who}', {}, rules)).toBe('{who}');
    expect(format(undefined, {}, rules)).toBeUndefined();
  });

  it('choose plural forms', async () => {
    expect(t('ui.points', { n: 1 })).toBe('1 point');
    expect(t('ui.points', { n: 12 })).toBe('12 points');
    await setLanguage('pl');
    expect([1, 2, 5, 12, 22, 25].map((n) => t('ui.points', { n }))).toEqual(
      ['1 punkt', '2 punkty', '5 punktów', '12 punktów', '22 punkty', '25 punktów']);
    await setLanguage('fr');
    expect([0, 1, 2].map((n) => t('ui.points', { n }))).toEqual(['0 point', '1 point', '2 points']);
    await setLanguage('ja');
    expect(t('ui.points', { n: 3 })).toBe('3点');
    await setLanguage('en');
  });

  it('do not invent sentences', () => {
    expect(say('no.such.key')).toBeUndefined();
    expect(say('table.stale')).toMatch(/moved first/);
  });

  it('follow the reader', () => {
    expect(preferredLanguage(['de-DE', 'pl-PL', 'en'])).toBe('pl');
    expect(preferredLanguage(['de'])).toBe('en');
    expect(list(['Mika', 'Ren'])).toBe('Mika and Ren');
    expect([list([]), list(['Mika']), list(['Mika', 'Ren', 'Aki'])]).toEqual(['', 'Mika', 'Mika, Ren and Aki']);
  });
});
