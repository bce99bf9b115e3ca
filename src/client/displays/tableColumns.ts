// Columns that a table has and can have: those that the person chose, otherwise those that the display or the type declares.

import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { ColumnChoice } from 'src/model/listing/listingState.ts';
import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { formTabsOf } from 'src/model/schema/formTabs.ts';

export interface TableColumn {
  readonly path: string;
  /** Absent for the headers that every item has. */
  readonly property: Property | undefined;
  readonly width: number;
  /** Key of the declared sort on this path. */
  readonly sort: string | undefined;
  readonly order: 'asc' | 'desc';
  /** Stays next to the title, which is always visible. */
  readonly frozen?: boolean;
}

export const LABEL = '$label';
/** Columns for items of several types: visibility and owner. */
export const LEVEL = 'visibility';
export const OWNER = '$owner';
const BASE_HEADERS = ['_c.ts', 'updated', '_c', '_i'] as const;
const MIXED_HEADERS = ['_t', LEVEL, OWNER, ...BASE_HEADERS] as const;
/** Set by the engine, not by people. */
const HIDDEN_COLUMNS = ['$notify', '$hideNotify'];

/** True if another item decides who sees the item: its own level could say "Public" although few people may read it. */
const isOverruled = ({ read: { inherit, level } }: ItemType, path: string): boolean =>
  inherit !== undefined && 'path' in level && level.path === path;

/** About 30 characters between the box and the star. */
const TITLE_WIDTH = 290;
const MOMENT_WIDTH = 160;
export const MIN_WIDTH = 60;
export const MAX_WIDTH = 600;

const propertyColumn = (type: ItemType, path: string): TableColumn | undefined => {
  const property = propertyAt(type.properties, path);
  if (!property) return undefined;
  const sort = type.view.sorts.find((each) => each.path === path);
  return {
    path,
    property,
    width: KIND_VIEWS[property.kind].look.wideColumn ? 190 : 130,
    sort: sort?.key,
    order: sort?.order ?? 'asc',
  };
};

const MOMENTS: Readonly<Record<string, string>> = { '_c.ts': 'created', updated: 'updated' };

const baseColumn = (path: string): TableColumn => ({
  path,
  property: undefined,
  width: path === '_i' ? 80 : 130,
  sort: MOMENTS[path],
  order: 'desc',
});

/** The path that the title template is made of, when it is one path: its column is the item's link. */
const titlePath = (type: ItemType): string | undefined => soleTemplatePath(type.view.title);

/** Returns the property that the cells of the column contain, if the form can change it. */
export const columnProperty = (type: ItemType, { path, property }: TableColumn): Property | undefined => {
  const held = path === LABEL ? type.properties[titlePath(type) ?? ''] : property;
  const inForm = formTabsOf(type).some(({ groups }) =>
    groups.some(({ rows }) => rows.flat().some((cell) => cell.path === held?.name)),
  );
  return held && inForm && type.properties[held.name] === held ? held : undefined;
};

const areEvents = (types: readonly ItemType[]): boolean => types.every(({ name }) => name === SYSTEM_TYPES.event);

const titleTableColumn = (types: readonly ItemType[]): TableColumn => {
  const [type] = types;
  const named = type && types.length === 1 ? titlePath(type) : undefined;
  const sort = type?.view.sorts.find(({ path }) => path === named);
  // The title of an event is a sentence.
  const width = areEvents(types) ? MAX_WIDTH : TITLE_WIDTH;
  return { path: LABEL, property: undefined, width, sort: sort?.key, order: sort?.order ?? 'asc' };
};

const isBase = (path: string): boolean => (BASE_HEADERS as readonly string[]).includes(path);
const isMixed = (path: string): boolean => (MIXED_HEADERS as readonly string[]).includes(path);

const columnAt = (types: readonly ItemType[], path: string): TableColumn | undefined => {
  const [type] = types;
  if (!type || types.length > 1) return isMixed(path) ? baseColumn(path) : undefined;
  if (!isBase(path)) return propertyColumn(type, path);
  // Dates of events have the time of day.
  return path === '_c.ts' && areEvents(types) ? { ...baseColumn(path), width: MOMENT_WIDTH } : baseColumn(path);
};

/**
 * Returns the columns that the display declares, otherwise the headers of the type, followed by visibility, owner and
 * creation time.
 */
const startPaths = (type: ItemType): readonly string[] => {
  const declared = type.view.grid?.columns ?? type.view.headers;
  const { owner = '' } = type.read;
  return [...new Set([...declared, type.levelPath ?? '', type.properties[owner] ? owner : '', '_c.ts'])];
};

