// The forms that a person may fill in with ODK Collect: the published versions of the active forms of the programs in which the person may
// collect records. The id of a form in OpenRosa is the id of its item, because two programs may use one machine name.

import { createHash } from 'node:crypto';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { OpenRosaContext } from 'src/domain/geokeeper/openRosa/openRosaPerson.server.ts';
import { writeXForm } from 'src/domain/geokeeper/openRosa/writeXForm.server.ts';
import { FORM_TYPE, formOfVersion, VERSION_TYPE } from 'src/domain/geokeeper/records/formVersions.server.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { boundedCache, type StoredItem } from 'src/server/extend.ts';

const COLLECT_PROGRAM = 'GeoKeeperProgram';
const COLLECT_REFERENCE = 'GeoKeeperReference';
const COLLECT_CHANNEL = 'openRosa';
const MAX_PROGRAMS_TO_COLLECT = 200;

const MAX_CACHED_FORMS = 200;
const MAX_CACHED_DIGESTS = 10_000;
const FORM_CACHE_MS = 3_600_000;

interface WrittenVersion {
  readonly xml: string;
  /** MD5 of the XML, as OpenRosa clients compare it. */
  readonly md5: string;
  readonly listFiles: readonly string[];
}

const md5Of = (content: string): string => createHash('md5').update(content).digest('hex');

/** Results that never change: XForms by the id of their version, and MD5 of stored files by their SHA-256. */
export const createFormCaches = () => ({
  written: boundedCache<ItemId, WrittenVersion>(MAX_CACHED_FORMS, FORM_CACHE_MS),
  digests: boundedCache<string, string>(MAX_CACHED_DIGESTS, FORM_CACHE_MS),
});

type FormCaches = ReturnType<typeof createFormCaches>;

/** Context of a request with the caches of its process. */
export type CollectContext = OpenRosaContext & { readonly caches: FormCaches };

/** Returns the items of the type in the program that the caller may see and that are in use. */
const openItemsOf = async (context: CollectContext, type: string, program: ItemId): Promise<readonly Item[]> => {
  const { services, db, readFilter } = context;
  const ids = await services.items.holding(db, { type, path: 'program', id: program });
  const items = await services.items.readVisible(db, readFilter, ids, { channel: COLLECT_CHANNEL });
  return items.filter(({ state }) => state === 'ACTIVE');
};

const idsOfPrograms = async (context: OpenRosaContext): Promise<readonly ItemId[]> => {
  const { services, db, readFilter, gone } = context;
  const must = { _t: [COLLECT_PROGRAM], state: ['ACTIVE'] };
  const { ids } = await services.search.search(readFilter, { must, max: MAX_PROGRAMS_TO_COLLECT }, gone);
  const permitted: ItemId[] = [];
  for (const program of await services.items.findMany(db, ids))
    if (await services.access.can(db, readFilter, program, 'collect')) permitted.push(program.id);
  return permitted;
};

export const mayCollectSomewhere = async (context: OpenRosaContext): Promise<boolean> =>
  (await idsOfPrograms(context)).length > 0;

/** Returns the programs in which the caller may collect records. */
const programsToCollect = async (context: CollectContext): Promise<readonly Item[]> => {
  const { services, db, readFilter } = context;
  const permitted = await idsOfPrograms(context);
  return await services.items.readVisible(db, readFilter, permitted, { channel: COLLECT_CHANNEL });
};

const versionNumber = ({ properties }: StoredItem): number => Number(properties['version']);

/** Returns the published versions of a form, the newest first. */
const publishedVersions = async ({ services, db }: CollectContext, formDef: ItemId): Promise<readonly StoredItem[]> => {
  const ids = await services.items.holding(db, { type: VERSION_TYPE, path: 'formDef', id: formDef });
  const found = await services.items.findMany(db, ids);
  return found.toSorted((one, other) => versionNumber(other) - versionNumber(one));
};

const writtenVersion = ({ caches }: CollectContext, formDef: ItemId, stored: StoredItem): WrittenVersion => {
  const known = caches.written.get(stored.id);
  if (known) return known;
  const identity = { id: formDef, version: String(versionNumber(stored)) };
  const { xml, listFiles } = writeXForm(formOfVersion(stored), identity);
  const written = { xml, md5: md5Of(xml), listFiles };
  caches.written.set(stored.id, written);
  return written;
};

