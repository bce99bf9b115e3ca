// Selects the light or dark theme as a signed-in person does; the choice is stored with the user, not in the browser.
// Called by useWorld.ts after signing in, and by tests. The theme of a visitor, and of a person who has not chosen, follows the browser's
// colour scheme.
import type { Page } from 'playwright-core';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { askWith } from 'tests/e2e/harness/askAs.ts';
import type { Theme } from 'tests/e2e/harness/openVisit.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';

const isWorn = async (page: Page, theme: Theme): Promise<boolean> => {
  // Until the user is known, the page uses the theme that it had last.
  await page.locator('.kk-user-name').waitFor({ state: 'attached' });
  const isDark = /\bbp6-dark\b/.test((await page.locator('body').getAttribute('class')) ?? '');
  return isDark === (theme === 'dark');
};

/** Waits until the user is known and the page has the theme. */
export const untilWorn = async (page: Page, theme: Theme): Promise<void> => {
  await page.locator('.kk-user-name').waitFor({ state: 'attached' });
  await page.locator(theme === 'dark' ? 'body.bp6-dark' : 'body:not(.bp6-dark)').waitFor();
};

/** Selects the theme in the user menu. */
export const setTheme = async (page: Page, theme: Theme): Promise<void> => {
  if (await isWorn(page, theme)) return;
  await page.locator('.kk-user').click();
  await page.getByRole('menu').getByText('Dark mode', { exact: true }).click();
  await untilWorn(page, theme);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
};

/** Sets the theme over HTTP; open pages follow. */
export const preferTheme = async (url: string, token: string, theme: Theme): Promise<void> => {
  const { preferences, _t = '', _i = 0 } = await askWith(url, token, ['getSessionUser', null]);
  const chosen = (preferences as { readonly dark?: boolean } | undefined)?.dark;
  const values = { dark: theme === 'dark' };
  if (chosen !== values.dark) await askWith(url, token, ['act/setPreferences', { _t, _i, values }]);
};

/** Sets the theme on another device; the open page follows, even under a dialog. */
export const setThemeElsewhere = async (page: Page, as: Account, theme: Theme): Promise<void> => {
  if (await isWorn(page, theme)) return;
  const url = new URL(page.url()).origin;
  await preferTheme(url, await keptTokenOf(url, as), theme);
  await untilWorn(page, theme);
};
