// Unread messages between two parties: the numbers on the rows of lists and on home agree when messages arrive, are read here
// or elsewhere, or are the reader's own.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { columnAt, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { OWN } from 'tests/e2e/consultParties.ts';
import { askingOf } from 'tests/e2e/preparedResponse.ts';

const world = useWorld();
const { ask, find } = askingOf(world);

const SUBJECTS = ['Which lamps?', 'Which evening?'] as const;
const UNREAD = 'Unread conversations';

/** Returns the number on home; 0 if nothing waits. */
const onHome = async (page: Page): Promise<number> => {
  const line = page.getByRole('region', { name: 'Waiting for me' }).getByRole('listitem').filter({ hasText: UNREAD });
  return (await line.count()) === 0 ? 0 : Number(await line.locator('.kk-line-side').textContent());
};
/** Returns the numbers on the rows of the list, by their subjects. */
const onRows = async (page: Page): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(
      SUBJECTS.map(async (subject) => {
        const row = columnAt(page, 1).getByRole('listitem').filter({ hasText: subject });
        const mark = row.locator('.kk-new-count');
        return [subject, /\d+ new/.exec((await mark.allTextContents()).join(' '))?.[0] ?? ''] as const;
      }),
    ),
  );

const start = async (subject: string): Promise<string> => {
  const [request = ''] = await find({ _t: ['Consultation'], text: ['Crossing at the third step'] }, 'proponent');
  const about = { context: request, parties: [OWN], subject };
  return String((await ask('create/Thread', about, 'proponent'))['$id']);
};

it('[CONV-01] [NTFY-01] [EXPERIENCE] the numbers of unread conversations agree on rows and on home', async () => {
  const threads = [await start(SUBJECTS[0]), await start(SUBJECTS[1])] as const;
  const say = (at: 0 | 1, as: 'proponent' | 'staff'): Promise<unknown> =>
    ask('create/Message', { thread: threads[at], body: `Said by ${as}` }, as);
  for (const at of [0, 1] as const) await say(at, 'proponent');
  const { page: home } = await world.open({ as: 'staff', at: '/' });
  const { page: list } = await world.open({ as: 'staff' });
  await openList(list, '/conversations');

  /** Each place shows the server's count. */
  const agree = async (rows: readonly [string, string]): Promise<number> => {
    const count = (await find({ _t: ['Thread'], unreadMessages: [true] }, 'staff')).length;
    const numbers = async () => ({
      home: await onHome(home),
      rows: await onRows(list),
    });
    await expect.poll(numbers, { timeout: 30_000 }).toEqual({
      home: count,
      rows: { [SUBJECTS[0]]: rows[0], [SUBJECTS[1]]: rows[1] },
    });
    return count;
  };

  const before = await agree(['1 new', '1 new']);
  await say(0, 'proponent');
  expect(await agree(['2 new', '1 new'])).toBe(before);
  await screenshot(home, 'unread-home');
  await screenshot(list, 'unread-list');

  // Read on the page of the conversation, next to the list.
  await columnAt(list, 1).getByRole('link', { name: SUBJECTS[0] }).first().click();
  await columnAt(list, 2).getByText('Said by proponent').last().waitFor();
  expect(await agree(['', '1 new'])).toBe(before - 1);
  // A conversation that begins while the list is open.
  const third = await start('Which boat?');
  await ask('create/Message', { thread: third, body: 'Said by proponent' }, 'proponent');
  expect(await agree(['', '1 new'])).toBe(before);
  // One's own message is not unread, and answers what was unread.
  await say(1, 'staff');
  expect(await agree(['', ''])).toBe(before - 1);

  // The other party finds the answer, in as many places, and in the list that counts it.
  await forgetRates(world.store);
  const { page: other } = await world.open({ as: 'proponent', at: '/' });
  await expect.poll(() => onHome(other), { timeout: 30_000 }).toBeGreaterThan(0);
  const theirs = await onHome(other);
  const { page: theirHome } = await world.open({ as: 'proponent', at: '/' });
  const unread = await openList(other, '/conversations.unread');
  expect(await resultCount(unread)).toBe(theirs);
  await unread.getByRole('link', { name: SUBJECTS[1] }).first().click();
  await columnAt(other, 2).getByText('Said by staff').last().waitFor();
  await expect.poll(() => onHome(theirHome), { timeout: 30_000 }).toBe(theirs - 1);
  await say(1, 'staff');
  await columnAt(other, 2).getByText('Said by staff').nth(1).waitFor();
  // Read as it arrives.
  await expect.poll(() => onHome(theirHome), { timeout: 30_000 }).toBe(theirs - 1);
}, 180_000);
