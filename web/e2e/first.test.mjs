// First games: the tutorials, then play to the end, by what a person or a screen reader is told: roles, names and the sentences.
// Games, languages and devices take turns; with ZASHIKI_ALL each game in each language on each device.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ALL, fits, heard, heardSince, look, PATIENCE_MS, scene, shot, top } from './kit.mjs';
import { DEVICES, quoted, Reader } from './reader.mjs';

/** How many sentences a tutorial has, and how many moves it asks for. */
function sizeOf(game) {
  const lines = readFileSync(`${top}src/games/${game}/tutorial.jsonl`, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const moves = lines.filter((line, i) => line.by === 'A' && lines.slice(0, i).some(({ say }) => say));
  return [lines.filter(({ say }) => say).length, moves.length];
}

/** The sentence is on the screen, beside its thing: that has a ring around it, and is not hidden by the sentence. */
async function beside(page, sentence) {
  const found = await page.evaluate(async (patienceMs) => {
    // Where it lies is settled a few frames after the board has come to rest and the thing is there.
    for (let same = 0, last = '', end = Date.now() + patienceMs; same < 3 && Date.now() < end; ) {
      await new Promise((done) => setTimeout(done, 120));
      const now = document.querySelector('section > .ring') && document.querySelector('section > .bubble').style.transform;
      if (now === null) continue;
      same = now === last ? same + 1 : 0;
      last = now;
    }
    const rect = (node) => node.getBoundingClientRect();
    const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const says = rect(document.querySelector('.bubble')), ring = document.querySelector('section > .ring') && rect(document.querySelector('section > .ring'));
    if (!ring) return {};
    // Above and below the board are the header and the buttons, which lie over it.
    const board = rect(document.querySelector('.view')), inside = (box) => box.left >= 0 && box.right <= innerWidth && box.top >= board.top && box.bottom <= board.bottom;
    return { ring: true, covered: shared(says, ring) / (ring.width * ring.height), visible: inside(says), shown: shared(ring, board) / (ring.width * ring.height) };
  }, PATIENCE_MS);
  assert.ok(found.ring, `"${sentence}" has its thing on the board`);
  assert.ok(found.visible, `"${sentence}" is on the screen`);
  assert.ok(found.shown > 0.9, `what "${sentence}" speaks of is on the screen (${found.shown})`);
  assert.ok(found.covered < 0.05, `"${sentence}" does not cover what it speaks of (${found.covered})`);
}

const button = (name, within) => ({ role: 'button', name, within });
const bubble = (reader) => ({ role: 'group', name: reader.named('ui.tutorial.title') });
const said = async (reader) => {
  await reader.first([bubble(reader)]);
  return (await reader.names({ role: 'status', within: bubble(reader) }))[0];
};

/** Plays a tutorial to its last sentence. `obey` does what a sentence asks for; `before` is called before each such move. */
async function learn(reader, game, obey, before = async () => {}) {
  const { page } = reader, next = button(reader.named('ui.tutorial.next'), bubble(reader)), end = button(reader.named('ui.tutorial.free'), bubble(reader));
  let sentences = 0, moves = 0;
  for (;;) {
    const sentence = await said(reader);
    sentences++;
    await fits(page, sentence);
    if (ALL || sentences % 4 === 1) await beside(page, sentence);
    await shot(page, `first-${game}-${String(sentences).padStart(2, '0')}`);
    if (sentences === 1 && (ALL || game === 'sketch')) await look(page, `first-${game}`);
    const way = await reader.first([end, next], { patienceMs: 0 });
    if (way === 0) break;
    if (way === 1) await reader.press(next);
    else {
      await before(reader, sentence, moves++);
      const event = await heard(page);
      await obey(reader, sentence);
      await heardSince(page, event);
    }
    for (const deadline = Date.now() + PATIENCE_MS; (await said(reader)) === sentence;) {
      assert.ok(Date.now() < deadline, `something comes after "${sentence}"`);
      await new Promise((done) => setTimeout(done, 40));
    }
  }
  assert.deepEqual([sentences, moves], sizeOf(game));
  await reader.press(end);
}

/** What words of a language mean to the one who reads it. */
const MEANS = {
  en: { R: /\bfire\b/i, B: /\bwater\b/i, G: /\bearth\b/i, Y: /\bwind\b/i, pass: /pass\.$/, bell: /bell/, fan: /\bfan\b/, left: /\bleft\b/, below: /\bbelow\b/, flip: /turn (this|it)/, bid: /bid two/, cash: /cash it\.$/ },
  fr: { R: /\bfeu\b/i, B: /\beau\b/i, G: /\bterre\b/i, Y: /\bvent\b/i, pass: /passez\.$/, bell: /cloche/, fan: /éventail/, left: /à gauche/, below: /\bsous\b/, flip: /retournez/, bid: /misez deux/, cash: /vendez-la\.$/ },
  pl: { R: /ogi?[eé]?[nń]/i, B: /wod/i, G: /ziemi/i, Y: /wiatr/i, pass: /spasuj\.$/, bell: /dzwonek/, fan: /wachlarz/i, left: /na lewo/, below: /\bpod\s/, flip: /zakryj/, bid: /zalicytuj/, cash: /wymień ją\.$/ },
  ja: { R: /火/, B: /水/, G: /地/, Y: /風/, pass: /パスしましょう。$/, bell: /鈴/, fan: /扇/, left: /左/, below: /番の下/, flip: /裏向きにし/, bid: /入札しましょう/, cash: /換金しましょう。$/ },
};

// ---- Yokai Sketch ----

const hand = (reader, name) => button(name, { role: 'list', name: reader.named('sketch.hand') });
const stack = (reader, name) => button(name, { role: 'list', name: reader.named('sketch.stacks') });
const exactly = (name) => new RegExp(`^${quoted(name)}$`, 'u');

async function sketch(reader, sentence) {
  const means = MEANS[reader.language];
  if (means.pass.test(sentence)) return reader.press(button(reader.named('sketch.act.pass')));
  const names = await reader.names(hand(reader)), ability = means.bell.test(sentence) ? 'call' : means.fan.test(sentence) ? 'distract' : undefined;
  const card = names.find((name) => (ability ? reader.has(`sketch.card.${ability}`).test(name) : sentence.includes(name)));
  assert.ok(card, `"${sentence}" names one of ${names}`);
  // The colour that is named first beside the card.
  const rest = sentence.slice(sentence.search(/[:：]/)).replace(card, ''), at = (colour) => (rest.search(means[colour]) + 1 || Infinity);
  const [colour] = [...'RBGY'].sort((a, b) => at(a) - at(b));
  await reader.press(hand(reader, exactly(card)));
  await reader.press(stack(reader, reader.begins(`sketch.stack.${colour}`)));
  if (ability === 'call') await reader.press(stack(reader, reader.has('sketch.see.call', { number: 3 })));
  if (ability === 'distract') await reader.press(button(reader.named('sketch.act.distract')));
}

/** Another legal move is not made, and what it would do is said; a tutorial that is left is taken up at the same place. */
async function stray(reader, sentence, moves) {
  if (moves === 0) {
    const event = await heard(reader.page), [card] = (await reader.names(hand(reader))).slice(-1);
    await reader.press(hand(reader, exactly(card)));
    await reader.press(stack(reader, reader.begins('sketch.stack.B')));
    const alert = { role: 'alert', within: bubble(reader) };
    await reader.first([alert]);
    const [told] = await reader.names(alert);
    for (const part of [reader.begins('ui.tutorial.other'), reader.has('sketch.see.here'), reader.has('sketch.see.short', { n: 4 })]) assert.match(told, part);
    assert.equal(await heard(reader.page), event);
  } else if (moves === 3) {
    await reader.press({ role: 'link', name: reader.named('ui.tutorial.leave'), within: bubble(reader) });
    await begin(reader, 'sketch');
    while ((await said(reader)) !== sentence) await reader.press(button(reader.named('ui.tutorial.next'), bubble(reader)));
  }
}

/** One decision: a card, where it can go, without its ability; or the end of the turn. */
async function playSketch(reader) {
  const after = await heard(reader.page), names = await reader.names(hand(reader));
  const end = [button(reader.named('sketch.act.end')), button(reader.named('sketch.act.pass'))];
  if (!names.length) return reader.press(end[await reader.first(end)]);
  await reader.press(hand(reader));
  await reader.press(stack(reader, reader.has('sketch.see.here')));
  const plain = button(reader.named('sketch.act.without'));
  if ((await reader.first([plain], { after })) === 0) await reader.press(plain);
}

// ---- Yokai ----

const cell = (name) => ({ role: 'gridcell', name });
const pile = (reader) => button(reader.has('yokai.act.reveal'));
const hints = (reader, name) => button(name, { role: 'list', name: reader.named('yokai.hints.open') });

async function yokai(reader, told) {
  const means = MEANS[reader.language], sentence = told.slice(told.search(/[:：]/) + 1);
  const numbers = sentence.match(/\d+/g)?.map(Number) ?? [], side = ['left', 'below'].find((way) => means[way].test(sentence));
  const card = (number) => cell(reader.begins('yokai.at.card', { 0: number }));
  if (!numbers.length) return reader.press(pile(reader));
  if (side) {
    await reader.press(card(numbers.at(-2)));
    return reader.press(cell(new RegExp(`${reader.begins('yokai.place', { where: '' }).source.replace('.*', '')}.*${reader.has(`yokai.place.${side}`, { card: numbers.at(-1) }).source}`, 'u')));
  }
  // A hint that the sentence names is laid on the card; without one the card is looked at.
  const hint = (await reader.names(hints(reader))).findIndex((name) => name.split(/[\s「」:：]+/).some((part) => /[–・]/.test(part) && sentence.includes(part)));
  if (hint >= 0) await reader.press(hints(reader), hint);
  return reader.press(card(numbers.at(-1)));
}

/** One decision: a hint is turned up, or laid on a card; cards are looked at and moved. */
async function playYokai(reader, decisions) {
  const after = await heard(reader.page), place = cell(reader.begins('yokai.place')), cards = await reader.names(cell());
  const way = await reader.first([pile(reader), hints(reader)], { patienceMs: 0 });
  if (way === 0) return reader.press(pile(reader));
  if (way === 1) await reader.press(hints(reader));
  for (let i = decisions * 5; ; i++) {
    await reader.press(cell(), i % cards.length);
    // A card that is to move is taken up first; one that may not be chosen now says so, and another one is tried.
    const answer = await reader.first([place], { after, patienceMs: 1000 });
    if (answer === 0) await reader.press(place);
    if (answer !== undefined) return;
  }
}

// ---- Yōtei ----

const act = (reader, name) => button(reader.begins(`yotei.act.${name}`));
const place = (reader, name) => button(name, { role: 'group', name: reader.named('yotei.board') });

async function yotei(reader, told) {
  const means = MEANS[reader.language], sentence = told.slice(told.search(/[:：]/) + 1), at = /I+\d/.exec(told)?.[0];
  if (means.cash.test(sentence)) return reader.press(act(reader, 'cash'));
  const way = means.flip.test(sentence) ? 'flip' : means.bid.test(sentence) ? 'box' : 'place', after = await heard(reader.page);
  await reader.press(place(reader, new RegExp(`(?<!I)${at}(?!\\d)`, 'u')));
  // Where only one thing can be done with a card, it is done at once.
  if ((await reader.first([act(reader, way)], { after })) === 0) await reader.press(act(reader, way));
  if (way !== 'box') return undefined;
  for (let n = 0; n < 2; n++) await reader.press(act(reader, 'more'));
  return reader.press(act(reader, 'seal'));
}

/** One decision: a card that can be pressed, and the first that can be done with it; or to be done with cards in hand. */
async function playYotei(reader, decisions) {
  const after = await heard(reader.page), cards = place(reader, /(?<![I\p{L}])I+\d?(?![\p{L}\d])/u), count = (await reader.names(cards)).length;
  const ways = ['collect', 'place', 'flip', 'pile', 'fetch', 'box', 'seal'].map((name) => act(reader, name));
  const done = ['done', 'yield', 'cash'].map((name) => act(reader, name));
  if (!count) return reader.press(done[await reader.first(done)]);
  await reader.press(cards, (decisions * 5) % count);
  const way = await reader.first(ways, { after });
  if (way < 0) return undefined;
  await reader.press(ways[way]);
  return ways[way] === ways.at(-2) ? reader.press(ways.at(-1)) : undefined; // a bid of nothing
}

// ---- The scenes ----

const PLAYED = { sketch: [sketch, playSketch, stray], yokai: [yokai, playYokai], yotei: [yotei, playYotei] };

/** Plays on to the end: as a screen reader presses, which costs less than a hand; with ZASHIKI_ALL by the device. */
async function finish(reader, play) {
  if (!ALL) reader.device = 'reader';
  for (let decisions = 0; ; decisions++) {
    assert.ok(decisions < 400, 'a game comes to its end');
    if ((await reader.first([button(reader.named('ui.end.again')), { role: 'status', name: reader.begins('ui.turn.yours') }])) === 0) return decisions;
    const event = await heard(reader.page);
    await play(reader, decisions);
    await heardSince(reader.page, event);
  }
}

/** From the home page. */
async function begin(reader, game) {
  const { page } = reader;
  const box = page.getByRole('article').filter({ has: page.getByRole('heading', { name: reader.named(`${game}.title`) }) });
  await reader.pressNode(await box.getByRole('link', { name: reader.named('ui.tutorial.play') }).elementHandle());
}

const TURNS = [['sketch', 'fr', 'phone'], ['yokai', 'ja', 'keyboard'], ['yotei', 'pl', 'desktop']];
const MATRIX = Object.keys(PLAYED).flatMap((game) => Object.keys(MEANS).flatMap((language) => Object.keys(DEVICES).map((device) => [game, language, device])));
for (const [game, language, device] of ALL ? MATRIX : TURNS)
  scene(`a first game of ${game}, ${language}, ${device}`, async (house) => {
    const { base } = await house.serve(), [obey, play, before] = PLAYED[game];
    const reader = new Reader(await house.open(base, { language, ...DEVICES[device] }), language, device);
    await begin(reader, game);
    await learn(reader, game, obey, before);
    await finish(reader, play);
    assert.equal(await reader.page.evaluate(() => localStorage.getItem('zashiki.path')), null, 'a guided game is no step on the path');
  });

// The board is longer than the window: each sentence brings what it speaks of into sight.
scene('the first sentences of Yōtei on a small phone', async (house) => {
  const { base } = await house.serve();
  const reader = new Reader(await house.open(`${base}#/first/yotei`, { size: [360, 640], hasTouch: true }), 'en', 'phone');
  const next = button(reader.named('ui.tutorial.next'), bubble(reader));
  for (let sentences = 0; ; sentences++) {
    await beside(reader.page, await said(reader));
    if ((await reader.first([next], { patienceMs: 0 })) === undefined) return assert.ok(sentences > 3, 'sentences before the first move');
    await reader.press(next);
  }
});
