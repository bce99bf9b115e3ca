// Help on the spot in two browsers: who helps, how the page is asked for, and all frames that arrive at the agent.
import { gunzipSync } from 'node:zlib';
import { decodeJwt } from 'jose';
import type { FrameLocator, Page } from 'playwright-core';
import type { Json } from 'src/model/item/Item.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';

const HEADER_BYTES = 9;

const HELP = 'Assist';

const textsIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Gives a person of an organisation the right to help its members, or takes it. */
const setHelp = async (url: string, account: Account, mayHelp: boolean): Promise<void> => {
  const id = decodeJwt(await keptTokenOf(url, account)).sub ?? '';
  const { memberships = [] } = await askAs(url, 'admin', [`read/${id}`, null]);
  const [first = {}] = memberships as readonly Readonly<Record<string, Json>>[];
  const { owner = '', ...before } = first;
  const { _u = 0, capabilities: offered } = await askAs(url, 'admin', [`read/${String(owner)}`, null]);
  const all = [...new Set([...textsIn(offered), HELP])];
  await askAs(url, 'admin', ['update', { $id: String(owner), _u, capabilities: all }]);
  const others = textsIn(before['capabilities']).filter((each) => each !== HELP);
  const capabilities = mayHelp ? [...others, HELP] : others;
  const rights = { admin: false, from: null, to: null, ...before, capabilities };
  await askAs(url, 'admin', ['act/setMembership', { _t: 'User', _i: Number(id.split('-')[1]), owner, rights }]);
};

export const letHelp = (url: string, account: Account): Promise<void> => setHelp(url, account, true);
export const loseHelp = (url: string, account: Account): Promise<void> => setHelp(url, account, false);

/** Collects all frames of the channel that a page receives, as text. Call it before the page opens the channel. */
export const collectFrames = (page: Page): string[] => {
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/ws-assist/')) return;
    socket.on('framereceived', ({ payload }) => {
      frames.push(typeof payload === 'string' ? payload : gunzipSync(payload.subarray(HEADER_BYTES)).toString());
    });
  });
  return frames;
};

/** Asks for help on the page and returns the id of the session. */
export const askOnPage = async (page: Page, subject: string): Promise<string> => {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: 'Ask for help' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for help' });
  await dialog.getByLabel('What do you need help with?').fill(subject);
  await dialog.getByRole('button', { name: 'Ask for help' }).click();
  await page.getByText('You asked for help. Please wait.').waitFor();
  const kept = await page.evaluate(() => sessionStorage.getItem('Assist-Request'));
  return String((JSON.parse(kept ?? '{}') as { readonly session?: string }).session);
};

/** The page of the helped person, as the agent sees it. */
export const helpedPage = (page: Page): FrameLocator => page.frameLocator('.kk-assist-screen iframe');

export const openHelp = async (page: Page, session: string): Promise<void> => {
  await page.goto(`/assist-screen?c0=${session}`);
  await page.getByRole('button', { name: 'Ask to see the page' }).waitFor();
};

/** Answers the question that is open on the page of the helped person. */
export const answerQuestion = async (page: Page, question: string, button: string): Promise<void> => {
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(question, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
};

/** Opens the channel, and lets the agent see the page. */
export const shareView = async (agent: Page, visitor: Page, session: string): Promise<void> => {
  await openHelp(agent, session);
  await agent.getByRole('button', { name: 'Ask to see the page' }).click();
  await answerQuestion(visitor, 'Agent requested to see this page. Allow?', 'Show the page');
  await helpedPage(agent).locator('.kk-header').waitFor();
};
