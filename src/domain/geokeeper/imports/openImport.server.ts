// The records in an uploaded export of ODK Central or KoboToolbox, read by the newest published version of a form.

import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { importedMediaIn, type ImportedMedia } from 'src/domain/geokeeper/imports/importedMedia.ts';
import { importedReadRecords, NoRecords, type ReadRecords } from 'src/domain/geokeeper/imports/readRecords.ts';
import { FORM_TYPE, formOfVersion, versionsOfForms } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { uploadedTables, withZippedFiles, type Context, type StoredItem, type ZippedFile } from 'src/server/extend.ts';

/** Uploads of the caller: the export, and a zip of its files if the export does not contain them. */
export interface ImportUploads {
  readonly upload: string;
  readonly media?: string | undefined;
}

export interface OpenImport extends ReadRecords {
  /** Name of the uploaded file. */
  readonly name: string;
  readonly form: FieldForm;
  /** Number of the published version. */
  readonly version: number;
  readonly media: ImportedMedia<ZippedFile>;
}

const IMPORT_BOUNDS = { maxRows: 200_000, maxSigns: 100_000_000 };

const importedRecords = (tables: Parameters<typeof importedReadRecords>[0], form: FieldForm): ReadRecords => {
  try {
    return importedReadRecords(tables, form);
  } catch (error) {
    throw error instanceof NoRecords ? invalidAt('/upload', 'fieldImport.noRecords') : error;
  }
};

/** Calls `use` with the records while the zips are open. Throws `invalid` for a file that is no such export. */
export const withImport = async <T>(
  context: Context,
  formDef: StoredItem,
  uploads: ImportUploads,
  use: (opened: OpenImport) => Promise<T>,
): Promise<T> => {
  if (formDef.type !== FORM_TYPE) throw problem('notAllowed');
  const program = await context.services.items.find(context.db, String(formDef.properties['program']));
  if (formDef.properties['state'] !== 'ACTIVE' || program?.properties['state'] !== 'ACTIVE')
    throw invalidAt('/upload', 'fieldImport.notActive');
  const [published] = await versionsOfForms(context, [formDef.id]);
  const newest = published && (await context.services.items.find(context.db, published.id));
  if (!newest) throw invalidAt('/upload', 'fieldImport.notPublished');
  const form = formOfVersion(newest);
  const { name, tables } = await uploadedTables(context, { upload: uploads.upload, ...IMPORT_BOUNDS });
  const read = importedRecords(tables, form);
  const zips = [uploads.upload, ...(uploads.media === undefined ? [] : [uploads.media])];
  return await withZippedFiles(context, zips, (files) =>
    use({ ...read, name, form, version: Number(newest.properties['version']), media: importedMediaIn(files) }),
  );
};