export interface ListedForm extends WrittenVersion {
  readonly formDef: Item;
  readonly program: Item;
  readonly version: number;
}

/** Returns the latest version of each form. */
export const formsToCollect = async (context: CollectContext): Promise<readonly ListedForm[]> => {
  const forms: ListedForm[] = [];
  for (const program of await programsToCollect(context))
    for (const formDef of await openItemsOf(context, FORM_TYPE, program.$id)) {
      const [latest] = await publishedVersions(context, formDef.$id);
      if (!latest) continue;
      const written = writtenVersion(context, formDef.$id, latest);
      forms.push({ formDef, program, version: versionNumber(latest), ...written });
    }
  return forms;
};

/** Returns a version of a form of the person. Throws `notFound`. */
export const findCollectForm = async (
  context: CollectContext,
  { form: id, version }: { readonly form: string; readonly version: string },
): Promise<ListedForm> => {
  const { services, db, readFilter } = context;
  const [formDef] = await services.items.readVisible(db, readFilter, [id], { channel: COLLECT_CHANNEL });
  const ofProgram = formDef?._t === FORM_TYPE && formDef['state'] === 'ACTIVE' ? formDef['program'] : undefined;
  const program = (await programsToCollect(context)).find(({ $id }) => $id === ofProgram);
  if (!formDef || !program) throw problem('notFound');
  const stored = (await publishedVersions(context, id)).find((each) => String(versionNumber(each)) === version);
  if (!stored) throw problem('notFound');
  return { formDef, program, version: versionNumber(stored), ...writtenVersion(context, id, stored) };
};

export interface SubmittedForm {
  readonly program: ItemId;
  readonly version: number;
  readonly form: FieldForm;
}

/**
 * Returns the form that a submission names, also one that is closed, so that storing it explains why. Throws `notFound` for what
 * the person may not see.
 */
export const formOfSubmission = async (
  context: CollectContext,
  { form: id, version }: { readonly form: string; readonly version: string },
): Promise<SubmittedForm> => {
  const { services, db, readFilter } = context;
  const [formDef] = await services.items.readVisible(db, readFilter, [id], { channel: COLLECT_CHANNEL });
  const program = formDef?._t === FORM_TYPE ? formDef['program'] : undefined;
  const stored =
    typeof program === 'string'
      ? (await publishedVersions(context, id)).find((each) => String(versionNumber(each)) === version)
      : undefined;
  if (!stored || typeof program !== 'string') throw problem('notFound');
  return { program, version: versionNumber(stored), form: formOfVersion(stored) };
};

export interface CollectFile {
  readonly id: ItemId;
  readonly name: string;
  readonly sha256: string;
}

const collectFilesAt = async (context: CollectContext, item: Item, path: string): Promise<readonly CollectFile[]> => {
  const { services, db, readFilter } = context;
  const value = item[path];
  const ids = Array.isArray(value) ? value.filter((each): each is ItemId => typeof each === 'string') : [];
  const files = await services.items.readVisible(db, readFilter, ids, { channel: COLLECT_CHANNEL });
  return files.map(({ $id, originalName, fileID }) => ({
    ...{ id: $id, name: String(originalName), sha256: String(fileID) },
  }));
};

/** Returns the media of a form, and the lists that it reads from the references of its program. */
export const mediaOfForm = async (
  context: CollectContext,
  { formDef, program, listFiles }: ListedForm,
): Promise<readonly CollectFile[]> => {
  const files = [...(await collectFilesAt(context, formDef, 'media'))];
  const known = new Set(files.map(({ name }) => name));
  for (const reference of await openItemsOf(context, COLLECT_REFERENCE, program.$id))
    for (const file of await collectFilesAt(context, reference, 'files')) {
      if (known.has(file.name) || !listFiles.includes(file.name)) continue;
      known.add(file.name);
      files.push(file);
    }
  return files;
};

/** Returns the MD5 of a stored file. */
export const md5OfFile = async ({ services, caches }: CollectContext, { sha256 }: CollectFile): Promise<string> => {
  const known = caches.digests.get(sha256);
  if (known !== undefined) return known;
  const hash = createHash('md5');
  for await (const chunk of services.files.read(sha256)) hash.update(chunk as Buffer);
  const md5 = hash.digest('hex');
  caches.digests.set(sha256, md5);
  return md5;
};
