// A response passes every kind of step that responses have. The assigned person completes each, with its effects, up to the answer. The
// proponent finds the answer with its letter, and none of the community's internal findings.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { pagesOf } from 'tests/server/letters/readPdf.ts';
import {
  askingOf,
  CANARY,
  LABELS,
  prepareResponse,
  stepKinds,
  unique,
  type Body,
  type Kind,
  type Prepared,
} from 'tests/e2e/preparedResponse.ts';

const world = useWorld();
const { ask, find, readAll } = askingOf(world);

const stateOf = (column: Locator): Locator => column.getByRole('group', { name: 'State' });
const nextIn = (page: Page): Locator => columnAt(page, 1).getByRole('region', { name: 'What is next' });

const openWorkflow = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/i-${id}`);
  await columnAt(page, 1).getByRole('tab', { name: 'Workflow', exact: true }).click();
};

const answer = async (page: Page, name: string, fill?: (dialog: Locator) => Promise<unknown>): Promise<void> => {
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  await fill?.(dialog);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

const save = async (column: Locator): Promise<void> => {
  const saving = column.getByRole('button', { name: 'Save now' });
  await saving.click();
  await saving.waitFor({ state: 'detached' });
};

/** Opens the form of the next step as the assigned person. */
const fillIn = async (page: Page, kind: Kind): Promise<Locator> => {
  await forgetRates(world.store);
  const next = nextIn(page);
  await next.getByRole('heading', { name: LABELS[kind] }).waitFor();
  await next.getByRole('button', { name: 'Fill in', exact: true }).click();
  const form = columnAt(page, 2);
  await form.getByRole('heading', { name: LABELS[kind] }).first().waitFor();
  await stateOf(form).waitFor();
  return form;
};

const complete = async (
  page: Page,
  kind: Kind,
  fill: (form: Locator) => Promise<unknown>,
  outcome?: string,
): Promise<void> => {
  const form = await fillIn(page, kind);
  await fill(form);
  await save(form);
  await stateOf(form).getByRole('button', { name: 'Complete' }).click();
  // Only a step with an outcome has a question.
  if (kind === 'RWF_ASSIGN') await answer(page, 'Complete');
  else if (outcome !== undefined)
    await answer(page, 'Complete', (dialog) => dialog.getByLabel('Outcome').selectOption({ label: outcome }));
  await stateOf(form).getByText('Done').waitFor();
};

const write = (form: Locator, label: string, text: string): Promise<void> =>
  form
    .getByRole('textbox', { name: new RegExp(`^${label}`) })
    .first()
    .fill(text);

const pick = async (form: Locator, label: string, typed: string): Promise<void> => {
  await form
    .getByRole('combobox', { name: new RegExp(`^${label}`) })
    .first()
    .fill(typed);
  await form.page().getByRole('option', { name: typed }).first().click();
};

/** The question is sent, and the step is done when the requester replies. */
const askSubmitter = async (page: Page): Promise<void> => {
  const form = await fillIn(page, 'RWF_THREAD');
  await write(form, 'Question', 'Where do the piers stand?');
  await save(form);
  await stateOf(form).getByRole('button', { name: 'Send the question' }).click();
  await stateOf(form).getByText('In progress').waitFor();
  const step = (await find({ _t: ['RwfThread'], state: ['ACTIVE'] })).at(-1) ?? '';
  const { thread = '' } = await ask(`read/${step}`, null);
  await ask('create/Message', { thread, body: 'At the narrows.' }, 'proponent');
  await stateOf(form).getByText('Done').waitFor();
};

/** The community's own review, up to the question to the requester. */
const review = async (page: Page): Promise<void> => {
  await complete(page, 'RWF_ASSIGN', (form) => pick(form, 'Reviewers', 'Isaro Brightwater'));
  await complete(page, 'RWF_SPATIAL', (form) => write(form, 'Findings', `${CANARY} below the third step`));
  await complete(page, 'RWF_RESEARCH', async (form) => {
    await form.getByRole('tab', { name: 'Find records' }).click();
    await form
      .getByRole('checkbox', { name: /Weir Narrows/ })
      .first()
      .press('Space');
    await form.getByRole('button', { name: 'Add as relevant' }).click();
    await form.locator('.kk-picked', { hasText: 'Weir Narrows' }).first().waitFor();
    await form.getByRole('tab', { name: 'Edit' }).click();
    await write(form, 'Findings', `${CANARY} in the songs`);
  });
  await complete(page, 'RWF_FIELDWORK', async (form) => {
    await pick(form, 'Field work', `Walk ${unique}`);
    await write(form, 'Findings', `${CANARY} on the bank`);
  });
  await complete(page, 'RWF_MEETING', async (form) => {
    await pick(form, 'Meeting', `Talk ${unique}`);
    await write(form, 'Minutes', `${CANARY} was said`);
  });
  await complete(page, 'RWF_SIMPLE', (form) => write(form, 'Result', 'Three piers'));
  await askSubmitter(page);
};

/** From the template to the sent letter: one person writes it, another one approves it. */
const sendAnswer = async (page: Page, member: Page, { response }: Prepared): Promise<void> => {
  const next = nextIn(page);
  await next.getByRole('heading', { name: LABELS.RWF_LETTER_PROPOSE }).waitFor();
  await next.getByRole('button', { name: 'Write a letter' }).click();
  await answer(page, 'Write a letter', (dialog) =>
    dialog.getByRole('combobox').selectOption({ label: `Answer ${unique}` }),
  );
  const letter = columnAt(page, 2);
  await stateOf(letter).getByText('Proposed', { exact: true }).waitFor();
  await next.getByRole('button', { name: 'Open the letter' }).waitFor();
  await next.getByRole('button', { name: 'Complete' }).click();

  await openWorkflow(member, response);
  await nextIn(member).getByText('Yours to do').waitFor();
  await nextIn(member).getByRole('button', { name: 'Open the letter' }).click();
  await columnAt(member, 2).getByText('the pier stands in the resting water').first().waitFor();
  await complete(
    member,
    'RWF_LETTER_APPROVE',
    (form) => write(form, 'Remarks', `${CANARY} as the council has it`),
    'Concerns',
  );

  await next.getByRole('heading', { name: LABELS.RWF_LETTER_SEND }).waitFor();
  await next.getByRole('button', { name: 'Open the letter' }).click();
  await stateOf(letter).getByRole('button', { name: 'Send' }).click();
  await answer(page, 'Send');
  await stateOf(letter).getByText('Sent', { exact: true }).waitFor();
};

const giveAnswer = async (page: Page): Promise<void> => {
  const item = columnAt(page, 1);
  await complete(page, 'RWF_OUTCOME', (form) => write(form, 'Reasons', `${CANARY} says no`), 'Concerns');
  await item.getByText('12 of 12 steps done').waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'response-steps-done');
  await item.getByRole('tab', { name: 'Response', exact: true }).click();
  await item.locator('.kk-section', { hasText: `Pier ${unique}` }).waitFor();
  // Sending the final letter has answered the response, so it is not marked by hand.
  await stateOf(item).getByText('Answered', { exact: true }).waitFor();
  await stateOf(item)
    .getByRole('link', { name: `Answer ${unique}` })
    .waitFor();
};

/** Results of each step, and effects of its completion on the records that it names. */
const expectDone = async ({ response, meeting, fieldwork }: Prepared): Promise<void> => {
  expect(stepKinds.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(LABELS).toSorted());
  const ids = await find({ _t: stepKinds.map(({ type }) => type), of: [response] });
  const steps = new Map((await readAll(ids)).map((step) => [String(step['kind']), step]));
  const stateOfAll = Object.fromEntries(Object.keys(LABELS).map((kind) => [kind, steps.get(kind)?.['state']]));
  expect(stateOfAll).toEqual(Object.fromEntries(Object.keys(LABELS).map((kind) => [kind, 'COMPLETE'])));
  const [letter = ''] = await find({ _t: ['Letter'], context: [response] });
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
  const stamped = { stamped: { by: expect.any(String) as string, at: expect.any(String) as string } };
  const [staff, member] = await Promise.all(
    (['staff', 'member'] as const).map((as) => ask('getSessionUser', null, as)),
  );
  expect(Object.fromEntries(steps)).toMatchObject({
    RWF_ASSIGN: { reviewers: [staff?.['$id']] },
    RWF_SPATIAL: stamped,
    RWF_RESEARCH: { ...stamped, relevant: [{ record: expect.any(String) as string }] },
    RWF_FIELDWORK: { ...stamped, fieldwork },
    RWF_MEETING: { ...stamped, meeting },
    RWF_SIMPLE: { ...stamped, result: 'Three piers' },
    RWF_LETTER_PROPOSE: { letter },
    RWF_LETTER_APPROVE: { letter, approved: true },
    RWF_LETTER_SEND: { letter, by: 'THREAD', sentOn: today },
    RWF_OUTCOME: { ...stamped, outcome: 'CONCERNS', rationale: `${CANARY} says no` },
  });
  const { thread = '' } = steps.get('RWF_THREAD') ?? {};
  const asked = await readAll(await find({ _t: ['Message'], thread: [String(thread)] }));
  expect(asked.map(({ body }) => body)).toContain('Where do the piers stand?');
  expect(await ask(`read/${letter}`, null)).toMatchObject({ state: 'SENT', approvedBy: member?.['$id'] });
  const kept = steps.get('RWF_SNAPSHOT') ?? {};
  expect(kept).toMatchObject({ snapshot: { u: expect.any(Number) as number } });
  expect(kept['sentLetters']).toMatchObject([{ subject: `Answer ${unique}`, sent: expect.any(String) as string }]);
  expect(kept['sentSections']).toContainEqual({ title: `Pier ${unique}`, text: 'Move the pier.' });
  expect(JSON.stringify(kept)).not.toContain(CANARY);
  const [picked] = (steps.get('RWF_RESEARCH') ?? {})['relevant'] as readonly Body[];
  const answered = await ask(`read/${response}`, null);
  expect(answered).toMatchObject({ state: 'RESPONDED', outcome: 'CONCERNS', responded: expect.any(String) as string });
  expect(answered['relevant']).toContain(picked?.['record']);
};

/** Texts of the page, in each tab. */
const shownAt = async (page: Page, path: string): Promise<string> => {
  await page.goto(path);
  const tabs = columnAt(page, 1).getByRole('tab');
  await page.waitForLoadState('networkidle');
  const texts = [await page.locator('body').innerText()];
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click();
    await page.waitForLoadState('networkidle');
    texts.push(await page.locator('body').innerText());
  }
  return texts.join('\n');
};

/** Returns all data that the proponent gets by channels other than pages, with the letter as a file. */
const toldTo = async (as: Account, { consultation }: Prepared): Promise<string> => {
  const { $id: user = '' } = await ask('getSessionUser', null, as);
  const events = await readAll(await find({ _t: ['Event'], project: [consultation] }, as), as);
  const threads = await find({ _t: ['Thread'], context: [consultation] }, as);
  const said = await readAll(await find({ _t: ['Message'], thread: threads }, as), as);
  const notices = await ask('act/fetchNotifications', { _t: 'User', _i: Number(String(user).split('-')[1]) }, as);
  const past = await ask(`history/${consultation}`, {}, as);
  const files = said.flatMap(({ attachments = [] }) => attachments as readonly string[]);
  const authorization = `Bearer ${await tokenOf(world.url, as)}`;
  const texts = await Promise.all(
    files.map(async (id) => {
      const got = await fetch(`${world.url}/attachment/${id.split('-')[1]}`, { headers: { authorization } });
      const bytes = Buffer.from(await got.arrayBuffer());
      const isPdf = bytes.subarray(0, 5).toString() === '%PDF-';
      return isPdf ? (await pagesOf(bytes)).join(' ').replaceAll(/\s+/g, ' ') : '';
    }),
  );
  return [JSON.stringify([events, threads, said, notices, past]), ...texts].join('\n');
};

const expectAnswerAlone = async (prepared: Prepared): Promise<void> => {
  const { consultation, response } = prepared;
  await forgetRates(world.store);
  const { page } = await world.open({ as: 'proponent' });
  const received: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  await page.goto(`/i-${consultation}`);
  const theirs = columnAt(page, 1);
  const answers = theirs.getByRole('region', { name: 'Answers' });
  await answers.getByRole('heading', { name: 'Tamber Inlet' }).waitFor();
  await answers.getByRole('link', { name: `Answer ${unique}.pdf` }).waitFor();
  expect(await answers.getByRole('link', { name: /\.docx$/ }).count()).toBe(0);
  await theirs.getByRole('row', { name: /Tamber Inlet Answered/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'response-steps-answer');

  const paths = [`/i-${consultation}`, '/notifications', '/consult', `/search?c0=.q%3D${CANARY}`, `/i-${response}`];
  for (const path of paths) {
    // People open fewer pages within seconds.
    await forgetRates(world.store);
    received.push(await shownAt(page, path));
  }
  await forgetRates(world.store);
  const told = await toldTo('proponent', prepared);
  expect(received.join('\n')).toContain(`Answer ${unique}`);
  expect(told).toContain('the pier stands in the resting water');
  expect(told).toContain('Where do the piers stand?');
  expect(received.filter((text) => text.replaceAll(`q=${CANARY}`, '').includes(CANARY))).toEqual([]);
  expect(told).not.toContain(CANARY);
  expect(await find({ text: [CANARY] }, 'proponent')).toEqual([]);
  // The community's own page shows it.
  const steps = await find({ _t: stepKinds.map(({ type }) => type), of: [response] }, 'staff');
  expect(JSON.stringify(await readAll(steps, 'staff')).split(CANARY).length).toBeGreaterThan(6);
  expect(await readAll(steps, 'proponent')).toEqual([]);
};

it('[WF-02] [CONS-01] [CONS-02] a response goes through every kind of its steps, and the requester receives only the answer', async () => {
  const prepared = await prepareResponse(askingOf(world));
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const { page: member } = await world.open({ as: 'member', screen: 'wide' });
  await openWorkflow(page, prepared.response);
  const item = columnAt(page, 1);
  await item.getByRole('button', { name: 'Change the workflow' }).click();
  await page.getByRole('menuitem', { name: 'Clear the workflow' }).click();
  await answer(page, 'Clear the workflow', (dialog) => dialog.getByLabel(/^Reason/).fill('By another template'));
  await stateOf(item).getByRole('button', { name: 'Choose a workflow' }).click();
  await answer(page, 'Choose a workflow', (dialog) =>
    dialog.getByLabel('Workflow').selectOption({ label: `All ${unique}` }),
  );
  await item.getByText('0 of 12 steps done').waitFor();
  await review(page);
  await sendAnswer(page, member, prepared);
  await giveAnswer(page);
  await expectDone(prepared);
  await expectAnswerAlone(prepared);
}, 240_000);
