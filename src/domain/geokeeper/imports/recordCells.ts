// Turns the cells of an export into answers.

import type { AnswerValue, Choice, FieldForm, Position, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Thrown for a cell that is no answer to its question. */
export class CellRefused extends Error {
  readonly key: string;
  readonly value: string;

  constructor(key: string, value: string) {
    super(key);
    this.key = `fieldImport.cell.${key}`;
    this.value = value;
  }
}

/** The cells about one question: the answer, and cells of parts of it. */
export interface AnswerCells {
  readonly whole: string;
  /** Returns the cell of a part, such as the latitude of a point or one choice; empty without one. */
  readonly part: (name: string) => string;
}

const importedNumberOf = (cell: string): number => {
  const value = Number(cell.trim());
  if (cell.trim() === '' || !Number.isFinite(value)) throw new CellRefused('number', cell);
  return value;
};

const importedIntegerOf = (cell: string): number => {
  const value = importedNumberOf(cell);
  if (!Number.isInteger(value)) throw new CellRefused('integer', cell);
  return value;
};

const IMPORTED_DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/u;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?/u;
const IMPORTED_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/u;

const importedDayOf = (cell: string): string => {
  const day = IMPORTED_DAY.exec(cell)?.[0];
  if (day === undefined || Number.isNaN(Date.parse(day))) throw new CellRefused('date', cell);
  return day;
};

const importedTimeOf = (cell: string): string => {
  const text = cell.replace(/^\d{4}-\d{2}-\d{2}T/u, '');
  if (!TIME.test(text)) throw new CellRefused('time', cell);
  return text;
};

/** Times without a time zone are in UTC. */
export const importedMomentOf = (cell: string): string => {
  const text = cell.trim().replace(' ', 'T');
  const moment = IMPORTED_ZONE.test(text) ? text : `${text.length === 10 ? `${text}T00:00:00` : text}Z`;
  if (!IMPORTED_DAY.test(text) || Number.isNaN(Date.parse(moment))) throw new CellRefused('dateTime', cell);
  return moment;
};

const IMPORTED_DEGREES = { lat: 90, lon: 180 } as const;

const importedPositionOf = (parts: readonly string[], cell: string): Position => {
  const [lat = Number.NaN, lon = Number.NaN, alt, accuracy] = parts
    .filter((part) => part.trim() !== '')
    .map((part) => Number(part));
  if (!(Math.abs(lat) <= IMPORTED_DEGREES.lat && Math.abs(lon) <= IMPORTED_DEGREES.lon))
    throw new CellRefused('position', cell);
  return {
    ...{ lat, lon },
    ...(alt !== undefined && Number.isFinite(alt) && { alt }),
    ...(accuracy !== undefined && Number.isFinite(accuracy) && { accuracy }),
  };
};

const importedLineOf = (cell: string): Position[] =>
  cell
    .split(';')
    .filter((point) => point.trim() !== '')
    .map((point) => importedPositionOf(point.trim().split(/[\s,]+/u), cell));

const importedPointOf = ({ whole, part }: AnswerCells): Position => {
  if (whole.trim() !== '') return importedPositionOf(whole.trim().split(/[\s,]+/u), whole);
  return importedPositionOf(
    [part('latitude'), part('longitude'), part('altitude'), part('accuracy')],
    part('latitude'),
  );
};

const importedChoicesOf = ({ list = '' }: Question, { lists }: FieldForm): readonly Choice[] | undefined => {
  const found = lists[list];
  return found && 'choices' in found ? found.choices : undefined;
};

const choiceNamed = (text: string, choices: readonly Choice[]): string | undefined =>
  choices.find(({ name }) => name === text)?.name ??
  choices.find(({ label }) => Object.values(label).includes(text))?.name;

/** The names of a list in a file or of a repeat are not known here. */
const selectOneOf = (cell: string, question: Question, form: FieldForm): string => {
  const choices = importedChoicesOf(question, form);
  const text = cell.trim();
  const known = choices ? choiceNamed(text, choices) : text;
  if (known !== undefined) return known;
  if (question.other === true) return text;
  throw new CellRefused('choice', cell);
};

const YES = /^(?:1|true|yes)$/iu;

const selectManyOf = ({ whole, part }: AnswerCells, question: Question, form: FieldForm): readonly string[] => {
  const choices = importedChoicesOf(question, form);
  const words = whole.trim().split(/\s+/u);
  if (!choices || question.other === true) return words;
  const names = words.map((word) => choiceNamed(word, choices));
  if (names.every((name) => name !== undefined)) return names;
  const marked = choices.filter(({ name }) => YES.test(part(name))).map(({ name }) => name);
  if (marked.length > 0) return marked;
  const only = choiceNamed(whole.trim(), choices);
  if (only !== undefined) return [only];
  throw new CellRefused('choice', whole);
};

const importedIsAnswered = ({ whole, part }: AnswerCells, { type }: Question): boolean =>
  whole.trim() !== '' || (type === 'point' && part('latitude').trim() !== '');

/** Returns the answer; undefined for empty cells. Throws `CellRefused`. */
export const answerOfCells = (cells: AnswerCells, question: Question, form: FieldForm): AnswerValue | undefined => {
  const { whole } = cells;
  if (!importedIsAnswered(cells, question)) return undefined;
  switch (question.type) {
    case 'integer':
      return importedIntegerOf(whole);
    case 'decimal':
    case 'range':
      return importedNumberOf(whole);
    case 'date':
    case 'today':
      return importedDayOf(whole.trim());
    case 'time':
      return importedTimeOf(whole.trim());
    case 'dateTime':
    case 'start':
    case 'end':
      return importedMomentOf(whole);
    case 'selectOne':
      return selectOneOf(whole, question, form);
    case 'selectMany':
    case 'rank':
      return selectManyOf(cells, question, form);
    case 'point':
      return importedPointOf(cells);
    case 'line':
    case 'area':
      return importedLineOf(whole);
    case 'acknowledge':
      return 'OK';
    default:
      return whole.trim();
  }
};

const IMPORTED_FILE_TYPES: ReadonlySet<string> = new Set(['photo', 'audio', 'video', 'file', 'signature', 'drawing']);

export const hasFile = ({ type }: Question): boolean => IMPORTED_FILE_TYPES.has(type);
