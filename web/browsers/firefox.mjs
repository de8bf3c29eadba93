// Debian's Firefox, by WebDriver BiDi.
import puppeteer from 'puppeteer-core';

export async function open({ width, height }) {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  return {
    name: `Firefox ${(await browser.version()).replace(/^firefox\//i, '')}`,
    goto: (url) => page.goto(url),
    /** `source` is an expression in the page, or a promise of one. */
    evaluate: (source) => page.evaluate(source),
    press: (x, y) => page.mouse.click(x, y),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
