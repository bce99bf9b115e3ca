// Plans must, should, mustNot and the sub-queries of one query level, per item type.

import type { FilterValue, Filters, Query } from 'src/model/generated/wire.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import {
  relationsNamed,
  resolveKey,
  type Asker,
  type RelationKey,
  type ResolvedKey,
} from 'src/model/query/queryKeys.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { ConditionPlan, FilterPlan, SubRelation } from 'src/server/search/evaluate/searchPlan.ts';
import { planFilter, refuseUnusedValues, type FilterContext } from 'src/server/search/plan/planFilter.ts';
import { badValue, unknownKey } from 'src/server/search/plan/refusals.ts';

export interface PlanContext extends FilterContext {
  readonly asker: Asker;
}

type Path = readonly (string | number)[];
type Types = readonly ServerItemType[];

/** Returns the types that the query requests by `_t` or ids; undefined for none in particular. */
export const requestedTypes = (context: PlanContext, query: Query, path: Path): Types | undefined => {
  const { types } = context.registry;
  const named = query.must?.['_t'];
  // An empty list requests no type, and its filter matches nothing.
  if (named && named.length > 0) {
    return [...new Set(named)].map((name, index) => {
      const type = typeof name === 'string' && Object.hasOwn(types, name) ? types[name] : undefined;
      if (!type) throw badValue([...path, 'must', '_t', index]);
      return type;
    });
  }
  const ids = query.ids ?? query.must?.['$id'];
  if (!ids || named) return undefined;
  const names = new Set(ids.map((id) => tryParseItemId(id)?.type ?? ''));
  const found = Object.values(types).filter(({ name }) => names.has(name));
  return found.length > 0 ? found : undefined;
};

/** Returns the meaning of a key for each type. Refused when no type has it. */
const resolveFor = (context: PlanContext, types: Types, key: string, path: Path): ReadonlyMap<string, ResolvedKey> => {
  const resolved = new Map<string, ResolvedKey>();
  for (const type of types) {
    const found = resolveKey(context.registry, type, key, context.asker);
    if (found) resolved.set(type.name, found);
  }
  if (resolved.size === 0) throw unknownKey(path);
  return resolved;
};

interface KeyPlans {
  readonly key: string;
  /** Plans by type name. For a type without the key, its items have no value. */
  readonly plans: ReadonlyMap<string, FilterPlan>;
}

const groupPlans = (
  context: PlanContext,
  types: Types,
  filters: Filters | undefined,
  group: 'must' | 'should' | 'mustNot',
  path: Path,
): KeyPlans[] =>
  Object.entries(filters ?? {}).map(([key, values]) => {
    const at = [...path, group, key];
    const resolved = resolveFor(context, types, key, at);
    const condition = { path: at, values, taken: new Set<FilterValue>(), mayBeEvery: group === 'must' };
    const plans = types.map((type): [string, FilterPlan] => {
      const found = resolved.get(type.name);
      return [
        type.name,
        found ? planFilter(context, type, found, condition) : { is: values.includes(null) ? 'everything' : 'nothing' },
      ];
    });
    refuseUnusedValues(condition);
    return { key, plans: new Map(plans) };
  });

interface SubPlans {
  readonly relations: ReadonlyMap<string, readonly RelationKey[]>;
  readonly conditions: ReadonlyMap<string, ConditionPlan>;
}

const subPlan = ({ relations, conditions }: SubPlans, type: ServerItemType): FilterPlan => {
  const found = relations.get(type.name) ?? [];
  const subs = found.map((relation): SubRelation => {
    const tables = relation.targets.flatMap((name) => conditions.get(name) ?? []);
    return { direction: relation.direction, prop: relation.path, tables };
  });
  return subs.length > 0 ? { is: 'sub', relations: subs } : { is: 'nothing' };
};

const planSubs = (
  context: PlanContext,
  types: Types,
  subs: Query['subs'],
  group: 'subs' | 'subsShould',
  path: Path,
): SubPlans[] =>
  Object.entries(subs ?? {}).map(([name, query]) => {
    const at = [...path, group, name];
    const relations = new Map(
      types.map((type) => [type.name, relationsNamed(context.registry, type, name, context.asker)]),
    );
    const targets = new Set([...relations.values()].flat().flatMap((relation) => relation.targets));
    if (targets.size === 0) throw unknownKey(at);
    const all = Object.values(context.registry.types).filter((type) => targets.has(type.name));
    const typesInQuery = requestedTypes(context, query, at);
    const wanted = typesInQuery ? all.filter((type) => typesInQuery.includes(type)) : all;
    // Keys are validated with every type that the relation reaches, even when the requested ids have other types.
    const conditions = planConditions(context, wanted.length > 0 ? wanted : all, query, at);
    return { relations, conditions: wanted.length > 0 ? conditions : new Map() };
  });

const idsPlan = (context: PlanContext, type: ServerItemType, ids: Query['ids'], path: Path): FilterPlan[] =>
  ids
    ? [
        planFilter(
          context,
          type,
          { kind: 'base', key: '$id' },
          { path: [...path, 'ids'], values: ids, taken: new Set(), mayBeEvery: false },
        ),
      ]
    : [];

/** Returns which items match, by type name. `facetOf` returns the facet index of a `must` key. */
export const planConditions = (
  context: PlanContext,
  types: Types,
  query: Query,
  path: Path,
  facetOf: (key: string) => number = () => -1,
): ReadonlyMap<string, ConditionPlan> => {
  const must = groupPlans(context, types, query.must, 'must', path);
  const should = groupPlans(context, types, query.should, 'should', path);
  const mustNot = groupPlans(context, types, query.mustNot, 'mustNot', path);
  const subs = planSubs(context, types, query.subs, 'subs', path);
  const subsShould = planSubs(context, types, query.subsShould, 'subsShould', path);
  const alternatives = should.length + subsShould.length;
  const of = (plans: readonly KeyPlans[], type: ServerItemType): FilterPlan[] =>
    plans.map(({ plans: byType }) => byType.get(type.name) ?? { is: 'nothing' });
  return new Map(
    types.map((type) => [
      type.name,
      {
        type: type.number,
        must: [
          ...must.map(({ key }, index) => ({
            filter: of(must, type)[index] ?? { is: 'nothing' as const },
            facet: facetOf(key),
          })),
          ...[...idsPlan(context, type, query.ids, path), ...subs.map((sub) => subPlan(sub, type))].map((filter) => ({
            filter,
            facet: -1,
          })),
        ],
        should: [...of(should, type), ...subsShould.map((sub) => subPlan(sub, type))],
        minShould: alternatives === 0 ? 0 : (query.minShould ?? 1),
        mustNot: of(mustNot, type),
      },
    ]),
  );
};
