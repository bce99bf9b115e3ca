// Help on the spot when it is hard: an administrator who acts as another person, a right that ends, and a page that changes all the time.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CDPSession, Page } from 'playwright-core';
import {
  askOnPage,
  collectFrames,
  helpedPage,
  letHelp,
  loseHelp,
  openHelp,
  shareView,
} from 'tests/e2e/harness/assist.ts';
import { askAs, askWith } from 'tests/e2e/harness/askAs.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const SECONDS = 3;

/** Notes the time at which the helped page is visible, and counts the frames in which its list looks different. */
const watchScreen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { shownAt: 0, pictures: 0 };
    Object.assign(globalThis, { seen });
    let last = '';
    const look = (): void => {
      const screen = document.querySelector<HTMLElement>('.kk-assist-screen');
      const shown = screen?.querySelector('iframe')?.contentDocument;
      if (seen.shownAt === 0 && screen?.hidden === false && shown?.querySelector('.kk-header'))
        seen.shownAt = performance.timeOrigin + performance.now();
      const text = shown?.querySelector('main > ul > li:last-child')?.textContent ?? '';
      if (text !== last) seen.pictures += 1;
      last = text;
      requestAnimationFrame(look);
    };
    look();
  });

const seenOn = (page: Page): Promise<{ readonly shownAt: number; readonly pictures: number }> =>
  page.evaluate(() => Reflect.get(globalThis, 'seen') as { shownAt: number; pictures: number });

/**
 * Changes 30 texts of the page in each frame for some seconds, and returns the number of frames. The list has a size of its own, so that
 * the map and the panels of home are not drawn again.
 */
const changeListing = (page: Page): Promise<number> =>
  page.evaluate(async (seconds) => {
    const list = document.createElement('ul');
    list.id = 'changing';
    list.style.cssText =
      'position: fixed; inset: 300px 0 auto auto; inline-size: 300px; contain: strict; block-size: 400px';
    const rows = Array.from({ length: 30 }, () => document.createElement('li'));
    list.append(...rows);
    document.querySelector('main')?.append(list);
    const end = performance.now() + seconds * 1000;
    let frames = 0;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      frames += 1;
      rows.forEach((row, at) => (row.textContent = `Save ${'x'.repeat(frames % 50)} ${at}`));
    }
    list.remove();
    return frames;
  }, SECONDS);

/** Returns the processor time of the page's main thread. */
const busySeconds = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
};

/** Milliseconds of processor time of the page for each frame in which its listing changes, and the number of frames. */
const changedFrames = async (page: Page): Promise<{ readonly work: number; readonly frames: number }> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await busySeconds(session);
  const frames = await changeListing(page);
  const after = await busySeconds(session);
  await session.detach();
  return { work: ((after - before) * 1000) / frames, frames };
};

