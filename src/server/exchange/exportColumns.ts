// Columns of an export with captions and cells. An export of one type can have all its properties as columns; an export of several types
// has the properties of all items. The asker may use a column exactly when its key is allowed in a query (docs/decisions, levels of
// columns).

import { stringIn } from 'src/base/stringsIn.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import { levelOf } from 'src/model/item/levelOf.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ExportRequest } from 'src/model/generated/wire.ts';
import { knownProperty } from 'src/model/query/queryKeys.ts';
import { holdsIds, isGeometry } from 'src/model/kinds/kindTraits.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import type { DaySpan } from 'src/model/kinds/Kind.ts';
import { isoDay } from 'src/model/kinds/approximateDate/dateAndDays.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import { stateText } from 'src/model/text/stateText.ts';
import { TERMS_MEMBER } from 'src/server/exchange/exportSource.ts';
import { attributeColumn, attributesPath } from 'src/server/exchange/attributeColumns.ts';
import type { Cell, CellContext, CellType } from 'src/model/kinds/KindCodec.ts';
import { exactCell, valueCell, type ExportColumn } from 'src/server/exchange/exportCells.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import { boundedCache } from 'src/server/store/boundedCache.ts';
import { unknownKey } from 'src/server/search/plan/refusals.ts';

interface ColumnOptions {
  readonly registry: Registry;
  /** Types that the export may contain. */
  readonly types: readonly ItemType[];
  readonly subject: Pick<Subject, 'userId'>;
  readonly words: ExportWords;
  readonly request: Pick<ExportRequest, 'columns' | 'relationIds' | 'forEditing'>;
  /** True when the file contains the geometry itself. */
  readonly places: boolean;
  /** True when the file stores truth values, not the words for them. */
  readonly typed: boolean;
  /** Names of attributes with their own columns. */
  readonly attributes: readonly string[];
  /** True when records of the export are behind consents. */
  readonly terms: boolean;
}

/** Internal properties. */
const MACHINE = ['$notify', '$hideNotify'];
/** Columns by which a later import identifies the item and its exported version. */
const ROUND_TRIP = ['$id', '_u'] as const;

/** Dates of a column whose cells are cached. */
const WRITTEN_DATES = 5_000;

const LABEL_COLUMN = '$label';
const ALL_OF_MIXED = ['_t', LABEL_COLUMN, 'visibility', '$owner', '_c.ts', '_c', 'updated', 'updatedBy'];
const AFTER_PROPERTIES = ['_c.ts', '_c', 'updated', 'updatedBy'];

type Headers = Readonly<Record<string, (options: ColumnOptions) => ExportColumn>>;

const one = (
  caption: string,
  cell: (item: Item, context: CellContext) => Cell,
  type: CellType = 'text',
): ExportColumn => ({
  captions: [caption],
  types: [type],
  write: (row, item, context) => {
    row.push(cell(item, context));
  },
});

const datedCaptions = (words: ExportWords, caption: string): readonly string[] => [
  caption,
  words.format('export.iso', { name: caption }),
];

const momentColumn =
  (id: string, momentOf: (item: Item) => string) =>
  ({ words }: ColumnOptions): ExportColumn => ({
    captions: datedCaptions(words, words.format(id)),
    types: ['text', 'moment'],
    dated: 'moment',
    write: (row, item) => {
      const moment = momentOf(item);
      row.push(words.moment(moment), moment);
    },
  });

/** Returns a column of related items, followed by their ids if requested. */
const relatedColumn = (
  { words, request }: ColumnOptions,
  caption: string,
  idsOf: (item: Item) => readonly Json[],
): ExportColumn => {
  const titlesOf = ({ $labels }: Item, ids: readonly Json[]): Cell => {
    if (ids.length === 1) return $labels?.[String(ids[0])] || null;
    return ids.flatMap((id) => $labels?.[String(id)] ?? []).join('; ') || null;
  };
  if (request.relationIds !== true) return one(caption, (item) => titlesOf(item, idsOf(item)));
  return {
    captions: [caption, words.format('export.ids', { name: caption })],
    write: (row, item) => {
      const ids = idsOf(item);
      row.push(titlesOf(item, ids), exactCell(ids));
    },
  };
};

