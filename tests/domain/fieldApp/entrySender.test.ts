// Sending one entry: files first, each until its checksum has come back, and a record that is sent once.
import { describe, expect, it } from 'vitest';
import { type SendingParts, sendEntry, type SubmittedEntry } from 'src/domain/geokeeper/fieldApp/EntrySender.client.ts';
import type { EntryFile, FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

const photo = (name: string, more: Partial<EntryFile> = {}): EntryFile => ({
  ...{ name, type: 'image/jpeg', size: 10, sha256: `sum of ${name}`, upload: `upload of ${name}`, sent: false },
  ...more,
});

const entry = (more: Partial<FieldEntry> = {}): FieldEntry => ({
  ...{
    instanceId: 'uuid:one',
    formType: 'record',
    program: 'GeoKeeperProgram-1',
    formDef: 'GeoKeeperFormDef-1',
    version: 3,
  },
  form: {
    ...{ title: { en: 'Birds' }, machineName: 'birds', languages: ['en'], defaultLanguage: 'en' },
    ...{ formType: 'record', lists: {}, questions: [] },
  },
  ...{ title: 'Heron', collected: '2026-05-01T10:00:00.000Z', finalized: '2026-05-01T11:00:00.000Z' },
  ...{
    answers: { picture: 'a.jpg', nests: [{ picture: 'b.jpg' }] },
    files: [photo('a.jpg'), photo('b.jpg')],
    state: 'waiting',
    revision: 4,
  },
  ...{ sendKey: 'key', changed: '2026-05-01T11:00:00.000Z' },
  ...more,
});

const connection = (more: Partial<SendingParts> = {}) => {
  const uploads: string[] = [];
  const submitted: { body: SubmittedEntry; key: string }[] = [];
  const parts: SendingParts = {
    content: () => Promise.resolve(new Blob(['0123456789'])),
    track: () => Promise.resolve({ segments: [[{ lat: 1, lon: 2 }]] }),
    upload: (file, _content, onProgress) => {
      uploads.push(file.upload);
      onProgress(file.size);
      return Promise.resolve();
    },
    submit: (body, key) => {
      submitted.push({ body, key });
      return Promise.resolve({ id: 'GeoKeeperFieldData-1', files: body.files });
    },
    ...{
      uuid: () => 'another',
      device: 'phone',
      clockOffset: () => 0,
      now: () => new Date('2026-05-01T12:00:00.000Z'),
    },
    ...more,
  };
  return { parts, uploads, submitted };
};

const quiet = (): void => {};

describe('[GEO-01] sendEntry', () => {
  it('sends the files, then the record, and marks what the server confirmed', async () => {
    const { parts, uploads, submitted } = connection();
    const shares: number[] = [];
    const sent = await sendEntry(entry(), parts, (share) => shares.push(share));
    expect(uploads).toEqual(['upload of a.jpg', 'upload of b.jpg']);
    expect(shares).toEqual([0.5, 1]);
    expect(submitted.map(({ key }) => key)).toEqual(['key']);
    expect(submitted[0]?.body.record).toMatchObject({
      instanceId: 'uuid:one',
      version: 3,
      finalized: '2026-05-01T11:00:00.000Z',
    });
    expect(sent).toMatchObject({ state: 'sent', sentRevision: 4 });
    expect(sent.files.every((file) => file.sent)).toBe(true);
  });

  it('does not count a photo as sent whose checksum did not come back, and sends it again as another upload', async () => {
    const answer = {
      id: 'GeoKeeperFieldData-1',
      files: [
        { name: 'a.jpg', sha256: 'sum of a.jpg' },
        { name: 'b.jpg', sha256: 'other' },
      ],
    };
    const first = connection({ submit: () => Promise.resolve(answer) });
    const half = await sendEntry(entry(), first.parts, quiet);
    expect(half.state).toBe('waiting');
    expect(half.files.map(({ sent, upload }) => [sent, upload])).toEqual([
      [true, 'upload of a.jpg'],
      [false, 'another'],
    ]);
    const second = connection();
    expect((await sendEntry(half, second.parts, quiet)).state).toBe('sent');
    expect(second.uploads).toEqual(['another']);
  });

  it('repeats a request without an answer with the same key and the same uploads', async () => {
    const broken = connection({ submit: () => Promise.reject(new Error('no answer')) });
    await expect(sendEntry(entry(), broken.parts, quiet)).rejects.toThrow('no answer');
    const again = connection();
    await sendEntry(entry(), again.parts, quiet);
    expect(again.submitted[0]?.key).toBe('key');
    expect(again.uploads).toEqual(broken.uploads);
  });

  it('sends a draft without the time at which it was finished, and it stays a draft', async () => {
    const { parts, submitted } = connection();
    const { finalized: _finalized, ...unfinished } = entry({ state: 'draft' });
    expect(await sendEntry(unfinished, parts, quiet)).toMatchObject({ state: 'draft', sentRevision: 4 });
    expect(submitted[0]?.body.record).not.toHaveProperty('finalized');
  });

  it('tells the server how far the clock of the device is wrong, and sends the track of a trip', async () => {
    const { parts, submitted } = connection({ clockOffset: () => -31_536_000_000 });
    await sendEntry(entry({ formType: 'trip' }), parts, quiet);
    expect(submitted[0]?.body.record).toMatchObject({
      clockOffset: 31_536_000_000,
      track: { segments: [[[1, 2, null, null, null]]] },
    });
  });
});
