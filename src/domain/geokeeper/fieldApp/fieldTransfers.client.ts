// The transfers between this device and the server: files and records to it, the media of forms and references from it.

import type { Client } from 'src/client/extendFrame.ts';
import { askUpload, loadFileSender, uuid } from 'src/client/extendDevice.ts';
import type { SendingParts, SubmitAnswer } from 'src/domain/geokeeper/fieldApp/EntrySender.client.ts';
import type { FieldVault } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import type { FieldEntries } from 'src/domain/geokeeper/fieldApp/FieldEntries.client.ts';
import {
  type ClockMeasure,
  type EntryFile,
  type FieldPackage,
  trackOf,
} from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { FileSendingError, fileSendingError } from 'src/domain/geokeeper/fieldApp/sendingOutcome.client.ts';
import type { Values } from 'src/model/item/Item.ts';

/** Owner of the media of forms and references in the vault. */
export const MEDIA_OWNER = 'media';

const DEVICE_NAME_LENGTH = 200;

/** Asks an endpoint of the field data, whose input and answer the server checks against its declaration. */
export const askServer = (
  { connection }: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
  key?: string,
): Promise<unknown> =>
  connection.send(`act/${name}`, input as Values, { long: true, ...(key === undefined ? {} : { key }) });

/** Returns the members of a request that name the item. */
const targetOf = (id: string): Readonly<Record<string, unknown>> => {
  const at = id.lastIndexOf('-');
  return { _t: id.slice(0, at), _i: Number(id.slice(at + 1)) };
};

interface WholeUpload {
  readonly file: EntryFile;
  readonly content: Blob;
  readonly onProgress: (sent: number) => void;
  readonly token: () => string | undefined;
}

/** Sends what the server does not have of a file. */
const uploadWhole = async ({ file, content, onProgress, token }: WholeUpload): Promise<void> => {
  const { whole, sent } = await askUpload((path, init) => fetch(path, init), file.upload, token()).catch(
    (thrown: unknown) => {
      throw fileSendingError(file.name, thrown);
    },
  );
  if (whole) return;
  const named = new File([content], file.name, { type: file.type });
  await new Promise<void>((resolve, reject) => {
    loadFileSender({
      token,
      onProgress: (_key, bytes) => onProgress(bytes),
      onDone: () => resolve(),
      onFailed: (_key, status) => reject(new FileSendingError(file.name, status)),
    }).then((sender) => {
      sender.send({ key: file.upload, file: named, begun: sent > 0, fingerprint: undefined });
    }, reject);
  });
};

/** The clock that the field page uses. */
interface FieldClock {
  clockOffset(): number;
}

export const sendingParts = (client: Client, vault: FieldVault, clock: FieldClock): SendingParts => ({
  content: (entry, { name, type }) => vault.file(entry.instanceId, name, type),
  track: async ({ instanceId }) => trackOf(await vault.points(instanceId)),
  upload: (file, content, onProgress) => uploadWhole({ file, content, onProgress, token: () => client.session.token }),
  submit: async (body, key) =>
    (await askServer(client, 'submitFieldData', { ...targetOf(body.record.program), ...body }, key)) as SubmitAnswer,
  uuid,
  device: navigator.userAgent.slice(0, DEVICE_NAME_LENGTH),
  clockOffset: () => clock.clockOffset(),
  now: () => new Date(),
});

/** Stores the media of all forms and references that are not stored yet, and removes those that no form needs. */
export const storeMedia = async (
  { session }: Client,
  vault: FieldVault,
  { programs }: FieldPackage,
  // oxlint-disable-next-line max-params -- the progress is reported separately from what is stored
  onProgress: (done: number, total: number) => void,
): Promise<void> => {
  const wanted = programs.flatMap(({ forms, references }) => [
    ...forms.flatMap(({ media }) => media),
    ...references.flatMap(({ files }) => files),
  ]);
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  const stored = new Set(await vault.fileNames(MEDIA_OWNER));
  let done = 0;
  for (const { url, sha256, size } of wanted) {
    if (!stored.has(sha256)) {
      const answer = await fetch(url, { headers: { Authorization: `Bearer ${session.token ?? ''}` } });
      if (answer.ok) await vault.putFile(MEDIA_OWNER, sha256, await answer.blob());
    }
    done += size;
    onProgress(done, total);
  }
  const needed = new Set(wanted.map(({ sha256 }) => sha256));
  for (const name of stored) if (!needed.has(name)) await vault.removeFile(MEDIA_OWNER, name);
};

interface OwnRecord {
  readonly instanceId: string;
  readonly state: string;
  readonly note?: string | null;
}

/** Shows which records a reviewer has sent back. */
export const receiveReturned = async (client: Client, entries: FieldEntries): Promise<void> => {
  const { records } = (await askServer(client, 'ownFieldData', {})) as { readonly records: readonly OwnRecord[] };
  for (const { instanceId, state, note } of records) {
    const entry = entries.get(instanceId);
    if (!entry || entry.state !== 'sent' || state !== 'ISSUES') continue;
    await entries.put({ ...entry, state: 'returned', ...(typeof note === 'string' ? { note } : {}) });
  }
};

/** A smaller difference may be the time that the answer took. */
const LARGEST_OFFSET_MS = 60_000;

/** Compares the clock of the server with the one of this device. */
export const measureFieldClock = async (): Promise<ClockMeasure> => {
  const answer = await fetch('/field.webmanifest', { method: 'HEAD', cache: 'no-store' });
  const offset = Date.parse(answer.headers.get('date') ?? '') - Date.now();
  const isWrong = Number.isFinite(offset) && Math.abs(offset) > LARGEST_OFFSET_MS;
  return { offset: isWrong ? offset : 0, at: new Date().toISOString() };
};
