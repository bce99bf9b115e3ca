// Headings of the sheets of an XLSForm. Each column has several accepted headings, and texts have one column for each language.

export interface XlsColumn {
  readonly at: number;
  /** Heading as the file has it. */
  readonly heading: string;
  /** Standard name of the column, such as `constraint_message`; for an unknown column the heading. */
  readonly name: string;
  /** Language of a text, as the heading names it. Absent for a text without one. */
  readonly language?: string;
}

const TEXT_COLUMNS = new Set([
  'label',
  'hint',
  'guidance_hint',
  'required_message',
  'constraint_message',
  'media::image',
  'media::audio',
  'media::video',
  'media::big-image',
  'form_title',
]);

const SURVEY_ALIASES: Readonly<Record<string, string>> = {
  command: 'type',
  tag: 'name',
  value: 'name',
  caption: 'label',
  readonly: 'read_only',
  relevance: 'relevant',
  constraining_message: 'constraint_message',
  calculate: 'calculation',
  requiredmsg: 'required_message',
  count: 'repeat_count',
  'jr:count': 'repeat_count',
  'body::jr:count': 'repeat_count',
  'control::jr:count': 'repeat_count',
  'body::appearance': 'appearance',
  'control::appearance': 'appearance',
  'bind::relevant': 'relevant',
  'bind::required': 'required',
  'bind::readonly': 'read_only',
  'bind::read_only': 'read_only',
  'bind::constraint': 'constraint',
  'bind::calculate': 'calculation',
  'bind::calculation': 'calculation',
  'bind::jr:constraintmsg': 'constraint_message',
  'jr:constraintmsg': 'constraint_message',
  'bind::jr:requiredmsg': 'required_message',
  'jr:requiredmsg': 'required_message',
};

const CHOICE_ALIASES: Readonly<Record<string, string>> = { caption: 'label', value: 'name', 'list name': 'list_name' };

const SETTING_ALIASES: Readonly<Record<string, string>> = {
  title: 'form_title',
  set_form_title: 'form_title',
  id_string: 'form_id',
  set_form_id: 'form_id',
};

const ALIASES_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  survey: SURVEY_ALIASES,
  choices: CHOICE_ALIASES,
  settings: SETTING_ALIASES,
};

const XLS_HEADINGS_MEDIA = new Set(['image', 'audio', 'video', 'big-image']);

const snake = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/gu, '_');

/** Divides a heading at `::`. Sheets without a `::` divide at `:`, as the first XLSForms did. */
const xlsPartsOf = (heading: string, isOld: boolean): string[] => {
  const parts = heading.split(heading.includes('::') || !isOld ? '::' : ':').map((part) => part.trim());
  const jr = parts.indexOf('jr');
  if (jr === -1 || jr + 1 >= parts.length) return parts;
  return [...parts.slice(0, jr), `jr:${parts[jr + 1]}`, ...parts.slice(jr + 2)];
};

const standardName = (parts: readonly string[], aliases: Readonly<Record<string, string>>) => {
  const [first = '', second = ''] = parts.map(snake);
  if (XLS_HEADINGS_MEDIA.has(first)) return { name: `media::${first}`, used: 1 };
  if (first === 'media' && XLS_HEADINGS_MEDIA.has(second)) return { name: `media::${second}`, used: 2 };
  const pair = aliases[`${first}::${second}`];
  if (pair !== undefined) return { name: pair, used: 2 };
  return { name: aliases[first] ?? first, used: 1 };
};

const xlsColumnOf = (heading: string, at: number, isOld: boolean, sheet: string): XlsColumn => {
  const parts = xlsPartsOf(heading, isOld);
  const { name, used } = standardName(parts, ALIASES_OF[sheet] ?? {});
  const others = parts.slice(used);
  if (others.length === 0) return { at, heading, name };
  if (others.length === 1 && TEXT_COLUMNS.has(name)) return { at, heading, name, language: others[0] ?? '' };
  return { at, heading, name: heading };
};

/** Returns the columns with a heading, in the order of the sheet. `sheet` is `survey`, `choices` or `settings`. */
export const xlsColumns = (headings: readonly string[], sheet: string): readonly XlsColumn[] => {
  const isOld = !headings.some((heading) => heading.includes('::'));
  return headings.flatMap((heading, at) =>
    heading.trim() === '' ? [] : [xlsColumnOf(heading.trim(), at, isOld, sheet)],
  );
};

export const isTextColumn = ({ name }: XlsColumn): boolean => TEXT_COLUMNS.has(name);
