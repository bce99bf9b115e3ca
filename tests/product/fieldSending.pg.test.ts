// A phone with many records and photos on a connection that is cut again and again: each record and each photo arrives once, and the memory of
// the server stays flat. FIELD_RECORDS, FIELD_CUT_MS and FIELD_PHOTO_BYTES make it the long drill `npm run drill:field`.

import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendEntry, type SendingParts } from 'src/domain/geokeeper/fieldApp/EntrySender.client.ts';
import type { EntryFile, FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { startCutter, type Cutter } from 'tests/e2e/harness/startCutter.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { productProcesses } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const RECORDS = Number(process.env['FIELD_RECORDS'] ?? 12);
const CUT_EVERY_MS = Number(process.env['FIELD_CUT_MS'] ?? 700);
const PHOTO_BYTES = Number(process.env['FIELD_PHOTO_BYTES'] ?? 120_000);
const PHOTOS = ['one', 'two', 'three', 'four'] as const;
const CUT_FOR_MS = Math.min(2_000, CUT_EVERY_MS / 4);
const PART_BYTES = 64_000;
/** Milliseconds of the whole run. */
const WITHIN = 120_000 + RECORDS * 4_000;
/** Bytes that the server and the phone may hold at the end in addition to those after the first tenth of the records. */
const MORE_MEMORY = 120_000_000;

const FORM: FieldForm = {
  ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  ...{ lists: {}, questions: PHOTOS.map((name) => ({ name, type: 'photo', label: { en: name } })) },
};

let world: ProductWorld;
let program: ItemId;
let form: ItemId;
let line: Cutter;
const processes = productProcesses(() => world);
const ask = async (o: string, body: Json): Promise<Body> => okOf(await world.ask('administrator', o, body));

beforeAll(async () => {
  world = await openProductWorld();
  const values = { label: 'Nests', owner: world.own, state: 'ACTIVE', access: 'USERS' };
  program = String((await ask('create/GeoKeeperProgram', values))['$id']);
  const definition = { label: 'Nests', program, state: 'ACTIVE', form: FORM as unknown as Json };
  form = String((await ask('create/GeoKeeperFormDef', definition))['$id']);
  await ask('act/publishFieldForm', targetOf(form));
  line = await startCutter((await processes.start()).url);
}, 180_000);
afterAll(async () => {
  await line.stop();
  processes.stop();
  await world.stop();
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Content of a photo, which is the same whenever the phone reads it. */
const contentOf = (file: EntryFile): Buffer => {
  const seed = createHash('sha256').update(file.upload).digest();
  return Buffer.alloc(PHOTO_BYTES, seed);
};

interface Asked extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The requests of a phone over the line, which throw when it is cut. */
const phoneParts = (): SendingParts => {
  const headers = () => ({ authorization: `Bearer ${world.tokenOf('member')}`, 'tus-resumable': '1.0.0' });
  const request = async (path: string, options: Asked): Promise<Response> => {
    const answer = await fetch(`${line.url}${path}`, { ...options, headers: { ...headers(), ...options.headers } });
    if (!answer.ok && answer.status !== 404) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const upload: SendingParts['upload'] = async (file, _content, onProgress) => {
    const content = contentOf(file);
    const path = `/api/upload/${file.upload}`;
    const known = await request(path, { method: 'HEAD' });
    if (known.status === 404)
      await request('/api/upload', {
        method: 'POST',
        headers: {
          'upload-length': String(content.length),
          'upload-metadata': `key ${base64(file.upload)},filename ${base64(file.name)}`,
        },
      });
    let sent = known.status === 404 ? 0 : Number(known.headers.get('upload-offset'));
    while (sent < content.length) {
      const part = content.subarray(sent, sent + PART_BYTES);
      const type = 'application/offset+octet-stream';
      await request(path, {
        method: 'PATCH',
        headers: { 'upload-offset': String(sent), 'content-type': type },
        body: new Uint8Array(part),
      });
      sent += part.length;
      onProgress(sent);
    }
  };
  return {
    upload,
    content: (_entry, file) => Promise.resolve(new Blob([new Uint8Array(contentOf(file))])),
    track: () => Promise.resolve(undefined),
    submit: async (body, key) => {
      const envelope = { o: 'act/submitFieldData', key, b: { ...targetOf(body.record.program), ...body } };
      const answer = await request('/api/item', { method: 'POST', body: JSON.stringify(envelope) });
      const { b, erred } = (await answer.json()) as { readonly b: Body; readonly erred?: boolean };
      if (erred === true) throw new Error(JSON.stringify(b));
      return b as unknown as Awaited<ReturnType<SendingParts['submit']>>;
    },
    ...{ uuid: randomUUID, device: 'phone', clockOffset: () => 0, now: () => new Date() },
  };
};

const newEntry = (): FieldEntry => {
  const files = PHOTOS.map((name): EntryFile => {
    const file = { name: `${name}.jpg`, type: 'image/jpeg', size: PHOTO_BYTES, upload: randomUUID(), sent: false };
    return {
      ...file,
      sha256: createHash('sha256')
        .update(contentOf({ ...file, sha256: '' }))
        .digest('hex'),
    };
  });
  return {
    ...{ instanceId: `uuid:${randomUUID()}`, formType: 'record', program, formDef: form, version: 1, form: FORM },
    ...{ title: 'Nest', collected: '2026-05-04T08:30:00.000Z', finalized: '2026-05-04T08:40:00.000Z', files },
    answers: Object.fromEntries(PHOTOS.map((name) => [name, `${name}.jpg`])),
    ...{ state: 'waiting', revision: 1, sendKey: randomUUID(), changed: '2026-05-04T08:40:00.000Z' },
  };
};

/** Cuts the line again and again until the signal ends it. Returns how often. */
const cutAgain = async (over: AbortSignal): Promise<number> => {
  let cuts = 0;
  while (!over.aborted) {
    await pause(CUT_EVERY_MS);
    line.cut();
    cuts += 1;
    await pause(CUT_FOR_MS);
    line.mend();
  }
  return cuts;
};

/** Bytes that this process holds, which is the phone. */
const memoryOfPhone = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const memoryOfServer = async (): Promise<number> => {
  const text = await (await fetch(`${line.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? NaN);
};

/** Sends an entry until the server has all of it. Throws when that needs more than a hundred attempts. */
const sendUntilThere = async (entry: FieldEntry, parts: SendingParts): Promise<number> => {
  let current = entry;
  for (let attempts = 1; attempts <= 100; attempts += 1) {
    try {
      current = await sendEntry(current, parts, () => {});
      if (current.state === 'sent') return attempts;
    } catch (error) {
      // A refusal of the server is no broken connection.
      if (!(error instanceof TypeError)) throw error;
      await pause(CUT_FOR_MS / 2);
    }
  }
  throw new Error(`${entry.instanceId} did not arrive`);
};

it(
  `[GEO-01] ${RECORDS} records with ${RECORDS * PHOTOS.length} photos arrive once over a line that is cut every ${CUT_EVERY_MS} ms`,
  async () => {
    const over = new AbortController();
    const cutting = cutAgain(over.signal);
    const parts = phoneParts();
    const entries = Array.from({ length: RECORDS }, newEntry);
    let attempts = 0;
    let early = NaN;
    let phoneEarly = memoryOfPhone();
    for (const [at, entry] of entries.entries()) {
      attempts += await sendUntilThere(entry, parts);
      if (at !== Math.floor(RECORDS / 10)) continue;
      early = await memoryOfServer().catch(() => NaN);
      phoneEarly = memoryOfPhone();
    }
    over.abort();
    const cuts = await cutting;
    expect(cuts).toBeGreaterThan(0);
    // An answer that was lost is asked for again with another key.
    expect(await sendUntilThere({ ...(entries[0] as FieldEntry), sendKey: randomUUID() }, parts)).toBe(1);
    const late = await memoryOfServer();
    const { total } = await ask('search/ids', { must: { _t: ['GeoKeeperFieldData'], program: [program] }, max: 1 });
    expect(total).toBe(RECORDS);
    const files = await ask('search/ids', { must: { _t: ['Attachment'], 'rel.program': [program] }, max: 1 });
    expect(files['total']).toBe(RECORDS * PHOTOS.length);
    const { bytes } = await storedBytes();
    expect(bytes).toBe(RECORDS * PHOTOS.length * PHOTO_BYTES);
    process.stdout.write(
      `${JSON.stringify({ records: RECORDS, cuts, attempts, early, late, phoneEarly, phoneLate: memoryOfPhone() })}\n`,
    );
    expect(memoryOfPhone() - phoneEarly).toBeLessThan(MORE_MEMORY);
    if (!Number.isNaN(early)) expect(late - early).toBeLessThan(MORE_MEMORY);
  },
  WITHIN,
);

/** Items of one request. */
const MOST_READ = 1_000;

/** Bytes of the photos as the database knows them. */
const storedBytes = async (): Promise<{ readonly bytes: number }> => {
  const { ids } = await ask('search/ids', {
    ...{ must: { _t: ['Attachment'], 'rel.program': [program] } },
    max: Math.min(RECORDS * PHOTOS.length, 5_000),
  });
  const left = [...((ids ?? []) as readonly ItemId[])];
  let bytes = 0;
  while (left.length > 0) {
    const read = await ask('readMany/object', left.splice(0, MOST_READ));
    for (const item of Object.values(read)) bytes += Number((item as Body)['size']);
  }
  return { bytes };
};
