// Tables are read in a process of their own, which hostile files and impatient people end without harm to this one.

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isProblem } from 'src/model/problems.ts';
import { createFileReader } from 'src/server/fileReader/fileReader.ts';
import { createSheets, type AskForSheet, type Sheets } from 'src/server/sheets/sheets.ts';
import { killReader } from 'tests/server/harness/readerProcesses.ts';
import { fileReaderEntry } from 'tests/server/fileReaderEntry.ts';

let folder: string;
let sheets: Sheets;
const logged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-sheets-'));
  const log = (message: string): void => void logged.push(message);
  sheets = createSheets(createFileReader({ dir: join(folder, 'reading'), entry: fileReaderEntry, log }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const asked = async (content: string, more: Partial<AskForSheet> = {}): Promise<AskForSheet> => {
  const path = join(folder, 'table.dat');
  await writeFile(path, content);
  return { path, person: 'ada', deadlineMs: 30_000, ...more };
};

const messageOf = async (work: Promise<unknown>): Promise<unknown> => {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isProblem(thrown)) return thrown;
  const [first] = (thrown.params?.['errors'] ?? []) as readonly { path: string; message: string }[];
  return first && [first.path, first.message];
};

it('[ARCH-02] passes rows on in batches and removes its folder', async () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => `${String(at).padStart(4, '0')},x`);
  const batches = await sheets.read(await asked(`Code,Title\n${lines.join('\n')}`), async ({ summary, rows }) => {
    expect(summary).toMatchObject({ format: 'CSV', rows: 1_200 });
    const sizes: number[] = [];
    for await (const batch of rows()) sizes.push(batch.length);
    return sizes;
  });
  expect(batches).toEqual([500, 500, 200]);
  expect(await readdir(join(folder, 'reading'))).toEqual([]);
});

it('[ARCH-02] a refusal names the choice that would help', async () => {
  const read = async (content: string, more: Partial<AskForSheet>) =>
    messageOf(sheets.read(await asked(content, more), () => Promise.resolve()));
  expect(await read('A,B\n1,2\n', { headerRow: 9 })).toEqual(['/headerRow', 'sheet.noCaptions']);
  expect(await read('A,B\n1,2\n', { encoding: 'klingon' })).toEqual(['/encoding', 'sheet.unknownEncoding']);
  expect(await read('%PDF-1.4', {})).toEqual(['/upload', 'sheet.isPdf']);
  expect(logged).toEqual([]);
});

it('[ARCH-02] a file that takes too long ends with its process, and the next one is read', async () => {
  const long = `A,B\n${'1,2\n'.repeat(400_000)}`;
  expect(await messageOf(sheets.read(await asked(long, { deadlineMs: 1 }), () => Promise.resolve()))).toEqual([
    '/upload',
    'sheet.tooSlow',
  ]);
  expect(await sheets.read(await asked('A,B\n1,2\n'), ({ summary }) => Promise.resolve(summary.rows))).toBe(1);
});

it('[ARCH-02] a person who leaves ends the reading', async () => {
  const leaving = new AbortController();
  const reading = sheets.read(await asked('A,B\n1,2\n', { signal: leaving.signal }), () => Promise.resolve());
  leaving.abort(new Error('left'));
  expect(await messageOf(reading)).toEqual(new Error('left'));
});

it('[ARCH-02] [TRUST] a file whose process is killed is read again, and refused when that is killed, too', async () => {
  const long = `A,B\n${'1,2\n'.repeat(400_000)}`;
  const read = async (): Promise<unknown> =>
    messageOf(
      sheets.read(await asked(long), ({ summary }) => {
        throw new Error(`${summary.rows} rows`);
      }),
    );
  const killed = new Set<number>();
  const once = read();
  expect(await killReader(killed, () => false)).toBe(true);
  expect(await once).toEqual(new Error('400000 rows'));
  const twice = read();
  expect(await killReader(killed, () => false)).toBe(true);
  expect(await killReader(killed, () => false)).toBe(true);
  expect(await twice).toEqual(['/upload', 'sheet.tooMuch']);
  expect(await readdir(join(folder, 'reading'))).toEqual([]);
});
