// The zip of a task, when writing or filling it fails.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ZipStream } from 'src/server/files/zipStream.ts';
import { storeZip } from 'src/server/tasks/storedZip.ts';
import { createTaskResults, type TaskResults } from 'src/server/tasks/taskResults.ts';

let folder = '';
let taskResults: TaskResults;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-zip-'));
  taskResults = createTaskResults(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const store = (fill: (zip: ZipStream) => Promise<string>): Promise<string> => {
  const context = () => Promise.resolve({ services: { taskResults }, now: new Date(0) });
  return storeZip({ key: 'zip', signal: new AbortController().signal, context }, fill);
};

it('[TASK-01] a zip is stored when it is filled, and its task gets what was found', async () => {
  const found = await store(async (zip) => {
    await zip.add('song.txt', Readable.from([Buffer.from('song')]), 'text/plain');
    zip.end('end.txt', Buffer.from('end'));
    return 'found';
  });
  expect([found, await readdir(folder)]).toEqual(['found', ['zip']]);
});

it('[TASK-01] a zip that cannot be filled leaves nothing, and its task gets the reason', async () => {
  const stored = store(async (zip) => {
    await zip.add('song.txt', Readable.from([Buffer.from('song')]), 'text/plain');
    throw new Error('no second song');
  });
  await expect(stored).rejects.toThrow('no second song');
  expect(await readdir(folder)).toEqual([]);
});

it('[TASK-01] a zip that cannot be written ends with the error of the disk, although it can no longer be filled', async () => {
  await rm(folder, { recursive: true });
  const stored = store(async (zip) => {
    await zip.add('song.txt', Readable.from([Buffer.alloc(1_000_000)]), 'text/plain');
    return 'never';
  });
  await expect(stored).rejects.toMatchObject({ code: 'ENOENT' });
});
