// The page of a response as the place to work from: its main button is the next step of this person, and whoever has none sees whose turn it is.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
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
/** The button that stands out. */
const mainIn = (bar: Locator): Locator => bar.locator('button.bp6-intent-primary:not(.bp6-outlined):not(.bp6-minimal)');

it('[CONS-01] [WF-02] the main button of a response is the next step of the person, and others see whose turn it is', async () => {
  await letMemberApprove(asking);
  const id = await crossing();
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const bar = barOf(page);
  const next = bar.getByRole('button', { name: 'Next: What is known of it' });
  await next.waitFor();
  expect(await mainIn(bar).allInnerTexts()).toEqual(['Next: What is known of it']);
  await bar.getByRole('button', { name: 'Mark as answered' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'consult-page-staff');
  await next.click();
  await columnAt(page, 2).getByRole('heading', { name: 'What is known of it' }).first().waitFor();
  await columnAt(page, 2)
    .getByRole('textbox', { name: /^Findings/ })
    .waitFor();

  const { page: member } = await world.open({ as: 'member', screen: 'phone', theme: 'dark', at: `/i-${id}` });
  await barOf(member).getByRole('link', { name: 'Waiting for Isaro Brightwater: What is known of it' }).waitFor();
  expect(await mainIn(barOf(member)).count()).toBe(0);
  expect(await axe(member)).toEqual([]);
  await screenshot(member, 'consult-page-member');
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

  const step = { key: 'count', kind: 'RWF_SIMPLE', label: 'Count the piers', group: 0 };
  await ask('act/initManual', { ...target, steps: [step] }, 'staff');
  await bar.getByRole('button', { name: 'Next: Count the piers' }).waitFor();
  const [only = ''] = await find({ _t: ['RwfSimple'], of: [id], state: ['ACTIVE'] });
  await ask('act/setStepState', { ...target, step: only, state: 'SKIP', reason: 'Seen before' }, 'staff');
  await bar.getByRole('button', { name: 'Next: Count the piers' }).waitFor({ state: 'detached' });
  expect(await mainIn(bar).allInnerTexts()).toEqual(['Mark as answered']);
});
