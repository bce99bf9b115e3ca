// Converts the text of one value of a cell to its stored form, by the kind of the property. Values without a stored form are faults.

import { CODECS } from 'src/model/generated/kindCodecs.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';
import { isByLocale } from 'src/model/schema/importedProperty.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { readDateCell } from 'src/server/imports/dateCells.ts';
import type { ImportPlan, PlannedColumn } from 'src/server/imports/importPlan.ts';
import type { ListCells, NewListValue } from 'src/server/imports/listCells.ts';
import { readPlaceCell } from 'src/server/imports/placeCells.ts';
import { isIdText, type FoundByText } from 'src/server/imports/relatedCells.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';

export interface Fault {
  readonly message: string;
  readonly params?: Values;
}

/** A related item that the import creates, because no item has the text. */
export interface NewRelated {
  readonly type: string;
  readonly path: string;
  readonly text: string;
}

export type ReadValue =
  | { readonly value: Json; readonly added?: NewListValue }
  | { readonly fault: Fault }
  | { readonly create: NewRelated };

export interface CellSources {
  readonly plan: ImportPlan;
  readonly words: ExportWords;
  readonly lists: ListCells;
  readonly timeZone: string;
  /** Related items by the position of the column. */
  readonly related: ReadonlyMap<number, FoundByText>;
  /** Owners whose lists count in this row. */
  readonly owners: readonly string[];
}

const cellFaultOf = (message: string, value: string, params?: Values): ReadValue => ({
  fault: { message, params: { value, ...params } },
});

const NO_LISTS: CellContext['listText'] = (_list, _item, key) => key;
const NOTHING = { $id: '', _t: '', _i: 0, _u: 0, _c: { ts: '' }, updated: '', $label: '' } as const satisfies Item;

const choicesOfKind = ({ kind, values, capability }: Property, { capabilities }: ImportPlan): readonly Json[] => {
  if (values) return values;
  if (capability) return capabilities;
  if (KINDS[kind].json === 'boolean') return [true, false];
  return KINDS[kind].facet === 'LEVEL' ? [...LEVELS] : [];
};

interface NamedChoice {
  readonly choice: Json;
  /** Its name in the person's language. */
  readonly name: string;
}

const namedChoices = (property: Property, path: string, { plan, words }: CellSources): NamedChoice[] => {
  const holder = { type: plan.type.name, path, property, item: NOTHING };
  return choicesOfKind(property, plan).map((choice) => ({
    choice,
    name: String(CODECS[property.kind].cell(choice, holder, { words, listText: NO_LISTS })),
  }));
};

/** Reads the key or the name of a choice. A text that is none of them is refused with the names, except where a kind reads further words. */
const choiceValue = (text: string, property: Property, choices: readonly NamedChoice[]): ReadValue | undefined => {
  const folded = foldText(text);
  const found = choices.find(({ choice, name }) => foldText(String(choice)) === folded || foldText(name) === folded);
  if (found) return { value: found.choice };
  if (choices.length === 0 || KINDS[property.kind].json === 'boolean') return undefined;
  return cellFaultOf('import.notAChoice', text, { choices: choices.map(({ name }) => name).join(', ') });
};

const relatedValue = (text: string, column: PlannedColumn, { related }: CellSources): ReadValue => {
  const { related: reading, missing, match } = column;
  if (!reading) return { value: text };
  if (isIdText(text, reading)) return { value: text };
  const found = related.get(column.column)?.get(text) ?? [];
  const [only] = found;
  if (found.length > 1) return cellFaultOf('import.ambiguousRelation', text, { count: found.length });
  if (only !== undefined) return { value: only };
  const [type] = reading.types;
  if (missing === 'create' && match !== undefined && type) return { create: { type: type.name, path: match, text } };
  return cellFaultOf('import.noRecord', text);
};

const listValue = (text: string, column: PlannedColumn, { lists, owners }: CellSources): ReadValue => {
  const list = column.property?.list;
  if (!list) return { value: text };
  const read = lists.read(text, list, { owners, unknown: column.unknown ?? 'refuse' });
  if ('unknown' in read) return cellFaultOf('import.noValue', text);
  return { value: read.key, ...(read.added && { added: read.added }) };
};

const parsedMembers = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

/** Reads one value of a cell. A text that is no value of its kind stays, for the rules of the item to refuse. */
export const readCellValue = (text: string, column: PlannedColumn, sources: CellSources): ReadValue => {
  const { property, dates, to } = column;
  const { words, timeZone } = sources;
  if (!property) return { value: text };
  if (property.rel) return relatedValue(text, column, sources);
  if (property.list) return listValue(text, column, sources);
  if (isByLocale(property)) return { value: { [to.split('.')[1] ?? words.language]: text } };
  if (isGeometry(property.kind)) {
    const value = readPlaceCell(text);
    return value === undefined ? cellFaultOf('import.notAPlace', text) : { value };
  }
  if (property.properties) return { value: parsedMembers(text) };
  const kind = KINDS[property.kind];
  const date = readDateCell(text, kind, { order: dates, reader: words, timeZone });
  if (date) return 'value' in date ? date : cellFaultOf(date.message, text);
  const choice = choiceValue(text, property, namedChoices(property, to, sources));
  return choice ?? { value: CODECS[property.kind].parse(text, words) };
};
