// A start reports an unreachable database only for errors that opening the connection raises.

import { describe, expect, it } from 'vitest';
import { problem } from 'src/model/problems.ts';
import { openFailure, unfitFailure } from 'src/server/startFailures.ts';
import { UnfitServer } from 'src/server/store/checkServer.ts';

const config = { databaseUrl: 'postgres://keeper@database.example/keeper' };
const coded = (code: string): Error => Object.assign(new Error(code), { code });
const opening = (error: unknown): unknown => (openFailure(error, config) as Error).message;

describe('a database that cannot be used', () => {
  it.each(['ECONNREFUSED', 'EHOSTUNREACH', '08006', '28P01', '3D000', '53300', '57P03'])(
    'cannot be reached where connecting fails with %s',
    (code) => expect(opening(coded(code))).toContain('cannot be reached'),
  );

  it('cannot be reached where connecting takes too long', () => {
    expect(opening(problem('timeout'))).toContain('its host does not answer');
  });

  it.each([coded('ENOENT'), coded('EACCES'), coded('53100'), coded('57014'), new Error('the lock timeout is over')])(
    'reports any other error with its stack: %s',
    (error) => expect([openFailure(error, config), unfitFailure(error)]).toEqual([error, error]),
  );

  it('reports a time limit of a migration as what it is', () => {
    const late = problem('timeout');
    expect(unfitFailure(late)).toBe(late);
  });

  it('does not fit', () => {
    const old = new UnfitServer('PostgreSQL 15 or newer is needed.');
    for (const failure of [openFailure(old, config), unfitFailure(old)])
      expect((failure as Error).message).toBe('the database cannot be used: PostgreSQL 15 or newer is needed.');
  });
});
