// A letter about a response, written, previewed, approved and sent in the browser, and the part of it that reaches the requester.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

type Body = Readonly<Record<string, Json>>;

const ask = async (as: Parameters<typeof tokenOf>[1], o: string, b: Json): Promise<Body> => {
  const headers = { authorization: `Bearer ${await tokenOf(world.url, as)}` };
  const answer = await fetch(`${world.url}/api/item`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ o, b, s: '1' }),
  });
  const { b: body, erred } = (await answer.json()) as { readonly b: Body; readonly erred?: boolean };
  if (erred === true) throw new Error(`${o} answered ${JSON.stringify(body)}`);
  return body;
};

const stateOf = (column: Locator): Locator => column.getByRole('group', { name: 'State' });

const open = async (page: Page, id: string): Promise<Locator> => {
  await page.goto(`/i-${id}`);
  const item = columnAt(page, 1);
  await stateOf(item).waitFor();
  return item;
};

it('[CONS-02] [WF-02] writes, approves and sends a letter about a response, whose files are kept as they went out', async () => {
  const unique = Date.now();
  const { ids } = await ask('admin', 'search/ids', { must: { _t: ['ConsultResponse'], state: ['PENDING'] }, max: 50 });
  const found = await Promise.all((ids as string[]).map((id) => ask('admin', `read/${id}`, null)));
  // Belongs to the organization of the sample's proponent.
  const isTheirs = ({ community, primaryOrg }: Body): boolean =>
    community === 'Organization-1' && primaryOrg === 'Organization-3';
  const response = found.find(isTheirs);
  if (!response) throw new Error('the sample has no response that waits');
  const template = { owner: 'Organization-1', label: `Answer ${unique}`, state: 'ACTIVE', subject: `Answer ${unique}` };
  await ask('admin', 'create/LetterTemplate', {
    ...template,
    body: 'About {projectName}: {clock.left} days are left.',
  });

  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  const item = await open(page, String(response['$id']));
  await stateOf(item).getByRole('button', { name: 'Write a letter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a letter' });
  await dialog.getByRole('combobox').selectOption({ label: `Answer ${unique}` });
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Write a letter' }).click();
  const letter = columnAt(page, 2);
  const acts = stateOf(letter);
  await acts.getByRole('button', { name: 'Preview as a page' }).click();
  const preview = page.getByRole('dialog', { name: `Answer ${unique}` });
  await preview
    .getByRole('region', { name: /Answer/ })
    .getByText(/days are left/)
    .waitFor();
  await screenshot(page, 'letter-preview');
  await preview.getByRole('button', { name: 'Close', exact: true }).click();
  // Another person edits it while it is open, so it must be read again before it is approved.
  const { ids: written } = await ask('staff', 'search/ids', {
    must: { _t: ['Letter'], context: [response['$id'] ?? ''] },
  });
  const [$id = ''] = (written as string[])
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .slice(-1);
  const { _u = 0 } = await ask('staff', `read/${$id}`, null);
  await ask('staff', 'update', { $id, _u, signature: 'With respect, \u597D' });
  await acts.getByRole('button', { name: 'Approve' }).click();
  await page
    .getByText(/after you opened it/)
    .first()
    .waitFor();
  await acts.getByRole('button', { name: 'Approve' }).click();
  await acts.getByText('Approved', { exact: true }).waitFor();
  await letter.getByText('You cannot change or delete this in its state “Approved”.').waitFor();
  expect(await letter.getByRole('tab', { name: 'Edit' }).count()).toBe(0);
  // No font of letters has the last character of the signature.
  const warning = 'The PDF cannot show \u597D and prints a placeholder instead.';
  await acts.getByText(warning).waitFor();
  await acts.getByRole('button', { name: 'Send' }).click();
  const sending = page.getByRole('dialog', { name: 'Send' });
  await sending.getByText(warning).waitFor();
  await sending.getByRole('button', { name: 'Send' }).click();
  await acts.getByText('Sent', { exact: true }).waitFor();
  await acts.getByText('Exactly what was sent').click();
  await acts
    .getByText(/Checksum/)
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'letter-sent');
  expect(await acts.getByRole('button', { name: 'Preview as a page' }).count()).toBe(0);

  // The proponent finds the answer on the page of the request, with the files of the letter.
  const { page: theirs } = await world.open({ as: 'proponent' });
  await theirs.goto(`/i-${String(response['consultation'])}`);
  const answers = columnAt(theirs, 1).getByRole('region', { name: 'Answers' });
  await answers.getByRole('heading', { name: 'Tamber Inlet' }).waitFor();
  await answers.getByRole('link', { name: `Answer ${unique}.pdf` }).waitFor();
  expect(await answers.getByRole('link', { name: `Answer ${unique}.docx` }).count()).toBe(0);
  expect(await axe(theirs)).toEqual([]);
  await screenshot(theirs, 'consultation-answers');
});
