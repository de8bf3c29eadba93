import { describe, expect, it } from 'vitest';
import { deviceLink, gameLink, isLoopback, linkBase, recordLink, tableLink } from '../src/lib/links';
import { href, parse, type Route } from '../src/lib/router.svelte';

describe('addresses', () => {
  it('are read back as they were written', () => {
    const routes: Route[] = [
      { at: 'home' },
      { at: 'new', game: 'sketch', how: 'friends' },
      { at: 'new', game: 'yokai', how: 'bot', set: 'level=2&players=3' },
      { at: 'local', id: 'ab3' },
      { at: 'table', id: 'xyz' },
      { at: 'table', id: 'xyz', token: 'To-ken_1' },
      { at: 'device', id: 'xyz', token: 'Se-cret_1' },
      { at: 'replay' },
      { at: 'replay', id: 'ab3' },
      { at: 'game', id: 'xyz' },
      { at: 'game', id: 'xyz', number: '2' },
      { at: 'record', letters: '1eJx-_9' },
      { at: 'rules', game: 'sketch', rule: 'S15' },
      { at: 'learn', game: 'sketch' },
      { at: 'page', page: 'path' },
    ];
    for (const route of routes) expect(parse(href(route))).toEqual(route);
  });

  it('that mean nothing lead nowhere', () => {
    for (const hash of ['#/table', '#/game', '#/record', '#/x/y', '#/%E0%A4%A']) expect(parse(hash).at).toBe('lost');
    expect(parse('')).toEqual({ at: 'home' });
    expect(parse('#/new/sketch/other')).toEqual({ at: 'new', game: 'sketch', how: 'bot' });
  });
});

describe('links for friends', () => {
  it('to another device carry their secret where no server sees it', () => {
    expect(deviceLink('http://a.example/', 'xyz', 'Se-cret_1')).toBe('http://a.example/#/device/xyz/Se-cret_1');
  });

  const here = { protocol: 'http:', hostname: 'localhost', origin: 'http://localhost:8080', pathname: '/' };

  it('never lead to a loopback address', () => {
    for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '[::1]', 'x.localhost', '0.0.0.0']) expect(isLoopback(host)).toBe(true);
    expect(isLoopback('192.168.1.2')).toBe(false);
    expect(linkBase(undefined, here)).toBeUndefined();
    expect(linkBase({ links: 'http://127.0.0.1:8080/' }, here)).toBeUndefined();
  });

  it('use what the server says, else the page itself', () => {
    expect(linkBase({ links: 'http://192.168.1.2:8080/' }, here)).toBe('http://192.168.1.2:8080/');
    expect(gameLink('http://x/', 'ab', 1)).toBe('http://x/#/game/ab');
    expect(gameLink('http://x/', 'ab', 2)).toBe('http://x/#/game/ab/2');
    expect(recordLink('http://x/', '1a-_')).toBe('http://x/#/record/1a-_');
    const page = { protocol: 'https:', hostname: 'example.org', origin: 'https://example.org', pathname: '/games/index.html' };
    expect(linkBase({ links: null }, page)).toBe('https://example.org/games/');
    expect(tableLink('https://example.org/games/', 'xyz', 'tok')).toBe('https://example.org/games/#/table/xyz/tok');
  });
});
