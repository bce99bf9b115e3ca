// Everything that a device needs to collect records without a connection: programs, published forms, work items, references and their files.

import { FORM_TYPE, versionsOfForm } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { isLevel, type Level, stricter } from 'src/model/access/levels.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, ItemId, Values } from 'src/model/item/Item.ts';
import type { Context } from 'src/server/extend.ts';

type PackageAnswer = Endpoints['fieldPackage']['answer'];
type ProgramPart = PackageAnswer['programs'][number];
type FilePart = ProgramPart['forms'][number]['media'][number];

const PROGRAM_TYPE = 'GeoKeeperProgram';
const REFERENCE_TYPE = 'GeoKeeperReference';
const WORK_ITEM_TYPE = 'GeoKeeperWorkItem';
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

/** Returns the items of the type in the program that the caller may see and that are in use. */
const openItems = async (
  { services, db, readFilter }: Context,
  type: string,
  program: ItemId,
): Promise<readonly Item[]> => {
  const ids = await services.items.holding(db, { type, path: 'program', id: program });
  const items = await services.items.readVisible(db, readFilter, ids, { channel: RECORD_CHANNEL });
  return items.filter(({ state }) => state === 'ACTIVE');
};

const filesAt = async ({ services, db, readFilter }: Context, item: Item, path: string): Promise<FilePart[]> => {
  const files = await services.items.readVisible(db, readFilter, recordIdsOf(item, path), { channel: RECORD_CHANNEL });
  return files.map((file) => {
    const name = recordTextOf(file, 'originalName');
    return {
      ...{ name, url: `/attachment/${file.$id}/${encodeURIComponent(name)}` },
      ...{ size: Number(file['size'] ?? 0), sha256: recordTextOf(file, 'fileID') },
    };
  });
};

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

const formsOf = async (context: Context, program: Item): Promise<ProgramPart['forms']> => {
  const forms: ProgramPart['forms'][number][] = [];
  for (const item of await openItems(context, FORM_TYPE, program.$id)) {
    const versions = (await versionsOfForm(context, item.$id)).slice(0, RECORD_MAX_VERSIONS);
    if (versions.length === 0) continue;
    forms.push({
      ...{ id: item.$id, label: item.$label, formType: recordTextOf(item, 'formType') },
      audience: widestAudience(program, item),
      ...limitAt(item, 'maxPhotos'),
      ...limitAt(item, 'maxVideos'),
      versions: versions.map((version) => ({
        version: Number(version.properties['version']),
        form: version.properties['form'] as Values,
      })),
      media: await filesAt(context, item, 'media'),
    });
  }
  return forms;
};

const programPart = async (context: Context, item: Item): Promise<ProgramPart> => {
  const references: ProgramPart['references'][number][] = [];
  for (const reference of await openItems(context, REFERENCE_TYPE, item.$id))
    references.push({
      ...{ id: reference.$id, label: reference.$label, kind: recordTextOf(reference, 'kind') },
      files: await filesAt(context, reference, 'files'),
    });
  const workItems = await openItems(context, WORK_ITEM_TYPE, item.$id);
  return {
    ...{
      id: item.$id,
      label: item.$label,
      description: recordTextOf(item, 'description'),
      access: recordTextOf(item, 'access'),
    },
    forms: await formsOf(context, item),
    workItems: workItems.map((workItem) => ({ ...workItem }) as Values),
    references,
  };
};

/** Returns the programs in which the caller may collect records. */
export const readFieldPackage = async (context: Context): Promise<PackageAnswer> => {
  const { services, db, readFilter, subject, gone } = context;
  const must = { _t: [PROGRAM_TYPE], state: ['ACTIVE'] };
  const { ids } = await services.search.search(readFilter, { must, max: MAX_PROGRAMS }, gone);
  const stored = await services.items.findMany(db, ids);
  const open: ItemId[] = [];
  for (const program of stored)
    if (await services.access.can(db, readFilter, program, 'collect')) open.push(program.id);
  const items = await services.items.readVisible(db, readFilter, open, { channel: RECORD_CHANNEL });
  const programs: ProgramPart[] = [];
  for (const item of items) programs.push(await programPart(context, item));
  const user = subject.userId ?? '';
  const labels = await services.items.labels(db, readFilter, [user]);
  return { user: { id: user, name: labels.get(user) ?? '' }, programs };
};
