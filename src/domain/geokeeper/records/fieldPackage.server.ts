// Everything that a device needs to collect records without a connection: programs, published forms, work items, references and their files.

import { groupBy } from 'src/base/groupBy.ts';
import { FORM_TYPE, versionsOfForms } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { isLevel, type Level, stricter } from 'src/model/access/levels.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, ItemId, Values } from 'src/model/item/Item.ts';
import type { Context } from 'src/server/extend.ts';

type PackageAnswer = Endpoints['fieldPackage']['answer'];
type ProgramPart = PackageAnswer['programs'][number];
type FormPart = ProgramPart['forms'][number];
type FilePart = FormPart['media'][number];

const PROGRAM_TYPE = 'GeoKeeperProgram';
const REFERENCE_TYPE = 'GeoKeeperReference';
const WORK_ITEM_TYPE = 'GeoKeeperWorkItem';
const PROGRAM_CONTENTS = [FORM_TYPE, REFERENCE_TYPE, WORK_ITEM_TYPE].map((type) => ({ type, path: 'program' }));
const MAX_PROGRAMS = 200;
/** Versions of a form that a device may have drafts of. */
const RECORD_MAX_VERSIONS = 5;
const RECORD_CHANNEL = 'fieldPackage';

const recordTextOf = (item: Item, path: string): string => {
  const value = item[path];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const recordIdsOf = (item: Item, path: string): readonly ItemId[] => {
  const value = item[path];
  return Array.isArray(value) ? value.filter((each): each is ItemId => typeof each === 'string') : [];
};

const readPackaged = ({ services, db, readFilter }: Context, ids: readonly ItemId[]): Promise<readonly Item[]> =>
  ids.length === 0 ? Promise.resolve([]) : services.items.readVisible(db, readFilter, ids, { channel: RECORD_CHANNEL });

/** Everything that the caller may see of the programs, each kind read at once. */
interface PackageContents {
  /** Contents in use, by program. */
  readonly byProgram: ReadonlyMap<ItemId, readonly Item[]>;
  /** Published versions, the newest first, by form. */
  readonly versions: ReadonlyMap<ItemId, readonly Item[]>;
  readonly files: ReadonlyMap<ItemId, Item>;
}

const itemsBy = (items: readonly Item[], path: string): ReadonlyMap<ItemId, readonly Item[]> =>
  groupBy(items, (item) => recordTextOf(item, path));

/** The number of statements does not depend on the number of programs, forms, versions and files. */
const readContents = async (context: Context, programs: readonly ItemId[]): Promise<PackageContents> => {
  const { services, db } = context;
  const ids = programs.length === 0 ? [] : await services.items.holdingAny(db, PROGRAM_CONTENTS, programs);
  const open = (await readPackaged(context, ids)).filter(({ state }) => state === 'ACTIVE');
  const forms = open.flatMap(({ _t, $id }) => (_t === FORM_TYPE ? [$id] : []));
  const known = groupBy(await versionsOfForms(context, forms), ({ formDef }) => formDef);
  const newest = [...known.values()].flatMap((versions) => versions.slice(0, RECORD_MAX_VERSIONS));
  const versions = await readPackaged(
    context,
    newest.map(({ id }) => id),
  );
  const listed = open.flatMap((item) => [...recordIdsOf(item, 'media'), ...recordIdsOf(item, 'files')]);
  const files = await readPackaged(context, [...new Set(listed)]);
  return {
    byProgram: itemsBy(open, 'program'),
    versions: itemsBy(versions, 'formDef'),
    files: new Map(files.map((file) => [file.$id, file])),
  };
};

const filesAt = ({ files }: PackageContents, item: Item, path: string): FilePart[] =>
  recordIdsOf(item, path).flatMap((id) => {
    const file = files.get(id);
    if (!file) return [];
    const name = recordTextOf(file, 'originalName');
    return [
      {
        ...{ name, url: `/attachment/${id}/${encodeURIComponent(name)}` },
        ...{ size: Number(file['size'] ?? 0), sha256: recordTextOf(file, 'fileID') },
      },
    ];
  });

/** Returns the widest audience of a record. The program and the form limit it. */
const widestAudience = (program: Item, form: Item): Level =>
  [program['$access'], form['audience']].reduce<Level>(
    (widest, level) => (isLevel(level) ? stricter(widest, level) : widest),
    'PUBLIC',
  );

/** Returns the limit, or nothing for a form that has none. */
const limitAt = (
  item: Item,
  path: 'maxPhotos' | 'maxVideos',
): { readonly [path in 'maxPhotos' | 'maxVideos']?: number } => {
  const value = item[path];
  return typeof value === 'number' ? { [path]: value } : {};
};

/** Returns no part for a form without a published version. */
const formPart = (contents: PackageContents, program: Item, item: Item): FormPart[] => {
  const versions = (contents.versions.get(item.$id) ?? []).map((version) => ({
    version: Number(version['version']),
    form: version['form'] as Values,
  }));
  if (versions.length === 0) return [];
  return [
    {
      ...{ id: item.$id, label: item.$label, formType: recordTextOf(item, 'formType') },
      audience: widestAudience(program, item),
      ...limitAt(item, 'maxPhotos'),
      ...limitAt(item, 'maxVideos'),
      versions,
      media: filesAt(contents, item, 'media'),
    },
  ];
};

const programPart = (contents: PackageContents, item: Item): ProgramPart => {
  const own = contents.byProgram.get(item.$id) ?? [];
  const ofType = (type: string): readonly Item[] => own.filter(({ _t }) => _t === type);
  return {
    ...{ id: item.$id, label: item.$label },
    ...{ description: recordTextOf(item, 'description'), access: recordTextOf(item, 'access') },
    forms: ofType(FORM_TYPE).flatMap((form) => formPart(contents, item, form)),
    workItems: ofType(WORK_ITEM_TYPE).map((workItem) => ({ ...workItem }) as Values),
    references: ofType(REFERENCE_TYPE).map((reference) => ({
      ...{ id: reference.$id, label: reference.$label, kind: recordTextOf(reference, 'kind') },
      files: filesAt(contents, reference, 'files'),
    })),
  };
};

/** Returns the programs in which the caller may collect records. */
export const readFieldPackage = async (context: Context): Promise<PackageAnswer> => {
  const { services, db, readFilter, subject, gone } = context;
  const must = { _t: [PROGRAM_TYPE], state: ['ACTIVE'] };
  const { ids } = await services.search.search(readFilter, { must, max: MAX_PROGRAMS }, gone);
  const stored = await services.items.findMany(db, ids);
  const rights = await Promise.all(stored.map((program) => services.access.can(db, readFilter, program, 'collect')));
  const open = stored.filter((_, at) => rights[at]).map(({ id }) => id);
  const items = await readPackaged(context, open);
  const contents = await readContents(context, open);
  const user = subject.userId ?? '';
  const labels = await services.items.labels(db, readFilter, [user]);
  return {
    user: { id: user, name: labels.get(user) ?? '' },
    programs: items.map((item) => programPart(contents, item)),
  };
};
