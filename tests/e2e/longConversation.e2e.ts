// A conversation of 10,000 messages costs as much to open as a short one, is scrolled and searched in pages of bounded size, and stays
// live. The test measures work, not time: bytes of the socket, and messages that exist on the page.
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { type RunningServer, startServer } from 'tests/e2e/harness/startServer.ts';
import type { Store } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const SHORT = { subject: 'Keep the interval', messages: 80 };
const LONG = { subject: 'Tenth morning', messages: 10_000 };
/** More than fit into a window, including those that are rendered in advance. */
const MOST_ROWS = 60;

interface Filled {
  readonly thread: string;
  readonly first: string;
}

/** Inserts older copies of a message of the conversation, as in a long conversation. Returns the oldest. */
const fill = async (client: pg.Client, { subject, messages }: typeof SHORT): Promise<Filled> => {
  const { rows } = await client.query<{ t: number; i: number; thread: number }>(
    `select m.t, m.i, c.i as thread from item c join item m on m.body ->> 'thread' = 'Thread-' || c.i
     where c.body ->> 'subject' = $1 order by m.created limit 1`,
    [subject],
  );
  const [message] = rows;
  if (!message) throw new Error(`nothing is said in ${subject}`);
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'item' order by ordinal_position`,
  );
  const own: Record<string, string> = {
    i: `(select max(i) from item where t = m.t) + s`,
    n: `(select max(n) from item) + s`,
    created: `m.created - s * interval '1 minute'`,
    body: `jsonb_set(m.body - 'mentions' - 'attachments', '{body}', to_jsonb('Said ' || s))`,
  };
  const names = columns.map(({ name }) => name);
  const { rows: made } = await client.query<{ i: number }>(
    `insert into item (${names.join(', ')}) select ${names.map((name) => own[name] ?? `m.${name}`).join(', ')}
     from item m, generate_series(1, $3::int) s where m.t = $1 and m.i = $2 returning i`,
    [message.t, message.i, messages],
  );
  await client.query(
    `update item set body = jsonb_set(body, '{messageCount}', to_jsonb($2::int)) where i = $1 and body ? 'subject'`,
    [message.thread, messages],
  );
  const last = Math.max(...made.map(({ i }) => i));
  await client.query(`update counter set next = greatest(next, $2) where key = $1`, [message.t, last + 1]);
  await client.query(`update counter set next = (select max(n) + 1 from item) where key = 0`);
  return { thread: `Thread-${message.thread}`, first: `Message-${last}` };
};

const urlOf = (store: Store): string => {
  if (store.kind !== 'database') throw new Error('the store is no database');
  return store.url;
};

const rowsOf = (thread: Locator): Locator => thread.locator('li.kk-message');
const box = (thread: Locator): Locator => thread.getByRole('textbox', { name: /Write a message/ });

/** Bytes that the page receives over its sockets. */
const meter = (page: Page): (() => number) => {
  let bytes = 0;
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (bytes += payload.length)));
  return () => bytes;
};

describe('a long conversation', () => {
  const world = useWorld();
  let server: RunningServer;
  let long: Filled;
  let short: Filled;
  beforeAll(async () => {
    const client = new pg.Client({ connectionString: urlOf(world.store) });
    await client.connect();
    short = await fill(client, SHORT);
    long = await fill(client, LONG);
    await client.end();
    // A new process finds all rows that exist when it starts.
    server = await startServer(world.store);
  });
  afterAll(() => server.stop());

  const open = async (page: Page, { thread }: Filled, at?: string): Promise<Locator> => {
    await page.goto(`${server.url}/i-${thread}${at === undefined ? '' : `?c0=read%3A${at}`}`);
    const shown = columnAt(page, 1);
    await box(shown).waitFor();
    await rowsOf(shown).first().getByRole('link').first().waitFor();
    return shown;
  };

  it('[CONV-01] opens at its end with the work of a short one, goes back in pages, and stays live', async () => {
    const { page } = await world.open({ as: 'staff', url: server.url });
    const other = await world.open({ as: 'member', url: server.url });
    const bytes = meter(page);
    const cost = async (filled: Filled): Promise<number> => {
      const before = bytes();
      const thread = await open(page, filled);
      await page.waitForLoadState('networkidle');
      expect(await rowsOf(thread).count()).toBeLessThanOrEqual(MOST_ROWS);
      await expect.poll(() => rowsOf(thread).last().isVisible()).toBe(true);
      return bytes() - before;
    };
    await cost(short); // data that the page reads once
    const [few, many] = [await cost(short), await cost(long)];
    console.log(`a conversation of ${LONG.messages} messages: ${many} bytes, one of ${SHORT.messages}: ${few}`);
    expect(many / few).toBeLessThan(1.5);

    const thread = columnAt(page, 1);
    const scroller = thread.locator('.kk-cell-scroll');
    const topmost = async (): Promise<number> => Number(await rowsOf(thread).first().getAttribute('aria-posinset'));
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollBy({ top: -2_000 }));
        return topmost();
      })
      .toBeLessThan(LONG.messages - 200);
    expect(await rowsOf(thread).count()).toBeLessThanOrEqual(MOST_ROWS);

    await say(await open(other.page, long), 'And once more.');
    await thread.getByRole('button', { name: 'One new message' }).click();
    await thread.getByText('And once more.').waitFor();
  });

  const say = async (thread: Locator, text: string): Promise<void> => {
    await box(thread).fill(text);
    await thread.getByRole('button', { name: 'Send' }).click();
  };

  it('[CONV-01] leads to its very first message, and on from there', async () => {
    const { page } = await world.open({ as: 'staff', url: server.url });
    const thread = await open(page, long, long.first);
    const named = thread.locator('li[aria-current=true]');
    await named.getByText(`Said ${LONG.messages}`).waitFor();
    expect(Number(await named.getAttribute('aria-posinset'))).toBeLessThanOrEqual(2);
    expect(await rowsOf(thread).count()).toBeLessThanOrEqual(MOST_ROWS);
    await thread.getByRole('button', { name: 'To the newest' }).click();
    await expect
      .poll(async () => Number(await rowsOf(thread).last().getAttribute('aria-posinset')))
      .toBeGreaterThan(LONG.messages);
  });
});
