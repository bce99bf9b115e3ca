// `act/importPackage` on `admin.state`: a task of an administrator of the site that fills an installation without records from an uploaded
// package. Its file is the report.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { invalidAt, isProblem } from 'src/model/problems.ts';
import { demandSiteAdmin } from 'src/server/access/actions/refuseActing.ts';
import { BackupRefusal, type RefusalReason } from 'src/server/backup/BackupRefusal.ts';
import type { Context } from 'src/server/context.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import { importedLines } from 'src/server/packages/importedReport.ts';
import { importPackage as fillFrom, refuseRecords, type ImportedPackage } from 'src/server/packages/importPackage.ts';
import { endpoint, type PackageNeeds } from 'src/server/packages/PackageNeeds.ts';
import { inPackageFolder } from 'src/server/packages/unpackZip.ts';
import { numbersOfOwner } from 'src/server/store/packageRows.ts';
import type { TaskAction, TaskRun } from 'src/server/TaskHandler.ts';

type FillInput = Endpoints['importPackage']['input'];

/** Name of the import in the audit, for the organizations of the package. */
const FILL_CHANNEL = 'importPackage';

/** Reasons with a text of their own. */
const FILL_REASONS: ReadonlySet<RefusalReason> = new Set(['altered', 'newer', 'noSpace', 'notEmpty', 'truncated']);

const fillReason = (error: unknown): string =>
  error instanceof BackupRefusal && FILL_REASONS.has(error.reason) ? error.reason : 'failed';

/** Other processes have numbers of new records in memory, which the package may use. */
const demandFillable = async ({ services, subject, db }: Context<PackageNeeds>): Promise<void> => {
  demandSiteAdmin(subject);
  if ((await services.processes(db)) > 1) throw invalidAt('', 'siteState.fill.processes');
  try {
    await refuseRecords(db, services.registry);
  } catch (error) {
    throw error instanceof BackupRefusal ? invalidAt('', 'siteState.fill.notEmpty') : error;
  }
};

const auditOwners = async ({ services, subject, db }: Context<PackageNeeds>): Promise<void> => {
  const { audit, items, registry } = services;
  const name = registry.ownerType ?? '';
  const numbers = await numbersOfOwner(db, registry.types[name]?.number ?? 0, undefined);
  const stored = await items.findMany(
    db,
    numbers.map((number) => itemId(name, number)),
  );
  await audit.record(
    FILL_CHANNEL,
    stored.map(({ id, u }) => ({ subject, id, u })),
  );
};

const fillInstallation = async (
  { input, signal, progress, context }: TaskRun<PackageNeeds, FillInput>,
  report: (line: string) => void,
): Promise<ImportedPackage> => {
  const current = await context();
  await demandFillable(current);
  const { services } = current;
  const { database, files, fileFolder, items, registry } = services;
  const { path } = await uploadedFile(current, input.upload);
  const imported = await inPackageFolder(services, path, (from) =>
    fillFrom({
      ...{ database, files, fileFolder, from, items, registry, report, signal },
      progress: (share) => progress({ done: Math.round(100 * share), total: 100 }),
    }),
  );
  items.forgetNumbers();
  await auditOwners(current);
  return imported;
};

const importPackageAction: TaskAction<PackageNeeds, FillInput> = {
  admit: async (context) => await Promise.resolve(demandSiteAdmin(context.subject)),
  async begin(context, { input }) {
    await demandFillable(context);
    await uploadedFile(context, input.upload);
    return undefined;
  },
  async run(run) {
    const lines: string[] = [];
    try {
      const imported = await fillInstallation(run, (line) => lines.push(line));
      const content = Buffer.from(`${[...lines, ...importedLines(imported)].join('\n')}\n`);
      return { file: { name: 'import.txt', type: 'text/plain; charset=utf-8', content } };
    } catch (error) {
      run.signal.throwIfAborted();
      const { services } = await run.context();
      services.log('a package was not imported', error);
      if (isProblem(error)) throw error;
      throw invalidAt('', `siteState.fill.${fillReason(error)}`);
    }
  },
};

export const importPackageEndpoint = endpoint('importPackage', importPackageAction);
