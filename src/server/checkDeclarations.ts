// Checks the declarations before the server starts: a right for every action, a function for every name, and predicates that use declared
// properties only. A mistake here would give access to all, or refuse without a clear reason.

import { KINDS } from 'src/model/generated/kinds.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { parseReader } from 'src/server/store/readers/accessPaths.ts';
import {
  predicateParts,
  comparedPath,
  relationsIn,
  withoutNames,
  type DeclaredPredicates,
} from 'src/server/access/actions/predicateValues.ts';
import type { Domain } from 'src/server/extend.ts';
import { withModules } from 'src/server/modules.ts';

type Functions = ReturnType<typeof withModules>;

const VERBS = ['create', 'update', 'delete'] as const;
const OWN_WORDS: ReadonlySet<string> = new Set(['$id', 'createdBy']);

const targetsOf = (registry: ServerRegistry, to: readonly string[]): ServerItemType[] => {
  if (to.includes('*')) return Object.values(registry.types);
  return to.flatMap((name) => registry.types[name === '$owner' ? (registry.ownerType ?? '') : name] ?? []);
};

const pathFault = (types: readonly ServerItemType[], part: Predicate): string | undefined => {
  const path = comparedPath(part);
  if (path === undefined || OWN_WORDS.has(path)) return undefined;
  const declared = types.flatMap((type) => propertyAt(type.properties, path) ?? []);
  if (declared.length === 0) return `compares ${path}, which is not declared`;
  if (declared.some(({ computed }) => computed?.clock === true))
    return `compares ${path}, which is worked out by the clock`;
  return declared.some(({ kind }) => isGeometry(kind)) && !('empty' in part)
    ? `compares the geometry ${path}`
    : undefined;
};

/** Declarations and the predicates that they name. */
interface Declared {
  readonly registry: ServerRegistry;
  readonly named: DeclaredPredicates;
}

/**
 * Every type that a relation names must declare the action without following another relation, so that rules cannot form a cycle. For a
 * relation to any type, actions whose rule follows a relation are allowed to administrators only.
 */
const mayFaults = ({ registry, named }: Declared, to: readonly string[], action: string): string[] => {
  const rulesOf = (types: readonly ServerItemType[]) => types.map(({ server }) => server.access.actions[action]);
  if (to.includes('*'))
    return rulesOf(targetsOf(registry, to)).every((rule) => rule === undefined)
      ? [`asks whether the caller may ${action}, which no type declares`]
      : [];
  return targetsOf(registry, to).flatMap(({ name, server }) => {
    const rule = server.access.actions[action];
    if (rule === undefined) return [`asks whether the caller may ${action}, which ${name} does not declare`];
    return relationsIn(withoutNames(rule, named)).length > 0
      ? [`asks whether the caller may ${action} ${name}, which looks behind a relation itself`]
      : [];
  });
};

const predicateFaults = (declared: Declared, types: readonly ServerItemType[], predicate: Predicate): string[] =>
  predicateParts(predicate).flatMap((part) => {
    if (!('via' in part) && !('may' in part)) return pathFault(types, part) ?? [];
    const { rel } = 'via' in part ? part.via : part.may;
    const to = types.flatMap((type) => propertyAt(type.properties, rel)?.rel?.to ?? []);
    if (to.length === 0) return [`looks behind ${rel}, which is not a relation`];
    if ('may' in part) return mayFaults(declared, to, part.may.action);
    const { where } = part.via;
    if (relationsIn(where).length > 0) return [`looks behind more than one relation by ${rel}`];
    return predicateFaults(declared, targetsOf(declared.registry, to), where);
  });

const tried = (run: () => string[]): string[] => {
  try {
    return run();
  } catch (error) {
    return [String(error instanceof Error ? error.message : error)];
  }
};

const isLimiting = (type: ServerItemType | undefined): boolean =>
  type?.server.access.read.limits !== undefined || type?.server.access.read.limitedBy !== undefined;

/** Returns relations that should limit the readers of an item and cannot. */
const limitFaults = ({ types }: ServerRegistry, { properties, server }: ServerItemType): string[] =>
  (server.access.read.limitedBy ?? []).flatMap((path) => {
    const to = properties[path]?.rel?.to;
    if (to === undefined) return [`is limited by ${path}, which is not a relation`];
    const unlimiting = to.filter((name) => !isLimiting(types[name]));
    return unlimiting.length > 0 ? [`is limited by ${path}, but ${unlimiting.join(', ')} limits no readers`] : [];
  });

