// Files that come with a record: each must have arrived with the checksum that the device computed.

import type { SplitAnswers } from 'src/domain/geokeeper/records/splitAnswers.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { uploadRef } from 'src/model/item/uploadRef.ts';
import { invalid, invalidAt } from 'src/model/problems.ts';
import type { Context, StoredItem } from 'src/server/extend.ts';

export interface SentFile {
  readonly name: string;
  /** Key of an upload of the caller. */
  readonly upload: string;
  readonly sha256: string;
}

export interface KeptFile {
  readonly id: ItemId;
  readonly name: string;
  readonly sha256: string;
}

const FILE_PROPERTIES = ['files', 'restrictedFiles'] as const;
type FileProperty = (typeof FILE_PROPERTIES)[number];

const recordIdsAt = (stored: StoredItem | undefined, property: FileProperty): readonly ItemId[] => {
  const value = stored?.properties[property];
  return Array.isArray(value) ? value.filter((each): each is ItemId => typeof each === 'string') : [];
};

/** Returns the files that a stored record has. */
export const filesOfRecord = async (
  { services, db }: Pick<Context, 'services' | 'db'>,
  stored: StoredItem | undefined,
): Promise<KeptFile[]> => {
  const ids = FILE_PROPERTIES.flatMap((property) => recordIdsAt(stored, property));
  const found = ids.length === 0 ? [] : await services.items.findMany(db, ids);
  return found.map(({ id, properties }) => ({
    ...{ id, name: String(properties['originalName']), sha256: String(properties['fileID']) },
  }));
};

/** Refuses files that have not arrived as they left the device. */
export const checkSentFiles = async (
  { services, subject }: Pick<Context, 'services' | 'subject'>,
  files: readonly SentFile[],
): Promise<void> => {
  const names = new Set<string>();
  for (const [at, { name, upload, sha256 }] of files.entries()) {
    if (names.has(name)) throw invalidAt(`/files/${at}/name`, 'fieldRecords.sameFileName');
    names.add(name);
    const row = await services.uploads.find(subject.userId ?? '', upload);
    if (!row) throw invalidAt(`/files/${at}/upload`, 'errors.file.unknown');
    if (row.fileID === null) throw invalidAt(`/files/${at}/upload`, 'errors.file.unfinished');
    if (row.name !== name) throw invalidAt(`/files/${at}/name`, 'fieldRecords.otherFileName');
    if (row.fileID !== sha256) throw invalidAt(`/files/${at}/sha256`, 'fieldRecords.damagedFile');
  }
};

export interface FileLimits {
  readonly photos: number;
  readonly videos: number;
}

const recordCountOf = ({ files }: SplitAnswers, wanted: string): number =>
  [...files.values()].filter((type) => type === wanted).length;

export const refuseTooManyFiles = (split: SplitAnswers, { photos, videos }: FileLimits): void => {
  const errors = [
    ...(recordCountOf(split, 'photo') > photos
      ? [{ message: 'fieldRecords.tooManyPhotos', params: { count: photos } }]
      : []),
    ...(recordCountOf(split, 'video') > videos
      ? [{ message: 'fieldRecords.tooManyVideos', params: { count: videos } }]
      : []),
  ];
  if (errors.length > 0) throw invalid(errors.map((error) => ({ path: '/record/answers', ...error })));
};

/**
 * Returns the values of both properties with files: ids of files that the record has already, and references to uploads for new ones. A
 * file with another checksum replaces the one of the same name.
 */
export const fileValues = (
  kept: readonly KeptFile[],
  sent: readonly SentFile[],
  { restrictedFiles }: SplitAnswers,
): Record<FileProperty, string[]> => {
  const values: Record<FileProperty, string[]> = { files: [], restrictedFiles: [] };
  const side = (name: string): string[] => values[restrictedFiles.has(name) ? 'restrictedFiles' : 'files'];
  const replaced = new Set(sent.map(({ name }) => name));
  const same = new Map(kept.map(({ id, name, sha256 }) => [`${name} ${sha256}`, id]));
  for (const { id, name } of kept) if (!replaced.has(name)) side(name).push(id);
  for (const { name, upload, sha256 } of sent) side(name).push(same.get(`${name} ${sha256}`) ?? uploadRef(upload));
  return values;
};
