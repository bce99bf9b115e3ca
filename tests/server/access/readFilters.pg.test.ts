import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import { createReadFilters } from 'src/server/store/readers/readFilters.ts';
import { readable } from 'src/server/store/readers/readCondition.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const reader = (owner: string, reads: 'COMMUNITY' | 'PROTECTED' | 'PRIVATE'): Subject => ({
  ...VISITOR,
  userId: 'User-5',
  sessionId: 's',
  memberships: [{ owner, reads, admin: false, capabilities: ['Library'] }],
});

describe('gates', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase(registry);
  });
  afterAll(() => db.stop());

  it('give one number to one set of readers, however it is written', async () => {
    const readFilters = createReadFilters(db.database);
    const acl = await readFilters.aclFor(['user:User-1', 'owner:Shelf-1:PRIVATE']);
    expect(await readFilters.aclFor(['owner:Shelf-1:PRIVATE', 'user:User-1', 'user:User-1'])).toBe(acl);
    expect(await createReadFilters(db.open()).aclFor(['owner:Shelf-1:PRIVATE', 'user:User-1'])).toBe(acl);
    expect(await readFilters.aclFor(['everyone', 'user:User-1'])).toBe(await readFilters.aclFor(['everyone']));
    expect(await readFilters.aclFor(['owner:Shelf-1:PRIVATE'])).not.toBe(acl);
  });

  it('let each subject pass where it is among the readers, and only an admin where there are none', async () => {
    const readFilters = createReadFilters(db.database);
    const acls = {
      all: await readFilters.aclFor(['everyone']),
      signedIn: await readFilters.aclFor(['signedIn']),
      community: await readFilters.aclFor(['owner:Shelf-7:COMMUNITY']),
      private: await readFilters.aclFor(['owner:Shelf-7:PRIVATE']),
      capability: await readFilters.aclFor(['cap:Library:Shelf-7']),
      user: await readFilters.aclFor(['user:User-5']),
      nobody: await readFilters.aclFor([]),
    };
    const seen = async (subject: Subject) => {
      const readFilter = await readFilters.readFilterFor(subject);
      return Object.entries(acls).flatMap(([name, acl]) => (readFilter.canRead(acl) ? [name] : []));
    };
    expect(await seen(VISITOR)).toEqual(['all']);
    expect(await seen(reader('Shelf-8', 'PRIVATE'))).toEqual(['all', 'signedIn', 'user']);
    expect(await seen(reader('Shelf-7', 'PROTECTED'))).toEqual(['all', 'signedIn', 'community', 'capability', 'user']);
    expect(await seen(reader('Shelf-7', 'PRIVATE'))).toEqual([
      'all',
      'signedIn',
      'community',
      'private',
      'capability',
      'user',
    ]);
    expect(await seen({ ...reader('Shelf-9', 'COMMUNITY'), admin: true })).toEqual(Object.keys(acls));
  });

  it('grow while they are in use: own acls at once, those of other processes when notified', async () => {
    const [mine, theirs] = [createReadFilters(db.database), createReadFilters(db.open())];
    const readFilter = await mine.readFilterFor(reader('Shelf-20', 'PRIVATE'));
    const before = readFilter.mask;
    const own = await mine.aclFor(['owner:Shelf-20:PRIVATE', 'user:User-9']);
    expect(readFilter.canRead(own)).toBe(true);
    const foreign = await theirs.aclFor(['owner:Shelf-20:COMMUNITY', 'user:User-77']);
    expect(readFilter.canRead(foreign)).toBe(false);
    await mine.learn([foreign]);
    expect(readFilter.canRead(foreign)).toBe(true);
    expect(readFilter.canRead(await mine.aclFor(['owner:Shelf-21:PRIVATE']))).toBe(false);
    for (let made = 0; made < 700; made += 1) await mine.aclFor([`user:User-${1000 + made}`]);
    const late = await mine.aclFor(['owner:Shelf-20:PROTECTED']);
    expect(readFilter.mask.length).toBeGreaterThan(before.length);
    expect(readFilter.canRead(late)).toBe(true);
    const fresh = await createReadFilters(db.open()).readFilterFor(reader('Shelf-20', 'PRIVATE'));
    for (let acl = 0; acl <= late; acl += 1) expect([acl, fresh.canRead(acl)]).toEqual([acl, readFilter.canRead(acl)]);
  });

  it('say the same in SQL as in the process, also for acls beyond the mask', async () => {
    const readFilters = createReadFilters(db.database);
    for (const subject of [VISITOR, reader('Shelf-7', 'PRIVATE'), { ...reader('Shelf-7', 'PRIVATE'), admin: true }]) {
      const readFilter = await readFilters.readFilterFor(subject);
      const rows = await db.database.query<{ n: number; may: boolean }>(
        `select n, ${readable('n', '$1')} as may from generate_series(0, $2::int) n`,
        [readFilter.mask, readFilter.known + 500],
      );
      for (const { n, may } of rows) expect([n, may]).toEqual([n, readFilter.canRead(n)]);
    }
  });

  it('are made again after an attempt failed, and are complete then', async () => {
    let failures = 1;
    const acl = await createReadFilters(db.database).aclFor(['owner:Shelf-600:PRIVATE']);
    const readFilters = createReadFilters({
      query: (text, values, name) => {
        if (name !== 'acl.readableBy' || failures === 0) return db.database.query(text, values, name);
        failures -= 1;
        return Promise.reject(new Error('the connection was lost'));
      },
    });
    await expect(readFilters.readFilterFor(reader('Shelf-600', 'PRIVATE'))).rejects.toThrow('the connection was lost');
    expect((await readFilters.readFilterFor(reader('Shelf-600', 'PRIVATE'))).canRead(acl)).toBe(true);
  });

  it('do not miss an acl that appears while a set is being read', async () => {
    const readFilters = createReadFilters(db.database);
    for (let round = 0; round < 30; round += 1) {
      const owner = `Shelf-${500 + round}`;
      const [readFilter, acl] = await Promise.all([
        readFilters.readFilterFor(reader(owner, 'PRIVATE')),
        readFilters.aclFor([`owner:${owner}:PRIVATE`]),
      ]);
      expect(readFilter.canRead(acl)).toBe(true);
    }
  });

  it('keep a bounded amount of memory for later, however many sets of readers there were', async () => {
    const MEBIBYTE = 1_048_576;
    await db.database.query(`select setval(pg_get_serial_sequence('acl', 'id'), ${8 * MEBIBYTE})`);
    const readFilters = createReadFilters(db.open());
    const acl = await readFilters.aclFor(['owner:Shelf-77:COMMUNITY']);
    const person = (number: number): Subject => ({ ...reader('Shelf-77', 'COMMUNITY'), userId: `User-${number}` });
    // The garbage collector takes weakly referenced sets after the turn that read them.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const held = async (): Promise<number> => {
      await db.database.query('select 1');
      collect();
      return process.memoryUsage().arrayBuffers / MEBIBYTE;
    };
    const before = await held();
    for (let number = 0; number < 150; number += 1)
      expect((await readFilters.readFilterFor(person(number))).canRead(acl)).toBe(true);
    expect((await held()) - before).toBeLessThan(80);
    // A filter that was removed from memory is created again.
    expect((await readFilters.readFilterFor(person(0))).canRead(acl)).toBe(true);
  });
});
