// `npm run drill:upload`: a file of 1 GB goes to the built product over a line that is cut after every 64 MB, is taken by a record, and
// is read back whole, by 16 ranges at once, and by 40 readers that do not read on. Ends with 1 when a byte differs or the memory of the
// server process grows with the file. `-- 256` sends another number of megabytes, `-- 256 8` cuts after other bytes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachUploads } from 'tests/e2e/harness/attachFiles.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { digestOfLarge, fetchDigest, growthDuring, leaveUnread, sendLarge } from 'tests/e2e/harness/largeFile.ts';
import { startCutter } from 'tests/e2e/harness/startCutter.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, removeStore } from 'tests/e2e/harness/Store.ts';

const MEGABYTE = 2 ** 20;
const [size = 1024, cutEvery = 64] = process.argv.slice(2).map(Number);
const bytes = size * MEGABYTE;
/** Far less than the file. The memory of an idle process varies by some tens of megabytes. */
const MOST_GROWTH = 160 * MEGABYTE;

const folder = mkdtempSync(join(tmpdir(), 'kk-'));
const SITE_CONFIG = join(folder, 'site.json');
// Otherwise the rate limit in bytes, not the line, would determine the duration.
writeFileSync(SITE_CONFIG, JSON.stringify({ limits: { upload: { perSecond: 2 ** 40, burst: 2 ** 40 } } }));
const store = await emptyStore(undefined);
const server = await startServer(store, { SITE_CONFIG });
const line = await startCutter(server.url);

const told = async (what: string, work: () => Promise<string>): Promise<void> => {
  const from = performance.now();
  let said = '';
  const growth = await growthDuring(server.url, async () => (said = await work()));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${what}: ${said}, ${seconds} s, memory of the server +${Math.round(growth / MEGABYTE)} MB`);
  if (growth > MOST_GROWTH) throw new Error(`memory grew by ${growth} bytes`);
};

try {
  const token = await tokenOf(server.url, 'staff');
  const expected = digestOfLarge(0, bytes);
  const same = (digest: string, wanted: string): void => {
    if (digest !== wanted) throw new Error('the bytes differ');
  };
  let href = '';
  await told('sent', async () => {
    const { value, cuts } = await sendLarge({
      line,
      token,
      name: 'large.bin',
      size: bytes,
      cutEvery: cutEvery * MEGABYTE,
    });
    const [{ id, fileID } = { id: '', fileID: '' }] = (await attachUploads(server.url, token, [value])).files;
    same(fileID, expected);
    href = `${server.url}/attachment/${id}`;
    return `${size} MB, cut ${cuts} times, whole`;
  });
  await told('read whole', async () => {
    same(await fetchDigest(href, token), expected);
    return 'the same bytes';
  });
  await told('read by ranges', async () => {
    const each = bytes / 16;
    const parts = Array.from({ length: 16 }, (_, at) => [at * each, (at + 1) * each] as const);
    const digests = await Promise.all(parts.map(([from, to]) => fetchDigest(href, token, `bytes=${from}-${to - 1}`)));
    digests.forEach((digest, at) => same(digest, digestOfLarge(...(parts[at] ?? [0, 0]))));
    return '16 at once, the same bytes';
  });
  await told('left unread', async () => {
    await leaveUnread(href, token, 40);
    return '40 readers that stop reading';
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await line.stop();
  await server.stop();
  await removeStore(store, undefined);
  rmSync(folder, { recursive: true, force: true });
}
