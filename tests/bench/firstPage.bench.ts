// Scripts that a browser without a cache loads until the sign-in form is usable, as transferred from the built server to a real Chromium,
// and the time for this over a line of 1 Mbit/s. Fails when the server sends a script uncompressed, or when the scripts include one that
// should be loaded later.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { firstVisit, toBeUsable, type Loaded } from 'tests/e2e/harness/firstVisit.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';

const LIMIT = 250;
const THIN_LINE = { offline: false, downloadThroughput: 125_000, uploadThroughput: 125_000, latency: 40 };
const THIN_ROUNDS = 3;
const client = fileURLToPath(new URL('../../dist/client/', import.meta.url));

// Patterns that occur only in parts that must be loaded later: class names, keywords and messages of libraries.
const LATER: Readonly<Record<string, RegExp>> = {
  map: /maplibre|leaflet|pmtiles/i,
  table: /bp[0-9]-table-|bp-table-|TableQuadrant/,
  upload: /tus-resumable|upload-offset/i,
  'forms and rich widgets': /__errors|ui:widget/,
  validators: /instancePath:/,
};

const onThinLine = async (browser: Browser, url: string): Promise<number> => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', THIN_LINE);
  const started = performance.now();
  await toBeUsable(page);
  const time = performance.now() - started;
  await context.close();
  return time;
};

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
const sizeOf = (path: string, ending: string): number => {
  const file = `${client}${path}${ending}`;
  return existsSync(file) ? readFileSync(file).length : Infinity;
};

const check = (scripts: readonly Loaded[]): void => {
  for (const { path, encoding, cacheControl } of scripts) {
    if (/paths-\w+\.js$/.test(path)) throw new Error(`${path}: the first page loads all icons`);
    if (encoding === 'none') throw new Error(`${path} is sent uncompressed`);
    if (!cacheControl.includes('immutable')) throw new Error(`${path} is sent as ${cacheControl}`);
    const text = readFileSync(`${client}${path}`, 'utf8');
    for (const [what, sign] of Object.entries(LATER)) {
      const found = sign.exec(text);
      if (found) throw new Error(`${what}: “${found[0]}” is in ${path}, which the first page loads`);
    }
  }
  // A pattern that occurs nowhere would prove nothing.
  const everything = readFileSync(`${client}build-manifest.json`, 'utf8').match(/assets\/[\w.-]+\.js(?=")/g) ?? [];
  const texts = [...new Set(everything)].map((path) => readFileSync(`${client}${path}`, 'utf8'));
  const absent = Object.entries(LATER).filter(([, sign]) => !texts.some((text) => sign.test(text)));
  console.log(
    `not in this build at all: ${absent.map(([what]) => what).join(', ') || 'nothing'}; none of the others on the first page`,
  );
};

export const run = async (): Promise<void> => {
  const { server, stop } = await openProduct();
  const { address, close } = await launchBrowser();
  const browser = await chromium.connect(address);
  const loaded = await firstVisit(browser, server.url);
  const thin: number[] = [];
  for (let round = 0; round < THIN_ROUNDS; round++) thin.push(await onThinLine(browser, server.url));
  await close();
  await stop();

  const scripts = loaded.filter(({ kind }) => kind === 'script').sort((a, b) => b.bytes - a.bytes);
  const sum = (all: readonly Loaded[]): number => all.reduce((total, { bytes }) => total + bytes, 0);
  for (const kind of new Set(loaded.map((each) => each.kind))) {
    const of = loaded.filter((each) => each.kind === kind);
    console.log(
      `${kind.padEnd(12)} ${String(of.length).padStart(3)} answers ${kilobytes(sum(of)).padStart(8)} kB on the line`,
    );
  }
  console.log('largest scripts, kB on the line:');
  for (const { path, bytes, encoding } of scripts.slice(0, 8))
    console.log(`  ${kilobytes(bytes).padStart(7)} ${encoding} ${path}`);
  const total = (ending: string): number => scripts.reduce((all, { path }) => all + sizeOf(path, ending), 0);
  console.log(
    `all ${scripts.length} scripts: ${kilobytes(total(''))} kB, gzip ${kilobytes(total('.gz'))}, brotli ${kilobytes(total('.br'))}`,
  );
  check(scripts);

  report({
    name: 'first page: scripts, gzip',
    unit: 'kB',
    value: total('.gz') / 1000,
    baseline: { name: 'uncompressed', value: total('') / 1000 },
    limit: { of: 'value', atMost: LIMIT },
  });
  report({
    name: 'first page: scripts as the browser got them',
    unit: 'kB',
    value: sum(scripts) / 1000,
    baseline: { name: 'everything it got', value: sum(loaded) / 1000 },
    limit: { of: 'value', atMost: LIMIT },
  });
  const { median, best } = timesOf(thin);
  console.log(`usable on 1 Mbit/s after ms: ${thin.map(milliseconds).join(', ')}`);
  report({
    name: 'first page usable at 1 Mbit/s, 40 ms latency',
    unit: 'ms',
    value: median,
    best,
    baseline: { name: 'its bytes on that line', value: (sum(loaded) / THIN_LINE.downloadThroughput) * 1000 },
  });
};
