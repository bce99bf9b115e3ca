// The attachments of many items as one zip, written while the task runs: each item and each file is looked at with the person's rights of
// that moment. A file that they may not read leaves no trace in it; one that is too much, or whose bytes are gone, stands in its list of
// contents with the reason. A zip cannot be written on: after a crash the next run begins anew.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Context } from 'src/server/context.ts';
import { exportWords } from 'src/server/exchange/exportWords.ts';
import { attachmentOf } from 'src/server/files/attachments.ts';
import { createFileNamer, createFolderNamer, type Namer } from 'src/server/files/zipNames.ts';
import { createZipStream, type ZipStream } from 'src/server/files/zipStream.ts';
import { countTaskItems, taskItemsAfter } from 'src/server/store/taskItemRows.ts';
import { countTasksOf, keptFilesOf, type Progress } from 'src/server/store/taskRows.ts';
import { beginBulk } from 'src/server/tasks/bulkTasks.ts';
import { CONTENTS, contentsCsv, type ContentsRow } from 'src/server/tasks/contentsList.ts';
import type { TaskAction, TaskHandler, TaskRun } from 'src/server/tasks/TaskHandler.ts';

/** Its name; also what the audit calls the way by which these items were shown. */
const NAME = 'downloadAttachments';
const AT_ONCE = 50;

interface Zip {
  readonly run: TaskRun;
  readonly stream: ZipStream;
  readonly folders: Namer;
  readonly rows: ContentsRow[];
  /** An attachment that was chosen beside its item is in the zip once. */
  readonly seen: Set<ItemId>;
  /** Of items whose attachments were chosen by themselves: they go to one folder. */
  readonly places: Map<ItemId, Place>;
  readonly areas: Set<string>;
  /** Items of which something is in it. */
  readonly holds: Set<ItemId>;
  /** Bytes that the person's other zips leave. */
  readonly bytesLeft: number;
  files: number;
  bytes: number;
}

const leaveOut = ({ rows }: Zip, row: ContentsRow): void => void rows.push(row);

/** Where the files of one item go. */
interface Place {
  readonly item: ItemId;
  readonly label: string;
  readonly names: Namer;
  folder?: string;
}

const addFile = async (zip: Zip, place: Place, id: ItemId): Promise<void> => {
  const { run, stream, rows, folders } = zip;
  const { services, db, readFilter } = await run.context();
  const [found] = await services.items.readVisible(db, readFilter, [id], { channel: NAME });
  const attachment = attachmentOf(found);
  if (!attachment || zip.seen.has(id)) return;
  zip.seen.add(id);
  place.folder ??= folders(place.label, place.item);
  const { item, folder } = place;
  const file = place.names(attachment.originalName, id);
  const { zipFiles, zipBytes } = services.limits;
  const size = await services.files.size(attachment.fileID);
  if (size === undefined) return leaveOut(zip, { item, folder, file, leftOut: 'bytes' });
  if (zip.files >= zipFiles) return leaveOut(zip, { item, folder, file, size, leftOut: 'tooMany' });
  if (zip.bytes + size > zipBytes) return leaveOut(zip, { item, folder, file, size, leftOut: 'tooLarge' });
  if (zip.bytes + size > zip.bytesLeft) return leaveOut(zip, { item, folder, file, size, leftOut: 'full' });
  zip.files += 1;
  zip.bytes += size;
  await stream.add(`${folder}/${file}`, services.files.read(attachment.fileID), String(found?.['filetype'] ?? ''));
  rows.push({ item, folder, file, size });
  zip.holds.add(item).add(id);
};

const attachedTo = (item: Item, { services }: Context): readonly ItemId[] => {
  if (item._t === SYSTEM_TYPES.file) return [item.$id];
  const { properties } = services.registry.types[item._t] ?? { properties: {} };
  return filesOf(properties).flatMap(({ path }) => valuesAt(item, path).map(String));
};

type Labels = ReadonlyMap<ItemId, string>;

const relOf = (item: Item): readonly ItemId[] => {
  const { rel } = item as { readonly rel?: Json };
  const holder = item._t === SYSTEM_TYPES.file && typeof rel === 'string' ? tryParseItemId(rel) : undefined;
  // What belongs to a file stands by itself: the other file may be thrown away.
  return holder && holder.type !== SYSTEM_TYPES.file ? [rel as ItemId] : [];
};

/** The item that an attachment belongs to, where the reader may see it; otherwise the item itself. */
const holderOf = (item: Item, labels: Labels): ItemId => relOf(item).find((id) => labels.has(id)) ?? item.$id;

const placeOf = ({ places }: Zip, item: Item, labels: Labels): Place => {
  const holder = holderOf(item, labels);
  const known = places.get(holder);
  if (known) return known;
  const place: Place = { item: holder, label: labels.get(holder) ?? holder, names: createFileNamer() };
  if (holder !== item.$id) places.set(holder, place);
  return place;
};

