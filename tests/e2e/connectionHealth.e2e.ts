// The page detects a dead socket by pings after silence, time-outs and closes, with a stopped clock. A relay holds back answers of the real
// server.
import { expect, it } from 'vitest';
import { CLOSES } from 'src/model/generated/problems.ts';
import { flipSwitch, messagesOf, operations, relayed } from 'tests/e2e/harness/shell.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const WAIT_FOR_PONG = 45_000;
const NAME = 'Mirel Riverton';

it('[CONN-04] [SHELL-16] [ERR-01] pings after 30 s of silence, closes 45 s later, gives an answer 60 s, and says what is too large', async () => {
  // A separate session, because its choices are refused below.
  const visit = await world.open({ token: await tokenOf(world.url, 'partner'), at: '/help', screen: 'wide' });
  const { page } = visit;
  const { clock } = page;
  const state = page.locator('header .kk-health-word');
  const errors = messagesOf(page).getByRole('alert');
  const connected = (): Promise<void> => expect.poll(() => state.textContent()).toBe('Connected');
  await clock.install();
  const relay = await relayed(visit);
  await connected();
  await clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const pings = (): number => operations(relay, 'ping');
  const closes = (): number => relay.closeCodes.filter((code) => code === CLOSES.noReply).length;
  const pingsAfter = async (milliseconds: number): Promise<number> => {
    const before = pings();
    await clock.runFor(milliseconds);
    return pings() - before;
  };

  // The server answers a ping, and the state is as before.
  let pongs = 0;
  relay.changeReceived = (message) => {
    if (message.includes('"pong"')) pongs += 1;
    return message;
  };
  // Time since the last answer to a request of the page after it opened.
  await expect.poll(() => pingsAfter(1000)).toBe(1);
  await expect.poll(() => pongs).toBe(1);
  await connected();

  // All messages of the server are held back.
  relay.changeReceived = () => undefined;
  expect(await pingsAfter(29_500)).toBe(0);
  expect(await pingsAfter(1000)).toBe(1);
  await clock.runFor(300);
  await expect.poll(() => state.textContent()).toBe('Checking the connection');
  await clock.runFor(WAIT_FOR_PONG - 2500);
  expect(closes()).toBe(0);
  await clock.runFor(2500);
  await expect.poll(closes).toBe(1);
  await clock.runFor(300);
  await expect.poll(() => state.textContent()).toBe('No connection');
  relay.changeReceived = (message) => message;
  await page.locator('header').getByRole('button', { name: 'Try now' }).click();
  await expect.poll(async () => [await clock.runFor(50), await state.textContent()][1]).toBe('Connected');
  await messagesOf(page).getByText('Connected again.').waitFor();

  // Pings are answered, a request is not.
  relay.changeReceived = (message) => (message.includes('"act/setPreferences"') ? undefined : message);
  await flipSwitch(page, NAME, 'Hide guidance');
  await expect.poll(() => operations(relay, 'act/setPreferences')).toBe(1);
  expect(await pingsAfter(31_000)).toBeLessThanOrEqual(1);
  // A success is shown for six seconds.
  expect(await messagesOf(page).getByText('Connected again.').count()).toBe(0);
  await connected();
  await clock.runFor(27_000);
  expect([closes(), await errors.count()]).toEqual([1, 0]);
  await clock.runFor(3000);
  await errors.getByText(/^The server did not answer in time\./).waitFor();
  expect(closes()).toBe(2);
  await errors.getByRole('button', { name: 'Close' }).click();
  await page.locator('header').getByRole('button', { name: 'Try now' }).click();
  await expect.poll(async () => [await clock.runFor(50), await state.textContent()][1]).toBe('Connected');

  await flipSwitch(page, NAME, 'Hide guidance');
  await expect.poll(() => operations(relay, 'act/setPreferences')).toBe(2);
  await relay.close(CLOSES.tooLarge, '');
  await errors.getByText(/^This is too large to send at once\./).waitFor();
});
