// Which columns a table has: those the display declares, else the type's headers, then the ones every item has. Spec platform 3.

import { KIND_LOOKS } from 'src/client/forms/display/kindLooks.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export interface TableColumn {
  readonly path: string;
  /** Absent for the headers that every item has. */
  readonly property: Property | undefined;
  readonly width: number;
  /** Key of the declared sort on this path. */
  readonly sort: string | undefined;
  readonly order: 'asc' | 'desc';
}

export const LABEL = '$label';
export const BASE_HEADERS = ['_c.ts', '_c', '_i'] as const;

const columnOf = (type: ItemType, path: string): TableColumn | undefined => {
  const property = propertyAt(type.properties, path);
  if (!property) return undefined;
  const sort = type.view.sorts.find((each) => each.path === path);
  return {
    path,
    property,
    width: KIND_LOOKS[property.kind].wideColumn ? 190 : 130,
    sort: sort?.key,
    order: sort?.order ?? 'asc',
  };
};

const baseColumn = (path: string): TableColumn => ({
  path,
  property: undefined,
  width: path === '_i' ? 80 : 130,
  sort: path === '_c.ts' ? 'created' : undefined,
  order: 'desc',
});

/** The path that the title template is made of, when it is one path: its column is the item's link. */
const titlePath = (type: ItemType): string | undefined => /^\{([^{}]+)\}$/.exec(type.view.title)?.[1];

export const tableColumns = (types: readonly ItemType[]): readonly TableColumn[] => {
  const [type] = types;
  const title: TableColumn = { path: LABEL, property: undefined, width: 240, sort: undefined, order: 'asc' };
  if (!type || types.length > 1) return [title, baseColumn('_t'), ...BASE_HEADERS.map(baseColumn)];
  const paths = type.view.displays.TABLE?.columns ?? type.view.headers;
  const named = titlePath(type);
  const sort = type.view.sorts.find(({ path }) => path === named);
  return [
    { ...title, sort: sort?.key, order: sort?.order ?? 'asc' },
    ...paths.filter((path) => path !== named).flatMap((path) => columnOf(type, path) ?? []),
    ...BASE_HEADERS.map(baseColumn),
  ];
};
