// Fingerprint of a type's storage: the operations declared for it, and the part of the declaration that decides how items are found, sorted
// and read. Pure.

import { deepEqual } from 'src/base/deepEqual.ts';
import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Migration } from 'src/model/schema/TypeServer.ts';
import { sha256 } from 'src/server/sha256.ts';

/** Changes when the engine itself stores items another way. */
const STORAGE_VERSION = 1;
/** Version of the content of item_geometry, included for types that have a geometry. */
const GEOMETRY_STORED = 2;

/** Items of equal fingerprints are stored alike. */
export const schemaFingerprint = ({ properties, view, server, states }: ServerItemType): string => {
  const { title, facets, filters, sorts } = view;
  const geometry = Object.values(properties).some(({ kind }) => isGeometry(kind)) ? [GEOMETRY_STORED] : [];
  const why = states?.why === undefined ? [] : [states.property, states.why];
  const stored = [
    STORAGE_VERSION,
    properties,
    title,
    facets,
    filters,
    sorts,
    server.search,
    server.access.read,
    ...geometry,
    ...why,
  ];
  return sha256(JSON.stringify(stored)).toString('hex').slice(0, 16);
};

/** Returns the part of a declaration that decides who may read. */
export const readRights = ({ properties, server }: ServerItemType): Json => {
  const levels = Object.values(properties).flatMap(({ name, level }) => (level === undefined ? [] : [[name, level]]));
  return { levels: Object.fromEntries(levels) as Json, read: server.access.read };
};

/** True if a subject may read less than with the earlier rights; unknown earlier rights count as wider. */
export const isNarrower = (before: Json, now: Json): boolean => {
  type Rights = { readonly levels: Readonly<Record<string, Level>>; readonly read: Json };
  const [old, next] = [before as Rights | null, now as Rights];
  if (old === null || !deepEqual(old.read, next.read)) return true;
  const rank = (level: Level | undefined): number => (level === undefined ? 0 : levelRank(level));
  return Object.entries(next.levels).some(([name, level]) => rank(level) > rank(old.levels[name]));
};

const pathsOfList = (list: string, properties: Readonly<Record<string, Property>>, prefix = ''): string[] =>
  Object.values(properties).flatMap((property) => [
    ...(property.list?.list === list ? [`${prefix}${property.name}`] : []),
    ...pathsOfList(list, property.properties ?? {}, `${prefix}${property.name}.`),
  ]);

export interface Operation {
  readonly op: Migration;
  readonly paths: readonly string[];
}

/**
 * Returns the operations of a type in their order. A `list-map` of any type is included, because it applies at each path that contains
 * values of the list.
 */
export const operationsOf = ({ types }: ServerRegistry, type: ServerItemType): Operation[] => {
  const others = Object.values(types).filter((each) => each !== type);
  const foreign = others.flatMap(({ server }) => server.migrate.filter(({ op }) => op === 'list-map'));
  return [...type.server.migrate, ...foreign].flatMap((op): Operation[] => {
    const paths = op.list === undefined ? [op.from ?? op.path ?? ''] : pathsOfList(op.list, type.properties);
    return paths.length === 0 ? [] : [{ op, paths }];
  });
};
