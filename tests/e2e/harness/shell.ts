// Helpers for tests of the shell: the user menu, and a socket whose messages a test can change after the page has connected.
// Called by *.e2e.ts.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ENDED_SESSION, type Visit } from 'tests/e2e/harness/openVisit.ts';
import { relaySocket, type SocketRelay } from 'tests/e2e/harness/relaySocket.ts';

/** Opens the menu of the person with that name, or of a visitor with the name "Account". */
export const userMenu = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('button', { name, exact: true }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  return menu;
};

/** Toggles a switch of the user menu and closes the menu. */
export const flipSwitch = async (page: Page, name: string, label: string): Promise<void> => {
  await (await userMenu(page, name)).getByRole('menuitemcheckbox', { name: label }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
};

/** Finds the messages at the bottom of the page. */
export const messagesOf = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });

/** Returns how many times the page has sent this operation over its socket. */
export const operations = ({ sent }: SocketRelay, o: string): number =>
  sent.filter((message) => (JSON.parse(message) as { o: string }).o === o).length;

/** Reloads the page behind a relay and waits until the server has confirmed the session. */
export const relayed = async (visit: Visit): Promise<SocketRelay> => {
  visit.allowConsole(ENDED_SESSION);
  const relay = await relaySocket(visit.page);
  await visit.page.reload();
  // The page watches list values after the server has confirmed the session.
  await expect.poll(() => operations(relay, 'addWatch/LOVValue-0')).toBe(1);
  return relay;
};
