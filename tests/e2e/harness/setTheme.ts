// Chooses light or dark, as a signed-in person does: the choice is kept with the user, not with the browser.
// Called by useWorld.ts after signing in, and by tests; a visitor's theme follows the browser's colour scheme instead.
import type { Page } from 'playwright-core';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { askWith } from 'tests/e2e/harness/askAs.ts';
import type { Theme } from 'tests/e2e/harness/openVisit.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const wears = async (page: Page, theme: Theme): Promise<boolean> => {
  // Until it is known who is signed in, the page wears the browser's colour scheme.
  await page.locator('.kk-user-name').waitFor({ state: 'attached' });
  const isDark = /\bbp6-dark\b/.test((await page.locator('body').getAttribute('class')) ?? '');
  return isDark === (theme === 'dark');
};
const untilWorn = (page: Page, theme: Theme): Promise<void> =>
  page.locator(theme === 'dark' ? 'body.bp6-dark' : 'body:not(.bp6-dark)').waitFor();

/** In the user menu. */
export const setTheme = async (page: Page, theme: Theme): Promise<void> => {
  if (await wears(page, theme)) return;
  await page.locator('.kk-user').click();
  await page.getByRole('menu').getByText('Dark mode', { exact: true }).click();
  await untilWorn(page, theme);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
};

/** On another device: the page that is open follows, whatever lies over it. */
export const setThemeElsewhere = async (page: Page, as: Account, theme: Theme): Promise<void> => {
  if (await wears(page, theme)) return;
  const url = new URL(page.url()).origin;
  const token = await tokenOf(url, as);
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly sub: string;
  };
  const { type, number } = parseItemId(sub);
  await askWith(url, token, ['act/setPreferences', { _t: type, _i: number, values: { dark: theme === 'dark' } }]);
  await untilWorn(page, theme);
};