/** A page is read at once; each file of it is then looked at by itself, and no folder is made without one. */
const addPage = async (zip: Zip, ids: readonly ItemId[], advance: () => void): Promise<void> => {
  const context = await zip.run.context();
  const { services, db, readFilter } = context;
  const { items, registry, limits } = services;
  // What is no id at all is as what never was.
  const real = ids.filter((id) => tryParseItemId(id) !== undefined);
  const read = await items.readVisible(db, readFilter, real, { channel: NAME });
  const found = new Map(read.map((item) => [item.$id, { item, attached: attachedTo(item, context) }]));
  const holding = read.filter(({ $id }) => found.get($id)?.attached.length);
  const shown = [...new Set(holding.flatMap((item) => [item.$id, ...relOf(item)]))];
  const labels = shown.length === 0 ? new Map<ItemId, string>() : await items.labels(db, readFilter, shown);
  for (const id of ids) {
    const { item, attached = [] } = found.get(id) ?? {};
    // With as many rows, the list of what is left out would itself grow without end.
    if (!item) leaveOut(zip, { item: id, leftOut: 'gone' });
    else if (attached.length > 0 && zip.rows.length >= limits.zipFiles) leaveOut(zip, { item: id, leftOut: 'tooMany' });
    else {
      zip.areas.add(registry.types[tryParseItemId(holderOf(item, labels))?.type ?? '']?.area ?? '');
      const place = placeOf(zip, item, labels);
      for (const each of attached) await addFile(zip, place, each);
    }
    advance();
  }
};

const progressOf = ({ files, rows }: Zip, { done, total }: Progress): Progress => ({
  ...{ done, total },
  counts: { changed: files, unchanged: 0, refused: rows.length - files },
});

const addAll = async (zip: Zip): Promise<void> => {
  const { run } = zip;
  const { db, services } = await run.context();
  const total = await countTaskItems(db, run.key);
  let done = 0;
  for (let n = 0; ;) {
    const page = await taskItemsAfter(db, run.key, { n, most: AT_ONCE });
    const ids = page.map(({ id }) => id);
    await addPage(zip, ids, () => run.progress(progressOf(zip, { done: (done += 1), total })));
    if (page.length < AT_ONCE) break;
    n = page.at(-1)?.n ?? n;
  }
  const { language } = run.input as { readonly language?: string };
  zip.stream.end(CONTENTS, contentsCsv(zip.rows, await exportWords(services, { language })));
};

/** Which areas the items are of says what is in it: `archive-attachments.zip`. */
const nameOf = ({ areas }: Zip): string => {
  const [area = ''] = areas.size === 1 ? areas : [];
  return area === '' ? 'attachments.zip' : `${area}-attachments.zip`;
};

/** Of the person's zips that are kept. */
const keptBytes = async ({ services, db, subject }: Context): Promise<number> => {
  const keys = await keptFilesOf(db, { userId: subject.userId ?? '', action: NAME });
  const sizes = await Promise.all(keys.map((key) => services.taskResults.size(key)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
};

const writeZip: TaskHandler = async (run) => {
  const { services, now } = await run.context();
  const stream = createZipStream(run.signal, now);
  const zip: Zip = {
    ...{ run, stream, folders: createFolderNamer([CONTENTS]), rows: [] },
    ...{ seen: new Set(), places: new Map(), areas: new Set(), holds: new Set(), files: 0, bytes: 0 },
    bytesLeft: services.limits.zipBytesPerUser - (await keptBytes(await run.context())),
  };
  const written = services.taskResults.put(run.key, stream.output);
  const filled = addAll(zip).catch((error: unknown) => {
    stream.break(error as Error);
    throw error;
  });
  // Both are over before this answers: nothing of the file is left when its task has stopped.
  const [write, fill] = await Promise.allSettled([written, filled]);
  for (const each of [write, fill]) if (each.status === 'rejected') throw each.reason;
  await run.batch(async ({ tx }) => {
    const total = await countTaskItems(tx, run.key);
    return { checkpoint: null, progress: progressOf(zip, { done: total, total }) };
  });
  return { file: { name: nameOf(zip), type: 'application/zip', holds: [...zip.holds] } };
};

export const downloadAttachments: TaskAction = {
  async begin(context, task) {
    const { services, tx, subject } = context;
    const { zipsPerUser, zipBytesPerUser } = services.limits;
    if ((await keptBytes({ ...context, db: tx })) >= zipBytesPerUser) throw problem('tooManyKept');
    // This one is counted already.
    if ((await countTasksOf(tx, { userId: subject.userId ?? '', action: NAME })) > zipsPerUser)
      throw problem('tooManyKept');
    const progress = await beginBulk(context, task);
    return progress && { done: 0, total: progress.total };
  },
  run: writeZip,
};
