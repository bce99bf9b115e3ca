// The form editor: a form is built without JSON, tried out in the preview, published, and reaches phones.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { uploadFile } from 'tests/e2e/harness/attachFiles.ts';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

type Body = Readonly<Record<string, Json>>;

const ask = (o: string, b: Json): Promise<Body> => askAs(world.url, 'staff', [o, b]);

/** Creates a program, with a form that has no questions, and returns both ids. */
const addForm = async (label: string): Promise<{ readonly program: string; readonly form: string }> => {
  const { ids } = await ask('search/ids', { must: { _t: ['GeoKeeperProgram'] }, max: 1 });
  const { owner = null } = await ask(`read/${String((ids as readonly string[])[0])}`, null);
  const made = await ask('create/GeoKeeperProgram', { label, owner, state: 'ACTIVE', access: 'USERS' });
  const program = String(made['$id']);
  const form = await ask('create/GeoKeeperFormDef', { label: 'Nests', program, state: 'DRAFT' });
  return { program, form: String(form['$id']) };
};

/** Returns what phones of a member receive of the program. */
const packageOf = async (program: string): Promise<Body | undefined> => {
  const answer = await askAs(world.url, 'member', ['act/fieldPackage', {}]);
  return (answer['programs'] as readonly Body[]).find(({ id }) => id === program);
};

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Properties of the question' });
const previewOf = (page: Page): Locator => page.getByRole('region', { name: 'Preview', exact: true });

const addQuestion = async (page: Page, type: string, label: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a question', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: type, exact: true }).click();
  const input = panelOf(page).getByLabel('Question', { exact: true });
  await input.fill(label);
  await input.press('Tab');
  await panelOf(page).getByRole('heading', { name: label }).waitFor();
};

const buildForm = async (page: Page): Promise<void> => {
  const panel = panelOf(page);
  await addQuestion(page, 'Text', 'Who saw it?');
  await panel.getByLabel('Required', { exact: true }).selectOption('yes');
  await addQuestion(page, 'Whole number', 'How many?');
  await panel.getByLabel('An answer is valid when').fill('. <');
  await page.getByText('1 problem').waitFor();
  await panel.getByLabel('An answer is valid when').fill('. < 100');
  await page.getByText('1 problem').waitFor({ state: 'detached' });
  await panel.getByLabel('Message for an invalid answer').fill('Enter less than 100.');
  await addQuestion(page, 'One choice', 'Which bird?');
  await panel.getByText('Add several choices or a column').click();
  await panel.getByLabel('One choice on each line').fill('Grey heron\nLoon');
  await panel.getByRole('button', { name: 'Add these choices' }).click();
  await addQuestion(page, 'Photo', 'Photo of the nest');
  await panel.getByLabel('Ask only when').pressSequentially('${how');
  await page.getByRole('option', { name: /how_many/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' > 3');
  expect(await panel.getByLabel('Ask only when').inputValue()).toBe('${how_many} > 3');
  await addQuestion(page, 'Point', 'Where is it?');
  await addQuestion(page, 'Repeated group', 'Nest');
  await addQuestion(page, 'Whole number', 'Eggs');
};

const mapRecords = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'What records become' }).click();
  await page.getByRole('button', { name: 'Add a kind of record' }).click();
  const mappings = page.getByRole('region', { name: 'What records become' });
  await mappings.getByLabel('Kind of record').selectOption('SpatialFeature');
  for (const [path, question] of [
    ['label', 'which_bird'],
    ['geometry', 'where_is_it'],
  ] as const) {
    const before = await mappings.locator('.kk-fe-value').count();
    await mappings.getByLabel('Add a property').selectOption(path);
    const value = mappings.locator('.kk-fe-value').nth(before);
    await value.getByText('Choose a question of this form, or a fixed value.').waitFor();
    await value.locator('select').first().selectOption(question);
  }
  await mappings.getByText('Choose a question of this form, or a fixed value.').waitFor({ state: 'detached' });
};

