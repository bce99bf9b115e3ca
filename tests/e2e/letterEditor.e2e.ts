// A letter written in its editor: formatting with toolbar and keys, fields as chips, and the parts that the other party receives.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, startEditing } from 'tests/e2e/harness/columns.ts';
import { moveToEnd } from 'tests/e2e/harness/moveToEnd.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const template = (label: string, body: string) => ({
  ...{ label, owner: 'Organization-1', state: 'ACTIVE', subject: label, body },
});

const toolbarOf = (item: Locator): Locator => item.getByRole('toolbar', { name: /^Formatting of: Text/ });

/** Adds a comment on a passage and resolves it. */
const commentAndResolve = async (page: Page, item: Locator): Promise<void> => {
  await item.getByRole('tab', { name: 'Letter', exact: true }).click();
  const passage = item.getByText('We ask for a bridge.', { exact: true });
  await passage.waitFor();
  await passage.evaluate((line) => document.getSelection()?.selectAllChildren(line));
  await item.getByRole('button', { name: 'Comment on a passage' }).click();
  const question = page.getByRole('dialog', { name: 'Comment on a passage' });
  await question.getByText('We ask for a bridge.').waitFor();
  await question.getByRole('textbox').fill('Which bridge?');
  expect(await axe(page)).toEqual([]);
  await question.getByRole('button', { name: 'Add the comment' }).click();
  await item.getByText('One comment is not resolved. You can still approve.').waitFor();
  await screenshot(page, 'letter-comment');
  // The passage is marked, and the comment leads to it, from another tab too.
  const marked = (): Promise<readonly string[]> =>
    page.evaluate(() => [...(CSS.highlights.get('kk-commented') ?? [])].map(String));
  await expect.poll(marked).toEqual(['We ask for a bridge.']);
  await item.getByRole('tab', { name: /^Conversations/ }).click();
  await expect.poll(marked).toEqual([]);
  await item.getByRole('button', { name: 'Show “We ask for a bridge.”' }).click();
  await passage.and(item.locator('p:focus')).waitFor();
  await expect.poll(marked).toEqual(['We ask for a bridge.']);
  await item.getByRole('link', { name: /Which bridge/ }).click();
  const comment = columnAt(page, 2);
  await comment.getByText('Quoted passage').waitFor();
  await comment.getByText('We ask for a bridge.').waitFor();
  expect(await comment.getByText('no longer in the text').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'letter-comment-thread');
  await comment.getByRole('button', { name: 'Resolve' }).click();
  await item.getByText('One comment is not resolved. You can still approve.').waitFor({ state: 'detached' });
};

/** The other party finds the letter with its text, and no comment. */
const receives = async (label: string, consultation: string): Promise<void> => {
  const { page: theirs } = await world.open({ as: 'proponent' });
  await theirs.goto(`/i-${consultation}`);
  const answers = columnAt(theirs, 1).getByRole('region', { name: 'Answers' });
  await answers.getByRole('link', { name: `${label}.pdf` }).click();
  await theirs
    .getByText(/We ask for a bridge/)
    .first()
    .waitFor();
  expect(await theirs.getByText('Which bridge').count()).toBe(0);
};

