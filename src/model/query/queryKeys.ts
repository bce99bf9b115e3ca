// Keys of queries and their meaning for a type: the closed registry of filters, facets and sorts. An undeclared key and one that the asker
// may not use are both undefined.

import { levelRank, stricter, type Level } from 'src/model/access/levels.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import { QUERY_LIMITS } from 'src/model/query/queryLimits.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { propertyAt, relationsOf } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

/** Facts about the asker that keys depend on. */
export interface Asker {
  readonly admin: boolean;
  readonly signedIn: boolean;
  readonly capabilities: ReadonlySet<string>;
}

export const askerOf = (subject: Subject): Asker => ({
  admin: subject.admin,
  signedIn: subject.userId !== undefined,
  capabilities: new Set([
    ...subject.siteCapabilities,
    ...subject.memberships.flatMap((membership) => membership.capabilities),
  ]),
});

/** Keys of every type. */
export const BASE_KEYS = [
  '_t',
  '$id',
  'text',
  'created',
  'updated',
  'createdBy',
  'updatedBy',
  'starred',
  'unreadMessages',
  'visibility',
  'related',
  'bounds',
  'inArea',
  'hasPlace',
] as const;
const UPDATED_BY_KEY: (typeof BASE_KEYS)[number] = 'updatedBy';
export type BaseKey = (typeof BASE_KEYS)[number];
export const isBaseKey = (key: string): key is BaseKey => (BASE_KEYS as readonly string[]).includes(key);

/** Sort key of every type: how well an item matches the typed text. Without a text, all match equally. */
export const BEST_MATCH = 'match';

export interface PathKey {
  readonly kind: 'path';
  readonly path: string;
  readonly property: Property;
  /** Strictest level on the path to the value. */
  readonly level: Level;
  readonly facet?: Facet;
}
/** One relation, then a key of the related types (by type name). */
export interface HopKey {
  readonly kind: 'hop';
  readonly relation: RelationKey;
  readonly then: Readonly<Record<string, ResolvedKey>>;
}
export interface BaseResolved {
  readonly kind: 'base';
  readonly key: BaseKey;
  readonly facet?: Facet;
}
export type ResolvedKey = PathKey | HopKey | BaseResolved;

/** Relation as seen from one type: its own property, or a property of another type that refers to it. */
export interface RelationKey {
  readonly direction: 'forward' | 'inverse';
  /** Type that has the property; for `forward` the type itself. */
  readonly holder: string;
  readonly path: string;
  readonly level: Level;
  /** Types at the other end. */
  readonly targets: readonly string[];
}

interface FoundPath {
  readonly property: Property;
  readonly level: Level;
}

/** Returns the property at a dotted path within one type, with the strictest level of all values that it depends on. */
const pathAt = (properties: Readonly<Record<string, Property>>, path: string): FoundPath | undefined => {
  const property = propertyAt(properties, path);
  if (!property) return undefined;
  const sources = (property.computed?.from ?? []).map((from) => propertyAt(properties, from)?.level ?? 'PUBLIC');
  return { property, level: sources.reduce(stricter, property.level ?? 'PUBLIC') };
};

const mayUseFacet = (asker: Asker, facet: Facet | undefined): boolean => {
  if (asker.admin || !facet) return true;
  return facet.admin !== true && (facet.capability === undefined || asker.capabilities.has(facet.capability));
};

/** Visitors read no property above PUBLIC, so other keys do not exist for them. */
const mayReadLevel = (asker: Pick<Asker, 'signedIn'>, level: Level): boolean =>
  asker.signedIn || levelRank(level) === 0;

/** Returns the property at the path when the asker may use its key, otherwise undefined. */
export const knownProperty = (
  { properties }: Pick<ItemType, 'properties'>,
  path: string,
  asker: Pick<Asker, 'signedIn'>,
): Property | undefined => {
  const found = pathAt(properties, path);
  return found && mayReadLevel(asker, found.level) ? found.property : undefined;
};

const ownPath = (type: ItemType, path: string, asker: Asker, facet: Facet | undefined): PathKey | undefined => {
  const found = pathAt(type.properties, path);
  if (!found || !mayReadLevel(asker, found.level)) return undefined;
  return { kind: 'path', path, property: found.property, level: found.level, ...(facet && { facet }) };
};

/** Returns the names of the types that a relation leads to. `*` means all, `$owner` the site's owner type. */
export const relationTargets = (registry: Registry, property: Pick<Property, 'rel'>): readonly string[] => {
  const to = property.rel?.to ?? [];
  if (to.includes('*')) return Object.keys(registry.types);
  const names = to.flatMap((name) => (name === '$owner' ? (registry.ownerType ?? []) : name));
  return names.filter((name) => Object.hasOwn(registry.types, name));
};

const forwardRelation = (registry: Registry, type: ItemType, path: string, asker: Asker): RelationKey | undefined => {
  const found = pathAt(type.properties, path);
  if (!found?.property.rel || !mayReadLevel(asker, found.level)) return undefined;
  return {
    direction: 'forward',
    holder: type.name,
    path,
    level: found.level,
    targets: relationTargets(registry, found.property),
  };
};