it(
  '[GEO-01] a form is built in the editor without JSON, tried out, published, and reaches phones',
  { timeout: 240_000 },
  async () => {
    const { program, form } = await addForm('Nests of the delta');
    const { page } = await world.open({ as: 'staff', screen: 'wide' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/i-${program}`);
    await page.getByText('this program has no form that is published and active').waitFor();
    await page.goto(`/i-${form}`);
    await page.getByRole('button', { name: 'Edit the questions' }).click();
    await page.getByRole('button', { name: 'Start with an empty form' }).click();
    await buildForm(page);
    const tree = page.getByRole('tree', { name: 'Questions of the form' });
    expect(await tree.getByRole('treeitem').count()).toBe(7);

    await tree.getByRole('treeitem', { name: 'Where is it?' }).click();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => tree.getByRole('treeitem').nth(2).textContent()).toContain('Where is it?');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem');
    await page.keyboard.press('Delete');
    await expect.poll(() => tree.getByRole('treeitem').count()).toBe(6);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => tree.getByRole('treeitem').nth(2).textContent()).toContain('Where is it?');
    await mapRecords(page);

    const preview = previewOf(page);
    await preview.getByLabel(/^How many/).fill('200');
    await preview.getByText('Photo of the nest').waitFor();
    await preview.getByRole('button', { name: 'Show problems' }).click();
    await preview.getByText('Enter less than 100.').first().waitFor();
    await preview.getByLabel('Loon').check();
    await page.getByRole('button', { name: 'Questions', exact: true }).click();
    await tree.getByRole('treeitem', { name: 'How many?' }).click();
    await panelOf(page).getByLabel('Question', { exact: true }).fill('How many birds?');
    await preview.getByText('How many birds?').first().waitFor();
    expect(await preview.getByLabel(/^How many birds/).inputValue()).toBe('200');
    expect(await preview.getByLabel('Loon').isChecked()).toBe(true);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'form-editor-1440');

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This becomes the first version.').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save and publish' }).click();
    await dialog.waitFor({ state: 'detached' });
    const sent = await packageOf(program);
    expect(sent?.['forms']).toMatchObject([
      {
        versions: [
          {
            version: 1,
            form: {
              questions: [
                { type: 'text', name: 'who_saw_it', required: true },
                { type: 'integer', name: 'how_many', constraint: '. < 100' },
                { type: 'point' },
                { type: 'selectOne', list: 'selectOne_choices' },
                { type: 'photo', relevant: '${how_many} > 3' },
                { type: 'repeat', name: 'nest', questions: [{ type: 'integer', name: 'eggs' }] },
              ],
              lists: { selectOne_choices: { choices: [{ name: 'grey_heron' }, { name: 'loon' }] } },
              mappings: [
                {
                  type: 'SpatialFeature',
                  values: { label: { question: 'which_bird' }, geometry: { question: 'where_is_it' } },
                },
              ],
            },
          },
        ],
      },
    ]);

    await setTheme(page, 'dark');
    await screenshot(page, 'form-editor-1440-dark');
    expect(await axeColours(page)).toEqual([]);
  },
);

it(
  '[GEO-01] on a phone the preview is a view of the editor, and a second version lists its changes',
  { timeout: 240_000 },
  async () => {
    const { program, form } = await addForm('Nests of the upper creek');
    const questions = [
      { name: 'who', type: 'text', label: { en: 'Who saw it?' } },
      { name: 'eggs', type: 'integer', label: { en: 'Eggs' } },
    ];
    const first = {
      ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en' },
      ...{ formType: 'record', lists: {}, questions },
    };
    const { _u = 0 } = await ask(`read/${form}`, null);
    await ask('update', { $id: form, _u, form: first, state: 'ACTIVE' });
    const number = Number(form.split('-')[1]);
    await ask('act/publishFieldForm', { _t: 'GeoKeeperFormDef', _i: number });

    const { page } = await world.open({ as: 'staff', screen: 'phone' });
    await page.goto(`/i-${form}?c0=formEditor`);
    const tree = page.getByRole('tree', { name: 'Questions of the form' });
    await tree.getByRole('treeitem', { name: 'Eggs' }).click();
    await panelOf(page).getByLabel('Question', { exact: true }).fill('Eggs in the nest');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'form-editor-360');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await previewOf(page).getByLabel('Eggs in the nest').fill('3');
    await screenshot(page, 'form-editor-preview-360');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Changes since version 1').waitFor();
    await dialog.getByText('Eggs in the nest').waitFor();
    await screenshot(page, 'form-editor-publish-360');
    await dialog.getByRole('button', { name: 'Save and publish' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Versions', exact: true }).click();
    await page.getByRole('button', { name: 'View version 1' }).click();
    await page.getByRole('region', { name: 'Version 1' }).getByLabel('Eggs', { exact: true }).waitFor();
    await setTheme(page, 'dark');
    await screenshot(page, 'form-editor-version-360-dark');
    expect(await axeColours(page)).toEqual([]);
    const [sent] = ((await packageOf(program))?.['forms'] ?? []) as readonly Body[];
    expect(sent).toMatchObject({ versions: [{ version: 2 }, { version: 1 }] });
  },
);

it(
  '[GEO-01] choices come from a CSV file in the preview, and a question is moved by dragging its handle',
  { timeout: 120_000 },
  async () => {
    const { form } = await addForm('Nests with a list');
    const birds = Buffer.from('code,title\nheron,Grey heron\nloon,Common loon\n');
    const upload = await uploadFile(world.url, await keptTokenOf(world.url, 'staff'), 'birds.csv', birds);
    const questions: Json[] = [
      { name: 'who', type: 'text', label: { en: 'Who saw it?' } },
      { name: 'eggs', type: 'integer', label: { en: 'Eggs' } },
      { name: 'bird', type: 'selectOne', list: 'birds', label: { en: 'Bird' } },
    ];
    const first = {
      ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en' },
      ...{ formType: 'record', lists: { birds: { file: 'birds.csv', name: 'code', label: 'title' } }, questions },
    };
    const { _u = 0 } = await ask(`read/${form}`, null);
    await ask('update', { $id: form, _u, form: first, media: [upload] });
    const { page } = await world.open({ as: 'staff', screen: 'wide' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/i-${form}?c0=formEditor`);
    const tree = page.getByRole('tree', { name: 'Questions of the form' });
    const preview = previewOf(page);
    await preview.getByLabel('Common loon').check();
    await screenshot(page, 'form-editor-list');
    const names = () => tree.getByRole('treeitem').allInnerTexts();
    expect((await names()).map((each) => each.trim())).toEqual(['Who saw it?', 'Eggs', 'Bird']);
    const row = (name: string) => tree.getByRole('treeitem', { name });
    await row('Bird').hover();
    await row('Bird')
      .locator('.kk-drag-handle')
      .dragTo(row('Who saw it?'), { targetPosition: { x: 20, y: 4 } });
    await expect.poll(async () => (await names()).map((each) => each.trim())[0]).toBe('Bird');
    expect(await preview.getByLabel('Common loon').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(async () => (await names()).map((each) => each.trim())[0]).toBe('Who saw it?');
  },
);
