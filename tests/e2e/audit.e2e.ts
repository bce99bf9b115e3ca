// The audit of consultations: it lists the actions of a community in order, also for one project, and so does its export, as a list and as
// a workbook. The proponent finds none of the community's internal actions.
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const save = (column: Locator): Promise<void> =>
  column
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();

/** Saves the listing as a file. */
const exported = async (page: Page, list: Locator, format: string): Promise<Buffer> => {
  await list.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: format });
  const button = dialog.getByRole('button', { name: 'Export', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const bytes = await buffer(await download.createReadStream());
  await dialog.waitFor({ state: 'detached' });
  return bytes;
};

/** Columns of an action in the audit: event, item, project, owner, person. */
const COLUMNS = ['What happened', 'About', 'Project', 'Organization', 'Created by', 'Description'] as const;
const actsOf = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const [captions = [], ...body] = rows;
  const places = COLUMNS.map((caption) => captions.indexOf(caption));
  expect(places).not.toContain(-1);
  return body.map((row) => places.map((place) => row[place] ?? ''));
};

/** Time, person and change are next to the event, before the item. */
const columnsBeside = async (list: Locator): Promise<readonly (string | undefined)[]> => {
  const heads = await list.getByRole('columnheader').allInnerTexts();
  return heads.map((head) => head.split('\n')[0]).filter((name) => name !== 'Event');
};

const PROJECT = 'Cable to Lantern Spit';

/** Records on the page of a response that it was answered outside the system. */
const answerByTelephone = async (page: Page, response: string): Promise<void> => {
  await page.goto(`/i-${response}`);
  const state = columnAt(page, 1).getByRole('group', { name: 'State' });
  await state.getByRole('button', { name: 'Answered elsewhere' }).click();
  const offline = page.getByRole('dialog', { name: 'Answered elsewhere' });
  await offline.getByRole('textbox', { name: 'Answered on this day' }).fill('05-Jan-2026');
  await offline.getByRole('combobox', { name: 'How it was answered' }).selectOption({ label: 'Phone' });
  await offline.getByRole('textbox', { name: 'What was answered' }).fill('By telephone');
  await offline.getByRole('button', { name: 'Answered elsewhere' }).click();
  await offline.waitFor({ state: 'detached' });
};

/** Skips the step whose page is open, because completing the last step would answer the request. */
const skipStep = async (page: Page): Promise<void> => {
  const state = columnAt(page, 1).getByRole('group', { name: 'State' });
  await state.getByRole('button', { name: 'Skip' }).click();
  const dialog = page.getByRole('dialog', { name: 'Skip' });
  await dialog.getByRole('textbox').fill('They anchor elsewhere');
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await state.getByText('Skipped').waitFor();
};

