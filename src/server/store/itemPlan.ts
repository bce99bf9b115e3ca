// Derives from a type's declaration which properties have terms, sort values or searchable words, and which are restricted. Done once, at
// start; pure.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { filesOf, propertyAt, relationsOf } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { SearchWeight } from 'src/model/schema/TypeServer.ts';

export interface PlannedPath {
  readonly path: string;
  readonly property: Property;
}

export interface TypeKey {
  readonly name: string;
  readonly number: number;
}

export interface RelatedPath extends PlannedPath {
  readonly targets: readonly TypeKey[];
}

export interface WeightedPath extends PlannedPath {
  readonly weight: SearchWeight;
}

export interface ItemPlan {
  readonly type: ServerItemType;
  /** Number of the registered schema, which rows are stored with. */
  readonly schema: number;
  readonly terms: readonly PlannedPath[];
  readonly sorts: readonly PlannedPath[];
  readonly tokens: readonly WeightedPath[];
  readonly exact: readonly PlannedPath[];
  /** Relations and files, with the paths of their ids. */
  readonly relations: readonly PlannedPath[];
  readonly relationPaths: readonly string[];
  readonly geometries: readonly string[];
  /** Values that are computed when they are read and never stored. */
  readonly clocks: readonly Property[];
  /** True when a property is for readers of a stricter level. */
  readonly leveled: boolean;
  /** Properties whose display is audited at any level of the item. */
  readonly privateNames: readonly string[];
  /** True when a property can be restricted, and so stored in another table. */
  readonly restricted: boolean;
}

/** A declared count: of the items that the relation names, or of the items of type `by` that name this one in it. */
export interface PlannedCount {
  readonly name: string;
  readonly path: string;
  readonly by: TypeKey | undefined;
  /** Relation of those items, and the types of the items that name this one in turn. */
  readonly through?: { readonly path: string; readonly types: readonly TypeKey[] };
}

/** Plan with the types of related items, for the statement that reads an item with its labels. */
export interface ReadPlan extends ItemPlan {
  /** Version of the declarations, for the header of items. */
  readonly version: string;
  /** Relations to declared types. Other relations may name any type. */
  readonly related: readonly RelatedPath[];
  readonly counts: readonly PlannedCount[];
  readonly creators: readonly TypeKey[];
}

const isClockProperty = ({ computed }: Property): boolean => computed?.clock === true;

const planned = (type: ServerItemType, paths: Iterable<string>): PlannedPath[] =>
  [...new Set(paths)].flatMap((path) => {
    const property = propertyAt(type.properties, path);
    return property ? [{ path, property }] : [];
  });

export const itemPlan = (type: ServerItemType): ItemPlan => {
  const { facets, filters, sorts } = type.view;
  const { weights, exact } = type.server.search;
  const properties = Object.values(type.properties);
  // Uses the level of the whole property, which is restricted as a unit.
  const relations = [
    ...planned(
      type,
      relationsOf(type.properties).map(({ path }) => path),
    ),
    ...filesOf(type.properties),
  ];
  const plannedPaths = planned(type, [...facets.map(({ key }) => key), ...filters]);
  const inTerms = plannedPaths.filter(
    ({ property }) => !isClockProperty(property) && KINDS[property.kind].terms !== undefined,
  );
  const ranged = new Set(facets.filter(({ kind }) => kind === 'RANGE').map(({ key }) => key));
  const measured = plannedPaths.filter(
    ({ path, property }) => isClockProperty(property) || KINDS[property.kind].scale !== undefined || ranged.has(path),
  );
  return {
    type,
    schema: 0,
    terms: planned(
      type,
      [...relations, ...inTerms].map(({ path }) => path),
    ),
    sorts: planned(type, [...sorts.map(({ path }) => path), ...measured.map(({ path }) => path)]),
    tokens: Object.entries(weights).flatMap(([path, weight]) =>
      planned(type, [path]).map((each) => ({ ...each, weight })),
    ),
    exact: planned(type, exact),
    relations,
    relationPaths: relations.map(({ path }) => path),
    geometries: properties.filter(({ kind }) => isGeometry(kind)).map(({ name }) => name),
    clocks: properties.filter(isClockProperty),
    leveled: properties.some(({ level }) => level !== undefined),
    privateNames: properties.filter(({ level }) => level === 'PRIVATE').map(({ name }) => name),
    restricted: properties.some(({ kind, level }) => isGeometry(kind) || level !== undefined),
  };
};

const ANY_TYPE = '*';

const typesNamed = (registry: ServerRegistry, names: readonly string[]): TypeKey[] =>
  names.flatMap((name) => registry.types[name === '$owner' ? (registry.ownerType ?? '') : name] ?? []);

const plannedCounts = (registry: ServerRegistry, { properties }: ServerItemType): PlannedCount[] =>
  Object.values(properties).flatMap(({ name, count }) => {
    if (!count) return [];
    const by = count.type === undefined ? undefined : registry.types[count.type];
    const to = by?.properties[count.through ?? '']?.rel?.to ?? [];
    const through = count.through && { path: count.through, types: typesNamed(registry, to) };
    return [{ name, path: count.path, by, ...(through && { through }) }];
  });

export const readPlan = (registry: ServerRegistry, type: ServerItemType, schema = 0): ReadPlan => {
  const plan = { ...itemPlan(type), schema };
  const related = plan.relations.flatMap(({ path, property }): RelatedPath[] => {
    const to = property.rel?.to ?? [SYSTEM_TYPES.file];
    return to.includes(ANY_TYPE) ? [] : [{ path, property, targets: typesNamed(registry, to) }];
  });
  return {
    ...plan,
    version: registry.hash,
    related,
    counts: plannedCounts(registry, type),
    creators: typesNamed(registry, [SYSTEM_TYPES.user]),
  };
};
