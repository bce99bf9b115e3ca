// Messages of the page for each fault between it and the server in the catalogue of errors. A relay and routes change answers that the real
// server gives.
import { expect, it } from 'vitest';
import { CLOSES } from 'src/model/generated/problems.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { relaySocket } from 'tests/e2e/harness/relaySocket.ts';
import { flipSwitch, messagesOf, relayed } from 'tests/e2e/harness/shell.ts';
import { signIn, tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const NAME = 'Mirel Riverton';

/** Returns the reply to a request of the page, with other members. */
const changed = (message: string, members: object): string =>
  JSON.stringify({ ...(JSON.parse(message) as object), ...members });

it('[ERR-01] says which answer is empty and which problem the server names, and nothing of a request that it could not read', async () => {
  const visit = await world.open({ token: await tokenOf(world.url, 'partner'), at: '/help', screen: 'wide' });
  const { page } = visit;
  const relay = await relayed(visit);
  const error = messagesOf(page).getByRole('alert');
  const details = page.getByRole('dialog', { name: 'Details of the problem' });
  const answerWith = (members: object): void => {
    relay.changeReceived = (message) =>
      message.includes('"o":"act/setPreferences"') ? changed(message, members) : message;
  };
  const closeError = async (): Promise<void> => {
    await error.getByRole('button', { name: 'Close' }).click();
    await error.waitFor({ state: 'detached' });
  };

  answerWith({ b: undefined });
  await flipSwitch(page, NAME, 'Hide guidance');
  await error.getByText(/^The server sent no answer\./).waitFor();
  await error.getByRole('button', { name: 'Details' }).click();
  await details.getByText('No response body from act/setPreferences').waitFor();
  await details.getByRole('button', { name: 'OK', exact: true }).click();
  await closeError();

  answerWith({ erred: true, b: { userMessage: 'rateLimited', params: { retryAfter: 7 } } });
  await flipSwitch(page, NAME, 'Hide guidance');
  await error.getByText('Too many attempts in a short time. Wait 7 seconds and try again.').waitFor();
  await closeError();

  answerWith({ erred: true, b: { userMessage: 'aProblemOfANewerServer' } });
  await flipSwitch(page, NAME, 'Hide guidance');
  await error.getByText(/^That did not work, and nothing changed\./).waitFor();
  await closeError();

  visit.allowConsole(/parseRequestFailed/);
  answerWith({ erred: true, b: { userMessage: 'parseRequestFailed' } });
  await flipSwitch(page, NAME, 'Hide guidance');
  // The switch is back where it was, so the answer has been handled.
  await page.getByRole('button', { name: NAME, exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Hide guidance', checked: false }).waitFor();
  expect(await error.count()).toBe(0);
});

it('[ERR-01] [AUTH-06] says that a sign-in brought no token, and that the server cannot be reached', async () => {
  const visit = await world.open({ at: '/sign-in' });
  const { page } = visit;
  visit.allowConsole(/ERR_FAILED|Failed to load/);
  const send = async (): Promise<void> => {
    await page.getByLabel('Email').fill(emailOf('member'));
    await page.getByLabel('Password').fill(samplePassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.route('**/api/sign-in', (route) => route.fulfill({ status: 200, json: {} }));
  await send();
  await page
    .getByText(/^The server sent no answer\./)
    .first()
    .waitFor();
  await page.unroute('**/api/sign-in');
  await page.route('**/api/sign-in', (route) => route.abort());
  await send();
  await page
    .getByText(/^The server cannot be reached\./)
    .first()
    .waitFor();
  expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull();
});

it('[ERR-01] [AUTH-02] warns that a session of an earlier visit is over, and names an address that is no record', async () => {
  const visit = await world.open({ token: await tokenOf(world.url, 'member'), at: '/terms' });
  const { page } = visit;
  visit.allowConsole(/40[134]/);
  const relay = await relaySocket(page);
  relay.changeReceived = () => undefined;
  relay.changeSent = () => {
    // The server treats the token as expired immediately.
    void relay.close(CLOSES.expiredOnConnect, 'expiredOnConnect');
    return undefined;
  };
  await page.reload();
  await messagesOf(page).locator('.kk-alert-warning', { hasText: 'Your session has ended.' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.goto('/i-ArchiveEntry-x');
  await columnAt(page, 1).getByText('There is no such record').waitFor();
});

it('[ERR-01] warns where the browser keeps nothing, and lets people work all the same', async () => {
  const { page } = await world.open({ at: '/terms' });
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The user agent refuses storage', 'SecurityError');
      },
    });
  });
  await page.goto('/sign-in');
  await messagesOf(page)
    .getByText(/^This browser does not allow the site to store anything on this device\./)
    .waitFor();
  await signIn(page, 'member');
  await page.getByRole('button', { name: 'Wren Oakhanger', exact: true }).waitFor();
  expect(await askAs(world.url, 'member', ['getSessionUser', null])).toMatchObject({ name: 'Wren Oakhanger' });
});
