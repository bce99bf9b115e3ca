// The shape of the last release, and the changes since that are not allowed: a property that disappeared, changed its kind or lost a choice
// without a `migrate` operation would leave stored items that are no longer valid. Pure.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { defined, isObject, objectAt, stringsAt, type JsonObject } from 'codegen/json.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { allPaths } from 'codegen/propertyPaths.ts';
import type { Migration } from 'src/model/schema/TypeServer.ts';

interface LockedProperty {
  readonly kind: string;
  readonly many: boolean;
  readonly values?: readonly string[];
  readonly list?: string;
}

interface LockedType {
  readonly number: number;
  readonly properties: Readonly<Record<string, LockedProperty>>;
}

export interface Lock {
  readonly types: Readonly<Record<string, LockedType>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Types of earlier releases. Their numbers are never used again. */
  readonly retired: Readonly<Record<string, number>>;
}

export const lockOf = (json: JsonObject | undefined): Lock =>
  ({ types: {}, lists: {}, retired: {}, ...json }) as unknown as Lock;

const lockedType = ({ number, properties }: LinkedType): LockedType => ({
  number,
  properties: Object.fromEntries(
    allPaths(properties)
      .filter(([, { computed }]) => computed?.clock !== true)
      .map(([path, { kind, many, values, list }]) => [path, defined({ kind, many, values, list: list?.list })]),
  ),
});

const sorted = <T>(object: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));

/** Returns the lock after a release of these declarations. */
export const release = (linked: Linked, before: Lock): Lock => {
  const gone = Object.entries(before.types).filter(([name]) => !Object.hasOwn(linked.types, name));
  return {
    types: sorted(Object.fromEntries(Object.values(linked.types).map((type) => [type.name, lockedType(type)]))),
    lists: sorted(
      Object.fromEntries(
        Object.entries(linked.lists).map(([name, { value }]) => [name, value.values.map(({ key }) => key)]),
      ),
    ),
    retired: sorted({ ...before.retired, ...Object.fromEntries(gone.map(([name, { number }]) => [name, number])) }),
  };
};

const covers = (migrate: readonly Migration[], ops: readonly string[], path: string): boolean =>
  migrate.some((each) => ops.includes(each.op) && [each.from, each.path, ...(each.paths ?? [])].includes(path));

const lostOf = (before: readonly string[] = [], now: readonly string[] = []): string[] =>
  before.filter((each) => !now.includes(each));

const mapped = (migrate: readonly Migration[], op: string, key: string): boolean =>
  migrate.some((each) => each.op === op && each.map !== undefined && Object.hasOwn(each.map, key));

const propertyReasons = (
  path: string,
  before: LockedProperty,
  context: { type: LinkedType; now: LockedType },
): string[] => {
  const { migrate } = context.type.server;
  const now = context.now.properties[path];
  const moved = covers(migrate, ['rename', 'drop', 'split'], path);
  if (now === undefined) return moved ? [] : [`${path} has vanished: add a rename, split or drop to "migrate"`];
  if (now.kind !== before.kind || now.many !== before.many) {
    const change = `${path} was ${before.many ? 'many ' : ''}${before.kind} and is ${now.many ? 'many ' : ''}${now.kind}`;
    return covers(migrate, ['retype', 'split'], path) ? [] : [`${change}: add a retype to "migrate"`];
  }
  return lostOf(before.values, now.values)
    .filter(
      (value) =>
        !mapped(
          migrate.filter((each) => each.path === path),
          'enum-map',
          value,
        ),
    )
    .map((value) => `${path} has lost ${value}: add an enum-map to "migrate"`);
};

const typeDiagnostics = (type: LinkedType, before: LockedType): Diagnostic[] => {
  const now = lockedType(type);
  const file = type.source.server.path;
  const numbered =
    now.number === before.number
      ? []
      : [{ file, pointer: '/number', reason: `was ${before.number} in the last release; numbers are permanent` }];
  const reasons = Object.entries(before.properties)
    // Members of a missing object are reported with the object.
    .filter(([path]) => !path.includes('.') || Object.hasOwn(now.properties, path.split('.')[0] ?? ''))
    .flatMap(([path, property]) => propertyReasons(path, property, { type, now }));
  return [...numbered, ...reasons.map((reason) => ({ file, pointer: '/migrate', reason }))];
};

const listDiagnostics = (linked: Linked, lock: Lock): Diagnostic[] => {
  const migrate = Object.values(linked.types).flatMap(({ server }) => server.migrate);
  return Object.entries(lock.lists).flatMap(([name, before]) => {
    const declared = linked.lists[name];
    const forList = migrate.filter(({ list }) => list === name);
    return lostOf(
      before,
      declared?.value.values.map(({ key }) => key),
    )
      .filter((key) => !mapped(forList, 'list-map', key))
      .map((key) => ({
        file: declared?.file.path ?? 'lists.json',
        pointer: declared?.pointer ?? '',
        reason: `${name} has lost ${key}: archive it, or add a list-map to "migrate" of a type that uses it`,
      }));
  });
};

const removedDiagnostics = (linked: Linked, lock: Lock): Diagnostic[] => {
  const retired = linked.sources.flatMap(({ area }) => stringsAt(area.json, 'retired'));
  const lost = Object.keys(lock.types).filter((name) => !Object.hasOwn(linked.types, name) && !retired.includes(name));
  const area = linked.sources[0]?.area.path ?? '';
  return lost.map((name) => ({
    file: area,
    pointer: '',
    reason: `${name} has vanished: name it in "retired" of its area`,
  }));
};

const reusedDiagnostics = (linked: Linked, lock: Lock): Diagnostic[] => {
  const kept: Record<string, number> = { ...lock.retired };
  for (const [name, { number }] of Object.entries(lock.types))
    if (!Object.hasOwn(linked.types, name)) kept[name] = number;
  return Object.values(linked.types).flatMap(({ name, number, source }) => {
    const owner = Object.keys(kept).find((each) => each !== name && kept[each] === number);
    if (owner === undefined) return [];
    return [
      {
        file: source.server.path,
        pointer: '/number',
        reason: `${number} was the number of ${owner}; numbers are never given again`,
      },
    ];
  });
};

/** Reports the changes of the released shape that have no migration. */
export const lockDiagnostics = (linked: Linked, json: JsonObject | undefined): Diagnostic[] => {
  if (!isObject(json) || Object.keys(objectAt(json, 'types')).length === 0) return [];
  const lock = lockOf(json);
  return [
    ...removedDiagnostics(linked, lock),
    ...reusedDiagnostics(linked, lock),
    ...Object.entries(lock.types).flatMap(([name, before]) => {
      const type = linked.types[name];
      return type === undefined ? [] : typeDiagnostics(type, before);
    }),
    ...listDiagnostics(linked, lock),
  ];
};
