// Debian's WebKit, by WebDriver over HTTP, on a screen of its own (Xvfb).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { freePort } from '../e2e/server.mjs';

const LIBRARIES = '/usr/lib';
const FRAME = { width: 40, height: 200 }; // what the window has around the page, at most

/** MiniBrowser lies in a folder that names the machine and the version. */
function miniBrowser() {
  for (const machine of readdirSync(LIBRARIES))
    if (machine.endsWith('-linux-gnu'))
      for (const folder of readdirSync(`${LIBRARIES}/${machine}`))
        if (/^webkit2?gtk-/.test(folder) && readdirSync(`${LIBRARIES}/${machine}/${folder}`).includes('MiniBrowser'))
          return `${LIBRARIES}/${machine}/${folder}/MiniBrowser`;
  throw new Error('MiniBrowser of webkit2gtk is missing');
}

/** A screen: Xvfb says on its third channel which number it took. */
async function startScreen({ width, height }) {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${width + FRAME.width}x${height + FRAME.height}x24`, '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(screen.stdio[3], 'data');
  return { screen, display: `:${String(number).trim()}` };
}

export async function open(size) {
  const { screen, display } = await startScreen(size), port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } });
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  const stop = async () => {
    for (const child of [driver, screen]) {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }
  };
  try {
    for (let tries = 100; ; tries--)
      try {
        await call('GET', '/status');
        break;
      } catch (error) {
        if (!tries) throw error;
        await new Promise((done) => setTimeout(done, 100));
      }
    const { sessionId, capabilities } = await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } } },
    });
    const at = `/session/${sessionId}`;
    await call('POST', `${at}/timeouts`, { script: 120_000 });
    // The window is set until the page in it has the size.
    await call('POST', `${at}/window/rect`, { x: 0, y: 0, ...size });
    const evaluate = (source) => call('POST', `${at}/execute/async`, {
      script: `const done = arguments[0]; Promise.resolve(${source}).then(done, (error) => done('FAILED ' + error));`, args: [],
    }).then((value) => {
      if (typeof value === 'string' && value.startsWith('FAILED ')) throw new Error(value.slice(7));
      return value;
    });
    const [width, height] = await evaluate('[innerWidth, innerHeight]');
    await call('POST', `${at}/window/rect`, { x: 0, y: 0, width: 2 * size.width - width, height: 2 * size.height - height });
    return {
      name: `WebKit ${capabilities.browserVersion}`,
      goto: (url) => call('POST', `${at}/url`, { url }),
      evaluate,
      press: (x, y) => call('POST', `${at}/actions`, {
        actions: [{
          type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' },
          actions: [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y) }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }],
        }],
      }),
      screenshot: async () => Buffer.from(await call('GET', `${at}/screenshot`), 'base64'),
      close: async () => {
        await call('DELETE', at).catch(() => {});
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
