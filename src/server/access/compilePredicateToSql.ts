// A declared predicate as an SQL condition over `item`, for many items at once: which of these may the subject update?
// Its twin is compilePredicateToFunction. Whatever comes from outside enters as a parameter, never as text.

import type { Predicate, PrincipalName } from 'src/model/access/Predicate.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemId.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import {
  ownersAdministered,
  ownersOf,
  ownersReadAt,
  ownersWithCapability,
  valuesOf,
  withoutNames,
  type DeclaredPredicates,
} from 'src/server/access/actions/predicateValues.ts';

export interface SqlScope {
  readonly registry: ServerRegistry;
  readonly named: DeclaredPredicates;
  readonly subject: Subject;
  readonly now: Date;
  /** Adds a parameter and gives its placeholder, `$4`. */
  readonly param: (value: unknown) => string;
}

interface Place {
  readonly scope: SqlScope;
  readonly alias: string;
  readonly types: readonly ServerItemType[];
}

const jsonPath = (path: string): string =>
  `$${path
    .split('.')
    .map((name) => `.${JSON.stringify(name)}`)
    .join('')}[*]`;

/** The document that holds the first step of a path: stricter properties and geometries stand apart. */
const bodyOf = ({ alias, types, scope }: Place, path: string): string => {
  const name = path.split('.')[0] ?? '';
  const declared = types.flatMap((type) => propertyAt(type.properties, name) ?? []);
  const own = `${alias}.body`;
  if (declared.some((property) => property.kind === 'geometry')) {
    return `coalesce((select jsonb_build_object(g.prop, true) from item_geometry g where g.t = ${alias}.t and g.i = ${alias}.i and g.prop = ${scope.param(name)}), '{}')`;
  }
  if (!declared.some((property) => property.level !== undefined)) return own;
  const key = scope.param(name);
  return `coalesce(case when ${own} ? ${key} then ${own} end, (select l.body from item_level l where l.t = ${alias}.t and l.i = ${alias}.i and l.body ? ${key}), '{}')`;
};

const reached = (place: Place, path: string): string => {
  const { alias, scope } = place;
  if (path === '$id')
    return `(select to_jsonb(it.name || '-' || ${alias}.i) as v from item_type it where it.t = ${alias}.t)`;
  if (path === 'createdBy') return `(select to_jsonb(${alias}.creator) as v)`;
  const steps = scope.param(jsonPath(path));
  return `(select v from jsonb_path_query(${bodyOf(place, path)}, ${steps}::text::jsonpath) v where v not in ('null', '""'))`;
};

const holds = (place: Place, path: string, condition: string): string =>
  `exists (select from ${reached(place, path)} r where ${condition})`;

const equals = (place: Place, path: string, wanted: readonly Json[]): string => {
  const { subject, now, param } = place.scope;
  const expected = wanted.flatMap((each) => valuesOf(each, subject, now));
  const values = expected.filter((each) => each !== null).map((each) => JSON.stringify(each));
  const found = values.length === 0 ? 'false' : holds(place, path, `r.v = any(${param(values)}::text[]::jsonb[])`);
  return expected.includes(null) ? `(${found} or not ${holds(place, path, 'true')})` : found;
};

const orders = (place: Place, path: string, limit: Json, sign: '<' | '>'): string => {
  const { subject, now, param } = place.scope;
  const conditions = valuesOf(limit, subject, now).flatMap((bound) => {
    if (typeof bound === 'number')
      return [
        `case jsonb_typeof(r.v) when 'number' then (r.v #>> '{}')::numeric ${sign} ${param(bound)}::numeric else false end`,
      ];
    if (typeof bound === 'string')
      return [
        `case jsonb_typeof(r.v) when 'string' then (r.v #>> '{}') collate "C" ${sign} ${param(bound)}::text collate "C" else false end`,
      ];
    return [];
  });
  return conditions.length === 0 ? 'false' : holds(place, path, conditions.join(' or '));
};

