// Validates `migrate`: each operation has all members that it needs, starts from a property that is gone and ends at one that exists.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer } from 'codegen/json.ts';
import { noList, noType, perType, relationsIn, reporterOf } from 'codegen/validate/Validation.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { noProperty, propertyAt } from 'codegen/propertyPaths.ts';
import type { Migration, MigrationOperation } from 'src/model/schema/TypeServer.ts';

type Member = 'from' | 'to' | 'path' | 'paths' | 'list' | 'map' | 'by' | 'value' | 'ownerRule';

/** Required members of each operation. Exactly one of the members joined by | is required. */
const NEEDS: Readonly<Record<MigrationOperation, readonly string[]>> = {
  rename: ['from', 'to'],
  retype: ['path', 'by'],
  split: ['from', 'paths', 'by'],
  drop: ['path'],
  'list-map': ['list', 'map'],
  'enum-map': ['path', 'map'],
  backfill: ['path', 'value|by|ownerRule'],
};

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.');

const missing = (op: Migration): string[] =>
  NEEDS[op.op].filter((need) => need.split('|').every((member) => op[member as Member] === undefined));

/** Returns the paths that hold a value after the operation. A later operation may move it again. */
const endsOf = (op: Migration): readonly string[] => {
  if (op.op === 'drop' || op.op === 'list-map') return [];
  return op.op === 'split' ? (op.paths ?? []) : [op.to ?? op.path ?? ''];
};

/** Returns the error in the `namedBy` of an operation, or undefined when it is correct. */
const namedByFault = ({ by, namedBy }: Migration, type: LinkedType, linked: Linked): string | undefined => {
  if (!namedBy) return undefined;
  const { types, ownerType } = linked;
  if (by === undefined) return 'namedBy needs by';
  const naming = types[namedBy.type];
  if (!naming) return noType(namedBy.type, linked);
  const property = propertyAt(naming.properties, namedBy.path);
  if (!property) return noProperty(naming, namedBy.path);
  const targets = property.rel?.to.flatMap((to) => (to === '$owner' ? (ownerType ?? []) : to));
  return targets?.includes(type.name)
    ? undefined
    : `${namedBy.path} of ${naming.name} names no ${type.name}${relationsIn(naming.properties, namedBy.path, (to) => to.includes(type.name))}`;
};

/** Returns the error in the `ownerRule` of an operation, or undefined when it is correct. */
const ownerRuleFault = (
  { path = '', ownerRule }: Migration,
  type: LinkedType,
  { ownerType }: Linked,
): string | undefined => {
  if (!ownerRule) return undefined;
  const to = propertyAt(type.properties, path)?.rel?.to ?? [];
  return ownerType !== undefined && to.includes(ownerType)
    ? undefined
    : `${path} does not lead to an owner${relationsIn(type.properties, path, (to) => to.includes(ownerType ?? ''))}`;
};

const validateType = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const { lists } = linked;
  const reporter = reporterOf(type.source.server);
  const { migrate } = type.server;
  migrate.forEach((op, index) => {
    const at = pointer('', 'migrate', index);
    const needed = missing(op).map((need) => need.replace('|', ' or '));
    if (needed.length > 0) return reporter.report(at, `${op.op} needs ${needed.join(' and ')}`);
    const later = migrate.slice(index + 1).flatMap((each) => [each.from, each.path]);
    for (const path of endsOf(op)) {
      reporter.expect(
        later.includes(path) || propertyAt(type.properties, path) !== undefined,
        at,
        noProperty(type, path),
      );
    }
    const start = op.op === 'drop' ? op.path : op.from;
    const gone = start === undefined || propertyAt(type.properties, start) === undefined;
    reporter.expect(gone, at, `${start ?? ''} is still a property of ${type.name}`);
    const fault = namedByFault(op, type, linked) ?? ownerRuleFault(op, type, linked);
    reporter.expect(fault === undefined, at, fault ?? '');
    const moved = op.op !== 'rename' || parentOf(op.from ?? '') === parentOf(op.to ?? '');
    reporter.expect(moved, at, 'a rename stays within its object');
    const known = op.list === undefined || Object.hasOwn(lists, op.list);
    reporter.expect(known, at, noList(op.list ?? '', linked));
  });
  return reporter.diagnostics;
};

export const migrations = perType(validateType);
