// Writes the attachments of many items into one zip while the task runs. Each item and file is read with the person's rights of that
// moment. A file that the person may not read is left out without a trace. A file that exceeds the limit, or whose bytes are missing, is
// listed with the reason in the table of contents. A zip cannot be continued, so after a crash the next run starts again.

import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { problem } from 'src/model/problems.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { exportWords } from 'src/server/exchange/exportWords.ts';
import { attachmentOf } from 'src/server/files/findAttachment.ts';
import { createZipFolders, zipPathsOf, type ZipFolder, type ZipPath } from 'src/server/files/zipPaths.ts';
import type { ZipStream } from 'src/server/files/zipStream.ts';
import { ZIP_CHANNEL } from 'src/server/store/audit.ts';
import { countTaskItems, taskItemsAfter } from 'src/server/store/taskItemRows.ts';
import { countTasksOf, type Progress } from 'src/server/store/taskRows.ts';
import { beginBulk } from 'src/server/tasks/bulkTasks.ts';
import { ITEMS_AT_ONCE } from 'src/server/tasks/runBulk.ts';
import { CONTENTS, contentsCsv, type ContentsRow } from 'src/server/tasks/contentsList.ts';
import { storeZip } from 'src/server/tasks/storedZip.ts';
import type { TaskContext, TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { keptBytes } from 'src/server/tasks/keptZips.ts';
import type { TaskAction, TaskHandler, TaskRun } from 'src/server/TaskHandler.ts';

type Chosen = Endpoints['downloadAttachments']['input'];

interface Zip {
  readonly run: TaskRun<TaskNeeds, Chosen>;
  readonly stream: ZipStream;
  readonly open: ReturnType<typeof createZipFolders>;
  readonly rows: ContentsRow[];
  /** Attachments that were chosen together with their item are added once. */
  readonly seen: Set<ItemId>;
  readonly areas: Set<string>;
  /** Items of which something is in it. */
  readonly holds: Set<ItemId>;
  /** Bytes that the person's other zips leave. */
  readonly bytesLeft: number;
  files: number;
  bytes: number;
}

const noteLeftOut = ({ rows }: Zip, row: ContentsRow): void => void rows.push(row);

/** Position of one item's files in the zip. */
interface Place {
  readonly item: ItemId;
  readonly path: ZipPath;
  folder?: ZipFolder;
}

const addAttachment = async (zip: Zip, place: Place, id: ItemId): Promise<void> => {
  const { run, stream, rows } = zip;
  const { services, db, readFilter } = await run.context();
  const [found] = await services.items.readVisible(db, readFilter, [id], { channel: ZIP_CHANNEL });
  const attachment = attachmentOf(found);
  if (!found || !attachment || zip.seen.has(id)) return;
  zip.seen.add(id);
  place.folder ??= zip.open(place.path.folders);
  const { item, path } = place;
  const file = place.folder.names.file(path.fileName(found, attachment.originalName), id);
  const folder = place.folder.path;
  const { zipFiles, zipBytes } = services.limits;
  const size = await services.files.size(attachment.fileID);
  if (size === undefined) return noteLeftOut(zip, { item, folder, file, leftOut: 'bytes' });
  if (zip.files >= zipFiles) return noteLeftOut(zip, { item, folder, file, size, leftOut: 'tooMany' });
  if (zip.bytes + size > zipBytes) return noteLeftOut(zip, { item, folder, file, size, leftOut: 'tooLarge' });
  if (zip.bytes + size > zip.bytesLeft) return noteLeftOut(zip, { item, folder, file, size, leftOut: 'full' });
  zip.files += 1;
  zip.bytes += size;
  await stream.add(
    folder === '' ? file : `${folder}/${file}`,
    services.files.read(attachment.fileID),
    String(found['filetype'] ?? ''),
  );
  rows.push({ item, folder, file, size });
  for (const each of [item, id, ...path.names]) zip.holds.add(each);
};

const attachmentIds = (item: Item, { services }: TaskContext): readonly ItemId[] => {
  if (item._t === SYSTEM_TYPES.file) return [item.$id];
  const { properties } = services.registry.types[item._t] ?? { properties: {} };
  return filesOf(properties).flatMap(({ path }) => valuesAt(item, path).map(String));
};

/** Returns the item that a chosen file belongs to; undefined for a file that belongs to another file, which is then treated as an item. */
const relOf = (item: Item): ItemId | undefined => {
  const { rel } = item as { readonly rel?: Json };
  const holder = item._t === SYSTEM_TYPES.file && typeof rel === 'string' ? tryParseItemId(rel) : undefined;
  return holder && holder.type !== SYSTEM_TYPES.file ? (rel as ItemId) : undefined;
};

/** Zip content for a part of the items: the files of each, and the item that decides their path. */
interface Part {
  readonly attached: ReadonlyMap<ItemId, readonly ItemId[]>;
  readonly places: ReadonlyMap<ItemId, Place>;
}

const readPart = async (zip: Zip, ids: readonly ItemId[]): Promise<Part> => {
  const context = await zip.run.context();
  const { services, db, readFilter } = context;
  // A text that is not an id is treated as a missing item.
  const real = ids.filter((id) => tryParseItemId(id) !== undefined);
  const read = (wanted: readonly ItemId[]): Promise<Item[]> =>
    services.items.readVisible(db, readFilter, wanted, { channel: ZIP_CHANNEL });
  const items = await read(real);
  const attached = new Map(items.map((item) => [item.$id, attachmentIds(item, context)]));
  const holding = items.filter(({ $id }) => attached.get($id)?.length);
  const holders = new Map(
    (await read([...new Set(holding.flatMap((item) => relOf(item) ?? []))])).map((each) => [each.$id, each]),
  );
  // The item that an attachment belongs to, where the reader may see it; otherwise the attachment itself.
  const placed = holding.map((item) => [item.$id, holders.get(relOf(item) ?? '') ?? item] as const);
  const paths = await zipPathsOf(
    context,
    placed.map(([, holder]) => holder),
    ZIP_CHANNEL,
  );
  const places = placed.flatMap(([id, { $id: item }]): [ItemId, Place][] => {
    const path = paths.get(item);
    return path ? [[id, { item, path }]] : [];
  });
  return { attached, places: new Map(places) };
};

/** A part is read at once; each file of it is then looked at by itself, and no folder is made without one. */
const addPage = async (zip: Zip, ids: readonly ItemId[], advance: () => void): Promise<void> => {
  const { registry, limits } = (await zip.run.context()).services;
  const { attached, places } = await readPart(zip, ids);
  for (const id of ids) {
    const place = places.get(id);
    // Beyond this number of rows, the list of contents would itself grow without end.
    if (!attached.has(id)) noteLeftOut(zip, { item: id, leftOut: 'gone' });
    else if (place && zip.rows.length >= limits.zipFiles) noteLeftOut(zip, { item: id, leftOut: 'tooMany' });
    else if (place) {
      zip.areas.add(registry.types[tryParseItemId(place.item)?.type ?? '']?.area ?? '');
      for (const each of attached.get(id) ?? []) await addAttachment(zip, place, each);
    }
    advance();
  }
};

const zipProgress = ({ files, rows }: Zip, { done, total }: Progress): Progress => ({
  ...{ done, total },
  counts: { changed: files, unchanged: 0, refused: rows.length - files },
});

const addAll = async (zip: Zip): Promise<void> => {
  const { run } = zip;
  const { db, services } = await run.context();
  const total = await countTaskItems(db, run.key);
  let done = 0;
  for (let n = 0; ;) {
    const page = await taskItemsAfter(db, run.key, { n, most: ITEMS_AT_ONCE });
    const ids = page.map(({ id }) => id);
    await addPage(zip, ids, () => run.progress(zipProgress(zip, { done: (done += 1), total })));
    if (page.length < ITEMS_AT_ONCE) break;
    n = page.at(-1)?.n ?? n;
  }
  const { language } = run.input;
  zip.stream.end(CONTENTS, contentsCsv(zip.rows, await exportWords(services, { language })));
};

/** Returns a name with the area of the items if all are of one: `archive-attachments.zip`. */
const zipFileName = ({ areas }: Zip): string => {
  const [area = ''] = areas.size === 1 ? areas : [];
  return area === '' ? 'attachments.zip' : `${area}-attachments.zip`;
};

const writeZip: TaskHandler<TaskNeeds, Chosen> = async (run) => {
  const context = await run.context();
  const zip = await storeZip(run, async (stream) => {
    const filled: Zip = {
      ...{ run, stream, open: createZipFolders([CONTENTS]), rows: [] },
      ...{ seen: new Set(), areas: new Set(), holds: new Set(), files: 0, bytes: 0 },
      bytesLeft: context.services.limits.zipBytesPerUser - (await keptBytes(context, ZIP_CHANNEL)),
    };
    await addAll(filled);
    return filled;
  });
  await run.batch(async ({ tx }) => {
    const total = await countTaskItems(tx, run.key);
    return { checkpoint: null, progress: zipProgress(zip, { done: total, total }) };
  });
  return { file: { name: zipFileName(zip), type: 'application/zip', holds: [...zip.holds] } };
};

export const downloadAttachments: TaskAction<TaskNeeds, Chosen> = {
  async begin(context, task) {
    const { zipsPerUser, zipBytesPerUser } = context.services.limits;
    if ((await keptBytes(context, ZIP_CHANNEL)) >= zipBytesPerUser) throw problem('tooManyKept');
    const start = await beginBulk(context, task);
    return async (writing, key) => {
      const { tx, subject } = writing;
      // The new task is counted already.
      if ((await countTasksOf(tx, { userId: subject.userId ?? '', action: ZIP_CHANNEL })) > zipsPerUser)
        throw problem('tooManyKept');
      const progress = await start?.(writing, key);
      const entry = { kind: 'FILES_DOWNLOADED', count: progress?.total } as const;
      await context.services.adminLog.add(tx, entry, writeMetadataOf(writing));
      return { done: 0, total: progress?.total ?? 0 };
    };
  },
  run: writeZip,
};
