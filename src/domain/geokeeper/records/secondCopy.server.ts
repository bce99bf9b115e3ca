// Records with the id of a sent record: those of its collector in its program, and others. A record that is in review is never replaced, so
// other content for it becomes a second record.

import { createHash } from 'node:crypto';
import type { ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import type { SentRecord } from 'src/domain/geokeeper/records/sentRecord.ts';
import type { KeptFile } from 'src/domain/geokeeper/records/sentFiles.server.ts';
import type { SplitAnswers } from 'src/domain/geokeeper/records/splitAnswers.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import {
  attachMade,
  itemsNaming,
  madeFileOf,
  writeItem,
  type Context,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

export const RECORD_TYPE = 'GeoKeeperFieldData';

/** States in which a record may still be replaced by its collector. */
const OPEN_STATES: ReadonlySet<unknown> = new Set(['DRAFT', 'ISSUES']);

/** Members in one order, so that two devices that send the same record have the same text. */
const inOneOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, inOneOrder(each)]),
  );
};

/** Returns a checksum of what the collector recorded. The device, the difference of its clock and earlier reviews are no part of it. */
export const hashOfSent = (record: SentRecord): string => {
  const { device: _device, clockOffset: _offset, earlierReview: _review, collected, finalized, ...others } = record;
  const content = { ...others, collected: Date.parse(collected), finalized: Date.parse(finalized ?? '') };
  return createHash('sha256')
    .update(JSON.stringify(inOneOrder(content)))
    .digest('hex');
};

export interface KnownCopies {
  /** The record that the sent one replaces. */
  readonly open: StoredItem | undefined;
  /** The record with this content, which was sent before. */
  readonly same: StoredItem | undefined;
  /** A record with other content that is in review or decided. */
  readonly earlier: StoredItem | undefined;
  readonly notes: readonly ArrivalNote[];
}

/** Returns the records with the id, of all collectors and programs. */
export const recordsWithId = async (
  { services, db }: Pick<Context, 'services' | 'db'>,
  instanceId: string,
): Promise<readonly StoredItem[]> => {
  const type = services.registry.types[RECORD_TYPE];
  if (!type) throw problem('unknownOperation');
  const ids = await itemsNaming(db, type, { instanceId });
  return ids.length === 0 ? [] : await services.items.findMany(db, ids);
};

/**
 * The caller has locked the collector, so that two devices of one person wait for each other. `found` are the records with the id of the
 * sent one.
 */
export const knownCopies = (
  { subject }: Pick<Context, 'subject'>,
  { program, device }: SentRecord,
  { sentHash, found }: { readonly sentHash: string; readonly found: readonly StoredItem[] },
): KnownCopies => {
  const isOwn = ({ properties }: StoredItem): boolean =>
    properties['collector'] === subject.userId && properties['program'] === program;
  const own = found.filter(isOwn).toSorted((one, other) => one.number - other.number);
  const open = own.find(({ properties }) => OPEN_STATES.has(properties['state']));
  // Records of earlier versions of the product have no checksum.
  const same = own.find(({ properties }) =>
    [undefined, sentHash].includes(properties['sentHash'] as string | undefined),
  );
  const isOther = open !== undefined && open.properties['sentHash'] !== sentHash;
  const [before, now] = [open?.properties['device'], device];
  const isOtherDevice = isOther && typeof before === 'string' && now !== undefined && before !== now;
  return {
    ...{ open, same, earlier: open ? undefined : own[0] },
    notes: [
      ...(isOtherDevice ? [{ kind: 'otherDevice', path: '', values: { device: before } } as const] : []),
      ...(found.length > own.length ? [{ kind: 'sameId', path: '' } as const] : []),
      ...(open === undefined && own.length > 0 ? [{ kind: 'secondCopy', path: '' } as const] : []),
    ],
  };
};

/** Gives a second record its own entries of files that came with the first one. The bytes are stored once. */
export const copyEarlierFiles = async (
  context: WritingContext,
  stored: StoredItem,
  { files, split, sent }: { files: readonly KeptFile[]; split: SplitAnswers; sent: ReadonlySet<string> },
): Promise<StoredItem> => {
  const { services, tx } = context;
  const wanted = files.filter(({ name }) => split.files.has(name) && !sent.has(name));
  if (wanted.length === 0) return stored;
  const found = await services.items.findMany(
    tx,
    wanted.map(({ id }) => id),
  );
  const changes: Record<string, ItemId[]> = {};
  for (const property of ['files', 'restrictedFiles']) {
    const isRestricted = property === 'restrictedFiles';
    const made = found
      .filter(({ properties }) => split.restrictedFiles.has(String(properties['originalName'])) === isRestricted)
      .flatMap((each) => madeFileOf(each) ?? []);
    if (made.length === 0) continue;
    const before = stored.properties[property];
    const added = await attachMade(context, stored, { property, files: made });
    changes[property] = [...(Array.isArray(before) ? (before as ItemId[]) : []), ...added];
  }
  return await writeItem(context, stored, { changes, kind: 'attached' });
};
