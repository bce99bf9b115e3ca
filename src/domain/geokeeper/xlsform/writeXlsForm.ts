// Writes a form as the sheets of an XLSForm. Members that XLSForms do not have are written to columns and sheets that other programs ignore.

import type { Choice, ChoiceList, FieldForm, FormText, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { XlsSheet } from 'src/domain/geokeeper/xlsform/xlsFormTables.ts';
import { headingOfLanguage, XLS_NO_LANGUAGE } from 'src/domain/geokeeper/xlsform/xlsLanguages.ts';
import { parametersCell } from 'src/domain/geokeeper/xlsform/xlsParameters.ts';
import { XLS_TYPE } from 'src/domain/geokeeper/xlsform/xlsTypes.ts';

type Cells = Readonly<Record<string, string | undefined>>;

const textHeading = (column: string, tag: string): string =>
  tag === XLS_NO_LANGUAGE ? column : `${column}::${headingOfLanguage(tag)}`;

const textCells = (column: string, text: FormText | undefined): Cells =>
  Object.fromEntries(Object.entries(text ?? {}).map(([tag, value]) => [textHeading(column, tag), value]));

const mediaCells = (media: Question['media']): Cells => ({
  ...textCells('media::image', media?.image),
  ...textCells('media::audio', media?.audio),
  ...textCells('media::video', media?.video),
});

const conditionCell = (condition: boolean | string | undefined): string | undefined => {
  if (condition === undefined || condition === false) return undefined;
  return condition === true ? 'yes' : condition;
};

const isInFile = (list: ChoiceList | undefined): list is Extract<ChoiceList, { file: string }> =>
  list !== undefined && 'file' in list;

const typeCell = ({ type, list, other }: Question, lists: FieldForm['lists']): string => {
  const name = XLS_TYPE[type];
  if (list === undefined) return name;
  const known = lists[list];
  if (isInFile(known) && type !== 'rank') return `${name}_from_file ${known.file}`;
  return `${name} ${list}${other === true ? ' or_other' : ''}`;
};

const fileParameters = (list: ChoiceList | undefined) => {
  if (!isInFile(list)) return [];
  const isPlaces = /\.geojson$/iu.test(list.file);
  return [
    ['value', list.name === (isPlaces ? 'id' : 'name') ? undefined : list.name],
    ['label', list.label === (isPlaces ? 'title' : 'label') ? undefined : list.label],
  ] as const;
};

const questionParameters = ({ range, maxPixels, accuracy, randomize, list }: Question, lists: FieldForm['lists']) =>
  parametersCell([
    ['start', range?.start],
    ['end', range?.end],
    ['step', range?.step],
    ['max-pixels', maxPixels],
    ['capture-accuracy', accuracy?.capture],
    ['warning-accuracy', accuracy?.warning],
    ['randomize', randomize === undefined || randomize === false ? undefined : 'true'],
    ['seed', typeof randomize === 'string' ? randomize : undefined],
    ...fileParameters(lists[list ?? '']),
  ]);

/** Signatures and drawings are pictures with an appearance. */
const appearanceCell = ({ type, appearance }: Question): string | undefined => {
  if (type === 'signature') return ['signature', appearance].join(' ').trim();
  const isAnnotated = appearance?.split(/\s+/u).includes('annotate') ?? false;
  return type === 'drawing' && !isAnnotated ? ['draw', appearance].join(' ').trim() : appearance;
};

const questionCells = (question: Question, lists: FieldForm['lists']): Cells => ({
  type: typeCell(question, lists),
  name: question.name,
  ...textCells('label', question.label),
  ...textCells('hint', question.hint),
  ...textCells('guidance_hint', question.guidance),
  ...mediaCells(question.media),
  required: conditionCell(question.required),
  ...textCells('required_message', question.requiredMessage),
  relevant: question.relevant,
  constraint: question.constraint,
  ...textCells('constraint_message', question.constraintMessage),
  calculation: question.calculation,
  default: question.default,
  read_only: conditionCell(question.readOnly),
  appearance: appearanceCell(question),
  choice_filter: question.choiceFilter,
  parameters: questionParameters(question, lists) || undefined,
  repeat_count: question.count,
  audience: question.audience === 'RESTRICTED' ? 'RESTRICTED' : undefined,
});

const questionRows = (questions: readonly Question[], lists: FieldForm['lists']): Cells[] =>
  questions.flatMap((question) => {
    const { type, name, questions: inner = [] } = question;
    const cells = questionCells(question, lists);
    if (type !== 'group' && type !== 'repeat') return [cells];
    return [{ ...cells, type: `begin_${type}` }, ...questionRows(inner, lists), { type: `end_${type}`, name }];
  });

const listsInUse = (questions: readonly Question[]): readonly string[] =>
  questions.flatMap(({ list, questions: inner }) => [
    ...(list === undefined ? [] : [list]),
    ...listsInUse(inner ?? []),
  ]);

/** Lists in files that only expressions read. */
const xlsFileRows = ({ lists, questions }: FieldForm): Cells[] => {
  const used = new Set(listsInUse(questions));
  return Object.entries(lists).flatMap(([name, list]) =>
    isInFile(list) && !used.has(name) ? [{ type: 'csv-external', name }] : [],
  );
};

const choiceCells = (list: string, { name, label, media, columns }: Choice): Cells => ({
  ...{ list_name: list, name },
  ...textCells('label', label),
  ...mediaCells(media),
  ...columns,
});

/** Returns a sheet with the headings in the order in which the columns are given first; columns without content are left out. */
const sheetOf = (name: string, order: readonly string[], rows: readonly Cells[]): XlsSheet => {
  const used = new Set(rows.flatMap((row) => Object.keys(row).filter((key) => row[key] !== undefined)));
  const known = new Set(order);
  const headings = [...order.filter((key) => used.has(key)), ...[...used].filter((key) => !known.has(key))];
  const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))];
  return { name, rows: lines.map((cells, at) => ({ row: at + 1, cells })) };
};

