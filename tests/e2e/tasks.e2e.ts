// Tasks continue without the person who began them: the tab is closed, the server is killed as by a crash, and another device shows the
// result and can stop the task after a question.
import { buffer } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { type RunningServer, startServer } from 'tests/e2e/harness/startServer.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const world = useWorld();
let second: RunningServer | undefined;
afterAll(() => second?.stop());

/** Number of remaining entries, read from the second server. */
const leftOver = async (token: string): Promise<number> => {
  const answer = await fetch(`${second?.url ?? ''}/api/item`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ o: 'search/ids', b: { must: { _t: ['ArchiveEntry'] }, max: 0 } }),
  });
  return ((await answer.json()) as { b: { total: number } }).b.total;
};

const deleteRecord = async (token: string, id: string): Promise<void> => {
  const ask = async (
    o: string,
    b: unknown,
  ): Promise<{ readonly b: { readonly _u: number }; readonly erred?: boolean }> => {
    const headers = { Authorization: `Bearer ${token}` };
    const body = JSON.stringify({ o, b });
    return (await (await fetch(`${second?.url ?? ''}/api/item`, { method: 'POST', headers, body })).json()) as never;
  };
  const { _u } = (await ask(`read/${id}`, null)).b;
  expect((await ask(`delete/${id}`, { _u })).erred).toBeUndefined();
};

it(
  '[TASK-01] a task outlives its tab and its server, is done once, and is found on another device',
  { timeout: 300_000 },
  async () => {
    const { page } = await world.open({ as: 'admin' });
    const selectAll = async (list: Locator): Promise<void> => {
      await list
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
      await list.getByRole('button', { name: /^Select all [\d,]+ results$/ }).click();
    };
    const words = await openList(page, '/vocab.words-phrases?c0=.show%3DTABLE');
    await selectAll(words);
    await words.getByRole('button', { name: 'Download attachments' }).click();
    await words.getByRole('button', { name: /^(?:Stop|Close)$/ }).waitFor();
    const list = await openList(page, '/archive.catalogue?c0=.show%3DTABLE');
    const total = await resultCount(list);
    await selectAll(list);
    await list.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const progress = list.getByRole('group', { name: 'Selected results' }).getByText(/^[\d,]+ of [\d,]+/);
    await expect.poll(async () => Number.parseInt((await progress.textContent()) ?? '0', 10)).toBeGreaterThan(0);
    const done = Number.parseInt(((await progress.textContent()) ?? '').replace(',', ''), 10);
    await page.close();
    await world.server.kill();
    expect(done).toBeLessThan(total);

    second = await startServer(world.store);
    const token = await tokenOf(second.url, 'admin');
    const { page: other, allowConsole } = await world.open({
      token,
      screen: 'phone',
      url: second.url,
    });
    await other.goto('/tasks');
    const task = other.getByRole('listitem').filter({ hasText: 'Delete records' });
    const outcome = task.getByText(/^Done: [\d,]+ deleted/);
    // Another process takes over the task after its lease, and completes it.
    await outcome.waitFor({ timeout: 150_000 });
    const counts = ((await outcome.textContent()) ?? '').replaceAll(',', '');
    const [deleted = 0, refused = 0] = [/(\d+) deleted/, /(\d+) refused/].map((pattern) =>
      Number(pattern.exec(counts)?.[1] ?? 0),
    );
    expect(deleted + refused).toBe(total);
    // A second run would refuse the items that the first had deleted, and count them again.
    await expect.poll(() => leftOver(token)).toBe(refused);
    const zipTask = other.getByRole('listitem').filter({ hasText: 'Download attachments' });
    const link = zipTask.getByRole('link', { name: 'Download' });
    await link.waitFor({ timeout: 60_000 });
    expect(await axe(other)).toEqual([]);
    const [download] = await Promise.all([other.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('vocab-attachments.zip');
    const files = readZip(await buffer(await download.createReadStream()));
    expect(files.at(-1)?.name).toBe('contents.csv');

    // Something in it is deleted in the meantime: the page says so, and saves no refusal as a file.
    const [, row = ''] = (files.at(-1)?.content.toString() ?? '').split('\r\n');
    await deleteRecord(token, row.split(',')[0] ?? '');
    allowConsole(/404 .*task-result/);
    let saved = 0;
    other.on('download', () => (saved += 1));
    await link.click();
    await other
      .getByText(/^Something in this file was deleted/)
      .first()
      .waitFor();
    expect(saved).toBe(0);

    await task.getByRole('button', { name: 'Undo' }).click();
    const undo = other.getByRole('listitem').filter({ hasText: 'Undo' }).first();
    await undo.getByRole('button', { name: 'End now: Undo' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
    await undo.getByText(/^Stopped: /).waitFor();
  },
);
