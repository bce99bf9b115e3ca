// Who runs PostgreSQL's programs. They refuse to run as root, so under root the server runs as a user that nothing else on the
// machine uses: the files and the socket are this user's, and whoever can become it is its superuser. Used by startEmbedded.

import { createHash } from 'node:crypto';
import { chmod, chown, lchown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Undefined: this process's own user. */
export type ServerUser = number | undefined;

/** `nobody`: initdb, unlike the server itself, wants a user that the system knows. */
export const KNOWN_USER = 65534;

// Numbers that no distribution gives to users, groups or services, and that a user namespace of 65536 still maps
// (systemd.io/UIDS-GIDS). One of them per data folder.
const FIRST_UID = 60578;
const UID_COUNT = 606;

export const serverUser = (home: string): ServerUser => {
  if (process.getuid?.() !== 0) return undefined;
  return FIRST_UID + (createHash('sha256').update(home).digest().readUInt32BE(0) % UID_COUNT);
};

/** Of this data folder, or of the one that it is a copy of. */
const isServerUser = (uid: number): boolean => uid >= FIRST_UID && uid < FIRST_UID + UID_COUNT;

export const spawnAs = (user: ServerUser): { readonly uid?: number; readonly gid?: number } =>
  user === undefined ? {} : { uid: user, gid: user };

/** Changes the owner of a folder and all in it, unless the folder is already the user's. */
export const giveTo = async (user: ServerUser, path: string): Promise<void> => {
  if (user === undefined || (await lstat(path)).uid === user) return;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), user, user);
  await lchown(path, user, user);
};

/** A folder that only the user can enter. Refuses one that somebody else has made there, or a link. */
export const makePrivateFolder = async (user: ServerUser, path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found = await lstat(path);
  const isOurs = [process.getuid?.(), KNOWN_USER].includes(found.uid) || isServerUser(found.uid);
  if (!found.isDirectory() || !isOurs)
    throw new Error(`${path} belongs to somebody else; remove it or choose another DATA_DIR.`);
  await chmod(path, 0o700);
  if (user !== undefined) await chown(path, user, user);
};

/** The data folder is ours: let the user pass through it, though not look into it. */
export const letPass = async (user: ServerUser, path: string): Promise<void> => {
  await mkdir(path, { recursive: true });
  if (user !== undefined) await chmod(path, (await lstat(path)).mode | 0o011);
};
