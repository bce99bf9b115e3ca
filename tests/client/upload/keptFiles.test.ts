// Unfinished uploads that stay on this device: encrypted, readable only with the key of their user, and deleted after a day.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { uploadFingerprint } from 'src/client/upload/fingerprint.ts';
import { openKeptFiles, sweepKeptFiles, type KeptFiles } from 'src/client/upload/keptFiles.ts';
import { storedBytes } from 'tests/client/stores/storedBytes.ts';

const [MINE, THEIRS] = ['A', 'B'].map((letter) => letter.repeat(43)) as [string, string];
const DAY_MS = 86_400_000;
const BYTES = 5 * 1_048_576;

const open = (databases: IDBFactory, userKey: string): Promise<KeptFiles> =>
  openKeptFiles({ databases, userKey, uuid: () => crypto.randomUUID(), now: () => DAY_MS });

const all = (databases: IDBFactory): Promise<readonly string[]> =>
  storedBytes(databases, 'knowledge-keeper-files', ['heads', 'pieces']);

/** Larger than one piece. */
const film = (): File =>
  new File([new Uint8Array(BYTES).fill(7), 'Where the cedar grows'], 'spring camp.mp4', {
    type: 'video/mp4',
    lastModified: 12,
  });

describe('kept files', () => {
  it('[FILE-01] gives back the same file to a later page of the same user, and nothing once it is removed', async () => {
    const databases = new IDBFactory();
    expect(await (await open(databases, MINE)).keep('one', film())).toBe(true);
    const later = await open(databases, MINE);
    const back = await later.read('one');
    expect([back?.name, back?.type, back?.size]).toEqual(['spring camp.mp4', 'video/mp4', film().size]);
    expect(back && (await uploadFingerprint(back))).toBe(await uploadFingerprint(film()));
    expect(await later.read('two')).toBeUndefined();
    await later.remove('one');
    expect(await later.read('one')).toBeUndefined();
    expect(await all(databases)).toEqual([]);
  });

  it('[FILE-01] leaves nothing readable, and opens nothing of another user', async () => {
    const databases = new IDBFactory();
    const mine = await open(databases, MINE);
    const theirs = await open(databases, THEIRS);
    await mine.keep('one', film());
    const stored = (await all(databases)).join('');
    expect(stored.length).toBeGreaterThan(BYTES);
    // Long enough not to come about by chance in so many random bytes.
    for (const text of ['spring', 'video/mp4', 'cedar grows', '"one"']) expect(stored).not.toContain(text);
    expect(await theirs.read('one')).toBeUndefined();
    await theirs.removeAll();
    expect((await mine.read('one'))?.size).toBe(film().size);
    await mine.removeAll();
    expect(await all(databases)).toEqual([]);
  });

  it('[FILE-01] lets the next user of the device remove uploads older than a day, and all of them on request', async () => {
    const databases = new IDBFactory();
    const mine = await open(databases, MINE);
    await mine.keep('one', film());
    expect(await sweepKeptFiles(databases, 2 * DAY_MS - 1)).toBe(true);
    expect((await mine.read('one'))?.size).toBe(film().size);
    expect(await sweepKeptFiles(databases, 2 * DAY_MS)).toBe(false);
    expect(await all(databases)).toEqual([]);
    await mine.keep('two', film());
    expect(await sweepKeptFiles(databases)).toBe(false);
  });

  it('[FILE-01] keeps nothing of an upload that ended while its file was written, nor of a file that is too large', async () => {
    const databases = new IDBFactory();
    const mine = await open(databases, MINE);
    const writing = mine.keep('one', film());
    await mine.remove('one');
    expect(await writing).toBe(false);
    const large = film();
    Object.defineProperty(large, 'size', { value: 2 ** 30 });
    expect(await mine.keep('two', large)).toBe(false);
    expect(await all(databases)).toEqual([]);
  });
});
