// Signs in through the page, as a person does, or over HTTP without a page.
// Called by useWorld.ts, by benches and by tests that sign in themselves.
import type { Page } from 'playwright-core';
import { type Account, emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';

export const signIn = async (page: Page, account: Account, password = samplePassword): Promise<void> => {
  if (!new URL(page.url(), 'http://blank').pathname.startsWith('/sign-in')) await page.goto('/sign-in');
  await page.locator('input[type=email], input[autocomplete=username]').first().fill(emailOf(account));
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
};

/** Returns the token of a new session. */
export const tokenOf = async (url: string, account: Account): Promise<string> => {
  const body = JSON.stringify({ email: emailOf(account), password: samplePassword });
  const answer = await fetch(`${url}/api/sign-in`, { method: 'POST', body });
  const token = answer.headers.get('access-token');
  if (token === null) throw new Error(`sign-in answered ${answer.status}`);
  return token;
};

/** Tokens of started sessions by server, account and number. */
const keptTokens = new Map<string, string>();

const isSignedIn = async (url: string, account: Account, token: string): Promise<boolean> => {
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ o: 'getSessionUser', b: null });
  const answer = await fetch(`${url}/api/item`, { method: 'POST', headers, body });
  const { b } = (await answer.json().catch(() => ({}))) as { readonly b?: { readonly email?: string } | null };
  return b?.email === emailOf(account);
};

/**
 * Returns the token of a session that the tests of this worker share, because checking a password is slow by design. Starts
 * a new session if a test has ended that one or acts as another user in it. Different numbers give different sessions.
 */
export const keptTokenOf = async (url: string, account: Account, number = 0): Promise<string> => {
  const key = `${url} ${account} ${number}`;
  const kept = keptTokens.get(key);
  if (kept !== undefined && (await isSignedIn(url, account, kept))) return kept;
  const token = await tokenOf(url, account);
  keptTokens.set(key, token);
  return token;
};
