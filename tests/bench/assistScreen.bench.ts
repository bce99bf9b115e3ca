// The page of a helped person in two real Chromium pages, while its listing changes in every frame: the work of the helped page for each
// frame, the pictures that the helper sees, and the time to the first picture. Each is compared with the same page before the helper may
// see it and after the helper has stopped; the three alternate.

import { chromium, type Page } from 'playwright-core';
import { report } from 'tests/bench/figures.ts';
import { deskPage, framesDuring, type Desk, type Frames } from 'tests/bench/frames.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { answerQuestion, askOnPage, helpedPage, letHelp, openHelp } from 'tests/e2e/harness/assist.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const LIST = '/archive.catalogue';
const ROW = '.kk-list-row';
const ROUNDS = 6;
const SECONDS = 4;
const EXTRA_WORK_MS = 4;
const PICTURE_MS = 1_000 / 30;
const FIRST_PICTURE_MS = 1_000;

/**
 * Changes 30 texts in every frame: half of them in the rows of items, half outside of items. In each half, every second text node
 * is replaced instead of changed.
 */
const changeListing = (page: Page): Promise<void> =>
  page.evaluate(
    async ({ seconds, selector }) => {
      const ofItems = [...document.querySelectorAll<HTMLElement>(selector)]
        .flatMap((row) => [...row.querySelectorAll<HTMLElement>('*')])
        .filter(({ childNodes }) => childNodes.length === 1 && childNodes[0]?.nodeType === Node.TEXT_NODE)
        .slice(0, 15);
      if (ofItems.length < 15) throw new Error(`only ${ofItems.length} texts of items`);
      const earlier = ofItems.map(({ textContent }) => textContent);
      const list = document.createElement('ul');
      list.id = 'changing';
      list.style.cssText =
        'position: fixed; inset: 300px 0 auto auto; inline-size: 300px; contain: strict; block-size: 400px';
      const others = Array.from({ length: 15 }, () => document.createElement('li'));
      list.append(...others);
      document.querySelector('main')?.append(list);
      const end = performance.now() + seconds * 1000;
      for (let frame = 0; performance.now() < end; frame += 1) {
        await new Promise(requestAnimationFrame);
        [...ofItems, ...others].forEach((cell, at) => {
          const text = `Save ${'x'.repeat(frame % 20)} ${at} of frame ${frame}`;
          if (at % 2 === 0 || !cell.firstChild) cell.textContent = text;
          else cell.firstChild.nodeValue = text;
        });
      }
      list.remove();
      ofItems.forEach((cell, at) => (cell.textContent = earlier[at] ?? ''));
    },
    { seconds: SECONDS, selector: ROW },
  );

/** Notes when the helped page is visible, and counts the frames in which its listing looks different. */
const watchScreen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { shownAt: 0, pictures: 0 };
    Object.assign(globalThis, { seen });
    let last = '';
    const look = (): void => {
      const screen = document.querySelector<HTMLElement>('.kk-assist-screen');
      const shown = screen?.hidden === false ? screen.querySelector('iframe')?.contentDocument : undefined;
      if (seen.shownAt === 0 && shown?.querySelector('.kk-list-row'))
        seen.shownAt = performance.timeOrigin + performance.now();
      const text = shown?.querySelector('main > ul > li:last-child')?.textContent ?? '';
      if (text !== last) seen.pictures += 1;
      last = text;
      if (Reflect.get(globalThis, 'seen') === seen) requestAnimationFrame(look);
    };
    look();
  });

const seenOn = (page: Page): Promise<{ readonly shownAt: number; readonly pictures: number }> =>
  page.evaluate(() => Reflect.get(globalThis, 'seen') as { shownAt: number; pictures: number });

/** Lets the helper see the page. Returns the milliseconds from the consent to the first picture. */
const showPage = async (visitor: Page, agent: Page): Promise<number> => {
  await watchScreen(agent);
  await agent.getByRole('button', { name: 'Ask to see the page' }).click();
  const allow = visitor.getByRole('alertdialog').getByRole('button', { name: 'Show the page', exact: true });
  await allow.evaluate((button) =>
    button.addEventListener('click', ({ timeStamp }) =>
      Object.assign(globalThis, { clickedAt: performance.timeOrigin + timeStamp }),
    ),
  );
  await answerQuestion(visitor, 'Agent requested to see this page. Allow?', 'Show the page');
  await helpedPage(agent).locator(ROW).first().waitFor();
  const clickedAt = await visitor.evaluate(() => Reflect.get(globalThis, 'clickedAt') as number);
  return (await seenOn(agent)).shownAt - clickedAt;
};

