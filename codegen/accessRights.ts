// Computes from the declared access of a type who may do what. It is the oracle behind docs/ACCESS.md, which tests/product compares with
// the running server. It must share no code with the server's evaluation.

import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { objectAt, stringsAt } from 'codegen/json.ts';
import { isLevel, LEVELS, type Level } from 'src/model/access/levels.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';

/** A person in relation to an item of an organisation: what they may read there and their other roles. */
export interface Actor {
  readonly key: string;
  readonly signedIn: boolean;
  /** The strictest level that the actor reads in the item's organisation and in items of the whole site. */
  readonly reads?: Level;
  readonly creator?: boolean;
  readonly capabilities?: boolean;
  readonly ownerAdmin?: boolean;
  readonly siteAdmin?: boolean;
}

/** Persons of the tables, in order. `stranger` holds every right, but in another organisation. */
export const ACTORS: readonly Actor[] = [
  { key: 'visitor', signedIn: false },
  { key: 'stranger', signedIn: true },
  { key: 'member', signedIn: true, reads: 'COMMUNITY' },
  { key: 'creator', signedIn: true, reads: 'COMMUNITY', creator: true },
  { key: 'capability holder', signedIn: true, reads: 'COMMUNITY', capabilities: true },
  { key: 'protected reader', signedIn: true, reads: 'PROTECTED' },
  { key: 'private reader', signedIn: true, reads: 'PRIVATE' },
  { key: 'owner administrator', signedIn: true, reads: 'PRIVATE', ownerAdmin: true },
  { key: 'administrator', signedIn: true, siteAdmin: true },
];

/** Levels at which an actor may do each thing. */
export type Rights = Readonly<Record<string, readonly Level[]>>;

interface Place {
  readonly actor: Actor;
  readonly type: LinkedType;
  readonly level: Level;
  readonly linked: Linked;
  /** True for a dedicated installation. The tables describe an installation that is not dedicated. */
  readonly dedicated?: boolean;
}

const rank = (level: Level): number => LEVELS.indexOf(level);

const hasOrganisation = ({ type, linked }: Pick<Place, 'type' | 'linked'>): boolean => {
  const { owner, inherit } = type.server.access.read;
  const parent = inherit === undefined ? undefined : relatedType(type, inherit, linked);
  if (parent) return hasOrganisation({ type: parent, linked });
  if (owner === undefined || owner === '$self') return owner === '$self';
  return type.properties[owner]?.rel?.to.some((to) => to === '$owner' || to === linked.ownerType) === true;
};

const isReadAt = (place: Place, level: Level): boolean => {
  const { reads } = place.actor;
  const { owner } = place.type.server.access.read;
  if (owner !== undefined && !hasOrganisation(place)) return false;
  return reads !== undefined && rank(reads) >= rank(level);
};

/** Returns the type of the item behind a relation: the first type that the relation names, or the first type of the domain with levels. */
export const relatedType = (type: LinkedType, path: string, linked: Linked): LinkedType | undefined => {
  const to = type.properties[path]?.rel?.to ?? [];
  const hasLevels = ({ area, server: { access } }: LinkedType): boolean =>
    area !== 'engine' && 'path' in access.read.level && access.read.owner !== undefined;
  const [first] = to;
  return first === undefined || first === '*' ? Object.values(linked.types).find(hasLevels) : linked.types[first];
};

/** Returns true for relations that the example item has: required ones and those that decide its readers. */
const isThere = ({ server, properties }: LinkedType, path: string): boolean => {
  const { owner, inherit, readers } = server.access.read;
  return properties[path]?.required === true || [owner, inherit].includes(path) || readers.includes(`user:${path}`);
};

const isReader = ({ actor, type, level }: Place, reader: string): boolean => {
  if (reader === 'everyone') return true;
  if (reader === 'signedIn') return actor.signedIn;
  if (reader === 'creator') return actor.creator === true;
  if (reader.startsWith('cap:')) {
    const [, , most] = reader.split(':');
    return actor.capabilities === true && (!isLevel(most) || rank(level) <= rank(most));
  }
  if (reader.startsWith('anyCap:')) return actor.capabilities === true || actor.key === 'stranger';
  // The example item names its creator in every relation to a user. The user of a User item is its creator.
  if (reader.startsWith('user:')) return actor.creator === true;
  // The example item names no other organisation.
  if (reader.startsWith('ownerOf:')) return false;
  throw new Error(`${type.name}: docs/ACCESS.md has no words for the reader ${reader}`);
};

export const canRead = (place: Place): boolean => {
  const { actor, type, level, linked } = place;
  const { inherit, inheritAtLeast = 'PUBLIC', readers } = type.server.access.read;
  if (actor.siteAdmin === true) return true;
  const parent = inherit === undefined ? undefined : relatedType(type, inherit, linked);
  const isNamed = readers.some((reader) => isReader(place, reader));
  if (parent)
    return (
      isNamed || canRead({ ...place, type: parent, level: rank(level) < rank(inheritAtLeast) ? inheritAtLeast : level })
    );
  return level === 'PUBLIC' || isReadAt(place, level) || isNamed;
};

const isPrincipal = (place: Place, name: string): boolean => {
  const { actor } = place;
  switch (name) {
    case 'everyone':
      return true;
    case 'signedIn':
      return actor.signedIn;
    case 'creator':
    case 'self':
      return actor.creator === true;
    case 'ownerMember':
      return actor.reads !== undefined && hasOrganisation(place);
    case 'ownerAdmin':
      return actor.ownerAdmin === true && hasOrganisation(place);
    default:
      throw new Error(`${place.type.name}: docs/ACCESS.md has no words for the principal ${name}`);
  }
};

