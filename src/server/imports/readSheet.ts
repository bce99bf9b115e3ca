// `act/readSheet`: the columns of an uploaded table, and how they would be imported. The file is read again each time; nothing of it is
// stored.

import type { ImportColumn, ImportSheet } from 'src/model/generated/wire.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { nameEnding } from 'src/model/item/fileFits.ts';
import { invalid, invalidAt, invalidEntries, isProblem, problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { exportWords } from 'src/server/exchange/exportWords.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import { importKindOf, ownerRelation, type KnownKind } from 'src/server/imports/importKindOf.ts';
import { importOwner, NO_TARGET } from 'src/server/imports/importPlan.ts';
import { collectionPathOf, namedCollectionOf } from 'src/server/imports/importCollection.ts';
import { importTargets, placePath, kindPlacesOf, restPath, SPECIAL } from 'src/server/imports/importTargets.ts';
import { suggestMapping } from 'src/server/imports/suggestMapping.ts';
import { GEO_FORMATS } from 'src/server/geoFiles/geoFile.ts';
import { uploadedFile, type UploadedFile } from 'src/server/files/uploadedFile.ts';
import type { WaitBounds } from 'src/server/semaphore.ts';
import { inServerName } from 'src/server/systemContext.ts';

const SHEET_DEADLINE_MS = 25_000;
const SHEET_RETRY_S = 5;
const SHEET_WAIT: WaitBounds = {
  waitMs: 4_000,
  waiting: 3,
  exceeded: () => problem('rateLimited', { retryAfter: SHEET_RETRY_S }),
};

type ReadSheetInput = Endpoints['readSheet']['input'];
type Columns = ImportSheet['columns'];

const savedColumns = (mapping: Json | undefined): readonly ImportColumn[] => {
  try {
    return typeof mapping === 'string' ? (JSON.parse(mapping) as readonly ImportColumn[]) : [];
  } catch {
    return [];
  }
};

interface SavedFor {
  readonly owner: ItemId | undefined;
  readonly columns: Columns;
}

/** Returns the mapping of the last import of the kind and owner that the context may read, by the names of the columns. */
const mappingRead = async (
  { services, db, readFilter }: ImportContext,
  { key }: KnownKind,
  { owner, columns }: SavedFor,
): Promise<readonly ImportColumn[]> => {
  const must = { _t: [SYSTEM_TYPES.import], kind: [key], ...(owner !== undefined && { owner: [owner] }) };
  const { ids } = await services.search.search(readFilter, { must, sort: [{ key: 'started', order: 'desc' }], max: 1 });
  const [last] = await services.items.readVisible(db, readFilter, ids, { channel: undefined });
  const byName = new Map(savedColumns(last?.['mapping']).map((column) => [column.name, column]));
  return columns.flatMap(({ column, name }) => {
    const saved = byName.get(name);
    return saved ? [{ ...saved, column }] : [];
  });
};

/** Returns the saved mapping. People who may add records to an owner also get it from imports of others there, which they may not read. */
const savedMapping = async (
  context: ImportContext,
  kind: KnownKind,
  saved: SavedFor,
): Promise<readonly ImportColumn[]> => {
  const { type } = kind;
  const isOwn = await importOwner(context, { type, ownerPath: ownerRelation(type), owner: saved.owner });
  if (isOwn === undefined) return await mappingRead(context, kind, saved);
  return await inServerName(context.services, async (server) => await mappingRead(server, kind, saved));
};

/** Returns the saved columns, and suggestions for columns and targets that are not among them. */
const withSuggestions = (
  saved: readonly ImportColumn[],
  suggested: readonly ImportColumn[],
): readonly ImportColumn[] => {
  const isTaken = ({ column, to }: ImportColumn): boolean =>
    saved.some((each) => each.column === column || (each.to === to && to !== SPECIAL.rest));
  return [...saved, ...suggested.filter((each) => !isTaken(each))].toSorted((one, other) => one.column - other.column);
};

const WORKBOOK_ENDINGS: readonly unknown[] = ['xlsx', 'xlsm', 'xls', 'ods'];
/** Refusals of a text that is no table. */
const TEXT_REFUSALS = ['onlyCaptions', 'noRows', 'openQuote', 'damagedRow', 'notJson', 'noRecords'];

/** Returns a reason that says what the file is, when it is a text under the name of a workbook. */
const refusalByName = (error: unknown, { name, filetype }: UploadedFile): unknown => {
  if (!filetype.startsWith('text/') || !WORKBOOK_ENDINGS.includes(nameEnding(name)) || !isProblem(error)) return error;
  const entries = invalidEntries(error);
  const isNoTable = entries.some(({ message }) => TEXT_REFUSALS.some((key) => message === `sheet.${key}`));
  return isNoTable ? invalid([{ path: '/upload', message: 'sheet.textNamedWorkbook', params: { name } }]) : error;
};

/** Returns where the person can put the records; undefined for a kind without collections. */
const sheetCollection = ({ services, subject }: ImportContext, kind: KnownKind): ImportSheet['collection'] => {
  const path = collectionPathOf(kind);
  const types = kind.type.properties[path ?? '']?.rel?.to ?? [];
  if (path === undefined || types.length === 0) return undefined;
  const named = namedCollectionOf(services.registry, kind)?.type.name ?? '';
  const creates = services.creatable(subject).includes(named);
  return { path, types: [...types], required: kind.places !== undefined, ...(creates && { creates: named }) };
};

/** Throws `invalid` when the file cannot be read, or the kind is unknown. */
export const readSheetOf = async (context: ImportContext, input: ReadSheetInput): Promise<ImportSheet> => {
  const { services, subject } = context;
  const kind = importKindOf(services.registry, input);
  if (!kind) throw invalidAt(input.kind === undefined ? '/type' : '/kind', 'errors.invalidChoice');
  const upload = await uploadedFile(context, input.upload);
  const { path, name } = upload;
  const asked = {
    ...input,
    path,
    person: subject.userId ?? '',
    deadlineMs: SHEET_DEADLINE_MS,
    signal: context.gone,
    bounds: SHEET_WAIT,
  };
  const summary = await services.sheets
    .read(asked, (sheet) => Promise.resolve(sheet.summary))
    .catch((error: unknown) => {
      throw refusalByName(error, upload);
    });
  const words = await exportWords(services, { language: input.language });
  const named = summary.columns.map((column) => column.name);
  const targets = importTargets(services.registry, kind, { words, admin: subject.admin, named });
  const columns: Columns = summary.columns.map(({ at, ...column }) => ({
    column: at,
    ...column,
    values: [...column.values],
  }));
  const saved = await savedMapping(context, kind, { owner: input.owner, columns });
  const places = kindPlacesOf(services.registry, kind);
  const isGeographic = GEO_FORMATS.some((format) => format === summary.format);
  const suggested = suggestMapping(columns, {
    ...{ targets, kindColumns: kind.columns, words },
    places: {
      geometry: places ? SPECIAL.geometry : placePath(kind.type),
      title: places?.code ?? kind.type.view.place?.fromFiles?.title,
      code: places?.code,
    },
    keepsRest: isGeographic && restPath(places?.type ?? kind.type) !== undefined,
  });
  const ownerPath = ownerRelation(kind.type);
  const gathered = sheetCollection(context, kind);
  const { format, sheets, sheet, encoding, delimiter, headerRow, rows, notes, preview } = summary;
  return {
    ...{ name, format, headerRow, rows, columns, kind: kind.key, type: kind.type.name },
    ...{
      sheets: sheets.map((each) => ({ ...each })),
      notes: [...notes],
      targets: [...targets],
      geographic: isGeographic,
    },
    ...(preview && { preview: { ...preview, name } }),
    ...(gathered && { collection: gathered }),
    ...(places && { places: true }),
    ...(sheet !== undefined && { sheet }),
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(ownerPath !== undefined && { ownerPath }),
    mapping: withSuggestions(saved, suggested).filter(({ to }) => to !== NO_TARGET),
    saved: saved.length > 0,
    ...(kind.accounts && services.registration !== 'closed' && { invites: true }),
    updates: suggested.some(({ to }) => to === SPECIAL.id),
  };
};