interface Round {
  readonly loaded: number;
  readonly first: number;
  readonly alone: Frames;
  readonly shared: Frames;
  /** Milliseconds from one picture of the helper to the next. */
  readonly between: number;
  /** Frames of the helper's page in a second. */
  readonly helperFrames: number;
  /** Processor time of the helper's page for each picture. */
  readonly helperWork: number;
}

const measureRound = async (visitor: Desk, agent: Desk): Promise<Round> => {
  const began = performance.now();
  await visitor.page.reload();
  await visitor.page.locator(ROW).first().waitFor();
  const loaded = performance.now() - began;
  await visitor.page.getByText('A helper is here and can ask to see this page.').waitFor();
  const change = (): Promise<void> => changeListing(visitor.page);
  const before = await framesDuring(visitor, change);
  const first = await showPage(visitor.page, agent.page);
  const { pictures: earlier } = await seenOn(agent.page);
  let shared: Frames | undefined;
  const helper = await framesDuring(agent, async () => {
    shared = await framesDuring(visitor, change);
  });
  if (!shared) throw new Error('the shared page was not measured');
  const pictures = (await seenOn(agent.page)).pictures - earlier;
  await agent.page.getByRole('button', { name: 'Stop seeing the page' }).click();
  await visitor.page.getByText('A helper is here and can ask to see this page.').waitFor();
  const after = await framesDuring(visitor, change);
  const alone = { ...before, workPerFrame: (before.workPerFrame + after.workPerFrame) / 2 };
  const helperWork = (helper.workPerFrame * helper.frames) / pictures;
  const helperFrames = helper.frames / SECONDS;
  return { loaded, first, alone, shared, between: (SECONDS * 1_000) / pictures, helperFrames, helperWork };
};

const medianOf = (rounds: readonly Round[], value: (round: Round) => number): { median: number; best: number } =>
  timesOf(rounds.map(value));

const reportRounds = (rounds: readonly Round[]): void => {
  const extra = medianOf(rounds, ({ alone, shared }) => shared.workPerFrame - alone.workPerFrame);
  const alone = medianOf(rounds, (round) => round.alone.workPerFrame);
  const between = medianOf(rounds, (round) => round.between);
  const frames = medianOf(rounds, (round) => (SECONDS * 1_000) / round.alone.frames);
  const first = medianOf(rounds, (round) => round.first);
  const loaded = medianOf(rounds, (round) => round.loaded);
  report({
    name: 'a helped page whose listing changes in each frame: more processor time for each frame',
    ...{ unit: 'ms', value: extra.median, best: extra.best },
    baseline: { name: 'processor time of the frame without help', value: alone.median, best: alone.best },
    limit: { of: 'value', atMost: EXTRA_WORK_MS },
  });
  report({
    name: 'the same: time from one picture of the helper to the next',
    ...{ unit: 'ms', value: between.median, best: between.best },
    baseline: { name: 'frames of the page without help', value: frames.median, best: frames.best },
    limit: { of: 'value', atMost: PICTURE_MS },
  });
  report({
    name: 'first picture of the helped page, after the consent',
    ...{ unit: 'ms', value: first.median, best: first.best },
    baseline: { name: 'the page itself loads', value: loaded.median, best: loaded.best },
    limit: { of: 'value', atMost: FIRST_PICTURE_MS },
  });
};

const printRound = (round: Round): void => {
  const { alone, shared, between, first, loaded, helperFrames, helperWork } = round;
  const rate = ({ frames }: Frames): string => milliseconds(frames / SECONDS);
  console.log(
    `work per frame ${milliseconds(alone.workPerFrame)} ms, with help ${milliseconds(shared.workPerFrame)} ms; frames/s ${rate(alone)}, with help ${rate(shared)}; pictures/s ${milliseconds(1_000 / between)}, of ${milliseconds(helperFrames)} frames of the helper, work for each ${milliseconds(helperWork)} ms; first picture ${first.toFixed(0)} ms, page loads in ${loaded.toFixed(0)} ms`,
  );
};

export const run = async (): Promise<void> => {
  const product = await openProduct();
  const { url } = product.server;
  await letHelp(url, 'member');
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.address);
  const visitor = await deskPage(browser, url, await tokenOf(url, 'staff'));
  const agent = await deskPage(browser, url, await tokenOf(url, 'member'));
  for (const { page } of [visitor, agent]) await page.setViewportSize({ width: 1280, height: 800 });
  await visitor.page.goto(LIST);
  await openHelp(agent.page, await askOnPage(visitor.page, 'A changing listing'));
  const rounds: Round[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const round = await measureRound(visitor, agent);
    rounds.push(round);
    printRound(round);
  }
  reportRounds(rounds);
  await launched.close();
  await product.stop();
};
