// The cells of a value as people read them: the words of its kind in the reader's language, with the exact form of a date and the ids of
// related items beside them. Pure; what the reader may not see is not in the item any more.

import { isRecord } from 'src/base/isRecord.ts';
import { asGeometry, type Geometry, type Line, type Position } from 'src/model/geo/geoJson.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { ListRef, Property } from 'src/model/schema/Property.ts';
import { bestTranslation } from 'src/model/text/translations.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';

export type Cell = string | number | null;

/** What the words of a value depend on beside itself. */
export interface CellContext {
  readonly words: ExportWords;
  /** The text of a value of a list, whose owner the item decides. */
  readonly listText: (list: ListRef, item: Item, key: string) => string;
}

export interface ExportColumn {
  readonly captions: readonly string[];
  /** Dates in words, with their exact form in the next cell. */
  readonly dated?: 'day' | 'moment';
  /** Adds as many cells to the row as there are captions. */
  write(row: Cell[], item: Item, context: CellContext): void;
}

interface Holder {
  readonly type: string;
  /** Dotted path from the item, for message ids. */
  readonly path: string;
  readonly property: Property;
  readonly item: Item;
}

type CellOf = (value: Json, holder: Holder, context: CellContext) => Cell;

const plain: CellOf = (value) => (typeof value === 'number' ? value : String(value));

const related: CellOf = (value, { item }) => item.$labels?.[String(value)] ?? null;

const listed: CellOf = (value, { property: { list }, item }, { words, listText }) => {
  const key = String(value);
  if (isOther(key)) return otherText(key) || words.format('forms.otherValue');
  return list ? listText(list, item, key) : key;
};

const place = ([longitude, latitude]: Position): string => `${longitude} ${latitude}`;
const line = (positions: Line): string => `(${positions.map(place).join(', ')})`;
const lines = (all: readonly Line[]): string => `(${all.map(line).join(', ')})`;

/** Well-known text, which programs for maps read from a column. */
export const wktOf = (geometry: Geometry): string => {
  const name = geometry.type.toUpperCase();
  switch (geometry.type) {
    case 'Point':
      return `${name} (${place(geometry.coordinates)})`;
    case 'MultiPoint':
    case 'LineString':
      return `${name} ${line(geometry.coordinates)}`;
    case 'MultiLineString':
    case 'Polygon':
      return `${name} ${lines(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `${name} (${geometry.coordinates.map(lines).join(', ')})`;
    case 'GeometryCollection':
      return `${name} (${geometry.geometries.map(wktOf).join(', ')})`;
  }
};

const CELL: Readonly<Record<Exclude<PropertyKind, 'object'>, CellOf>> = {
  text: (value, { property }, { words }) =>
    property.capability ? words.named(`capabilities.${String(value)}`, String(value)) : String(value),
  longText: plain,
  translated: (value, _, { words }) => bestTranslation(value, words.language)?.text ?? null,
  language: plain,
  integer: plain,
  number: plain,
  boolean: (value, _, { words }) => words.format(value === true ? 'forms.yes' : 'forms.no'),
  date: (value, _, { words }) => words.date(String(value)),
  dateTime: (value, _, { words }) => words.moment(String(value)),
  time: plain,
  partialDate: (value, _, { words }) => words.date(String(value)),
  enum: (value, { type, path }, { words }) => words.named(`types.${type}.enum.${path}.${String(value)}`, String(value)),
  list: listed,
  level: (value, _, { words }) => words.named(`levels.${String(value)}`, String(value)),
  relation: related,
  email: plain,
  phone: plain,
  url: plain,
  color: plain,
  geometry: (value) => {
    const geometry = asGeometry(value);
    return geometry ? wktOf(geometry) : null;
  },
  files: related,
};

const SEPARATOR = '; ';

const unlessEmpty = (cell: Cell): Cell => (cell === '' ? null : cell);

const joined = (cells: readonly Cell[]): Cell => {
  if (cells.length <= 1) return unlessEmpty(cells[0] ?? null);
  const [only, ...more] = cells.filter((cell) => cell !== null && cell !== '');
  if (more.length === 0) return only ?? null;
  return [only, ...more].map(String).join(SEPARATOR);
};

/** `Name: Prologue, Pages: 12`. */
const membersText = (value: Json, holder: Holder, context: CellContext): string => {
  const { property, path, type } = holder;
  if (!isRecord(value)) return '';
  const members = Object.values(property.properties ?? {}).flatMap((member) => {
    const within = `${path}.${member.name}`;
    const values = valuesAt(value as Readonly<Record<string, Json>>, member.name);
    const cell = joined(values.map((each) => cellOf(each, { ...holder, property: member, path: within }, context)));
    return cell === null ? [] : [`${context.words.property(type, within)}: ${cell}`];
  });
  return members.join(', ');
};

const cellOf = (value: Json, holder: Holder, context: CellContext): Cell => {
  const { kind } = holder.property;
  return kind === 'object' ? membersText(value, holder, context) : CELL[kind](value, holder, context);
};

export const valueCell = (values: readonly Json[], holder: Holder, context: CellContext): Cell => {
  const [only = null] = values;
  if (values.length > 1) return joined(values.map((value) => cellOf(value, holder, context)));
  return only === null ? null : unlessEmpty(cellOf(only, holder, context));
};

/** As stored: dates in ISO 8601, related items by id. */
export const exactCell = (values: readonly Json[]): Cell => joined(values.map(String));
