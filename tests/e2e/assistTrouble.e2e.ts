// Help on the spot with several helpers, private content, closed tabs, a killed server, a small window and the dark theme.
import { beforeAll, describe, expect, it } from 'vitest';
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
import { attachFiles } from 'tests/e2e/harness/attachFiles.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { startCutter } from 'tests/e2e/harness/startCutter.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { CUT_LINE_ERRORS, noisePicture } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

describe('help on the spot with others', () => {
  // The pages also come through a relay, whose address is the site's.
  const world = useWorld({ PUBLIC_URL: '' });
  let hidden = '';
  let picture = '';

  beforeAll(async () => {
    await letHelp(world.url, 'member');
    const content = await noisePicture(64);
    const { record, files } = await attachFiles(world.url, await keptTokenOf(world.url, 'staff'), {
      'canary-picture.png': content,
    });
    hidden = record;
    picture = files[0]?.fileID ?? '';
    const { _u = 0 } = await askAs(world.url, 'staff', [`read/${hidden}`, null]);
    await askAs(world.url, 'staff', ['update', { $id: hidden, _u, title: 'canary-title', $access: 'PRIVATE' }]);
  });

  it('[ASSIST-01] two helpers see what both may read, and neither receives passwords or private pictures', async () => {
    const visitor = await world.open({ as: 'staff' });
    const [first, second] = [await world.open({ as: 'admin' }), await world.open({ as: 'member' })];
    const frames = collectFrames(second.page);
    const firstFrames = collectFrames(first.page);
    const requests: string[] = [];
    for (const { page } of [first, second]) page.on('request', (request) => void requests.push(request.url()));
    await visitor.page.goto(`/i-${hidden}`);
    await columnAt(visitor.page, 1).getByText('canary-title').first().waitFor();
    await columnAt(visitor.page, 1).locator('img').first().waitFor();
    const session = await askOnPage(visitor.page, 'Two helpers');
    await shareView(first.page, visitor.page, session);
    await helpedPage(first.page).getByText('canary-title').first().waitFor();
    expect(firstFrames.join('').includes('canary-title')).toBe(true);

    await shareView(second.page, visitor.page, session);
    for (const { page } of [first, second]) {
      await helpedPage(page).getByText('████████████').first().waitFor();
      await helpedPage(page).getByText('canary-title').first().waitFor({ state: 'detached' });
    }
    await first.page.getByText('Also helping:').waitFor();
    await screenshot(first.page, 'assist-two-helpers');
    await screenshot(visitor.page, 'assist-two-helpers-visitor');

    await visitor.page.goto('/my-account');
    const field = visitor.page.locator('input[type="password"]').first();
    await field.fill('canary-password');
    await helpedPage(second.page).locator('input[type="password"]').first().waitFor();
    await visitor.page.keyboard.press('Tab');
    await helpedPage(first.page).locator('input[type="password"]').first().waitFor();
    // The next page arrives after everything that was sent before it.
    await visitor.page.goto('/');
    await helpedPage(second.page).locator('input[type="password"]').first().waitFor({ state: 'detached' });
    expect(/canary/i.test(frames.join(''))).toBe(false);
    expect(firstFrames.join('').includes('canary-password')).toBe(false);
    expect(requests.filter((url) => url.includes(picture) || url.includes('canary'))).toEqual([]);
    expect([...frames, ...firstFrames].filter((frame) => frame.includes(picture) || frame.includes('data:'))).toEqual(
      [],
    );
  });

  it('[ASSIST-01] works in a small window and the dark theme; a closed tab ends what it had', async () => {
    const visitor = await world.open({ as: 'staff', theme: 'dark', screen: 'phone', at: '/' });
    const agent = await world.open({ as: 'member', theme: 'dark', screen: 'phone', at: '/' });
    const session = await askOnPage(visitor.page, 'Small window');
    await openHelp(agent.page, session);
    await agent.page.getByRole('button', { name: 'Ask to see the page' }).click();
    await visitor.page.getByRole('alertdialog').waitFor();
    expect(await axe(visitor.page)).toEqual([]);
    await screenshot(visitor.page, 'assist-phone-question');
    await answerQuestion(visitor.page, 'Agent requested to see this page. Allow?', 'Show the page');
    await helpedPage(agent.page).locator('.kk-header').waitFor();
    expect(await axe(agent.page)).toEqual([]);
    expect(await axe(visitor.page)).toEqual([]);
    await screenshot(agent.page, 'assist-phone-agent');
    await screenshot(visitor.page, 'assist-phone-visitor');
    for (const { page } of [visitor, agent])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

    await agent.page.close();
    await visitor.page.getByText('You asked for help. Please wait.').waitFor({ timeout: 45_000 });
    const next = await agent.context.newPage();
    await shareView(next, visitor.page, session);
    await visitor.page.close();
    await next.getByText('The person is not connected at the moment.').waitFor();
    await next.getByRole('button', { name: 'End the help' }).click();
    await next.getByText('You have ended the help.').waitFor();
  });

  it('[ASSIST-01] a killed server ends every consent, and the same session goes on with a new one', async () => {
    const line = await startCutter(world.url);
    const visitor = await world.open({ as: 'staff', url: line.url });
    const agent = await world.open({ as: 'member', url: line.url });
    for (const { allowConsole } of [visitor, agent]) allowConsole(CUT_LINE_ERRORS);
    await visitor.page.goto('/');
    const session = await askOnPage(visitor.page, 'Killed');
    await shareView(agent.page, visitor.page, session);
    await world.server.kill();
    await visitor.page.getByText('The connection is lost.').waitFor();
    await agent.page.getByText('The connection is lost.').waitFor();
    await screenshot(visitor.page, 'assist-lost-visitor');
    await screenshot(agent.page, 'assist-lost-agent');
    const next = await startServer(world.store, { PUBLIC_URL: '' });
    line.leadTo(next.url);
    await visitor.page.getByText('A helper is here and can ask to see this page.').waitFor({ timeout: 60_000 });
    await agent.page.getByText('You see the page here after the person allows it.').waitFor();
    await agent.page.getByRole('button', { name: 'Ask to see the page' }).click();
    await answerQuestion(visitor.page, 'Agent requested to see this page. Allow?', 'Show the page');
    await helpedPage(agent.page).locator('.kk-header').waitFor();
    expect((await askAs(next.url, 'staff', [`read/${session}`, null]))['state']).toBe('ACTIVE');
    await next.stop();
    await line.stop();
  });
});