/** Returns what keeps an item from permitting uses of the records that it limits. */
const permitFaults = ({ properties, server }: ServerItemType): string[] => {
  const { permits } = server;
  if (!permits) return [];
  const { uses, until } = permits;
  return [
    ...(server.access.read.limits ? [] : ['permits uses of records, but limits none']),
    ...(properties[uses]?.list ? [] : [`permits uses by ${uses}, which has no list of values`]),
    ...(until === undefined || KINDS[properties[until]?.kind ?? 'text'].time === 'day'
      ? []
      : [`permits uses until ${until}, which is no day`]),
  ];
};

const accessFaults = (registry: ServerRegistry, type: ServerItemType, named: DeclaredPredicates): string[] => {
  const { read, actions, writable = {} } = type.server.access;
  const missing = VERBS.filter((verb) => !Object.hasOwn(actions, verb)).map((verb) => `declares no right to ${verb}`);
  const rules = [...Object.entries(actions), ...Object.entries(writable)].flatMap(([key, predicate]) =>
    tried(() => predicateFaults({ registry, named }, [type], withoutNames(predicate, named))).map(
      (fault) => `${key} ${fault}`,
    ),
  );
  const readers = read.readers.flatMap((token) => tried(() => (parseReader(token), [])));
  const inherit =
    read.inherit !== undefined && !type.properties[read.inherit]?.rel
      ? [`inherits from ${read.inherit}, which is not a relation`]
      : [];
  return [...missing, ...rules, ...readers, ...inherit, ...limitFaults(registry, type), ...permitFaults(type)];
};

const missingFrom = (functions: object, names: readonly string[], what: string): string[] =>
  names
    .filter((name) => !Object.hasOwn(functions, name))
    .map((name) => `names the ${what} ${name}, which is not registered`);

const functionFaults = (type: ServerItemType, domain: Functions): string[] => {
  const { rules, migrate } = type.server;
  const computed = Object.values(type.properties).flatMap((property) => property.computed ?? []);
  const names = (clock: boolean) => computed.filter((each) => (each.clock === true) === clock).map(({ by }) => by);
  return [
    ...missingFrom(domain.validate, rules.validate, 'rule'),
    ...missingFrom(domain.beforeSave, rules.beforeSave, 'rule'),
    ...missingFrom(domain.afterCommit, rules.afterCommit, 'rule'),
    ...missingFrom(
      domain.migrate,
      migrate.flatMap(({ by }) => by ?? []),
      'migration',
    ),
    ...missingFrom(domain.computed, names(false), 'computed value'),
    ...missingFrom(domain.clocks, names(true), 'clock value'),
    ...missingFrom(
      domain.effects,
      (type.states?.transitions ?? []).flatMap(({ effects }) => effects),
      'effect',
    ),
    ...missingFrom(domain.validators, [type.name], 'validator'),
  ];
};

const actionFaults = (registry: ServerRegistry): string[] => {
  const declared = new Set([
    'read',
    ...Object.values(registry.types).flatMap((type) => Object.keys(type.server.access.actions)),
  ]);
  return Object.values(registry.actions)
    .filter(({ right }) => right !== undefined && !declared.has(right))
    .map(({ name, right }) => `action ${name} needs the right ${right ?? ''}, which no type declares`);
};

const stepFaults = ({ steps }: ServerRegistry, domain: Functions): string[] =>
  Object.values(steps).flatMap(({ kind, onActive, onComplete }) => {
    const named = [...onActive, ...onComplete].flatMap((each) => (each.do === 'run' ? [each.effect] : []));
    return missingFrom(domain.effects, named, 'effect').map((fault) => `step ${kind} ${fault}`);
  });

/** Throws with everything that is wrong. */
export const checkDeclarations = (registry: ServerRegistry, areas: Domain): void => {
  const domain = withModules(areas);
  const faults = Object.values(registry.types).flatMap((type) =>
    [...accessFaults(registry, type, domain.predicates), ...functionFaults(type, domain)].map(
      (fault) => `${type.name} ${fault}`,
    ),
  );
  const all = [...faults, ...actionFaults(registry), ...stepFaults(registry, domain)];
  if (all.length > 0) throw new Error(`The declarations are not complete:\n- ${all.join('\n- ')}`);
};
