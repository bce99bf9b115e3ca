// A form that is written as an XLSForm reads as the same form, also through the workbook.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Choice, FieldForm, FormText, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { readXlsForm } from 'src/domain/geokeeper/xlsform/readXlsForm.ts';
import { writeXlsForm } from 'src/domain/geokeeper/xlsform/writeXlsForm.ts';
import type { XlsSheet } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import { readTables } from 'src/server/sheets/readTables.ts';
import type { TableRow, TablesSummary } from 'src/server/sheets/Tables.ts';
import { writeTables } from 'src/server/sheets/writeTables.ts';

const word = fc.stringMatching(/^[a-zé][a-zé0-9 ?!.ᐊ_-]{0,12}[a-z0-9]$/u);
const expression = fc.stringMatching(/^[$.(][a-z{}<>= '()+0-9|]{0,20}[)0-9]$/u);
const LANGUAGES = ['en', 'fr', 'cr', 'fr-CA', 'x-river'] as const;

const textsIn = (languages: readonly string[]): fc.Arbitrary<FormText> =>
  languages.length === 0
    ? word.map((text) => ({ default: text }))
    : fc
        .array(word, { minLength: languages.length, maxLength: languages.length })
        .map((texts) => Object.fromEntries(languages.map((tag, at) => [tag, texts[at] ?? ''])));

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Leaves out members without a value, as forms do. */
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

const PLAIN = [
  ...(['text', 'integer', 'decimal', 'date', 'time', 'dateTime', 'point', 'line', 'area', 'photo', 'audio'] as const),
  ...(['video', 'file', 'signature', 'drawing', 'barcode', 'acknowledge', 'calculate', 'hidden', 'note'] as const),
  ...(['start', 'end', 'today', 'deviceId', 'userName'] as const),
];
const LISTS = { inner: 'inner', lakes: 'lakes', repeat: '${other}' };

const extrasOf = (type: Question['type']): fc.Arbitrary<Partial<Question>> => {
  const pixels = some(fc.integer({ min: 100, max: 4_000 }));
  if (type === 'photo' || type === 'drawing' || type === 'signature')
    return pixels.map((maxPixels) => defined({ maxPixels }) as Partial<Question>);
  if (type === 'point' || type === 'line' || type === 'area')
    return some(fc.record({ capture: fc.integer({ min: 1, max: 9 }) })).map(
      (accuracy) => defined({ accuracy }) as Partial<Question>,
    );
  return fc.constant({});
};

const common = (languages: readonly string[]) =>
  fc
    .record({
      ...{ label: some(textsIn(languages)), hint: some(textsIn(languages)), guidance: some(textsIn(languages)) },
      ...{ requiredMessage: some(textsIn(languages)), constraintMessage: some(textsIn(languages)) },
      ...{ relevant: some(expression), constraint: some(expression), default: some(expression) },
      ...{ calculation: some(expression), required: some(fc.oneof(fc.constant(true), expression)) },
      ...{
        readOnly: some(fc.oneof(fc.constant(true), expression)),
        audience: some(fc.constant('RESTRICTED' as const)),
      },
      appearance: some(fc.constantFrom('minimal', 'multiline w2', 'annotate', 'field-list')),
      media: some(textsIn(languages).map((image) => ({ image }))),
    })
    .map((members) => defined(members) as Partial<Question>);

const questions = (languages: readonly string[], depth: number): fc.Arbitrary<Question[]> => {
  const named = (members: Partial<Question>): Question => ({ name: '', type: 'text', ...members });
  const plain = fc.constantFrom(...PLAIN).chain((type) =>
    fc.tuple(common(languages), extrasOf(type)).map(([shared, extras]) => {
      const { appearance, ...others } = shared;
      // A photo that is annotated is a drawing.
      const isKept = appearance !== undefined && (appearance !== 'annotate' || type === 'drawing');
      return named({ ...others, ...extras, type, ...(isKept && { appearance }) });
    }),
  );
  const select = fc
    .tuple(
      common(languages),
      fc.constantFrom('selectOne' as const, 'selectMany' as const),
      fc.constantFrom(...Object.values(LISTS)),
    )
    .chain(([shared, type, list]) =>
      fc
        .record({
          choiceFilter: some(expression),
          randomize: some(fc.oneof(fc.constant(true), fc.constant('7'))),
          other: some(fc.constant(true)),
        })
        .map(({ other, ...members }) =>
          named({
            ...shared,
            ...defined(members),
            ...(other && list === 'inner' && { other }),
            type,
            list,
          } as Question),
        ),
    );
  const range = fc
    .tuple(common(languages), fc.integer({ min: 1, max: 9 }))
    .map(([shared, step]) => named({ ...shared, type: 'range', range: { start: -1.5, end: 20, step } }));
  const leaf = fc.oneof({ weight: 4, arbitrary: plain }, select, range);
  if (depth === 0) return fc.array(leaf, { minLength: 1, maxLength: 4 });
  const section = fc
    .tuple(
      common(languages),
      fc.constantFrom('group' as const, 'repeat' as const),
      some(expression),
      questions(languages, depth - 1),
    )
    .map(([shared, type, count, inner]) =>
      named({ ...shared, type, ...(type === 'repeat' && count !== undefined && { count }), questions: inner }),
    );
  return fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, section), { minLength: 1, maxLength: 5 });
};

/** Gives each question a name of its own. */
const withNames = (list: readonly Question[], next: () => number): Question[] =>
  list.map((question) => ({
    ...question,
    name: `q${next()}`,
    ...(question.questions && { questions: withNames(question.questions, next) }),
  }));

const forms: fc.Arbitrary<FieldForm> = fc.subarray([...LANGUAGES]).chain((languages) => {
  const choice = (at: number): fc.Arbitrary<Choice> =>
    fc
      .record({ label: textsIn(languages), columns: some(word.map((water) => ({ water }))) })
      .map((members) => ({ name: `c${at}`, ...defined(members) }) as Choice);
  return fc
    .record({
      title: word,
      version: some(fc.constantFrom('2026-05', '7')),
      recordTitle: some(expression),
      style: some(fc.constantFrom('pages' as const, 'list' as const)),
      formType: fc.constantFrom('record' as const, 'trip' as const),
      choices: fc.tuple(choice(1), choice(2)),
      list: questions(languages, 2),
      mapping: some(word),
    })
    .map(({ title, choices, list, mapping, ...members }) => {
      let count = 0;
      const defaultLanguage = languages[0] ?? 'default';
      return {
        ...defined(members),
        ...{ title: { [defaultLanguage]: title }, machineName: 'a-form_1.0', languages, defaultLanguage },
        lists: { inner: { choices }, lakes: { file: 'lakes.csv', name: 'code', label: 'title' } },
        questions: withNames(list, () => (count += 1)),
        ...(mapping !== undefined && {
          mappings: [
            {
              type: 'Place',
              values: {
                label: { question: 'q1' },
                place: { question: 'q2', generalised: true },
                note: { constant: mapping },
              },
              repeat: 'q2',
            },
          ],
        }),
      } as FieldForm;
    });
});

/** A list in a file that no question uses has the standard columns. */
const asWritten = (form: FieldForm): FieldForm => {
  const isUsed = JSON.stringify(form.questions).includes('"lakes"');
  return {
    ...form,
    lists: {
      ...form.lists,
      lakes: { file: 'lakes.csv', name: isUsed ? 'code' : 'name', label: isUsed ? 'title' : 'label' },
    },
  };
};

const readAgain = (sheets: readonly XlsSheet[]) => {
  const { form, losses, problems } = readXlsForm(sheets, 'file');
  return { form, found: [...losses, ...problems] };
};

it('[GEO-01] any form reads as itself after it was written as an XLSForm, and nothing is listed as lost', () => {
  fc.assert(
    fc.property(forms, (form) => {
      expect(readAgain(writeXlsForm(form))).toEqual({ form: asWritten(form), found: [] });
    }),
    { numRuns: 150 },
  );
});

const workbookSheets = async (bytes: Buffer): Promise<XlsSheet[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'kk-xlsform-'));
  try {
    const path = join(folder, 'form.xlsx');
    await writeFile(path, bytes);
    const rows: TableRow[] = [];
    const options = { maxRows: 10_000, maxSigns: 1_000_000 } as never;
    const summary = (await readTables(path, options, (row) => rows.push(row as TableRow))) as TablesSummary;
    return summary.tables.map((name) => ({ name, rows: rows.filter(({ table }) => table === name) }));
  } finally {
    await rm(folder, { recursive: true });
  }
};

it('[GEO-01] the workbook of a form reads as the same form', async () => {
  for (const form of fc.sample(forms, { numRuns: 10, seed: 24 })) {
    const sheets = await workbookSheets(await writeTables(writeXlsForm(form)));
    expect(readAgain(sheets)).toEqual({ form: asWritten(form), found: [] });
  }
});
