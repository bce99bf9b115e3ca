// The files of the selected items as one zip, from the catalogue and from the attachments of consultations: each under its own name.
import type { Page } from 'playwright-core';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { attachFiles } from 'tests/e2e/harness/attachFiles.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { shownList } from 'tests/e2e/harness/columns.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const world = useSharedWorld();

interface Taken {
  readonly name: string;
  readonly files: readonly string[];
}

/** Selects the first entry of a list, and downloads its files. */
const takeFirst = async (page: Page): Promise<Taken> => {
  const list = await shownList(page);
  await list
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check();
  await list.getByRole('button', { name: 'Download attachments' }).click();
  const link = list.getByRole('link', { name: 'Download', exact: true });
  await link.waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const entries = readZip(await buffer(await download.createReadStream()));
  return { name: download.suggestedFilename(), files: entries.map(({ name }) => name) };
};

it('[FILE-02] keeps the files of the catalogue as archive-attachments.zip, those of consultations as consult-attachments.zip', async () => {
  const word = `zipped${Date.now()}`;
  const { record } = await attachFiles(world.url, await tokenOf(world.url, 'admin'), {
    [`${word}.txt`]: Buffer.from('What is in it.'),
  });
  const { _u = 0 } = await askAs(world.url, 'admin', [`read/${record}`, null]);
  await askAs(world.url, 'admin', ['update', { $id: record, _u, title: `Notes ${word}` }]);
  const { page } = await world.open({ as: 'staff', at: `/archive.catalogue?c0=${word}` });
  expect(await takeFirst(page)).toEqual({
    name: 'archive-attachments.zip',
    files: [`Notes ${word}/${word}.txt`, 'contents.csv'],
  });
  await page.goto('/consult.attachments');
  const row = (await shownList(page)).locator('.kk-list-row').first();
  await row
    .getByText(/^(PDF|Word) file/)
    .or(row.getByText(/^JPEG picture/))
    .waitFor();
  await row.getByText(/\d [kM]B/).waitFor();
  const consult = await takeFirst(page);
  expect(consult.name).toBe('consult-attachments.zip');
  // The project, the community of the answer if the file belongs to one, and the day on which the file arrived.
  expect(consult.files).toEqual([
    expect.stringMatching(/^[^/]+\/(?:[^/]+\/)?\d{4}-\d\d-\d\d - [^/]+$/),
    'contents.csv',
  ]);
});
