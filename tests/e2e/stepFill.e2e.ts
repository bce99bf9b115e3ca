// Steps of a review that are filled from known data: the counts of records in the area, and the notes of selected records. Text by a person
// is replaced only after a question.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { askingOf, type Body } from 'tests/e2e/preparedResponse.ts';

const world = useWorld();
const { ask, find } = askingOf(world);

/** A response with an area gets one step of the kind, which is open. */
const openStep = async (kind: string, type: string): Promise<string> => {
  const [response = ''] = await find({ _t: ['ConsultResponse'], state: ['PENDING'], text: ['third step'] });
  const target = { _t: 'ConsultResponse', _i: Number(response.split('-')[1]) };
  await ask('act/clearWorkflow', { ...target, reason: 'Another way' });
  // With another step left, the end of this one does not answer the response.
  const rest = { key: 'rest', kind: 'RWF_SIMPLE', label: 'The rest', group: 1 };
  const steps = [{ key: 'look', kind, label: 'Look there', group: 0 }, rest];
  await ask('act/initManual', { ...target, steps });
  const [step = ''] = await find({ _t: [type], of: [response], state: ['ACTIVE'] });
  return step;
};

const bar = (item: Locator): Locator => item.getByRole('group', { name: 'State' });
const textNamed = (item: Locator, name: string): Locator =>
  item.getByRole('textbox', { name: new RegExp(`^${name}`) }).first();

const completeStep = async (item: Locator): Promise<void> => {
  await bar(item).getByRole('button', { name: 'Complete' }).click();
  await bar(item).getByText('Done', { exact: true }).waitFor();
};

const answerQuestion = async (page: Page, answer: string): Promise<void> => {
  const question = page.getByRole('alertdialog', { name: 'Replace the current text?' });
  await question.getByText(/Findings/).waitFor();
  expect(await axe(page)).toEqual([]);
  await question.getByRole('button', { name: answer }).click();
  await question.waitFor({ state: 'detached' });
};

it('[CONS-01] [SPAT-01] [WF-02] the step about the area is filled from the counts, and what was written stays unless a person replaces it', async () => {
  const step = await openStep('RWF_SPATIAL', 'RwfSpatial');
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${step}` });
  const item = columnAt(page, 1);
  const fill = bar(item).getByRole('button', { name: 'Fill in from the area' });
  await fill.click();
  const findings = textNamed(item, 'Findings');
  await expect.poll(() => findings.inputValue()).toMatch(/^Counted on .+\n\n- .+, in the area: \d+/);
  // Requests and work are no findings.
  expect(await findings.inputValue()).not.toMatch(/Consultations|Responses|Work items/);
  expect(await textNamed(item, 'Statement with counts').inputValue()).toMatch(/fewer than 5/);
  const filled = await findings.inputValue();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'step-filled');
  // Filling again without changes asks no question.
  await fill.click();
  await expect.poll(() => fill.isEnabled()).toBe(true);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await findings.press('ControlOrMeta+End');
  await findings.pressSequentially('\nThe weir is used each spring.');
  await fill.click();
  await answerQuestion(page, 'Keep the current text');
  expect(await findings.inputValue()).toBe(`${filled}\nThe weir is used each spring.`);
  await fill.click();
  await answerQuestion(page, 'Cancel');
  expect(await findings.inputValue()).toBe(`${filled}\nThe weir is used each spring.`);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'step-filled-360');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await completeStep(item);

  const saved = await ask(`read/${step}`, null);
  expect(saved).toMatchObject({ distance: 5, findings: `${filled}\nThe weir is used each spring.` });
  const overlaps = saved['overlaps'] as readonly Body[];
  expect(overlaps.length).toBeGreaterThan(0);
  for (const { kind, inside, near, distance } of overlaps) {
    expect(kind).toEqual(expect.any(String));
    expect(Number(inside) + Number(near)).toBeGreaterThan(0);
    expect(Number(distance) === 0).toBe(Number(inside) > 0);
  }
}, 120_000);

it('[CONS-01] [WF-02] by other distances the same step is filled from its map', async () => {
  const step = await openStep('RWF_SPATIAL', 'RwfSpatial');
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${step}?c0=overlap` });
  const item = columnAt(page, 1);
  await item.getByRole('group', { name: 'Counts by kind and distance' }).waitFor();
  expect(await item.getByRole('button', { name: 'Fill in with these distances' }).count()).toBe(0);
  await item.getByLabel('Distances in metres').fill('0, 2000');
  await item.getByLabel('Distances in metres').press('Enter');
  await item.getByRole('button', { name: 'Fill in with these distances' }).click();
  await expect
    .poll(() =>
      item
        .getByLabel(/^Searched within/)
        .first()
        .inputValue(),
    )
    .toBe('2');
}, 60_000);

it('[CONS-01] [WF-02] [PERM-01] the step about records takes its findings from the notes, without names of records', async () => {
  const step = await openStep('RWF_RESEARCH', 'RwfResearch');
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${step}?c0=picks` });
  const item = columnAt(page, 1);
  const weir = item.getByRole('checkbox', { name: /Weir Narrows/ }).first();
  await weir.waitFor();
  // The list may be rendered again when its search is answered.
  const choose = async (): Promise<boolean> => {
    if (!(await weir.isChecked())) await weir.press('Space');
    return weir.isChecked();
  };
  await expect.poll(choose).toBe(true);
  await item.getByRole('button', { name: 'Add as relevant' }).click();
  const picked = item.locator('.kk-picked', { hasText: 'Weir Narrows' }).first();
  await picked.getByRole('textbox').fill('Fished there for three generations');
  await picked.getByRole('button', { name: 'Save' }).click();
  await picked.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  await bar(item).getByRole('button', { name: 'Fill in from the records' }).click();
  const findings = textNamed(item, 'Findings');
  await expect
    .poll(() => findings.inputValue())
    .toMatch(/^1 record is relevant:\n\n- .+: Fished there for three generations$/);
  expect(await findings.inputValue()).not.toContain('Weir Narrows');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'step-filled-records');
  await completeStep(item);
  expect((await ask(`read/${step}`, null))['findings']).toContain('Fished there');
}, 90_000);
