import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNumbers } from 'src/server/store/itemNumbers.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

describe('numbers', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase(registry);
  });
  afterAll(() => db.stop());

  it('start at 1 without a gap, for each key by itself', async () => {
    const numbers = createNumbers(db.database);
    const books: number[] = [];
    for (let made = 0; made < 40; made += 1) books.push(await numbers.next(102));
    expect(books).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await numbers.next(101)).toBe(1);
  });

  it('are never given twice by two processes at once', async () => {
    const worker = fileURLToPath(new URL('./takeNumbers.ts', import.meta.url));
    const take = () =>
      new Promise<number[]>((resolve, reject) => {
        const child = fork(worker, [JSON.stringify(db.connection), '400'], { execArgv: ['--import', 'tsx'] });
        child.on('message', (taken) => resolve(taken as number[]));
        child.on('error', reject);
        child.on('exit', (code) => (code === 0 ? undefined : reject(new Error(`exit code ${code}`))));
      });
    const taken = (await Promise.all([take(), take()])).flat();
    expect(taken).toHaveLength(800);
    expect(new Set(taken).size).toBe(800);
  });
});
