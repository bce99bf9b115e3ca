// Judges `migrate`: each operation says all that it needs, starts from what is gone and ends at what is there.

import type { Finding } from 'codegen/Finding.ts';
import { pointer } from 'codegen/json.ts';
import { perType, tellerOf } from 'codegen/judge/Judgement.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { didYouMean } from 'codegen/nearest.ts';
import { noProperty, propertyAt } from 'codegen/paths.ts';
import type { Migration, MigrationWord } from 'src/model/schema/TypeServer.ts';

type Member = 'from' | 'to' | 'path' | 'paths' | 'list' | 'map' | 'by' | 'value';

/** What each operation is told; of members joined by | one. */
const NEEDS: Readonly<Record<MigrationWord, readonly string[]>> = {
  rename: ['from', 'to'],
  retype: ['path', 'by'],
  split: ['from', 'paths', 'by'],
  drop: ['path'],
  'list-map': ['list', 'map'],
  'enum-map': ['path', 'map'],
  backfill: ['path', 'value|by'],
};

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.');

const missing = (op: Migration): string[] =>
  NEEDS[op.op].filter((need) => need.split('|').every((member) => op[member as Member] === undefined));

/** Paths that hold something after the operation; of an old one, a later operation may have moved it on. */
const endsOf = (op: Migration): readonly string[] => {
  if (op.op === 'drop' || op.op === 'list-map') return [];
  return op.op === 'split' ? (op.paths ?? []) : [op.to ?? op.path ?? ''];
};

const judgeType = (type: LinkedType, { lists }: Linked): Finding[] => {
  const teller = tellerOf(type.source.server);
  const { migrate } = type.server;
  migrate.forEach((op, index) => {
    const at = pointer('', 'migrate', index);
    const needed = missing(op).map((need) => need.replace('|', ' or '));
    if (needed.length > 0) return teller.tell(at, `${op.op} needs ${needed.join(' and ')}`);
    const later = migrate.slice(index + 1).flatMap((each) => [each.from, each.path]);
    for (const path of endsOf(op)) {
      teller.expect(
        later.includes(path) || propertyAt(type.properties, path) !== undefined,
        at,
        noProperty(type, path),
      );
    }
    const start = op.op === 'drop' ? op.path : op.from;
    const gone = start === undefined || propertyAt(type.properties, start) === undefined;
    teller.expect(gone, at, `${start ?? ''} is still a property of ${type.name}`);
    const moved = op.op !== 'rename' || parentOf(op.from ?? '') === parentOf(op.to ?? '');
    teller.expect(moved, at, 'a rename stays within its object');
    const known = op.list === undefined || Object.hasOwn(lists, op.list);
    teller.expect(known, at, `${op.list ?? ''} is no declared list${didYouMean(op.list ?? '', Object.keys(lists))}`);
  });
  return teller.findings;
};

export const migrations = perType(judgeType);
