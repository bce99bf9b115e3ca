// The cookie banner, messages at the foot of the page, and dialogs, on a real server.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs, changeItem } from 'tests/e2e/harness/askAs.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { flipSwitch, messagesOf, relayed } from 'tests/e2e/harness/shell.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const newEntry = async (title: string): Promise<string> => {
  const values = { title, owner: 'Organization-1', type: 'MAP', $access: 'COMMUNITY' };
  return String((await askAs(world.url, 'staff', ['create/ArchiveEntry', values]))['$id']);
};

/** Stops the clock of the page, a second ahead of it. */
const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

/** Expects that the message disappears six seconds after it appeared, with a stopped clock. */
const goesAfterSixSeconds = async (page: Page, message: Locator): Promise<void> => {
  await page.clock.runFor(5900);
  expect(await message.count()).toBe(1);
  await page.clock.runFor(200);
  await message.waitFor({ state: 'detached' });
};

it('[SHELL-10] the line on cookies stays until it is accepted on this device, and leads to the section on cookies', async () => {
  const { page } = await world.open({ at: '/terms' });
  const line = page.getByRole('region', { name: 'Cookies', exact: true });
  await line.getByRole('link', { name: 'More about cookies' }).click();
  await page.waitForURL(/\/privacy-policy\?c0=cookies$/);
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: 'Cookies and what stays on this device' }),
  });
  await expect.poll(() => section.last().evaluate((each) => each === document.activeElement)).toBe(true);
  await page.reload();
  await line.getByRole('button', { name: 'OK' }).click();
  await line.waitFor({ state: 'detached' });
  await page.reload();
  await section.last().waitFor();
  expect(await line.count()).toBe(0);
});

it('[SHELL-12] [SHELL-16] [ROUTE-07] [CELL-04] [ERR-01] warnings and information go after six seconds, can be closed, and are read to those who cannot see them', async () => {
  const entry = await newEntry('A drum that is changed by somebody else');
  const visit = await world.open({ as: 'member', at: `/i-${entry}` });
  const { page } = visit;
  visit.allowConsole(/404.*no\.such\.page/);
  const heading = columnAt(page, 1).getByRole('heading', { name: 'A drum that is changed by somebody else' }).first();
  await page.clock.install();
  await page.goto('/no.such.page');
  const warning = messagesOf(page).locator('.kk-alert-warning', { hasText: 'There is no page “no.such.page” here.' });
  await warning.waitFor();
  await columnAt(page, 1).getByText('There is no page “no.such.page” here.').waitFor();
  await warning.getByRole('button', { name: 'Close' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.goto(`/i-${entry}`);
  await heading.waitFor();
  await page.locator('header').getByText('Connected').waitFor();

  await stopClock(page);
  await changeItem(world.url, entry, { secondaryTitle: 'Changed meanwhile' });
  const info = messagesOf(page).locator('.kk-alert-info', { hasText: 'changed: Secondary title' });
  await info.waitFor();
  const said = page.locator('[role=status][aria-live=polite]').last();
  await expect.poll(() => said.textContent()).toContain('changed: Secondary title');
  expect(await messagesOf(page).getByRole('alert').count()).toBe(0);
  await goesAfterSixSeconds(page, info);

  await page.goBack();
  await warning.waitFor();
  await goesAfterSixSeconds(page, warning);
});

it('[SHELL-14] [SHELL-08] [ERR-01] a question can be cancelled, information is confirmed, and an error shows the text of the server', async () => {
  const entry = await newEntry('A drum that is not deleted');
  const visit = await world.open({ as: 'staff', at: `/i-${entry}`, screen: 'wide' });
  const { page } = visit;
  const relay = await relayed(visit);
  const column = columnAt(page, 1);
  await column.getByRole('button', { name: 'More options for this column' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this record?' });
  await question.getByText('This deletes “A drum that is not deleted” for everyone.').waitFor();
  expect(await question.getByRole('button').allInnerTexts()).toEqual(['', 'Cancel', 'Delete']);
  const { width = Infinity } = (await question.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(800);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await askAs(world.url, 'staff', [`read/${entry}`, null])).toMatchObject({ _u: 1 });

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: 'Ask for support' }).click();
  const support = page.getByRole('dialog', { name: 'Ask for support' });
  const text = await support.getByRole('textbox').inputValue();
  expect(text).toContain('Name: Isaro Brightwater\nEmail: staff@sample.test');
  await support.getByRole('button', { name: 'OK', exact: true }).click();
  await support.waitFor({ state: 'detached' });

  relay.changeReceived = (message) =>
    message.includes('"o":"act/setPreferences"')
      ? JSON.stringify({
          ...(JSON.parse(message) as object),
          erred: true,
          b: { userMessage: 'generalFailure', systemMessage: 'no space left on the disk' },
        })
      : message;
  await flipSwitch(page, 'Isaro Brightwater', 'Hide guidance');
  await messagesOf(page).getByRole('alert').getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Details of the problem' });
  await details.getByText('Message from the server:').waitFor();
  await details.getByText('no space left on the disk').waitFor();
  await details.getByRole('button', { name: 'OK', exact: true }).click();
  await details.waitFor({ state: 'detached' });
});

it('[PERM-04] tells an administrator of the site without an organization how to join one, and a person whom to ask', async () => {
  const { page } = await world.open({ as: 'admin', at: '/my-organizations' });
  const column = columnAt(page, 1);
  await column.getByText('add yourself to it there', { exact: false }).waitFor();
  expect(await column.getByText('an administrator can add you', { exact: false }).count()).toBe(0);
  const other = await world.open({ as: 'proponent', at: '/my-contacts' });
  const theirs = columnAt(other.page, 1);
  await theirs.getByRole('heading').first().waitFor();
  expect(await theirs.getByText('add yourself', { exact: false }).count()).toBe(0);
});