it('[WF-02] [EXPERIENCE] writes a template with headings, lists, a table and fields as chips, and reads it formatted', async () => {
  const { $id } = await askAs(world.url, 'staff', [
    'create/LetterTemplate',
    template('Editor template', '![kept](https://example.test/a.png) stays.\n\nDear {consultation.contacts},'),
  ]);
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  await page.goto(`/i-${String($id)}`);
  const item = columnAt(page, 1);
  await startEditing(item);
  const text = item.getByRole('textbox', { name: /^Text with fields/ });
  const toolbar = toolbarOf(item);
  // A field that may not leave is marked with the reason.
  await text
    .locator('.kf-chip-wrong')
    .getByText(/may not leave the organization/)
    .waitFor();
  await text.press('ControlOrMeta+a');
  await text.press('ArrowRight');
  await text.press('Enter');
  await text.pressSequentially('# What we found');
  await text.press('Enter');
  await text.pressSequentially('We are ');
  await text.press('ControlOrMeta+b');
  await text.pressSequentially('concerned');
  await text.press('ControlOrMeta+b');
  await text.pressSequentially(' about {{name of the proj');
  const offered = item.getByRole('listbox', { name: 'Fields' });
  await offered.getByRole('option', { name: 'Name of the project' }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await text.press('Enter');
  await text.pressSequentially(', and:');
  await text.press('Enter');
  await toolbar.getByRole('button', { name: /^Bulleted list/ }).click();
  await text.pressSequentially('the creek');
  await text.press('Enter');
  await text.pressSequentially('the road');
  await text.press('Enter');
  await text.press('Enter');
  await toolbar.getByRole('button', { name: 'Insert a table' }).click();
  for (const cell of ['Place', 'Distance', 'Creek', '100 m']) {
    await text.pressSequentially(cell);
    await text.press('Tab');
  }
  await toolbar.getByRole('button', { name: 'Delete this row' }).click();
  await screenshot(page, 'letter-editor-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 780 });
  await toolbar.scrollIntoViewIfNeeded();
  await screenshot(page, 'letter-editor-dark-360');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Save now' }).click();
  await expect
    .poll(async () => (await askAs(world.url, 'staff', [`read/${String($id)}`, null]))['body'])
    .toBe(
      '![kept](https://example.test/a.png) stays.\n\nDear {consultation.contacts},\n\n# What we found\n\nWe are **concerned** about {consultation.projectName}, and:\n\n- the creek\n- the road\n\n| Place | Distance |\n| --- | --- |\n| Creek | 100 m |',
    );
  await item.getByRole('tab', { name: 'Letter template' }).click();
  await item.getByRole('heading', { name: 'What we found' }).waitFor();
  await item.getByRole('cell', { name: '100 m' }).waitFor();
  expect(await item.getByText('**').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'letter-template-read');
});

it('[CONS-02] [WF-02] writes a letter, sees its page, compares its versions, approves it, and the other party receives that text', async () => {
  const label = 'Letter with everything';
  await askAs(world.url, 'staff', [
    'create/LetterTemplate',
    template(label, '# Our answer\n\nAbout **{projectName}**.'),
  ]);
  const { ids } = await askAs(world.url, 'admin', [
    'search/ids',
    { must: { _t: ['ConsultResponse'], state: ['PENDING'] }, max: 50 },
  ]);
  const found = await Promise.all(
    (ids as readonly string[]).map((id) => askAs(world.url, 'admin', [`read/${id}`, null])),
  );
  const response = found.find(
    ({ community, primaryOrg }) => community === 'Organization-1' && primaryOrg === 'Organization-3',
  );
  const { ids: templates } = await askAs(world.url, 'staff', [
    'search/ids',
    { must: { _t: ['LetterTemplate'], text: [label] }, max: 1 },
  ]);
  const about = String(response?.['$id']);
  const drafted = await askAs(world.url, 'admin', [
    'act/draftLetter',
    { _t: 'ConsultResponse', _i: Number(about.split('-')[1]), template: (templates as readonly string[])[0] ?? '' },
  ]);
  const id = String(drafted['$id']);
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  await page.goto(`/i-${id}`);
  const item = columnAt(page, 1);
  await startEditing(item);
  const text = item.getByRole('textbox', { name: /^Text \(required\)/ });
  await item.getByRole('button', { name: 'Show the page next to the text' }).click();
  const printed = item.getByRole('region', { name: 'The page as it will be printed' });
  await printed
    .getByText(/Our answer/)
    .first()
    .waitFor();
  await moveToEnd(text);
  await text.press('Enter');
  await text.pressSequentially('We ask for a bridge.');
  // The preview is updated with the typed text before anything is saved.
  await printed
    .getByText(/We ask for a bridge/)
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'letter-page-beside');
  await page.setViewportSize({ width: 360, height: 780 });
  await printed.scrollIntoViewIfNeeded();
  await screenshot(page, 'letter-page-beside-360');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.getByRole('button', { name: 'Save now' }).click();
  await item.getByRole('tab', { name: 'History' }).click();
  await item.locator('ins', { hasText: 'We ask for a bridge.' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'letter-versions');
  await item.getByRole('button', { name: 'Restore the value before' }).first().click();
  await expect
    .poll(async () => item.getByRole('textbox', { name: /^Text \(required\)/ }).textContent())
    .not.toContain('bridge');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  await commentAndResolve(page, item);

  const acts = item.getByRole('group', { name: 'State' });
  await acts.getByRole('button', { name: 'Approve' }).click();
  await acts.getByText('Approved', { exact: true }).waitFor();
  await acts.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('dialog', { name: 'Send' }).getByRole('button', { name: 'Send' }).click();
  await acts.getByText('Sent', { exact: true }).waitFor();
  await receives(label, String(response?.['consultation']));
});