describe('help on the spot in trouble', () => {
  const world = useWorld();

  beforeAll(async () => letHelp(world.url, 'member'));

  it('[ASSIST-01] the first picture takes no longer than the page itself, or a second', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    await visitor.page.goto('/');
    const session = await askOnPage(visitor.page, 'First picture');
    await openHelp(agent.page, session);
    const started = Date.now();
    await visitor.page.reload();
    await visitor.page.getByText('A helper is here and can ask to see this page.').waitFor();
    const loaded = Date.now() - started;
    await watchScreen(agent.page);
    await agent.page.getByRole('button', { name: 'Ask to see the page' }).click();
    const allow = visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Show the page', exact: true });
    await allow.evaluate((button) =>
      button.addEventListener('click', ({ timeStamp }) =>
        Object.assign(globalThis, { clickedAt: performance.timeOrigin + timeStamp }),
      ),
    );
    await allow.click();
    const clickedAt = await visitor.page.evaluate(() => Reflect.get(globalThis, 'clickedAt') as number);
    await helpedPage(agent.page).locator('.kk-header').waitFor();
    const taken = (await seenOn(agent.page)).shownAt - clickedAt;
    console.log(`first picture ${taken.toFixed(0)} ms after the consent; the page loads in ${loaded} ms`);
    expect(taken).toBeLessThan(Math.max(1000, loaded));
  });

  it('[ASSIST-02] a changing listing arrives up to 40 times a second, and costs the helped page little', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    const frames = collectFrames(agent.page);
    await visitor.page.goto('/');
    const alone = await changedFrames(visitor.page);
    const session = await askOnPage(visitor.page, 'Many changes');
    await shareView(agent.page, visitor.page, session);
    await watchScreen(agent.page);
    frames.length = 0;
    const shared = await changedFrames(visitor.page);
    await expect.poll(() => helpedPage(agent.page).locator('main > ul > li', { hasText: '████ █' }).count()).toBe(0);
    const batches = frames.filter((frame) => frame.startsWith('["messages"')).length;
    const { pictures } = await seenOn(agent.page);
    console.log(
      `work per frame ${alone.work.toFixed(2)} ms, with help ${shared.work.toFixed(2)} ms; ${shared.frames / SECONDS} frames/s, ${batches / SECONDS} batches/s, ${pictures / SECONDS} pictures/s`,
    );
    // A busy machine has fewer frames, and the recorder joins the changes of some.
    expect(batches).toBeGreaterThan(0.25 * Math.min(shared.frames, 30 * SECONDS));
    expect(batches / SECONDS).toBeLessThanOrEqual(41);
    expect(frames.join('').includes('████ █')).toBe(true);
  });

  it('[ASSIST-01] [ASSIST-02] 1,000 new nodes a second reach the helper, masked', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    const frames = collectFrames(agent.page);
    await visitor.page.goto('/');
    const session = await askOnPage(visitor.page, 'Many nodes');
    await shareView(agent.page, visitor.page, session);
    await visitor.page.evaluate(async () => {
      const main = document.querySelector('main');
      for (let at = 0; at < 60; at += 1) {
        const nodes = Array.from({ length: 50 }, () => document.createElement('p'));
        nodes.forEach((node) => (node.textContent = 'canary-node'));
        main?.append(...nodes);
        await new Promise(requestAnimationFrame);
      }
      const last = document.createElement('h6');
      last.textContent = 'Ask for help';
      main?.append(last);
    });
    await helpedPage(agent.page).locator('h6', { hasText: 'Ask for help' }).waitFor();
    expect(await helpedPage(agent.page).locator('main p').count()).toBeGreaterThanOrEqual(3000);
    expect(frames.join('').includes('canary')).toBe(false);
  });

  it('[ASSIST-01] under masquerade the helper sees only what the acted-as person and the helper may both read', async () => {
    const values = { owner: 'Organization-1', type: 'MAP', title: 'Canary under masquerade', $access: 'PRIVATE' };
    const { $id } = await askAs(world.url, 'admin', ['create/ArchiveEntry', values]);
    const token = await tokenOf(world.url, 'admin');
    const own = await askWith(world.url, token, ['getSessionUser', null]);
    const target = decodeJwt(await tokenOf(world.url, 'staff')).sub ?? '';
    const act = { _t: 'User', _i: own['_i'] ?? 0, targetUserID: target };
    const { newToken } = await askWith(world.url, token, ['act/masquerade', act]);
    const [visitor, agent] = [await world.open({ token: String(newToken) }), await world.open({ as: 'member' })];
    const frames = collectFrames(agent.page);
    await visitor.page.goto(`/i-${String($id)}`);
    await columnAt(visitor.page, 1).getByRole('heading', { name: 'Canary under masquerade' }).first().waitFor();
    const session = await askOnPage(visitor.page, 'Acting');
    await shareView(agent.page, visitor.page, session);
    await helpedPage(agent.page).getByText('██████ █████ ██████████').first().waitFor();
    expect(frames.join('').includes('Canary')).toBe(false);
    await visitor.page.goto('/');
    await visitor.page.getByText('sees this page').waitFor();
  });

  it('[ASSIST-01] everything stops when the right of the helper ends', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    await visitor.page.goto('/');
    const session = await askOnPage(visitor.page, 'Right ends');
    await shareView(agent.page, visitor.page, session);
    await loseHelp(world.url, 'member');
    await agent.page.getByText('You no longer have the right to help this person.').waitFor();
    await visitor.page.getByText('You asked for help. Please wait.').waitFor();
    await letHelp(world.url, 'member');
  });
});