/** Returns the relations of a type with a name in `subs`: its own property, or the declared inverse of properties of others. */
export const relationsNamed = (registry: Registry, type: ItemType, name: string, asker: Asker): RelationKey[] => {
  const forward = forwardRelation(registry, type, name, asker);
  if (forward) return [forward];
  const inverse: RelationKey[] = [];
  for (const holder of Object.values(registry.types)) {
    for (const { path } of relationsOf(holder.properties)) {
      const found = pathAt(holder.properties, path);
      if (found?.property.rel?.inverse !== name || !mayReadLevel(asker, found.level)) continue;
      if (!relationTargets(registry, found.property).includes(type.name)) continue;
      inverse.push({ direction: 'inverse', holder: holder.name, path, level: found.level, targets: [holder.name] });
    }
  }
  return inverse;
};

/** Path by which a type was reached. */
interface Way {
  readonly asker: Asker;
  readonly hops: number;
  /** True after a relation to any type. */
  readonly anywhere: boolean;
}

// A path over relations is a short form of a sub-query and has the same limit of depth. A relation to any type multiplies the plan by all
// types, so a path contains at most one of these.
const MAX_HOPS = QUERY_LIMITS.depth - 1;

const hop = (registry: Registry, type: ItemType, key: string, way: Way): HopKey | undefined => {
  if (way.hops >= MAX_HOPS) return undefined;
  for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
    const relation = forwardRelation(registry, type, key.slice(0, dot), way.asker);
    if (!relation) continue;
    const toAny = propertyAt(type.properties, relation.path)?.rel?.to.includes('*') === true;
    if (toAny && way.anywhere) return undefined;
    const further: Way = { asker: way.asker, hops: way.hops + 1, anywhere: way.anywhere || toAny };
    const then: Record<string, ResolvedKey> = {};
    for (const name of relation.targets) {
      const target = registry.types[name];
      const resolved = target && resolveOn(registry, target, key.slice(dot + 1), further);
      if (resolved && !(resolved.kind === 'base' && resolved.key === 'text')) then[name] = resolved;
    }
    // oxlint-disable-next-line unicorn/no-thenable -- a plan, never awaited
    return Object.keys(then).length > 0 ? { kind: 'hop', relation, then } : undefined;
  }
  return undefined;
};

const resolveOn = (registry: Registry, type: ItemType, key: string, way: Way): ResolvedKey | undefined => {
  const { asker } = way;
  const facet = type.view.facets.find((each) => each.key === key);
  // A visitor has no stars and no read marks.
  if ((key === 'starred' || key === 'unreadMessages') && !asker.signedIn) return undefined;
  if (key === 'unreadMessages' && type.name !== registry.conversations?.thread) return undefined;
  if (key === 'hasPlace' && !type.view.place) return undefined;
  if (isBaseKey(key)) return mayUseFacet(asker, facet) ? { kind: 'base', key, ...(facet && { facet }) } : undefined;
  if (facet || type.view.filters.includes(key)) {
    if (!mayUseFacet(asker, facet)) return undefined;
    const path = ownPath(type, key, asker, facet);
    if (path) return path;
  }
  return key.includes('.') ? hop(registry, type, key, way) : undefined;
};

const firstWay = (asker: Asker): Way => ({ asker, hops: 0, anywhere: false });

/** Returns the meaning of a filter or facet key for a type, or undefined when it has none or the asker may not use it. */
export const resolveKey = (registry: Registry, type: ItemType, key: string, asker: Asker): ResolvedKey | undefined =>
  resolveOn(registry, type, key, firstWay(asker));

/** Returns the name of the last editor. When the asker may not see that person, the value is missing. */
const nameOfUpdater = (registry: Registry, type: ItemType, asker: Asker): HopKey | undefined => {
  const user = registry.types[SYSTEM_TYPES.user];
  const name = user && resolveSort(registry, user, 'name', asker);
  if (!name) return undefined;
  const relation = { direction: 'forward', holder: type.name, path: UPDATED_BY_KEY, level: 'PUBLIC' } as const;
  // oxlint-disable-next-line unicorn/no-thenable -- a plan, never awaited
  return { kind: 'hop', relation: { ...relation, targets: [user.name] }, then: { [user.name]: name } };
};

/** Same as resolveKey for a sort key. Base keys are `created`, `updated` and `updatedBy`. */
export const resolveSort = (registry: Registry, type: ItemType, key: string, asker: Asker): ResolvedKey | undefined => {
  if (key === 'created' || key === 'updated') return { kind: 'base', key };
  if (key === UPDATED_BY_KEY) return nameOfUpdater(registry, type, asker);
  const sort = type.view.sorts.find((each) => each.key === key);
  if (!sort) return undefined;
  if (sort.path === 'created' || sort.path === 'updated') return { kind: 'base', key: sort.path };
  return (
    ownPath(type, sort.path, asker, undefined) ??
    (sort.path.includes('.') ? hop(registry, type, sort.path, firstWay(asker)) : undefined)
  );
};