/** Returns all columns that a table can have in addition to the title, in the order of the menu. */
export const columnPaths = (types: readonly ItemType[]): readonly string[] => {
  const [type] = types;
  if (!type || types.length > 1) return MIXED_HEADERS;
  const own = Object.values(type.properties).filter(
    ({ name, kind }) => !KIND_VIEWS[kind].look.noCell && !HIDDEN_COLUMNS.includes(name) && !isOverruled(type, name),
  );
  const all = new Set([...startPaths(type), ...type.view.headers, ...own.map(({ name }) => name), ...BASE_HEADERS]);
  return [...all].filter((path) => path !== titlePath(type) && columnAt(types, path) !== undefined);
};

/** The columns as chosen; without a choice those that the type starts with. The title is always there, and first; then what is frozen. */
export const tableColumns = (types: readonly ItemType[], chosen?: readonly ColumnChoice[]): readonly TableColumn[] => {
  const [type] = types;
  const start = type && types.length === 1 ? startPaths(type) : ['_t', LEVEL, OWNER, '_c.ts'];
  const choices: readonly ColumnChoice[] = chosen ?? start.map((path) => ({ path }));
  const title = titleTableColumn(types);
  const named = type && titlePath(type);
  const isFrozen = ({ path }: TableColumn): boolean =>
    choices.some((choice) => choice.path === path && choice.frozen === true);
  const others = choices.flatMap(({ path }) => (path === named || path === LABEL ? [] : (columnAt(types, path) ?? [])));
  const widthOf = (path: string, usual: number): number =>
    Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, choices.find((choice) => choice.path === path)?.width ?? usual));
  return [title, ...others.filter(isFrozen), ...others.filter((column) => !isFrozen(column))].map((column) => ({
    ...column,
    frozen: isFrozen(column),
    width: widthOf(column.path, column.width),
  }));
};

/** The column of the title is called what the items are. */
export const columnLabel = (types: readonly ItemType[], messages: Messages, path: string): string => {
  const type = types.length === 1 ? types[0] : undefined;
  if (path !== LABEL) return messages.property(type?.name ?? '', path);
  return type ? messages.type(type.name) : messages.format('headers.label');
};

/** The part of the width that frozen columns may take, so that the others have a place to scroll in. */
const FROZEN_PART = 0.6;
const NARROW_WIDTH = 480;
const NARROW_TITLE_PART = 0.45;

/**
 * Returns the number of columns that stay while the others scroll: the title, and the frozen columns next to it that
 * fit.
 */
export const frozenCount = (columns: readonly TableColumn[], widths: readonly number[], whole: number): number => {
  let [count, taken] = [1, widths[0] ?? 0];
  while (columns[count]?.frozen === true) {
    taken += widths[count] ?? 0;
    if (whole > 0 && taken > whole * FROZEN_PART) break;
    count += 1;
  }
  return Math.min(count, columns.length);
};

/** The most that the column of titles takes by itself: pixels, and the part of the whole width. */
const MOST_TITLE_WIDTH = 460;
const TITLE_PART = 0.4;

/** Returns the columns with the space that the titles need, within the bounds, unless the person chose a width. */
export const withTitleSpace = (
  columns: readonly TableColumn[],
  chosen: readonly ColumnChoice[] | undefined,
  { needed, whole }: { readonly needed: number; readonly whole: number },
): readonly TableColumn[] => {
  if (chosen?.some(({ path, width }) => path === LABEL && width !== undefined)) return columns;
  const space = Math.floor(Math.min(needed, MOST_TITLE_WIDTH, whole * TITLE_PART));
  return columns.map((column) =>
    column.path === LABEL ? { ...column, width: Math.max(column.width, space) } : column,
  );
};

/** On a narrow screen the title, which stays, leaves space for the others. */
const besideTitle = (widths: number[], whole: number): number[] =>
  whole === 0 || whole > NARROW_WIDTH
    ? widths
    : widths.map((width, at) =>
        at === 0 ? Math.min(width, Math.max(MIN_WIDTH, Math.floor(whole * NARROW_TITLE_PART))) : width,
      );

/**
 * Returns widths that fill the table: columns without a chosen width share the remaining space; otherwise the last
 * column takes it.
 */
export const widthsFilling = (
  columns: readonly TableColumn[],
  chosen: readonly ColumnChoice[] | undefined,
  whole: number,
): number[] => {
  const widths = columns.map(({ width }) => width);
  const left = Math.floor(whole - widths.reduce((sum, width) => sum + width, 0));
  if (left <= 0) return besideTitle(widths, whole);
  const free = columns.map(({ path }) => chosen?.find((choice) => choice.path === path)?.width === undefined);
  const sharing = free.some(Boolean) ? free : columns.map((_, at) => at === columns.length - 1);
  const shared = widths.reduce((sum, width, at) => sum + (sharing[at] ? width : 0), 0);
  return widths.map((width, at) => width + (sharing[at] ? Math.floor((left * width) / shared) : 0));
};
