// Columns that the worker keeps per type: properties that the declarations sort by, count in ranges or filter without terms.

import { KINDS } from 'src/model/generated/kinds.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { TablePlan } from 'src/server/search/columns/Table.ts';
import type { ColumnKind, ColumnPlan } from 'src/server/search/columns/valueColumns.ts';

export const isClock = (property: Property): boolean => property.computed?.clock === true;
/** Compared as numbers: by ranges and equality, not by terms. */
/** Returns true for counts of related items, which have no column. */
const isCountProperty = (property: Property | undefined): boolean => property?.count !== undefined;
export const isMeasured = (property: Property): boolean =>
  KINDS[property.kind].scale !== undefined && !isClock(property);

const columnKind = (property: Property): ColumnKind => {
  if (isClock(property)) return 'steps';
  return KINDS[property.kind].sort === 'number' ? 'number' : 'text';
};

/** Clock values are filtered and counted by their column, too. Other choices use terms, and need a column for sorts only. */
const tableColumnPaths = (type: ServerItemType): Set<string> => {
  const plannedPaths = [...type.view.facets.map(({ key }) => key), ...type.view.filters].filter((path) => {
    const property = propertyAt(type.properties, path);
    return property && (isClock(property) || isMeasured(property));
  });
  const paths = [...type.view.sorts.map(({ path }) => path), ...plannedPaths];
  return new Set(paths.filter((path) => !isCountProperty(propertyAt(type.properties, path))));
};

const columnPlans = (type: ServerItemType): ColumnPlan[] =>
  [...tableColumnPaths(type)].flatMap((path) => {
    const property = propertyAt(type.properties, path);
    if (!property) return [];
    const spans = KINDS[property.kind].span !== undefined;
    return [{ path, kind: columnKind(property), many: property.many, spans }];
  });

/** Returns facets that count terms: their sets are built in advance. */
const facetPaths = ({ properties, view }: ServerItemType): string[] =>
  view.facets.flatMap(({ key }) => {
    const property = propertyAt(properties, key);
    return property && !isClock(property) && !isMeasured(property) && !isCountProperty(property) ? [key] : [];
  });

const geometriesOf = (properties: Readonly<Record<string, Property>>): string[] =>
  Object.values(properties).flatMap(({ name, kind }) => (isGeometry(kind) ? [name] : []));

export const tablePlans = (registry: ServerRegistry): TablePlan[] =>
  Object.values(registry.types).map((type) => ({
    type: type.name,
    number: type.number,
    columns: columnPlans(type),
    places: geometriesOf(type.properties),
    facets: facetPaths(type),
  }));
