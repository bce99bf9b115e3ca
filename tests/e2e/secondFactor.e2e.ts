// A site that requires a second factor of its administrators: what an administrator without one sees, adds and gets.
// tests/server/routes/accountAccess.pg.test.ts proves the refusals of the routes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, it } from 'vitest';
import { samplePassword } from 'tests/e2e/harness/accounts.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'keeper-factor-'));
const siteFile = join(folder, 'site.json');
writeFileSync(siteFile, JSON.stringify({ requireSecondFactor: 'administrators' }));
const world = useWorld({ SITE_CONFIG: siteFile });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WHY = /this site asks its administrators for a second step/;

it('[AUTH-08] an administrator reads why rights are missing, adds an authenticator app, and has them without a reload', async () => {
  const { page } = await world.open({ as: 'admin', at: '/list-lov' });
  const refused = columnAt(page, 1);
  await refused.getByText(WHY).waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto('/');
  const home = columnAt(page, 1);
  await home.getByText(WHY).waitFor();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link').first().waitFor();
  expect(await menu.getByText('Administration', { exact: true }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  // A reload would lose it.
  await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));

  await home.getByRole('link', { name: 'Add a second step' }).click();
  const account = columnAt(page, 1);
  await account.getByText(/when you have added one here/).waitFor();
  await account.getByRole('button', { name: 'Add an authenticator app' }).click();
  await account.getByLabel('To change this, enter your password').fill(samplePassword);
  await account.getByRole('button', { name: 'Continue' }).click();
  const asked = (await account.getByText(/or type the key/).textContent()) ?? '';
  const secret = Secret.fromBase32(/[A-Z2-7]{16,}/.exec(asked)?.[0] ?? '');
  await account.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate());
  await account.getByRole('button', { name: 'Confirm the code' }).click();
  await account.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  await account.getByText(/when you have added one here/).waitFor({ state: 'detached' });

  await menu.getByText('Administration', { exact: true }).waitFor();
  await page.goBack();
  await home.getByText('Recently changed').waitFor();
  expect(await home.getByText(WHY).count()).toBe(0);
  expect(await page.evaluate(() => 'loadedOnce' in globalThis)).toBe(true);
});