/** Returns the first value that the rules of the type name for a property without a default. The example item has it. */
const firstNamed = (type: LinkedType, path: string): unknown =>
  Object.values(type.server.access.actions)
    .flatMap((rule) => leavesOf(rule))
    .flatMap((leaf) => ('in' in leaf && leaf.in[0] === path ? leaf.in[1] : []))[0];

const leavesOf = (predicate: Predicate): Predicate[] => {
  if ('all' in predicate) return predicate.all.flatMap(leavesOf);
  if ('any' in predicate) return predicate.any.flatMap(leavesOf);
  return 'not' in predicate ? leavesOf(predicate.not) : [predicate];
};

/** Evaluates a comparison on a new item: a property has its default value, the level is that of the table. */
const isDefault = ({ actor, type, level }: Place, path: string, value: unknown): boolean => {
  if (value === '$user.id') return actor.creator === true;
  const { level: declared } = type.server.access.read;
  if ('path' in declared && declared.path === path) return level === value;
  return (type.properties[path]?.default ?? firstNamed(type, path)) === value;
};

const holds = (predicate: Predicate, place: Place): boolean => {
  const { actor } = place;
  if ('all' in predicate) return predicate.all.every((each) => holds(each, place));
  if ('any' in predicate) return predicate.any.some((each) => holds(each, place));
  if ('not' in predicate) return !holds(predicate.not, place);
  if ('eq' in predicate) return isDefault(place, predicate.eq[0], predicate.eq[1]);
  if ('has' in predicate) return isDefault(place, predicate.has[0], predicate.has[1]);
  if ('in' in predicate) return predicate.in[1].some((value) => isDefault(place, predicate.in[0], value));
  // The example item belongs to an organisation.
  if ('empty' in predicate && predicate.empty === place.type.server.access.read.owner) return !hasOrganisation(place);
  if ('empty' in predicate) return !isThere(place.type, predicate.empty);
  if ('site' in predicate) return place.dedicated === true;
  // The tables describe an installation with all areas.
  if ('uses' in predicate) return true;
  if ('level' in predicate) return isReadAt(place, predicate.level);
  if ('cap' in predicate)
    return predicate.anywhere === true
      ? actor.capabilities === true || actor.key === 'stranger'
      : actor.capabilities === true;
  if ('principal' in predicate) return isPrincipal(place, predicate.principal);
  if ('via' in predicate) {
    if (!isThere(place.type, predicate.via.rel)) return false;
    const type = relatedType(place.type, predicate.via.rel, place.linked);
    const behind = type && { ...place, type };
    return behind !== undefined && canRead(behind) && holds(predicate.via.where, behind);
  }
  if ('may' in predicate) {
    if (!isThere(place.type, predicate.may.rel)) return false;
    const type = relatedType(place.type, predicate.may.rel, place.linked);
    const rule = type?.server.access.actions[predicate.may.action];
    const behind = type && { ...place, type };
    if (!behind || !rule || leavesOf(rule).some((leaf) => 'via' in leaf || 'may' in leaf)) return false;
    return canRead(behind) && holds(rule, behind);
  }
  throw new Error(`${place.type.name}: docs/ACCESS.md has no words for ${JSON.stringify(predicate)}`);
};

/** Returns the levels that items of a type can have. */
export const levelsOf = (type: LinkedType, linked: Linked): readonly Level[] => {
  const { level, inherit } = type.server.access.read;
  const parent = inherit === undefined ? undefined : relatedType(type, inherit, linked);
  if (parent) return levelsOf(parent, linked);
  if ('const' in level) return [level.const];
  const choices = stringsAt(objectAt(objectAt(type.resolved, 'properties'), level.path), 'enum');
  return LEVELS.filter((each) => choices.length === 0 || choices.includes(each));
};

export const verbsOf = (type: LinkedType): string[] => [
  ...new Set(['read', 'create', 'update', 'delete', ...Object.keys(type.server.access.actions)]),
];

/** Returns true when the actor may change the values that the actor's organisation, or the site, has in a list with this right. */
export const changesList = (
  actor: Actor,
  right: Predicate,
  { type, linked }: Pick<Place, 'type' | 'linked'>,
): boolean => actor.siteAdmin === true || holds(right, { actor, type, level: 'PUBLIC', linked });

export const rightsOf = (
  actor: Actor,
  type: LinkedType,
  { linked, dedicated = false }: Pick<Place, 'linked' | 'dedicated'>,
): Rights => {
  const may = (verb: string, level: Level): boolean => {
    const place = { actor, type, level, linked, dedicated };
    if (verb === 'read') return canRead(place);
    // Only the server writes items of a sealed type.
    if (type.server.access.sealed === true) return false;
    // Only workflows create and delete steps.
    if (type.source.step !== undefined && (verb === 'create' || verb === 'delete')) return false;
    if (actor.siteAdmin === true) return true;
    const predicate = type.server.access.actions[verb];
    // The creator of an item can read the item that it belongs to.
    const sees = (verb === 'create' && type.server.access.read.inherit === undefined) || canRead(place);
    return predicate !== undefined && sees && holds(predicate, place);
  };
  const levels = levelsOf(type, linked);
  return Object.fromEntries(verbsOf(type).map((verb) => [verb, levels.filter((level) => may(verb, level))]));
};
