// The page of a response as the starting point of work: its main button is the next step of this person; people without a step see who is
// next.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { askingOf, letMemberApprove, OWNER } from 'tests/e2e/preparedResponse.ts';

const world = useWorld();
const asking = askingOf(world);
const { ask, find } = asking;

const crossing = async (): Promise<string> => {
  const [id = ''] = await find({ _t: ['ConsultResponse'], community: [OWNER], text: ['third step'] });
  return id;
};

const barOf = (page: Page): Locator => columnAt(page, 1).getByRole('group', { name: 'State' });
/** The main button. */
const mainIn = (bar: Locator): Locator => bar.locator('button.bp6-intent-primary:not(.bp6-outlined):not(.bp6-minimal)');

it('[CONS-01] [WF-02] the main button of a response is the next step of the person, and others see whose turn it is', async () => {
  await letMemberApprove(asking);
  const id = await crossing();
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const bar = barOf(page);
  const next = bar.getByRole('button', { name: 'Next: Search the records' });
  await next.waitFor();
  expect(await mainIn(bar).allInnerTexts()).toEqual(['Next: Search the records']);
  await bar.getByRole('button', { name: 'Mark as answered' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'consult-page-staff');
  await next.click();
  await columnAt(page, 2).getByRole('heading', { name: 'Search the records' }).first().waitFor();
  await columnAt(page, 2)
    .getByRole('textbox', { name: /^Findings/ })
    .waitFor();

  const { page: member } = await world.open({ as: 'member', screen: 'phone', theme: 'dark', at: `/i-${id}` });
  await barOf(member).getByRole('link', { name: 'Waiting for Isaro Brightwater: Search the records' }).waitFor();
  expect(await mainIn(barOf(member)).count()).toBe(0);
  expect(await axe(member)).toEqual([]);
  await screenshot(member, 'consult-page-member');
});

it('[CONV-01] the page of a request without a conversation leads to the box in which one begins', async () => {
  const [id = ''] = await find({ _t: ['Consultation'], text: ['Cable to Lantern Spit'] });
  for (const thread of await find({ _t: ['Thread'], context: [id] })) {
    const { _u } = await ask(`read/${thread}`, null, 'admin');
    await ask(`delete/${thread}`, { _u: Number(_u) }, 'admin');
  }
  const { page } = await world.open({ as: 'proponent', at: `/i-${id}` });
  const talk = columnAt(page, 1).getByRole('region', { name: 'Conversation' });
  await talk.getByRole('button', { name: 'Write' }).click();
  const box = columnAt(page, 2).getByRole('textbox', { name: /^Start a conversation/ });
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Which landing do you mean?');
  await page.keyboard.press('Enter');
  await talk.getByText('Which landing do you mean?').first().waitFor();
});

it('[CONS-01] [CONV-01] the page of a response ends with what was said and done lately', async () => {
  const id = await crossing();
  const { consultation = '', community = '' } = await ask(`read/${id}`, null);
  const about = { context: consultation, parties: [community], subject: 'The second pier' };
  const { $id: thread = '' } = await ask('create/Thread', about, 'proponent');
  await ask('create/Message', { thread, body: 'The second pier has moved.' }, 'proponent');
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const item = columnAt(page, 1);
  const talk = item.getByRole('region', { name: 'Conversation' });
  await talk.getByText('The second pier has moved.').waitFor();
  const log = item.getByRole('region', { name: 'Consultation log' });
  await log.getByRole('listitem').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await log.scrollIntoViewIfNeeded();
  await screenshot(page, 'consult-page-recent');
  await talk.getByRole('button', { name: 'Write' }).click();
  await columnAt(page, 2)
    .getByRole('textbox', { name: /message/i })
    .first()
    .waitFor();
  await log.getByRole('link', { name: 'Whole log' }).click();
  await page
    .getByText(/^\d+ results?$/)
    .first()
    .waitFor();
  expect(decodeURIComponent(page.url())).toContain(String(consultation));

  const { page: phone } = await world.open({
    as: 'proponent',
    screen: 'phone',
    theme: 'dark',
    at: `/i-${String(consultation)}`,
  });
  const progress = columnAt(phone, 1).getByRole('region', { name: 'Progress of the communities' });
  await progress.getByText('Waiting for Tamber Inlet').waitFor();
  await progress.getByText(/^Requested response date: .+ left$/).waitFor();
  await screenshot(phone, 'consult-page-proponent-phone');
  const said = columnAt(phone, 1).getByRole('region', { name: 'Conversation' });
  await said.getByText('The second pier has moved.').waitFor();
  await said.scrollIntoViewIfNeeded();
  await screenshot(phone, 'consult-page-recent-phone');
});

it('[CONS-01] staff see on the page of the request how their own response stands, its next step, and no move that their answer has ended', async () => {
  const id = await crossing();
  const { consultation = '' } = await ask(`read/${id}`, null);
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${String(consultation)}` });
  const item = columnAt(page, 1);
  const own = item.getByRole('region', { name: 'Response of your community' });
  await own.getByRole('listitem').getByText('Waiting for an answer').waitFor();
  await own.getByRole('link', { name: /Search the records$/ }).waitFor();
  const back = barOf(page).getByRole('button', { name: 'Return as incomplete' });
  await back.waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'consult-page-own');
  const [_t = '', number] = id.split('-');
  const move = async (more: Record<string, Json>): Promise<void> => {
    const { _u: u = 0 } = await ask(`read/${id}`, null);
    await ask('act/transition', { _t, _i: Number(number), u, ...more }, 'staff');
  };
  await move({ name: 'respond', props: { outcome: 'NO_CONCERNS' } });
  await own.getByText('Answered').waitFor();
  await back.waitFor({ state: 'detached' });
  await move({ name: 'reopen', reason: 'One more pier' });
  await own.getByText('Waiting for an answer').waitFor();

  const { page: phone } = await world.open({ as: 'proponent', screen: 'phone', at: `/i-${String(consultation)}` });
  await columnAt(phone, 1).getByRole('region', { name: 'Progress of the communities' }).waitFor();
  expect(await phone.getByRole('region', { name: 'Response of your community' }).count()).toBe(0);
});

it('[CONS-01] without a workflow the main button chooses one, and with nothing left the response is marked as answered', async () => {
  const id = await crossing();
  const [_t, i] = id.split('-');
  const target = { _t: _t ?? '', _i: Number(i) };
  await ask('act/clearWorkflow', { ...target, reason: 'Another way' });
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const bar = barOf(page);
  await bar.getByRole('button', { name: 'Choose a workflow' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a workflow' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await mainIn(bar).allInnerTexts()).toEqual(['Choose a workflow']);
  // The tab of the workflow does not offer the same choice a second time.
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Workflow', exact: true }).click();
  await item.getByText('No workflow yet').waitFor();
  expect(await item.getByRole('button', { name: 'Choose a workflow' }).count()).toBe(1);
  await item.getByRole('button', { name: 'Plan the steps by hand' }).waitFor();

  const step = { key: 'count', kind: 'RWF_SIMPLE', label: 'Count the piers', group: 0 };
  await ask('act/initManual', { ...target, steps: [step] }, 'staff');
  await bar.getByRole('button', { name: 'Next: Count the piers' }).waitFor();
  const [only = ''] = await find({ _t: ['RwfSimple'], of: [id], state: ['ACTIVE'] });
  await ask('act/setStepState', { ...target, step: only, state: 'SKIP', reason: 'Seen before' }, 'staff');
  await bar.getByRole('button', { name: 'Next: Count the piers' }).waitFor({ state: 'detached' });
  expect(await mainIn(bar).allInnerTexts()).toEqual(['Mark as answered']);
  await mainIn(bar).click();
  const question = page.getByRole('dialog', { name: 'Mark as answered' });
  await question.getByText('They do not see the outcome, only the letters that you send.').waitFor();
  await question.getByText('No letter about this response has been sent.').waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'consult-page-answer');
});

const offersOf = async (page: Page, field: Locator): Promise<readonly string[]> => {
  await field.click();
  const offers = page.getByRole('listbox').getByRole('option');
  await offers.first().waitFor();
  return offers.allInnerTexts();
};

it('[PERM-01] [CONS-01] who works on a response and which communities are asked is chosen among those who can', async () => {
  const id = await crossing();
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Edit' }).click();
  const assigned = item.getByRole('combobox', { name: /^Assigned to/ }).first();
  const people = await offersOf(page, assigned);
  expect(people.join()).not.toMatch(/Sunniva|Isaro/);
  expect(people.length).toBeGreaterThan(0);
  await assigned.fill('Sunniva');
  await expect.poll(() => page.getByRole('option', { name: /Sunniva/ }).count()).toBe(0);
  await page.getByText('Nothing found').first().waitFor({ state: 'attached' });
  await assigned.fill('');

  // The request and the owner of a response cannot change.
  expect(await item.getByRole('combobox', { name: /^(?:Request|Community)/ }).count()).toBe(0);
  const { _u = 0 } = await ask(`read/${id}`, null);
  await expect(ask('update', { $id: id, _u, community: 'Organization-2' }, 'staff')).rejects.toThrow(/notAllowed/);

  // The people of an organization are offered once it is chosen.
  await page.goto('/i-Meeting-0-1');
  const contacts = columnAt(page, 1).getByRole('combobox', { name: /^Other contacts/ });
  await contacts.waitFor();
  expect(await contacts.isDisabled()).toBe(true);
  expect(await contacts.getAttribute('placeholder')).toMatch(/^Choose first: /);

  const [request = ''] = await find({ _t: ['Consultation'], text: ['Gravel from the upper terrace'] }, 'proponent');
  const { page: proponent } = await world.open({ as: 'proponent', screen: 'wide', at: `/i-${request}` });
  const wizard = columnAt(proponent, 1);
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Communities/ })
    .click();
  const add = wizard.getByRole('combobox', { name: 'Add another' });
  const offered = await offersOf(proponent, add);
  const names = offered.map((text) => text.split('\n')[0] ?? '');
  expect(names.toSorted((one, other) => one.localeCompare(other))).toEqual(['Ostermay Shoals', 'Tamber Inlet']);
});

it('[CONS-01] an answer that was given elsewhere keeps how it was given and its outcome', async () => {
  const [id = ''] = await find({ _t: ['ConsultResponse'], community: [OWNER], text: ['Cable to Lantern Spit'] });
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const bar = barOf(page);
  await bar.getByRole('button', { name: 'Answered elsewhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answered elsewhere' });
  await dialog.getByRole('textbox', { name: 'Answered on this day' }).fill('03-May-2026');
  await dialog.getByRole('combobox', { name: 'How it was answered' }).selectOption({ label: 'Letter' });
  const said = dialog.getByRole('textbox', { name: 'What was answered' });
  await said.fill('By letter of 3 May, kept in the office.');
  await dialog.getByLabel(/^Outcome/).selectOption({ label: 'No concerns' });
  await screenshot(page, 'consult-page-elsewhere');
  await dialog.getByRole('button', { name: 'Answered elsewhere' }).click();
  await dialog.waitFor({ state: 'detached' });
  const offline = 'By letter of 3 May, kept in the office.';
  expect(await ask(`read/${id}`, null)).toMatchObject({
    ...{ state: 'OFFLINE', outcome: 'NO_CONCERNS', offline },
    ...{ offlineDay: '2026-05-03', offlineWay: 'LETTER' },
  });
});
