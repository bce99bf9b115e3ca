// Types of questions in XLSForms and in forms.

import type { QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

export type XlsType =
  | { readonly kind: 'begin'; readonly type: 'group' | 'repeat'; readonly lost?: string }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'question';
      readonly type: QuestionType;
      readonly list?: string;
      readonly isFile?: true;
      readonly other?: true;
      /** Reason why the type is not kept as it is. */
      readonly lost?: string;
    }
  /** A file with a list that expressions read. */
  | { readonly kind: 'file' }
  | { readonly kind: 'nothing'; readonly lost: string };

const PLAIN_TYPES: Readonly<Record<string, QuestionType>> = {
  text: 'text',
  string: 'text',
  integer: 'integer',
  int: 'integer',
  decimal: 'decimal',
  range: 'range',
  date: 'date',
  time: 'time',
  datetime: 'dateTime',
  'date time': 'dateTime',
  geopoint: 'point',
  gps: 'point',
  location: 'point',
  geotrace: 'line',
  geoshape: 'area',
  image: 'photo',
  photo: 'photo',
  picture: 'photo',
  audio: 'audio',
  video: 'video',
  file: 'file',
  barcode: 'barcode',
  acknowledge: 'acknowledge',
  trigger: 'acknowledge',
  calculate: 'calculate',
  hidden: 'hidden',
  note: 'note',
  start: 'start',
  'start time': 'start',
  end: 'end',
  'end time': 'end',
  today: 'today',
  deviceid: 'deviceId',
  'device id': 'deviceId',
  imei: 'deviceId',
  'uri:deviceid': 'deviceId',
  username: 'userName',
  'uri:username': 'userName',
};

/** Facts about the phone and the person that the field page does not read, by the reason. The question stays without a value. */
const HIDDEN_TYPES: Readonly<Record<string, string>> = {
  email: 'deviceFact',
  'uri:email': 'deviceFact',
  phonenumber: 'deviceFact',
  'phone number': 'deviceFact',
  'uri:phonenumber': 'deviceFact',
  simserial: 'deviceFact',
  'sim id': 'deviceFact',
  'uri:simserial': 'deviceFact',
  subscriberid: 'deviceFact',
  'subscriber id': 'deviceFact',
  'uri:subscriberid': 'deviceFact',
  'start-geopoint': 'background',
  'background-geopoint': 'background',
  'background-audio': 'background',
  osm: 'openStreetMap',
};

const SELECTS: readonly (readonly [pattern: RegExp, type: QuestionType])[] = [
  [/^(?:select[ _]one(?: from)?|select1|add select one prompt using|select one using|q select1)\s+/iu, 'selectOne'],
  [
    /^(?:select[ _]multiple(?: from| using)?|select all that apply(?: from)?|add select multiple prompt using|q select)\s+/iu,
    'selectMany',
  ],
  [/^rank\s+/iu, 'rank'],
];
const FROM_FILE = /^select[ _](?<count>one|multiple)[ _]from[ _]file\s+(?<file>\S.*)$/iu;
const EXTERNAL = /^select[ _]one[ _]external\s+/iu;
const OR_OTHER = /\s+or[ _](?:specify[ _])?other$/iu;

const choiceType = (text: string): XlsType | undefined => {
  const file = FROM_FILE.exec(text)?.groups;
  if (file)
    return {
      ...{ kind: 'question', type: file['count']?.toLowerCase() === 'one' ? 'selectOne' : 'selectMany' },
      ...{ list: (file['file'] ?? '').trim(), isFile: true },
    };
  const plain = text.replace(EXTERNAL, 'select_one ');
  const found = SELECTS.find(([pattern]) => pattern.test(plain));
  if (!found) return undefined;
  const list = plain.replace(found[0], '').trim();
  const isOther = OR_OTHER.test(` ${list}`);
  return {
    ...{ kind: 'question', type: found[1], list: isOther ? list.replace(OR_OTHER, '').trim() : list },
    ...(isOther && { other: true }),
  };
};

const XLS_SECTION = /^(?<edge>begin|end)[ _](?<kind>.+)$/iu;
const REPEATS = new Set(['repeat', 'lgroup', 'looped group']);

const sectionType = (text: string): XlsType | undefined => {
  const { edge, kind = '' } = XLS_SECTION.exec(text)?.groups ?? {};
  // `end time` is a question.
  if (edge === undefined || kind.toLowerCase() === 'time') return undefined;
  if (edge.toLowerCase() === 'end') return { kind: 'end' };
  const word = kind.toLowerCase().replaceAll('_', ' ');
  if (REPEATS.has(word)) return { kind: 'begin', type: 'repeat' };
  return word === 'group' ? { kind: 'begin', type: 'group' } : { kind: 'begin', type: 'group', lost: 'section' };
};

/** `q text`, `add text prompt` and `get today` are old names of `text` and `today`. */
const withoutOldWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^q /u, '')
    .replace(/^add (.+) prompt$/u, '$1')
    .replace(/^get /u, '');

/** Returns how a type of an XLSForm is kept. Unknown ones become texts. */
export const xlsTypeOf = (cell: string): XlsType => {
  const text = cell.trim().replaceAll(/\s+/gu, ' ');
  const structured = sectionType(text) ?? choiceType(text);
  if (structured) return structured;
  const word = withoutOldWords(text);
  const plain = PLAIN_TYPES[word] ?? PLAIN_TYPES[word.replaceAll('_', ' ')];
  if (plain !== undefined) return { kind: 'question', type: plain };
  const hidden = HIDDEN_TYPES[word];
  if (hidden !== undefined) return { kind: 'question', type: 'hidden', lost: hidden };
  if (word === 'csv-external') return { kind: 'file' };
  if (word === 'xml-external') return { kind: 'nothing', lost: 'xmlFile' };
  if (word === 'audit') return { kind: 'nothing', lost: 'audit' };
  return { kind: 'question', type: 'text', lost: 'unknownType' };
};

/** Types as XLSForms write them. The types with choices are followed by the name of their list. */
export const XLS_TYPE: Readonly<Record<QuestionType, string>> = {
  group: 'group',
  repeat: 'repeat',
  text: 'text',
  integer: 'integer',
  decimal: 'decimal',
  range: 'range',
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  selectOne: 'select_one',
  selectMany: 'select_multiple',
  rank: 'rank',
  point: 'geopoint',
  line: 'geotrace',
  area: 'geoshape',
  photo: 'image',
  audio: 'audio',
  video: 'video',
  file: 'file',
  signature: 'image',
  drawing: 'image',
  barcode: 'barcode',
  acknowledge: 'acknowledge',
  calculate: 'calculate',
  hidden: 'hidden',
  note: 'note',
  start: 'start',
  end: 'end',
  today: 'today',
  deviceId: 'deviceid',
  userName: 'username',
};