const overlaps = ({ alias, scope }: Place, owners: readonly string[]): string =>
  owners.length === 0 ? 'false' : `${alias}.owners && ${scope.param(owners)}::text[]`;

const isSelf = ({ alias, scope }: Place): string => {
  const key = tryParseItemId(scope.subject.userId);
  const type = key && scope.registry.types[key.type];
  return key && type ? `(${alias}.t = ${type.number} and ${alias}.i = ${key.number})` : 'false';
};

const token = (place: Place, principal: PrincipalName): string => {
  const { subject, param } = place.scope;
  const sql: Record<PrincipalName, () => string> = {
    everyone: () => 'true',
    signedIn: () => String(subject.userId !== undefined),
    creator: () => (subject.userId === undefined ? 'false' : `${place.alias}.creator = ${param(subject.userId)}`),
    self: () => isSelf(place),
    ownerMember: () => overlaps(place, ownersOf(subject)),
    ownerAdmin: () => overlaps(place, ownersAdministered(subject)),
  };
  return sql[principal]();
};

const behind = (place: Place, rel: string, where: Predicate): string => {
  const { registry } = place.scope;
  const alias = `${place.alias}_r`;
  const declared = place.types.flatMap((type) => propertyAt(type.properties, rel)?.rel?.to ?? []);
  const names = declared.flatMap((to) => (to === '$owner' ? [registry.ownerType ?? ''] : [to]));
  const all = Object.values(registry.types);
  const types = names.includes('*') ? all : all.filter((type) => names.includes(type.name));
  const inner = build({ ...place, alias, types }, where);
  const target = `${alias}_v`;
  return `exists (select from ${reached(place, rel)} ${target}
    join item_type ${alias}_t on ${alias}_t.name = split_part(${target}.v #>> '{}', '-', 1)
    join item ${alias} on ${alias}.t = ${alias}_t.t and ${alias}.i = split_part(${target}.v #>> '{}', '-', 2)::int where ${inner})`;
};

const build = (place: Place, predicate: Predicate): string => {
  if ('all' in predicate)
    return predicate.all.length === 0 ? 'true' : `(${predicate.all.map((each) => build(place, each)).join(' and ')})`;
  if ('any' in predicate)
    return predicate.any.length === 0 ? 'false' : `(${predicate.any.map((each) => build(place, each)).join(' or ')})`;
  if ('not' in predicate) return `not ${build(place, predicate.not)}`;
  if ('via' in predicate) return behind(place, predicate.via.rel, predicate.via.where);
  return buildLeaf(place, predicate);
};

const buildLeaf = (place: Place, predicate: Predicate): string => {
  const { subject } = place.scope;
  if ('eq' in predicate) return equals(place, predicate.eq[0], [predicate.eq[1]]);
  if ('has' in predicate) return equals(place, predicate.has[0], [predicate.has[1]]);
  if ('in' in predicate) return equals(place, predicate.in[0], predicate.in[1]);
  if ('lt' in predicate) return orders(place, predicate.lt[0], predicate.lt[1], '<');
  if ('gt' in predicate) return orders(place, predicate.gt[0], predicate.gt[1], '>');
  if ('empty' in predicate) return equals(place, predicate.empty, [null]);
  if ('principal' in predicate) return token(place, predicate.principal);
  if ('level' in predicate)
    return predicate.level === 'PUBLIC' ? 'true' : overlaps(place, ownersReadAt(subject, predicate.level));
  if ('cap' in predicate) {
    const owners = ownersWithCapability(subject, predicate.cap);
    return predicate.anywhere === true ? String(owners.length > 0) : overlaps(place, owners);
  }
  throw new Error(`Not a predicate: ${JSON.stringify(predicate)}`);
};

/** The condition for items of the type under the alias; always true or false, never null. */
export const compilePredicateToSql = (
  predicate: Predicate,
  type: ServerItemType,
  scope: SqlScope,
  alias = 'item',
): string => build({ scope, alias, types: [type] }, withoutNames(predicate, scope.named));
