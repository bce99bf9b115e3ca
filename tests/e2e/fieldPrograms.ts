// Programs of field data with a published form, and a phone that is ready for use without a connection.
import type { Page } from 'playwright-core';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';

const FORM: FieldForm = {
  ...{ title: { en: 'Heron nests' }, machineName: 'heron_nests', languages: ['en'], defaultLanguage: 'en' },
  ...{ formType: 'record', recordTitle: "concat('Nest of ', ${species})", lists: {} },
  questions: [
    { name: 'species', type: 'text', label: { en: 'Species' }, required: true },
    { name: 'picture', type: 'photo', label: { en: 'Picture' }, maxPixels: 200 },
  ],
};

const asJson = (form: FieldForm): Json => JSON.parse(JSON.stringify(form)) as Json;

interface ProgramOptions {
  readonly form?: FieldForm;
  /** Values of the form definition. */
  readonly values?: Readonly<Record<string, Json>>;
}

/** Creates a program that everyone may collect for, with a published form, and returns its id. */
export const addFieldProgram = async (
  url: string,
  label: string,
  { form = FORM, values = {} }: ProgramOptions = {},
): Promise<string> => {
  const { ids } = await askAs(url, 'staff', ['search/ids', { must: { _t: ['GeoKeeperProgram'] }, max: 1 }]);
  const { owner } = await askAs(url, 'staff', [`read/${String((ids as readonly string[])[0])}`, null]);
  const program = await askAs(url, 'staff', [
    'create/GeoKeeperProgram',
    { label, owner: owner ?? null, state: 'ACTIVE', access: 'USERS' },
  ]);
  const definition = await askAs(url, 'staff', [
    'create/GeoKeeperFormDef',
    {
      label: 'Heron nests',
      program: program['$id'] ?? null,
      state: 'ACTIVE',
      maxPhotos: 5,
      form: asJson(form),
      ...values,
    },
  ]);
  const { type, number } = parseItemId(String(definition['$id']));
  await askAs(url, 'staff', ['act/publishFieldForm', { _t: type, _i: number }]);
  return String(program['$id']);
};

/** Returns the records of the program as staff see them. */
export const recordsOf = async (url: string, program: string): Promise<readonly Readonly<Record<string, Json>>[]> => {
  const must = { _t: ['GeoKeeperFieldData'], program: [program] };
  const { ids } = await askAs(url, 'staff', ['search/ids', { must, max: 10 }]);
  return await Promise.all((ids as readonly string[]).map((id) => askAs(url, 'staff', [`read/${id}`, null])));
};

/** Resolves when the service worker has everything that the page needs without a connection. */
export const isPrepared = async (page: Page): Promise<void> => {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  const tabs = page.getByRole('navigation');
  await tabs.getByRole('button', { name: 'Device' }).click();
  await page.getByText('You can work without a connection').waitFor({ timeout: 60_000 });
  await page.waitForFunction(async () => (await caches.match('/')) !== undefined);
  await tabs.getByRole('button', { name: 'Programs' }).click();
};