const personColumn =
  (id: string, personOf: (item: Item) => string | undefined) =>
  (options: ColumnOptions): ExportColumn =>
    relatedColumn(options, options.words.format(id), (item) => [personOf(item) ?? []].flat());

const exportedTitlePath = ({ view }: ItemType): string | undefined => soleTemplatePath(view.title);

/** Texts of properties that every item has. */
const HEADER_COLUMNS: Headers = {
  [LABEL_COLUMN]: ({ words }) => one(words.format('headers.label'), (item) => item.$label),
  _t: ({ words }) => one(words.format('headers._t'), (item) => words.named(`types.${item._t}.label`, item._t)),
  _i: ({ words }) => one(words.format('headers._i'), (item) => item._i, 'integer'),
  $id: () => one('$id', (item) => item.$id),
  _u: () => one('_u', (item) => item._u, 'integer'),
  '_c.ts': momentColumn('headers.created', (item) => item._c.ts),
  _c: personColumn('headers.createdBy', (item) => item._c.creator),
  updated: momentColumn('headers.updated', (item) => item.updated),
  updatedBy: personColumn('headers.updatedBy', (item) => item.updatedBy),
  visibility: ({ words, registry }) =>
    one(words.format('headers.visibility'), (item) => {
      const level = levelOf(registry.types[item._t], item);
      return level ? words.format(`levels.${level}`) : null;
    }),
  $owner: (options) =>
    relatedColumn(options, options.words.format('headers.$owner'), (item) => {
      const { owner } = options.registry.types[item._t]?.read ?? {};
      return owner === undefined ? [] : valuesAt(item as Readonly<Record<string, Json>>, owner);
    }),
};

const columnCaption = ({ words }: ColumnOptions, type: ItemType, path: string): string => {
  const segments = path.split('.');
  return segments.map((_, at) => words.property(type.name, segments.slice(0, at + 1).join('.'))).join(' – ');
};

/** Uses the words of the facet for terms, if it has some. */
const termWords = (
  { words }: ColumnOptions,
  { view: { facets } }: ItemType,
  path: string,
): ((value: Json) => string) | undefined => {
  const message = facets.find(({ key }) => key === path)?.message;
  return message === undefined
    ? undefined
    : (value) => words.find(message.replace('{value}', String(value))) ?? String(value);
};

/** Several values, and those of an object, share one cell of text. */
const typeOfCell = ({ kind, many, properties }: Property): CellType =>
  many || properties ? 'text' : (CODECS[kind].cellType ?? 'text');

/** A date with a span may be a month or a year. */
const typeOfExactCell = ({ kind, many }: Property, exact: CellType): CellType =>
  many || KINDS[kind].span ? 'text' : exact;

/**
 * Returns a day in ISO 8601: programs sort these texts by time, also those before 1900. It is the first day of the date, or the last day
 * of one without a start, such as "before 1931".
 */
const sortingDay = (days: DaySpan | undefined): string => {
  const day = [days?.earliest, days?.latest].find(Number.isFinite);
  return day === undefined ? '' : isoDay(day);
};

const truthCell = ([value]: readonly Json[]): Cell => (typeof value === 'boolean' ? Number(value) : null);

/** Writes empty cells for a missing value: most properties of a wide type have none. */
const emptyUnlessPresent = (path: string, column: ExportColumn): ExportColumn => {
  if (path.includes('.')) return column;
  return {
    ...column,
    write: (row, item, context) => {
      if ((item as Readonly<Record<string, Json>>)[path] === undefined) for (const _ of column.captions) row.push(null);
      else column.write(row, item, context);
    },
  };
};

