// Each language: no English left over, no key in place of a sentence, and a change at once.
import assert from 'node:assert/strict';
import { first, fits, join, look, lookAgain, playNow, playOut, readFileSync, scene, sceneAgain, sitLate, standing, until, visit, web } from './kit.mjs';

/** A catalogue as scripts/po.mjs has made it: every sentence, plurals one by one. */
function sentences(language) {
  const source = readFileSync(join(web, `src/made/words.${language}.ts`), 'utf8');
  const words = JSON.parse(source.slice(source.indexOf('{', source.indexOf('export default')), source.lastIndexOf('}') + 1));
  return Object.fromEntries(Object.entries(words).map(([key, said]) => [key, typeof said === 'string' ? [said] : Object.values(said)]));
}
const english = sentences('en');
const flat = (text) => text.replace(/\s+/g, ' ');

/** English sentences to look for: long enough to be no accident, and said otherwise in that language. */
function probes(language) {
  const here = new Set(Object.values(sentences(language)).flat().map(flat));
  return Object.values(english).flat()
    .flatMap((said) => said.split(/\{\w+\}/))
    .map((part) => flat(part).trim())
    .filter((part) => part.length >= 9 && /[a-z] [a-z]/i.test(part) && ![...here].some((said) => said.includes(part)));
}

/** All that can be read on the page, seen or heard. */
const everything = (page) =>
  page.evaluate(() => {
    const said = [document.title, document.body.innerText];
    for (const node of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (node.hasAttribute(name)) said.push(node.getAttribute(name));
    for (const node of document.querySelectorAll('.unseen, .hidden-text')) said.push(node.textContent);
    return said.join('\n').replace(/[ \t]+/g, ' ');
  });

for (const language of first('pl', 'fr', 'ja'))
  sceneAgain(`the client speaks ${language}`, async (house, t) => {
    const server = await house.serve();
    const wanted = probes(language);
    assert.ok(wanted.length > 150, `${wanted.length} probes`);
    t.diagnostic(`${wanted.length} probes`);
    // A narrow screen, where long words hurt most.
    const page = await house.open(server.base, { language, size: [320, 640], name: '' });
    const check = async (where) => {
      const text = await everything(page);
      assert.equal(await page.getAttribute('html', 'lang'), language);
      for (const probe of wanted) if (text.includes(probe)) house.note(`${language}, ${where}: English: "${probe}"`);
      const key = /\b(ui|sketch|yokai|yotei|table|seat|undo|move)\.[a-z_]+(\.[a-z_0-9]+)*/.exec(text);
      if (key) house.note(`${language}, ${where}: a key: ${key[0]}`);
      const hole = /\{\w+\}/.exec(text);
      if (hole) house.note(`${language}, ${where}: a hole: ${hole[0]}`);
      await fits(page, `${language}, ${where}`);
    };
    await check('home');
    await lookAgain(page, `home-320-${language}`);
    await page.locator('.gear').click();
    await check('settings');
    await page.keyboard.press('Escape');
    for (const [where, hash] of [['set-up here', '#/new/sketch/here'], ['set-up friends', '#/new/sketch/friends'], ['learn', '#/learn/sketch'], ['set-up of Yokai', '#/new/yokai/here'], ['lesson of Yokai', '#/learn/yokai'], ['path', '#/path'], ['set-up of Yōtei', '#/new/yotei/here'], ['lesson of Yōtei', '#/learn/yotei'], ['own cards', '#/cards'], ['rules', '#/rules/sketch'], ['nowhere', '#/nowhere'], ['no table', '#/table/nowhere'], ['replay', '#/replay']]) {
      await visit(page, server.base + hash);
      await page.waitForLoadState('networkidle');
      await check(where);
    }
    await visit(page, `${server.base}#/new/sketch/friends`);
    await page.locator('form .button.main').click();
    await page.locator('.how').waitFor();
    await check('waiting');
    await visit(page, server.base);
    await playNow(page);
    await check('table');
    await lookAgain(page, `table-320-${language}`);
    await page.locator('[data-at="hand:0"]').click();
    await check('a card is picked');
    await page.keyboard.press('Escape');
    await page.locator('.actions .button').nth(1).click();
    await page.locator('.hint').waitFor();
    await check('hint');
    await playOut(page, { cards: 6 });
    await standing(page, 'mine', 'over');
    await page.setViewportSize({ width: 1280, height: 800 });
    if (!(await page.locator('aside').count())) await page.locator('.actions .button[aria-expanded]').first().click();
    await page.locator('aside li').nth(5).waitFor();
    await check('log');
    await look(page, `table-1280-${language}`);
    await sitLate(page, server.base);
    await playOut(page);
    await standing(page, 'over');
    await check('end');
  });

scene('the language changes at once', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { language: 'de' });
  await page.evaluate(() => (globalThis.sameDocument = true));
  assert.equal(await page.getAttribute('html', 'lang'), 'en', 'English where we do not speak the language');
  await page.locator('.gear').click();
  const choice = page.locator('dialog select');
  for (const [language, title] of [['fr', 'Réglages'], ['ja', '設定'], ['pl', 'Ustawienia'], ['en', 'Settings']]) {
    await choice.selectOption(language);
    await page.getByRole('heading', { name: title }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), language);
  }
  await choice.selectOption('fr');
  await page.keyboard.press('Escape');
  await playNow(page);
  await page.getByText(/^À vous|^À toi|Votre tour|Ton tour/).first().waitFor();
  assert.ok(await page.evaluate(() => globalThis.sameDocument), 'without a reload');
  await page.reload();
  await standing(page, 'mine');
  assert.equal(await page.getAttribute('html', 'lang'), 'fr', 'and is remembered');
});

scene('the theme changes at once', async (house) => {
  const server = await house.serve();
  const page = await house.open(server.base, { theme: 'light' });
  const paper = (wanted) => until(page, (is) => getComputedStyle(document.documentElement).backgroundColor === is, wanted, wanted);
  const DAY = 'rgb(245, 239, 226)', NIGHT = 'rgb(23, 26, 44)';
  await paper(DAY);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Night' }).check();
  await paper(NIGHT);
  await page.getByRole('radio', { name: 'Same as system' }).check();
  await paper(DAY);
  await page.emulateMedia({ colorScheme: 'dark' });
  await paper(NIGHT);
  await page.getByRole('radio', { name: 'Day' }).check();
  await paper(DAY);
  await page.reload();
  await paper(DAY);
});
