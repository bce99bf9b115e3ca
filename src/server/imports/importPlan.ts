// The plan of one import: the request of a person, checked against the declarations.

import type { ImportColumn } from 'src/model/generated/wire.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { invalidAt } from 'src/model/problems.ts';
import { propertyOfKind } from 'src/model/schema/importedProperty.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { importKindOf, ownerRelation, type KnownKind } from 'src/server/imports/importKindOf.ts';
import {
  MATCH_ID,
  MATCH_LABEL,
  kindPlacesOf,
  placePath,
  relatedTypes,
  SPECIAL,
  type KindPlaces,
} from 'src/server/imports/importTargets.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import type { RelationReading } from 'src/server/imports/relatedCells.ts';

export type ImportRequest = Endpoints['runImport']['input'];

export interface PlannedColumn extends ImportColumn {
  /** Undefined for a special target. */
  readonly property?: Property | undefined;
  /** Present for a relation. */
  readonly related?: RelationReading | undefined;
}

interface PlannedCollection {
  /** Relation to the collection. */
  readonly path: string;
  readonly label: string;
  /** The existing collection. */
  readonly id?: ItemId;
  /** Values of a collection that the import creates. */
  readonly create?: { readonly type: string; readonly values: Values };
}

export interface ImportPlan {
  readonly kind: KnownKind;
  readonly type: ServerItemType;
  readonly columns: readonly PlannedColumn[];
  readonly ownerPath: string | undefined;
  readonly owner: ItemId | undefined;
  readonly placePath: string | undefined;
  /** Places of other types that rows create; undefined for a kind without them. */
  readonly places: KindPlaces | undefined;
  /** Values of new items that the rows do not name. */
  readonly fixed: Values;
  /** Collection of new items whose row names none. */
  readonly collection?: PlannedCollection;
  /** Refuses rows that are about no existing item. */
  readonly existingOnly: boolean;
  readonly clears: boolean;
  /** Invites the people who were not invited yet. */
  readonly invites: boolean;
  /** Keys of all rights, which properties with rights contain. */
  readonly capabilities: readonly string[];
}

/** Target of a column that the person leaves out. The next import of the kind leaves it out, too. */
export const NO_TARGET = '';

/** Returns the column that fills the target. */
export const columnTo = (
  { columns }: Pick<ImportPlan, 'columns'>,
  target: string | undefined,
): PlannedColumn | undefined => columns.find(({ to }) => to === target);

const SPECIAL_PATHS: readonly string[] = Object.values(SPECIAL);

const refuseColumn = (at: number, name: string): never => {
  throw invalidAt(`/columns/${at}/${name}`, 'errors.invalidChoice');
};

const relationOf = (registry: ServerRegistry, property: Property, { match }: ImportColumn): RelationReading => ({
  types: relatedTypes(registry, property),
  match,
});

/** A match must be one that the targets offer, so that a restricted value cannot be guessed. */
const isOfferedMatch = ({ types, match }: RelationReading): boolean =>
  match === undefined ||
  match === MATCH_ID ||
  match === MATCH_LABEL ||
  types.some(({ properties }) => Object.hasOwn(properties, match) && properties[match]?.level === undefined);

const plannedColumn = (
  registry: ServerRegistry,
  kind: KnownKind,
  [column, at]: readonly [ImportColumn, number],
): PlannedColumn => {
  const { to, missing, match } = column;
  if (kind.closed === true && !kind.columns.some(({ path }) => path === to)) refuseColumn(at, 'to');
  if (SPECIAL_PATHS.includes(to)) return column;
  const property = propertyOfKind(kind, kind.type.properties, to) ?? refuseColumn(at, 'to');
  if (!property.rel) return { ...column, property };
  const related = relationOf(registry, property, column);
  if (!isOfferedMatch(related)) refuseColumn(at, 'match');
  const isNamed = match !== undefined && match !== MATCH_ID && match !== MATCH_LABEL && related.types.length === 1;
  if (missing === 'create' && !isNamed) refuseColumn(at, 'missing');
  return { ...column, property, related };
};

/** Returns the plan without its collection, which `withCollection` adds. Throws `invalid` for what the declarations do not offer. */
export const importPlan = (registry: ServerRegistry, request: ImportRequest, admin: boolean): ImportPlan => {
  const kind = importKindOf(registry, { kind: request.kind });
  if (!kind) throw invalidAt('/kind', 'errors.invalidChoice');
  const { type } = kind;
  // People belong to no owner, who could read the import and its file.
  if (kind.accounts && request.owner !== undefined) throw invalidAt('/owner', 'errors.invalidChoice');
  if (!kind.accounts && request.invite === true) throw invalidAt('/invite', 'errors.invalidChoice');
  const columns = request.columns.flatMap((column, at) =>
    column.to === NO_TARGET ? [] : plannedColumn(registry, kind, [column, at]),
  );
  if (columns.length === 0) throw invalidAt('/columns', 'errors.required');
  const isTaken = new Set<string>();
  request.columns.forEach(({ to }, at) => {
    if (isTaken.has(to) && to !== SPECIAL.rest && to !== NO_TARGET) refuseColumn(at, 'to');
    isTaken.add(to);
  });
  if (!admin && isTaken.has(SPECIAL.legacyPath))
    refuseColumn(
      request.columns.findIndex(({ to }) => to === SPECIAL.legacyPath),
      'to',
    );
  return {
    ...{ kind, type, columns, owner: request.owner },
    ownerPath: ownerRelation(type),
    placePath: placePath(type),
    places: kindPlacesOf(registry, kind),
    fixed: {},
    existingOnly: request.existing === 'only',
    clears: request.empty === 'clear',
    invites: request.invite === true,
    capabilities: registry.capabilities,
  };
};

/** Returns the owner that the import names, if the person may create such records there. */
export const importOwner = async (
  { services, db, readFilter }: ImportContext,
  { type, ownerPath, owner }: Pick<ImportPlan, 'type' | 'ownerPath' | 'owner'>,
): Promise<ItemId | undefined> => {
  if (ownerPath === undefined || owner === undefined) return undefined;
  const draft = { ...type.view.create?.initial, [ownerPath]: owner };
  return (await services.access.canCreate(db, readFilter, type.name, draft)) ? owner : undefined;
};
