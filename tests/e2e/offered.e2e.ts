// What the page offers to whom: a visitor's header, a member's own places, and nothing that the server would refuse.
import { describe, expect, it } from 'vitest';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

describe('what is offered', () => {
  const world = useWorld();

  it('[SHELL-06] a visitor has search, alerts and help; only the bell waits for a session', async () => {
    const { page } = await world.open();
    const bell = page.getByRole('button', { name: 'Notifications: sign in to see yours' });
    await bell.waitFor();
    expect(await bell.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'System alerts' }).waitFor();
    const search = page.getByRole('combobox', { name: 'Search everything' });
    await search.fill('the');
    await page.getByRole('option', { name: 'Sign in to see all results' }).waitFor();
    await screenshot(page, 'visitor-search');
    await search.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name: 'Ask for support' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for support' });
    expect(await dialog.getByRole('textbox').inputValue()).toMatch(/Page: \/sign-in\nVersion: /);
    await screenshot(page, 'support');
  });

  it("[PERM-07] a member's organizations and contacts are their own, and nothing is offered that would be refused", async () => {
    const { page } = await world.open({ as: 'member' });
    const list = await openList(page, '/my-organizations');
    await list.getByText('1 result', { exact: true }).waitFor();
    expect(await list.getByRole('button', { name: /^New/ }).count()).toBe(0);
    const own = await list.locator('a[href*="/i-Organization-"]').first().textContent();
    await screenshot(page, 'my-organizations');
    const contacts = await openList(page, '/my-contacts');
    await contacts.locator('a[href*="/i-Contact-"]').first().click();
    await columnAt(page, 2)
      .getByRole('link', { name: own ?? '' })
      .first()
      .waitFor();
    await page.goto('/archive.catalogue');
    await page.getByText('This page needs the right “Manage the archive”.').waitFor();
    await screenshot(page, 'refused');
  });

  it('[PERM-01] an administrator may add an organization', async () => {
    const { page } = await world.open({ as: 'admin' });
    const list = await openList(page, '/archive.orgs');
    await list.getByRole('button', { name: 'New Organization' }).waitFor();
  });
});
