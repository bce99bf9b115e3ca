// Tests that the product only appends to the audit of reads.
import { expect, it } from 'vitest';
import { filesIn, textOf } from 'tests/architecture/sourceFiles.ts';

const TABLE = 'read_audit';
const places = filesIn('src').filter((path) => /\.(tsx?|sql)$/.test(path) && textOf(path).includes(TABLE));

it('speaks of the audit in one file of statements and in the migrations of its table and its indexes', () => {
  expect(places.sort()).toEqual([
    'src/server/store/auditRows.ts',
    'src/server/store/migrations/000067_tables.sql',
    'src/server/store/migrations/000115_read_audit_index.sql',
  ]);
});

it('adds to it and reads it, and does nothing else with it', () => {
  const other =
    /\b(update|delete from|truncate|truncate table|drop table|drop table if exists|alter table|merge into)\s+(only\s+)?read_audit\b/gi;
  expect(places.flatMap((path) => [...textOf(path).matchAll(other)].map(([words]) => words))).toEqual([]);
  expect('delete from read_audit where true').toMatch(other);
});
