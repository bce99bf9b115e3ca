// Help on the spot between two people: asked, seen with a mask by the helper's own rights, controlled, drawn on, called, recorded, and ended by
// one key.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  answerQuestion,
  askOnPage,
  collectFrames,
  helpedPage,
  letHelp,
  openHelp,
  shareView,
} from 'tests/e2e/harness/assist.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const END_KEYS = 'Control+Shift+F9';

/** Number of the agent's consents that are on. */
const activeConsents = (agent: Page) => agent.locator('.kk-assist-consent .bp6-active');

describe('help on the spot', () => {
  const world = useWorld();
  let hidden = '';
  let shared = '';
  let edited = '';

  beforeAll(async () => {
    await letHelp(world.url, 'member');
    const create = async (values: Readonly<Record<string, string>>): Promise<string> => {
      const entry = { owner: 'Organization-1', type: 'MAP', ...values };
      return String((await askAs(world.url, 'staff', ['create/ArchiveEntry', entry]))['$id']);
    };
    hidden = await create({ title: 'Canary of staff', description: 'canary-description', $access: 'PRIVATE' });
    edited = await create({ title: 'Herons to edit', $access: 'PUBLIC' });
    shared = await create({
      ...{ title: 'Herons in spring', description: 'Read by members', notes: 'canary-notes', $access: 'PUBLIC' },
    });
  });

  it('[ASSIST-01] loads no code of the channel before help is asked for', async () => {
    const { page } = await world.open({ as: 'staff' });
    const loaded: string[] = [];
    page.on('request', (request) => void loaded.push(request.url()));
    await page.goto('/');
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('button', { name: 'Ask for help' }).waitFor();
    expect(loaded.filter((url) => /assist|rrweb|pageCapture|helpOverPage/i.test(url))).toEqual([]);
  });

  it('[ASSIST-01] shows the page only after it was allowed, masked by the rights of the helper', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    const frames = collectFrames(agent.page);
    await visitor.page.goto(`/i-${shared}`);
    await columnAt(visitor.page, 1).getByText('canary-notes').first().waitFor();
    const session = await askOnPage(visitor.page, 'How do I find herons?');
    await screenshot(visitor.page, 'assist-asked');
    await agent.page.goto('/assist.requests');
    await agent.page.getByText('How do I find herons?').first().click();
    await agent.page.getByRole('button', { name: 'Help this person' }).click();
    await agent.page.getByRole('button', { name: 'Ask to see the page' }).waitFor();
    expect(frames.some((frame) => frame.startsWith('["messages"'))).toBe(false);
    await agent.page.getByRole('button', { name: 'Ask to see the page' }).click();
    await visitor.page.getByRole('alertdialog').waitFor();
    await screenshot(visitor.page, 'assist-question');
    expect(await axe(visitor.page)).toEqual([]);
    const asked = Date.now();
    await answerQuestion(visitor.page, 'Agent requested to see this page. Allow?', 'Show the page');
    const screen = helpedPage(agent.page);
    await screen.getByText('Herons in spring').first().waitFor();
    console.log(`first picture after ${Date.now() - asked} ms`);
    await screen.getByText('Read by members').waitFor();
    await screenshot(agent.page, 'assist-agent-readable');
    await screenshot(visitor.page, 'assist-visitor-mark');
    expect(await axe(agent.page)).toEqual([]);
    await visitor.page.goto(`/i-${hidden}`);
    await columnAt(visitor.page, 1).getByText('canary-description').first().waitFor();
    await screen.getByText('██████ ██ █████').first().waitFor();
    await visitor.page.getByRole('combobox', { name: 'Search everything' }).fill('canary-typed');
    await screen.locator('input').first().waitFor();
    await screenshot(agent.page, 'assist-agent-hidden');
    const wire = frames.join('\n');
    expect(wire.includes('Herons in spring')).toBe(true);
    expect(/canary/i.test(wire)).toBe(false);
    expect(session).toMatch(/^AssistSession-/);
  });

  it('[ASSIST-01] the helper controls and draws only after a consent, the history names the helper, and one key ends all', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    await visitor.page.goto(`/i-${edited}`);
    const session = await askOnPage(visitor.page, 'Please edit');
    await shareView(agent.page, visitor.page, session);
    const screen = helpedPage(agent.page);
    await agent.page.getByRole('button', { name: 'Ask for control' }).click();
    await answerQuestion(visitor.page, 'Agent requested remote control. Allow?', 'Allow control');
    const layer = agent.page.getByRole('application', { name: 'Page of the person' });
    const clickOn = async (name: string | RegExp): Promise<void> => {
      const target = screen
        .getByRole('tab', { name })
        .or(screen.getByRole('button', { name, exact: true }))
        .first();
      await target.waitFor();
      const [box, own] = [await target.boundingBox(), await layer.boundingBox()];
      if (!box || !own) throw new Error(`${String(name)} has no box`);
      await agent.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    };
    await agent.page.getByLabel('Draw').check();
    await layer.hover();
    await agent.page.mouse.down();
    await agent.page.mouse.move(400, 300, { steps: 5 });
    await agent.page.mouse.up();
    await visitor.page.locator('.kk-assist-lines polyline').waitFor();
    await screenshot(visitor.page, 'assist-lines');
    await visitor.page.locator('.kk-assist-lines polyline').waitFor({ state: 'detached' });
    await agent.page.getByLabel('Draw').uncheck();
    await clickOn('Edit');
    await columnAt(visitor.page, 1).getByRole('textbox').first().waitFor();
    const own = columnAt(visitor.page, 1)
      .getByLabel(/^Title/)
      .first();
    const place = await own.boundingBox();
    const [frame, viewport] = [await layer.boundingBox(), visitor.page.viewportSize()];
    if (!place || !frame || !viewport) throw new Error('the title has no place');
    const scale = frame.width / viewport.width;
    await agent.page.mouse.click(frame.x + (place.x + 8) * scale, frame.y + (place.y + 8) * scale);
    await agent.page.getByLabel('New text of the field').fill('Herons in the early spring');
    await expect.poll(() => own.inputValue()).toBe('Herons in the early spring');
    await screenshot(agent.page, 'assist-controlled');
    await screenshot(visitor.page, 'assist-controlled-visitor');
    await clickOn(/^Save( now)?$/);
    await visitor.page.getByRole('heading', { name: 'Herons in the early spring' }).first().waitFor();
    const { events = [] } = await askAs(world.url, 'staff', [`history/${edited}`, { max: 1 }]);
    expect(events).toMatchObject([{ helper: decodeJwt(await keptTokenOf(world.url, 'member')).sub }]);
    await visitor.page.keyboard.press(END_KEYS);
    await expect.poll(() => activeConsents(agent.page).count()).toBe(0);
    await agent.page.getByText('You see the page here after the person allows it.').waitFor();
    await visitor.page.getByText('A helper is here and can ask to see this page.').waitFor();
  });

  it('[ASSIST-01] records only with a consent; the recording plays for both, and the recorded person deletes it', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    await visitor.page.goto(`/i-${shared}`);
    const session = await askOnPage(visitor.page, 'Please record');
    await shareView(agent.page, visitor.page, session);
    const ask = agent.page.getByRole('button', { name: 'Ask to record' });
    const question = 'Agent requested to record activity in this browser tab.';
    await ask.click();
    await answerQuestion(visitor.page, question, 'Do not allow');
    await agent.page.getByText('Declined.').waitFor();
    await ask.click();
    await answerQuestion(visitor.page, question, 'Allow recording');
    await visitor.page.getByText('records this page').waitFor();
    await visitor.page.locator('.kk-site').click();
    await helpedPage(agent.page).getByText('Herons in spring').first().waitFor({ state: 'detached' });
    await visitor.page.keyboard.press(END_KEYS);
    await agent.page.getByRole('link', { name: 'Open the recording' }).click();
    // The film lasts less than a second: it is at its beginning until it is played, and then at its end.
    const film = agent.page.frameLocator('.kk-assist-film iframe');
    await film.getByText('Herons in spring').first().waitFor();
    await screenshot(agent.page, 'assist-recording');
    await agent.page.getByRole('button', { name: 'Play', exact: true }).click();
    await film.getByText('Herons in spring').first().waitFor({ state: 'detached' });
    const address = new URL(agent.page.url()).pathname;
    await visitor.page.goto(address);
    await visitor.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const id = address.replace(/^.*i-/, '');
    const { _u = 0 } = await askAs(world.url, 'staff', [`read/${id}`, null]);
    await askAs(world.url, 'staff', [`delete/${id}`, { _u }]);
    await agent.page.locator('.kk-assist-player').waitFor({ state: 'detached' });
    await expect(askAs(world.url, 'member', [`read/${id}`, null])).rejects.toThrow();
  });

  it('[ASSIST-01] a call has sound and picture in both browsers, and ends with the key', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    await visitor.page.goto('/');
    const session = await askOnPage(visitor.page, 'Please call');
    await openHelp(agent.page, session);
    await agent.page.getByRole('button', { name: 'Call' }).click();
    await answerQuestion(visitor.page, 'You have an incoming call. Do you want to answer?', 'Answer');
    const isPlaying = (page: Page): Promise<boolean> =>
      page
        .locator('.kk-assist-other')
        .evaluate((video) => video instanceof HTMLVideoElement && video.videoWidth > 0 && video.currentTime > 0);
    for (const page of [visitor.page, agent.page])
      await expect.poll(() => isPlaying(page), { timeout: 30_000 }).toBe(true);
    await screenshot(visitor.page, 'assist-call');
    await visitor.page.keyboard.press(END_KEYS);
    for (const page of [visitor.page, agent.page]) await page.locator('.kk-assist-call').waitFor({ state: 'detached' });
  });
});
