// The cells of a value as people read them: the words of its kind in the reader's language, with the exact form of a date and the ids of
// related items in columns of their own. Pure; the item contains only what the reader may see.

import { isRecord } from 'src/base/isRecord.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Cell, CellContext, CellType, Holder } from 'src/model/kinds/KindCodec.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { withoutControls } from 'src/server/exchange/xmlText.ts';

export interface ExportColumn {
  readonly captions: readonly string[];
  /** Types of the cells, one per caption; texts where absent. */
  readonly types?: readonly CellType[];
  /** Present for dates as text, followed by a cell with the exact form. */
  readonly dated?: 'day' | 'moment';
  /** Adds one cell per caption to the row. */
  write(row: Cell[], item: Item, context: CellContext): void;
}

const SEPARATOR = '; ';
/** Maximum characters of a cell in spreadsheets. */
const MAX_CELL = 32_767;
const CUT = ' …';

/** Returns the text as a cell of a workbook holds it: without control characters, and cut when it is longer than a cell. */
export const workbookText = (text: string): string => {
  const plain = withoutControls(text);
  return plain.length > MAX_CELL ? `${plain.slice(0, MAX_CELL - CUT.length)}${CUT}` : plain;
};

const unlessEmpty = (cell: Cell): Cell => (cell === '' ? null : cell);

const joinedCell = (cells: readonly Cell[]): Cell => {
  if (cells.length <= 1) return unlessEmpty(cells[0] ?? null);
  const [only, ...more] = cells.filter((cell) => cell !== null && cell !== '');
  if (more.length === 0) return only ?? null;
  return [only, ...more].map(String).join(SEPARATOR);
};

/** Quotes a text that contains the signs between members and values. */
const quotedCell = (cell: Cell): Cell =>
  typeof cell === 'string' && /[,;"]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Returns text such as `Name: "Prologue, revised", Pages: 12`. */
const membersText = (value: Json, holder: Holder, context: CellContext): string => {
  const { property, path, type } = holder;
  if (!isRecord(value)) return '';
  const members = Object.values(property.properties ?? {}).flatMap((member) => {
    const memberPath = `${path}.${member.name}`;
    const values = valuesAt(value as Readonly<Record<string, Json>>, member.name);
    const cell = joinedCell(
      values.map((each) => quotedCell(kindCell(each, { ...holder, property: member, path: memberPath }, context))),
    );
    return cell === null ? [] : [`${context.words.property(type, memberPath)}: ${cell}`];
  });
  return members.join(', ');
};

const kindCell = (value: Json, holder: Holder, context: CellContext): Cell => {
  const { kind, properties } = holder.property;
  return properties ? membersText(value, holder, context) : CODECS[kind].cell(value, holder, context);
};

export const valueCell = (values: readonly Json[], holder: Holder, context: CellContext): Cell => {
  const [only = null] = values;
  if (values.length > 1) return joinedCell(values.map((value) => kindCell(value, holder, context)));
  return only === null ? null : unlessEmpty(kindCell(only, holder, context));
};

/** Returns the stored form: dates in ISO 8601, related items by id; or the text that the kind has for it. */
export const exactCell = (values: readonly Json[], textOf: (text: string) => string = String): Cell =>
  joinedCell(values.map((value) => textOf(String(value))));
