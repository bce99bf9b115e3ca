// The types of questions as the editor offers them, and the properties that each type has.

import type { QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Groups of types in the order of the dialog that adds a question. */
export const TYPE_GROUPS: readonly (readonly [group: string, types: readonly QuestionType[]])[] = [
  ['text', ['text', 'integer', 'decimal', 'range', 'barcode']],
  ['choices', ['selectOne', 'selectMany', 'rank', 'acknowledge']],
  ['places', ['point', 'line', 'area']],
  ['files', ['photo', 'audio', 'video', 'file', 'signature', 'drawing']],
  ['times', ['date', 'time', 'dateTime']],
  ['sections', ['group', 'repeat', 'note']],
  ['computed', ['calculate', 'hidden', 'start', 'end', 'today', 'userName', 'deviceId']],
];

export const QUESTION_ICONS: Readonly<Record<QuestionType, string>> = {
  text: 'font',
  integer: 'numerical',
  decimal: 'numerical',
  range: 'horizontal-distribution',
  barcode: 'barcode',
  selectOne: 'selection',
  selectMany: 'tick',
  rank: 'sort',
  acknowledge: 'confirm',
  point: 'map-marker',
  line: 'route',
  area: 'polygon-filter',
  photo: 'camera',
  audio: 'volume-up',
  video: 'video',
  file: 'paperclip',
  signature: 'edit',
  drawing: 'draw',
  date: 'calendar',
  time: 'time',
  dateTime: 'calendar',
  group: 'folder-close',
  repeat: 'repeat',
  note: 'info-sign',
  calculate: 'calculator',
  hidden: 'eye-off',
  start: 'time',
  end: 'time',
  today: 'calendar',
  userName: 'person',
  deviceId: 'mobile-phone',
};

/** Types whose value nothing but the form or the device decides. */
export const COMPUTED_TYPES: ReadonlySet<QuestionType> = new Set([
  'calculate',
  'hidden',
  'start',
  'end',
  'today',
  'userName',
  'deviceId',
]);

export const CHOICE_TYPES: ReadonlySet<QuestionType> = new Set(['selectOne', 'selectMany', 'rank']);

const PLACED_TYPES: ReadonlySet<QuestionType> = new Set(['point', 'line', 'area']);

export interface QuestionTraits {
  /** People see it: it has a label, hints and media. */
  readonly isShown: boolean;
  /** A person answers it: it can be required, read-only or checked. */
  readonly isAnswered: boolean;
  readonly isChoice: boolean;
  readonly isPosition: boolean;
  readonly isSectionType: boolean;
}

export const traitsOf = (type: QuestionType): QuestionTraits => {
  const isSectionType = type === 'group' || type === 'repeat';
  const isShown = !COMPUTED_TYPES.has(type);
  return {
    ...{ isShown, isSectionType, isAnswered: isShown && !isSectionType && type !== 'note' },
    ...{ isChoice: CHOICE_TYPES.has(type), isPosition: PLACED_TYPES.has(type) },
  };
};
