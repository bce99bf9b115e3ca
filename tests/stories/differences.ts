// `npm run stories:differences -- [folder]`: draws every story in both themes, wide and narrow, and once from right to left, and writes a page of the
// differences to the pictures last accepted in the folder (default `.screenshots/stories`): before, after, difference. Ends with 1 when
// there is a difference. `--accept` (`npm run stories:accept`) accepts the current pictures, and deletes those of removed stories; further
// words select the stories whose id contains one of them. docs/decisions describes where accepted pictures are kept.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { DESKTOP, openStories, settled, showStory, storyIds, tell } from 'tests/stories/storyPage.ts';

const AT_ONCE = 3;
/** Threshold of 255 for each colour. Smaller differences come from the antialiasing of letters. */
const SEEN = 40;
const PHONE = { width: 360, height: 740 };
const LOOKS = [
  ...['light', 'dark'].flatMap((theme) => [DESKTOP, PHONE].map((size) => ({ theme, size, direction: 'ltr' }))),
  { theme: 'light', size: DESKTOP, direction: 'rtl' },
];

const [given = '.screenshots/stories', ...words] = process.argv.slice(2).filter((each) => each !== '--accept');
const accepts = process.argv.includes('--accept');
const folder = resolve(given);
const [accepted = '', now = '', marked = ''] = ['accepted', 'now', 'marked'].map((name) => join(folder, name));

const draw = async (browser: Browser, next: () => string | undefined): Promise<void> => {
  const context = await openStories(browser, []);
  const page = await context.newPage();
  for (let id = next(); id !== undefined; id = next()) {
    await showStory(page, id);
    for (const { theme, size, direction } of LOOKS) {
      await page.setViewportSize(size);
      await tell(page, 'updateGlobals', { globals: { theme, direction } });
      await settled(page);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const path = join(now, `${id}-${theme}-${size.width}-${direction}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' });
    }
  }
};

/** Returns the number of different pixels. If there are any, writes a picture that marks them red. */
const compare = async (name: string): Promise<number> => {
  const [before, after] = await Promise.all(
    [accepted, now].map((from) => sharp(join(from, name)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!before || !after) return 0;
  const { width, height } = after.info;
  if (width !== before.info.width || height !== before.info.height) return width * height;
  let count = 0;
  const shown = Buffer.from(after.data);
  for (let at = 0; at < shown.length; at += 4) {
    const differs = [0, 1, 2].some(
      (colour) => Math.abs((after.data[at + colour] ?? 0) - (before.data[at + colour] ?? 0)) > SEEN,
    );
    if (differs) count += 1;
    shown.set(differs ? [230, 0, 60, 255] : [...shown.subarray(at, at + 3), 70], at);
  }
  if (count > 0)
    await sharp(shown, { raw: { width, height, channels: 4 } })
      .png()
      .toFile(join(marked, name));
  return count;
};

const picture = (from: string, name: string): string =>
  existsSync(join(folder, from, name)) ? `<img loading="lazy" src="${from}/${name}" alt="${from}">` : '';

const pageOf = (
  found: readonly { readonly name: string; readonly told: string }[],
  all: number,
): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Stories that differ</title>
<style>body{font:14px sans-serif;margin:24px}section{margin-block:32px}div{display:flex;gap:12px;align-items:start}img{max-inline-size:32%;border:1px solid #888}</style>
<h1>${found.length} of ${all} pictures differ</h1><p>Before, after, difference.</p>
${found.map(({ name, told }) => `<section><h2>${name}</h2><p>${told}</p><div>${['accepted', 'now', 'marked'].map((from) => picture(from, name)).join('')}</div></section>`).join('\n')}
</html>\n`;

const isChosen = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));

const accept = (): void => {
  const drawn = new Set(readdirSync(now));
  for (const name of readdirSync(accepted)) if (isChosen(name) && !drawn.has(name)) rmSync(join(accepted, name));
  for (const name of drawn) copyFileSync(join(now, name), join(accepted, name));
};

/** Writes the page and returns the number of different stories. */
const write = async (): Promise<number> => {
  const [before, after] = [accepted, now].map((from) => new Set(readdirSync(from)));
  const names = [...new Set([...(before ?? []), ...(after ?? [])])].filter(isChosen).toSorted();
  const found: { name: string; told: string }[] = [];
  for (const name of names) {
    if (!before?.has(name)) found.push({ name, told: 'new' });
    else if (!after?.has(name)) found.push({ name, told: 'gone' });
    else {
      const points = await compare(name);
      if (points > 0) found.push({ name, told: `${points} points` });
    }
  }
  writeFileSync(join(folder, 'differences.html'), pageOf(found, names.length));
  process.stdout.write(`${found.length} of ${names.length} pictures differ: ${join(folder, 'differences.html')}\n`);
  return found.length;
};

for (const from of [now, marked]) rmSync(from, { recursive: true, force: true });
for (const from of [accepted, now, marked]) mkdirSync(from, { recursive: true });
const launched = await launchBrowser();
try {
  const browser = await chromium.connect(launched.address);
  const waiting = storyIds().filter(isChosen);
  await Promise.all(Array.from({ length: AT_ONCE }, () => draw(browser, () => waiting.shift())));
  await browser.close();
} finally {
  await launched.close();
}
const differing = await write();
if (accepts) accept();
else if (differing > 0) process.exitCode = 1;
