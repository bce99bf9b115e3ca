// `act/makePackage` on `admin.state`: a task of an administrator of the site that writes a package as a zip to download.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalid, invalidAt, isProblem, problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { fileSize } from 'src/model/text/fileSize.ts';
import { demandSiteAdmin } from 'src/server/access/actions/refuseActing.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { freeBytesAt, spaceError } from 'src/server/backup/diskSpace.ts';
import type { Context } from 'src/server/context.ts';
import { zipPackage, type WrittenPackage } from 'src/server/packages/exportPackage.ts';
import type { PackageOptions } from 'src/server/packages/packContent.ts';
import { endpoint, type PackageNeeds } from 'src/server/packages/PackageNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { PACKAGE_CHANNEL } from 'src/server/store/audit.ts';
import { fileBytesOf } from 'src/server/store/packageRows.ts';
import { keptFilesOf } from 'src/server/store/taskRows.ts';
import { storeZip } from 'src/server/tasks/storedZip.ts';
import type { TaskAction, TaskRun } from 'src/server/TaskHandler.ts';

type Choice = Endpoints['makePackage']['input'];

/** Says before the task begins that the files do not fit. Values are counted when the task begins, because that takes longer. */
const demandZipSpace = async ({ db, services }: Context<PackageNeeds>, owner: ItemId | undefined): Promise<void> => {
  const { fileFolder, registry } = services;
  const needed = await fileBytesOf(db, registry.types[SYSTEM_TYPES.file]?.number ?? 0, owner);
  const free = await freeBytesAt(fileFolder);
  if (free >= needed) return;
  const params = { needed: fileSize(needed, 'en'), free: fileSize(free, 'en') };
  throw invalid([{ path: '/owner', message: 'siteState.package.noSpace', params }]);
};

/** Packages that one administrator may keep for download at a time. Each can be as large as the site. */
const MOST_KEPT = 2;

const packagedOwner = async (
  { services, db }: Context<PackageNeeds>,
  { owner }: Choice,
): Promise<ItemId | undefined> => {
  if (owner === undefined) return undefined;
  const [stored] = await services.items.findMany(db, [owner]);
  if (stored === undefined || stored.type !== services.registry.ownerType)
    throw invalidAt('/owner', 'errors.invalidChoice');
  return stored.id;
};

const shownReason = (error: unknown): unknown => {
  if (isProblem(error)) return error;
  const cause = spaceError(error, 'the server');
  if (!(cause instanceof BackupRefusal)) return invalidAt('', 'siteState.package.failed');
  return invalidAt('', cause.reason === 'running' ? 'siteState.package.running' : 'siteState.package.full');
};

const writePackageZip = async (
  run: TaskRun<PackageNeeds, Choice>,
  { owner, name }: { readonly owner: ItemId | undefined; readonly name: string },
): Promise<WrittenPackage> => {
  const { input, signal, subject, progress } = run;
  const { audit, database, fileFolder: files, items, messages, product, registry } = (await run.context()).services;
  const options: PackageOptions = {
    ...{ database, files, items, messages, owner, product, registry, signal },
    history: input.history === true,
    report: () => undefined,
    progress: (part) => progress({ done: Math.round(100 * part), total: 100 }),
    recordReads: (records) =>
      audit.record(
        PACKAGE_CHANNEL,
        records.map(({ id, u }) => ({ subject, id, u })),
      ),
  };
  return await storeZip(run, (zip) => zipPackage(options, zip, name));
};

const makePackageAction: TaskAction<PackageNeeds, Choice> = {
  admit: async (context) => await Promise.resolve(demandSiteAdmin(context.subject)),
  async begin(context, { input }) {
    demandSiteAdmin(context.subject);
    const owner = await packagedOwner(context, input);
    await demandZipSpace(context, owner);
    const { db, services, subject } = context;
    const kept = await keptFilesOf(db, { userId: subject.userId ?? '', action: PACKAGE_CHANNEL });
    if (kept.length >= MOST_KEPT) throw problem('tooManyKept');
    return async (writing) => {
      const detail = input.history === true ? 'history' : undefined;
      const entry = { kind: 'PACKAGE_MADE', about: owner, owner, detail } as const;
      await services.adminLog.add(writing.tx, entry, writeMetadataOf(writing));
      return { done: 0, total: 100 };
    };
  },
  async run(run) {
    const context = await run.context();
    const { services, now } = context;
    const name = `package-${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}`;
    try {
      const owner = await packagedOwner(context, run.input);
      const { missing } = await writePackageZip(run, { owner, name });
      if (missing.length > 0) services.log(`a package lacks files: ${missing.join(', ')}`);
      return { file: { name: `${name}.zip`, type: 'application/zip' } };
    } catch (error) {
      run.signal.throwIfAborted();
      services.log('a package failed', error);
      throw shownReason(error);
    }
  },
};

export const makePackage = endpoint('makePackage', makePackageAction);
