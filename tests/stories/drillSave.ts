// `npm run drill:storybook`: starts storybook, which compiles what is saved, removes a display from a type's declaration and adds it again,
// and prints how long it took until the open story showed each. Then saves a declaration with a fault, which the story must name until it
// is mended. Ends with 1 when a change took more than twice as long as loading the story again. The declaration is as before at the end.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';

/** Limit for a change, as a multiple of the time in which the story loads again. */
const LIMIT = 2;
const PORT = 6106;
const root = fileURLToPath(new URL('../..', import.meta.url));
const DECLARATION = fileURLToPath(new URL('../../schemas/archive/Source.view.json', import.meta.url));
const STORY = `http://localhost:${PORT}/iframe.html?viewMode=story&id=types-archive-source--displays`;

/** In a process group of its own, which ends as a whole. */
const start = (command: string, ...parameters: string[]): ChildProcess =>
  spawn(`node_modules/.bin/${command}`, parameters, { cwd: root, detached: true, stdio: 'ignore' });

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  await ended;
};

const answers = async (): Promise<boolean> => (await fetch(STORY).catch(() => undefined))?.ok === true;

const declared = readFileSync(DECLARATION, 'utf8');
const { TABLE: _left, ...displays } = (JSON.parse(declared) as { displays: Record<string, unknown> }).displays;
const without = JSON.stringify({ ...(JSON.parse(declared) as object), displays }, null, 2);

const UNKNOWN_DISPLAY = 'TABEL';
const faulty = JSON.stringify({
  ...(JSON.parse(declared) as object),
  displays: { ...displays, [UNKNOWN_DISPLAY]: {} },
});

const storybook = start('storybook', 'dev', '--port', String(PORT), '--no-open', '--disable-telemetry', '--ci');
const launched = await launchBrowser();
let slowest = 0;
try {
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 500));
  const browser = await chromium.connect(launched.address);
  const page = await browser.newPage();
  await page.goto(STORY);
  const table = page.getByRole('region', { name: 'TABLE', exact: true });
  await table.waitFor({ timeout: 120_000 });
  const loading = performance.now();
  await page.reload();
  await table.waitFor({ timeout: 120_000 });
  const reload = performance.now() - loading;
  process.stdout.write(`the story loads again in ${reload.toFixed(0)} ms\n`);
  for (const [text, state] of [
    [without, 'detached'],
    [declared, 'attached'],
    [without, 'detached'],
    [declared, 'attached'],
  ] as const) {
    const saved = performance.now();
    writeFileSync(DECLARATION, text);
    await table.waitFor({ state, timeout: 60_000 });
    const took = performance.now() - saved;
    slowest = Math.max(slowest, took / reload);
    process.stdout.write(`a display ${state} after ${took.toFixed(0)} ms\n`);
  }
  writeFileSync(DECLARATION, faulty);
  const overlay = page.locator('vite-error-overlay');
  const words = overlay.locator('.message-body').filter({ hasText: UNKNOWN_DISPLAY });
  await words.filter({ hasText: 'Source.view.json' }).waitFor({ timeout: 60_000 });
  process.stdout.write(`a fault is shown: ${(await words.innerText()).trim()}\n`);
  writeFileSync(DECLARATION, declared);
  await overlay.waitFor({ state: 'detached', timeout: 60_000 });
  await table.waitFor({ timeout: 60_000 });
  process.stdout.write('the story is back after the fault was mended\n');
  await browser.close();
} finally {
  writeFileSync(DECLARATION, declared);
  await launched.close();
  await stop(storybook);
}
process.exitCode = slowest > LIMIT ? 1 : 0;