const TEXTS_FIRST = ['label', 'hint', 'guidance_hint'];
const MESSAGES = ['required_message', 'constraint_message'];
const XLS_MEDIA = ['media::image', 'media::audio', 'media::video'];

const surveySheet = (form: FieldForm): XlsSheet => {
  const inLanguages = (columns: readonly string[]): string[] =>
    columns.flatMap((column) =>
      (form.languages.length === 0 ? [XLS_NO_LANGUAGE] : form.languages).map((tag) => textHeading(column, tag)),
    );
  const order = [
    ...['type', 'name'],
    ...inLanguages(TEXTS_FIRST),
    ...['required', 'relevant', 'constraint', 'calculation', 'default', 'read_only', 'appearance'],
    ...['choice_filter', 'parameters', 'repeat_count'],
    ...inLanguages(MESSAGES),
    ...inLanguages(XLS_MEDIA),
  ];
  const rows = [...xlsFileRows(form), ...questionRows(form.questions, form.lists)];
  const sheet = sheetOf('survey', order, rows);
  return withLanguages(sheet, form.languages);
};

/** Adds a column of labels for each language, so that the languages and their order remain without texts, too. */
const withLanguages = ({ name, rows }: XlsSheet, languages: readonly string[]): XlsSheet => {
  const [first, ...others] = rows;
  const headings = first?.cells ?? [];
  const wanted = languages.filter((tag) => tag !== XLS_NO_LANGUAGE).map((tag) => textHeading('label', tag));
  const labels = headings.filter((heading) => wanted.includes(heading));
  if (labels.length === wanted.length) return { name, rows };
  const order = [...headings.slice(0, 2), ...wanted, ...headings.slice(2).filter((each) => !wanted.includes(each))];
  const move = (cells: readonly string[]): string[] => order.map((heading) => cells[headings.indexOf(heading)] ?? '');
  return { name, rows: [{ row: 1, cells: order }, ...others.map(({ row, cells }) => ({ row, cells: move(cells) }))] };
};

/** Returns whether a list has several choices of one name, which a setting must permit. */
const hasRepeatedChoices = ({ lists }: FieldForm): boolean =>
  Object.values(lists).some(
    (list) => 'choices' in list && new Set(list.choices.map(({ name }) => name)).size < list.choices.length,
  );

const settingsSheet = (form: FieldForm): XlsSheet => {
  const { title, machineName, version, defaultLanguage, recordTitle, style, formType } = form;
  const { [defaultLanguage]: main, ...others } = title;
  const cells: Cells = {
    ...{ form_title: main, form_id: machineName, version },
    default_language: defaultLanguage === XLS_NO_LANGUAGE ? undefined : headingOfLanguage(defaultLanguage),
    ...{ instance_name: recordTitle, style },
    form_type: formType === 'trip' ? 'trip' : undefined,
    allow_choice_duplicates: hasRepeatedChoices(form) ? 'yes' : undefined,
    ...textCells('form_title', others),
  };
  return sheetOf(
    'settings',
    ['form_title', 'form_id', 'version', 'default_language', 'instance_name', 'style'],
    [cells],
  );
};

const mappingsSheet = ({ mappings = [] }: FieldForm): XlsSheet | undefined => {
  if (mappings.length === 0) return undefined;
  const rows = mappings.flatMap(({ type, repeat, values }, at): Cells[] => {
    const mapping = { mapping: String(at + 1), type, repeat };
    const paths = Object.entries(values);
    if (paths.length === 0) return [mapping];
    return paths.map(([path, value]) => {
      if ('constant' in value) return { ...mapping, path, ...value };
      return { ...mapping, path, question: value.question, ...(value.generalised === true && { generalised: 'yes' }) };
    });
  });
  return sheetOf('mappings', ['mapping', 'type', 'repeat', 'path', 'question', 'constant', 'generalised'], rows);
};

/** Returns the sheets of an XLSForm that reads as the same form. */
export const writeXlsForm = (form: FieldForm): readonly XlsSheet[] => {
  const choices = Object.entries(form.lists).flatMap(([list, content]) =>
    'choices' in content ? content.choices.map((choice) => choiceCells(list, choice)) : [],
  );
  const mappings = mappingsSheet(form);
  return [
    surveySheet(form),
    ...(choices.length > 0 ? [sheetOf('choices', ['list_name', 'name'], choices)] : []),
    settingsSheet(form),
    ...(mappings ? [mappings] : []),
  ];
};
