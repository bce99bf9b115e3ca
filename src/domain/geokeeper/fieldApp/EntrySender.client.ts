// Sends one entry: first its files by tus, each of which continues where a broken transfer ended, then the record. A file counts as sent only
// when the server has returned its checksum.

import {
  type EntryFile,
  entryClockOffset,
  type FieldEntry,
  isTrackDue,
  usedFiles,
} from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { TripTrack } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { packTrack } from 'src/domain/geokeeper/forms/packedTrack.ts';

/** The parts of the outside world that sending needs. */
export interface SendingParts {
  /** Resolves to undefined when the device has no such file. */
  readonly content: (entry: FieldEntry, file: EntryFile) => Promise<Blob | undefined>;
  readonly track: (entry: FieldEntry) => Promise<TripTrack | undefined>;
  /** Sends a file, or the rest of it, and resolves when the server has the whole of it. */
  readonly upload: (file: EntryFile, content: Blob, onProgress: (sent: number) => void) => Promise<void>;
  readonly submit: (body: SubmittedEntry, key: string) => Promise<SubmitAnswer>;
  readonly uuid: () => string;
  readonly device: string;
  /** Milliseconds by which the clock of the server is ahead of the one of this device. */
  readonly clockOffset: () => number;
  readonly now: () => Date;
}

export interface SubmittedFile {
  readonly name: string;
  readonly upload: string;
  readonly sha256: string;
}

/** The input of `submitFieldData`. */
export interface SubmittedEntry {
  readonly record: Readonly<Record<string, unknown>> & { readonly instanceId: string; readonly program: string };
  readonly files: readonly SubmittedFile[];
}

export interface SubmitAnswer {
  readonly id: string;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** Removes members without a value, which the wire does not have. */
const fieldPresent = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const submittedEntry = async (entry: FieldEntry, parts: SendingParts, hasTrack: boolean): Promise<SubmittedEntry> => {
  const { instanceId, program, formDef, version, workItem, trip, collected, answers, audience } = entry;
  const offset = Math.round(entryClockOffset(entry, parts.clockOffset(), parts.now()));
  const track = hasTrack ? await parts.track(entry) : undefined;
  const optional = {
    ...{ workItem, trip, audience, track: track && packTrack(track) },
    finalized: entry.state === 'draft' ? undefined : entry.finalized,
    clockOffset: offset === 0 ? undefined : -offset,
  };
  return {
    record: {
      ...{ instanceId, program, formDef, version, collected, answers, device: parts.device },
      ...fieldPresent(optional),
    },
    files: usedFiles(entry)
      .filter(({ sent }) => !sent)
      .map(({ name, upload, sha256 }) => ({ name, upload, sha256 })),
  };
};

/** Returns the files as the server confirmed them. A file that arrived changed gets another upload. */
const confirmedFiles = (entry: FieldEntry, answer: SubmitAnswer, uuid: () => string): readonly EntryFile[] => {
  const returned = new Map(answer.files.map(({ name, sha256 }) => [name, sha256]));
  const used = new Set(usedFiles(entry));
  return entry.files.map((file) => {
    if (file.sent || !used.has(file)) return file;
    if (returned.get(file.name) === file.sha256) return { ...file, sent: true };
    return { ...file, upload: uuid() };
  });
};

/**
 * Returns the entry as it is after sending. Rejects when there was no connection or the server refused; the entry is unchanged then, and what
 * has arrived of its files is not sent again.
 */
export const sendEntry = async (
  entry: FieldEntry,
  parts: SendingParts,
  onProgress: (share: number) => void,
): Promise<FieldEntry> => {
  const unsent = usedFiles(entry).filter(({ sent }) => !sent);
  const total = unsent.reduce((sum, { size }) => sum + size, 0) || 1;
  let before = 0;
  for (const file of unsent) {
    const content = await parts.content(entry, file);
    if (content) await parts.upload(file, content, (sent) => onProgress((before + sent) / total));
    before += file.size;
  }
  const now = parts.now();
  const hasTrack = entry.formType === 'trip' && (entry.state !== 'draft' || isTrackDue(entry, now));
  const answer = await parts.submit(await submittedEntry(entry, parts, hasTrack), entry.sendKey);
  const files = confirmedFiles(entry, answer, parts.uuid);
  const isWhole = usedFiles({ ...entry, files }).every(({ sent }) => sent);
  const { reason: _reason, reasonValues: _values, ...rest } = entry;
  if (!isWhole) return { ...rest, files, sendKey: parts.uuid() };
  const known = {
    ...{ ...rest, files, sentRevision: entry.revision },
    ...(hasTrack ? { sentPoints: entry.progress?.points ?? 0, trackSent: now.toISOString() } : {}),
  };
  // The track of a draft is sent again without another revision, by another request.
  return entry.state === 'draft' ? { ...known, sendKey: parts.uuid() } : { ...known, state: 'sent' };
};
