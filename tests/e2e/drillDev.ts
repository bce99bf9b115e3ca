// `npm run drill:dev`: starts `npm run dev` on an empty folder of data, as a developer does after `npm ci`, and opens the page in a browser: a
// person of the sample signs in with the printed password and sees records, and a changed source is on the open page without a reload. The
// source is as before at the end. Needs the ports 8080 and 5199.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';

const PORT = 5199;
const ADDRESS = `http://localhost:${PORT}`;
const LONGEST_START_MS = 300_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const STYLES = join(root, 'src/client/shell/shell.css');

const dataDir = await mkdtemp(join(tmpdir(), 'keeper-dev-'));
const styles = readFileSync(STYLES, 'utf8');
const began = performance.now();
// In a process group of its own, which ends as a whole.
const dev = spawn('npm', ['run', '-s', 'dev', '--', '--port', String(PORT), '--strictPort'], {
  ...{ cwd: root, detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  env: { ...process.env, DATA_DIR: dataDir, DEV_BACKEND: undefined },
});
let printed = '';
dev.stdout?.on('data', (data: Buffer) => {
  process.stdout.write(data);
  printed += data.toString();
});
const launched = await launchBrowser();

const say = (text: string): void =>
  void process.stdout.write(`${((performance.now() - began) / 1_000).toFixed(1)} s: ${text}\n`);

const untilItAnswers = async (): Promise<void> => {
  while ((await fetch(ADDRESS).catch(() => undefined))?.ok !== true) {
    if (dev.exitCode !== null) throw new Error('npm run dev ended');
    if (performance.now() - began > LONGEST_START_MS) throw new Error('npm run dev does not answer');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};

try {
  await untilItAnswers();
  say('the page answers');
  const browser = await chromium.connect(launched.address);
  const page = await browser.newPage();
  await page.goto(`${ADDRESS}/archive.catalogue`);
  await page.getByRole('textbox', { name: 'Email' }).fill('staff@sample.test');
  await page
    .getByRole('textbox', { name: 'Password' })
    .fill(/Their password, shown only now: (\S+)/.exec(printed)?.[1] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('li[data-item] a[href*="/i-"]').first().waitFor({ timeout: 120_000 });
  say('a person of the sample sees records');
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  writeFileSync(STYLES, `${styles}\nbody { outline: 3px solid rgb(1, 2, 3); }\n`);
  await page.waitForFunction(() => getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)', undefined, {
    timeout: 30_000,
  });
  if ((await page.locator('body[data-same-page]').count()) === 0) throw new Error('the page was loaded again');
  say('a changed source is on the open page');
  await browser.close();
} finally {
  writeFileSync(STYLES, styles);
  await launched.close();
  const ended = once(dev, 'exit');
  if (dev.pid !== undefined && dev.exitCode === null) process.kill(-dev.pid, 'SIGTERM');
  await ended;
  // npm ends before the server, which still closes its database.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
