// Signs in through the page, as a person does.
// Called by useWorld.ts and by tests that sign in themselves.
import type { Page } from 'playwright-core';
import { type Account, emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';

export const signIn = async (page: Page, account: Account, password = samplePassword): Promise<void> => {
  if (!new URL(page.url(), 'http://blank').pathname.startsWith('/sign-in')) await page.goto('/sign-in');
  await page.locator('input[type=email], input[autocomplete=username]').first().fill(emailOf(account));
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
};