const exportedColumn = (options: ColumnOptions, type: ItemType, path: string): ExportColumn | undefined => {
  const { words } = options;
  const property = knownProperty(type, path, { signedIn: options.subject.userId !== undefined });
  if (!property || MACHINE.includes(path)) return undefined;
  const caption = columnCaption(options, type, path);
  const valuesOf = (item: Item): Json[] => valuesAt(item as Readonly<Record<string, Json>>, path);
  if (holdsIds(property.kind)) return emptyUnlessPresent(path, relatedColumn(options, caption, valuesOf));
  const { states } = type;
  if (states?.property === path) return one(caption, (item) => stateText(words.find, type, item) ?? null);
  const textOfTerm = termWords(options, type, path);
  if (textOfTerm) return one(caption, (item) => valuesOf(item).map(textOfTerm).join('; ') || null);
  const cell = (values: readonly Json[], item: Item, context: CellContext): Cell =>
    valueCell(values, { type: type.name, path, property, item }, context);
  const { exact, exactText } = CODECS[property.kind];
  const cellType = typeOfCell(property);
  if (options.typed && cellType === 'boolean') return one(caption, (item) => truthCell(valuesOf(item)), cellType);
  if (exact === undefined)
    return emptyUnlessPresent(
      path,
      one(caption, (item, context) => cell(valuesOf(item), item, context), cellType),
    );
  const { span } = KINDS[property.kind];
  // The words of a date depend on its text only, and many records have the same dates.
  const written = boundedCache<string, readonly Cell[]>(WRITTEN_DATES);
  return emptyUnlessPresent(path, {
    captions: [
      ...datedCaptions(words, caption),
      ...(span ? [words.format('export.sortingDay', { name: caption })] : []),
    ],
    types: ['text', typeOfExactCell(property, exact), ...(span ? ['text' as const] : [])],
    dated: exact,
    write: (row, item, context) => {
      const values = valuesOf(item);
      const [only] = values;
      const key = values.length === 1 && typeof only === 'string' ? only : undefined;
      const cells = (key !== undefined && written.get(key)) || [
        cell(values, item, context),
        exactCell(values, exactText),
        ...(span ? [exactCell(values, (text) => sortingDay(span(text)))] : []),
      ];
      if (key !== undefined) written.set(key, cells);
      for (const each of cells) row.push(each);
    },
  });
};

const exportColumnAt = (options: ColumnOptions, path: string): ExportColumn | undefined => {
  const [type, ...others] = options.types;
  const single = others.length === 0 ? type : undefined;
  const titled = path === LABEL_COLUMN && single ? exportedTitlePath(single) : undefined;
  const own = single && exportedColumn(options, single, titled ?? path);
  const { attributes } = options;
  if (own && attributes.length > 0 && path === attributesPath(options.types)) return attributeColumn(path, attributes);
  return own ?? (Object.hasOwn(HEADER_COLUMNS, path) ? HEADER_COLUMNS[path]?.(options) : undefined);
};

/** Members of an object have their own columns; a list of objects is one cell. A value without a declared content has none. */
const columnPathsOf = (properties: Readonly<Record<string, Property>>, prefix = ''): string[] =>
  Object.values(properties).flatMap(({ name, kind, many, properties: members }) => {
    if (KINDS[kind].opaque) return [];
    return !many && members ? columnPathsOf(members, `${prefix}${name}.`) : [`${prefix}${name}`];
  });

const everyPath = ({ types, places }: ColumnOptions): readonly string[] => {
  const [type, ...others] = types;
  if (!type || others.length > 0) return ALL_OF_MIXED;
  const named = exportedTitlePath(type);
  const held = (path: string): boolean => {
    const property = propertyAt(type.properties, path);
    return places && property !== undefined && isGeometry(property.kind);
  };
  const own = columnPathsOf(type.properties).filter((path) => path !== named && !held(path));
  return [LABEL_COLUMN, ...own, ...AFTER_PROPERTIES];
};

const termsColumn = ({ words }: ColumnOptions): ExportColumn =>
  one(words.format('permits.column'), (item) => stringIn(item[TERMS_MEMBER]) || null);

/** Throws `invalid` for a column that is undeclared or not allowed for the asker. */
export const exportColumns = (options: ColumnOptions): readonly ExportColumn[] => {
  const { columns: asked } = options.request;
  const found = (asked ?? everyPath(options)).map((path) => ({ path, column: exportColumnAt(options, path) }));
  const unknown = found.findIndex(({ column }) => column === undefined);
  if (asked && unknown >= 0) throw unknownKey(['columns', unknown]);
  const terms = options.terms ? [termsColumn(options)] : [];
  if (options.request.forEditing === false) return [...found.flatMap(({ column }) => column ?? []), ...terms];
  const chosenColumns = found.filter(({ path }) => !(ROUND_TRIP as readonly string[]).includes(path));
  const last = ROUND_TRIP.map((path) => HEADER_COLUMNS[path]?.(options));
  return [...chosenColumns.map(({ column }) => column), ...terms, ...last].filter((column) => column !== undefined);
};
