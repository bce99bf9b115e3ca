// Rights of organizations in the page: an administrator of the site removes one after a warning, and people of the organization lose it.

import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const BOX = 'Ostermay Shoals: Work with research records';

it('[ADM-01] [PERM-04] an administrator removes a right of an organization, and its people lose the area', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.org-capabilities', screen: 'wide' });
  const box = page.getByRole('checkbox', { name: BOX, exact: true });
  await box.waitFor();
  await screenshot(page, 'owner-rights');
  expect(await axe(page)).toEqual([]);
  const closed = page.getByRole('checkbox', { name: /^Northline Works: .*field data/i });
  expect(await closed.isDisabled()).toBe(true);

  const { page: theirs } = await world.open({ as: 'partner', at: '/research.community-members' });
  await theirs.getByRole('link', { name: 'Anselm Larkspur' }).first().waitFor();
  expect(await theirs.getByRole('link', { name: 'Ulla Brightwater' }).count()).toBe(0);

  await box.press('Space');
  const dialog = page.getByRole('alertdialog', { name: 'Remove “Work with research records” from Ostermay Shoals?' });
  await dialog.getByText('1 person loses this right in Ostermay Shoals.').waitFor();
  await screenshot(page, 'owner-rights-remove');
  await dialog.getByRole('button', { name: 'Remove the right' }).click();
  await page.getByText('You changed the rights of Ostermay Shoals.').first().waitFor();
  await expect.poll(() => box.isChecked()).toBe(false);
  await theirs.getByText('To open this page you need the right “Work with research records”.').waitFor();
});

it('[ADM-01] the table of rights fits a phone', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.org-capabilities', screen: 'phone' });
  await page.getByRole('searchbox', { name: 'Find an organization' }).fill('north');
  await page.getByText('1 organization', { exact: true }).waitFor();
  await page
    .getByRole('checkbox', { name: /^Northline Works: / })
    .first()
    .waitFor();
  await screenshot(page, 'owner-rights-phone');
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(isWide).toBe(false);
});
