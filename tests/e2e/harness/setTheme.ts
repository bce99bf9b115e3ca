// Chooses light or dark in the user menu, as a signed-in person does: the choice is kept with the user, not with the browser.
// Called by useWorld.ts after signing in; a visitor's theme follows the browser's colour scheme instead.
import type { Page } from 'playwright-core';
import type { Theme } from 'tests/e2e/harness/openVisit.ts';

export const setTheme = async (page: Page, theme: Theme): Promise<void> => {
  // Until it is known who is signed in, the page wears the browser's colour scheme.
  await page.locator('.kk-user-name').waitFor({ state: 'attached' });
  const body = page.locator('body');
  const isDark = /\bbp6-dark\b/.test((await body.getAttribute('class')) ?? '');
  if (isDark === (theme === 'dark')) return;
  await page.locator('.kk-user').click();
  await page.getByRole('menu').getByText('Dark mode', { exact: true }).click();
  await page.locator(theme === 'dark' ? 'body.bp6-dark' : 'body:not(.bp6-dark)').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
};