it('[CONS-01] [CONS-02] [EXCHANGE] the history of a request is in the audit and in its exported file', async () => {
  const response = await findItem(world.url, { _t: ['ConsultResponse'], state: ['PENDING'], text: ['cable'] });
  const step = await findItem(world.url, { _t: ['RwfSimple'], of: [response] });
  const label = String((await askAs(world.url, 'staff', [`read/${response}`, null]))['$label']);
  const { page, allowConsole } = await world.open({ as: 'staff', screen: 'wide' });
  // A person needs longer for all this: the server may ask the page to wait.
  allowConsole(/429/);

  // A value is written, a step is completed, and the request is answered outside the system.
  await page.goto(`/i-${response}`);
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Edit' }).click();
  await item.getByRole('textbox', { name: /^Summary/ }).fill('Not where the boats anchor.');
  await save(item);
  // The text changes when the save begins and disappears after the server's answer.
  await item.locator('.kk-changes').waitFor({ state: 'detached' });
  await page.goto(`/i-${step}`);
  await skipStep(page);
  await answerByTelephone(page, response);

  // The audit is not empty before, and is filtered by the project. A person takes longer for all this.
  await forgetRates(world.store);
  const list = await openList(page, '/consult.audit');
  const total = await resultCount(list);
  // The count is shown before the code of the table has loaded.
  await expect
    .poll(async () => (await columnsBeside(list)).slice(0, 5))
    .toEqual(['Created', 'State before', 'State after', 'Created by', 'Description']);
  await list
    .getByRole('region', { name: 'Project', exact: true })
    .getByRole('checkbox', { name: new RegExp(PROJECT) })
    .check();
  await list.getByText(`Project: ${PROJECT}`).first().waitFor();
  await expect.poll(() => resultCount(list)).toBeLessThan(total);
  // The index follows the writes: on a busy machine, the last action appears after the first rows.
  await list.getByText('A response is given elsewhere').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'audit');
  const count = await resultCount(list);

  const csv = actsOf(parse(await exported(page, list, 'CSV, for any spreadsheet'), { bom: true }) as string[][]);
  expect(csv).toHaveLength(count);
  const [offlineAct, askedAct, stepAct, writtenAct, ...before] = csv;
  const [community, who] = ['Tamber Inlet', 'Isaro Brightwater'];
  expect([offlineAct, askedAct, stepAct, writtenAct]).toEqual([
    ['A response is given elsewhere', label, PROJECT, community, who, ''],
    ['A record is changed', label, PROJECT, community, who, ''],
    ['A step moves on', label, PROJECT, community, who, 'Ask the boats where they anchor: They anchor elsewhere'],
    ['A record is changed', label, PROJECT, community, who, ''],
  ]);
  // The earlier entries are below it.
  expect(before.map(([kind]) => kind)).toContain('A request is submitted');
  expect(before.map((row) => row[2])).toEqual(before.map(() => PROJECT));
  await forgetRates(world.store);
  const { sheets } = await readXlsx(new Uint8Array(await exported(page, list, 'Excel workbook')));
  const xlsx = actsOf((sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? ''))));
  expect(xlsx).toEqual(csv);

  const { page: theirs } = await world.open({ as: 'proponent', screen: 'wide' });
  const theirList = await openList(theirs, '/consult.audit');
  await theirList
    .getByRole('region', { name: 'Project', exact: true })
    .getByRole('checkbox', { name: new RegExp(PROJECT) })
    .check();
  await theirs.waitForURL(/project/);
  await theirList
    .getByText('Project: ' + PROJECT)
    .first()
    .waitFor();
  const theirActs = actsOf(
    parse(await exported(theirs, theirList, 'CSV, for any spreadsheet'), { bom: true }) as string[][],
  );
  const kinds = theirActs.map(([kind]) => kind);
  expect(kinds).toContain('A request is submitted');
  for (const inside of ['A response is given elsewhere', 'A step moves on']) expect(kinds).not.toContain(inside);
  expect(JSON.stringify(theirActs)).not.toContain('By telephone');
});

it('[CONS-02] [TASK-01] the logs of the consultations that a listing finds are kept as one table', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/consult.projects?c0=.show%3DTABLE' });
  const list = await openList(page, '/consult.projects?c0=.show%3DTABLE');
  const boxes = list.getByRole('checkbox', { name: /^Select / });
  await boxes.first().check();
  await list.getByRole('button', { name: /^Select the \d+ listed$/ }).click();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'consultation-logs');
  await list.getByRole('button', { name: 'Consultation logs (CSV)' }).click();
  const link = list.getByRole('link', { name: 'Download' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const rows = parse(await buffer(await download.createReadStream()), { bom: true, columns: true }) as readonly Record<
    string,
    string
  >[];
  const projects = new Set(rows.map((row) => row['Project']));
  for (const project of ['Crossing at the third step', PROJECT]) expect(projects).toContain(project);
  const own = rows.filter((row) => row['Project'] === 'Crossing at the third step');
  expect(own.some((row) => row['Date'] !== '' && row['Contact method'] !== '')).toBe(true);
});
