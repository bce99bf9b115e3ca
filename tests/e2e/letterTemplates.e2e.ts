// A template of letters in the browser: fields inserted at the cursor from a menu, and a preview with example values and with an answer.
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, startEditing } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[WF-02] [EXPERIENCE] puts fields into a template at the cursor, and shows how a letter from it looks', async () => {
  const label = `Answer ${Date.now()}`;
  const values = {
    label,
    owner: 'Organization-1',
    state: 'ACTIVE',
    subject: 'Our answer',
    body: 'About the , thank you.',
  };
  const { $id } = await askAs(world.url, 'staff', ['create/LetterTemplate', values]);
  const { page } = await world.open({ as: 'staff' });
  await page.goto(`/i-${String($id)}`);
  const template = columnAt(page, 1);
  await startEditing(template);
  const body = template.getByRole('textbox', { name: /^Text with fields/ });
  await body.evaluate((box) => {
    const line = box.querySelector('p')?.firstChild;
    if (line) window.getSelection()?.collapse(line, 10);
  });
  const menu = template.getByRole('combobox', { name: 'Field to put into: Text with fields' });
  await menu.selectOption('consultation.projectName');
  await template.getByRole('button', { name: 'Insert the field into: Text with fields' }).click();
  expect(await body.textContent()).toBe('About the Name of the project, thank you.');
  expect(await body.evaluate((box) => document.activeElement === box)).toBe(true);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'letter-template-fields');

  // Preview of the typed text: first with examples, then about an answer.
  const acts = template.getByRole('group', { name: 'Actions' });
  const preview = page.getByRole('dialog', { name: label });
  const show = async (about: string | undefined, text: RegExp): Promise<void> => {
    await acts.getByRole('button', { name: 'Preview as a page' }).click();
    const question = page.getByRole('dialog', { name: 'Preview as a page' });
    if (about !== undefined) await question.getByRole('combobox').selectOption({ label: about });
    await question.getByRole('button', { name: 'Preview as a page' }).click();
    await preview.getByText(text).first().waitFor();
    await preview.getByRole('button', { name: 'Close', exact: true }).click();
  };
  await show(undefined, /About the ‹Name of the project›, thank you/);
  await show('Crossing at the third step – Tamber Inlet', /About the Crossing at the third step, thank you/);
});
