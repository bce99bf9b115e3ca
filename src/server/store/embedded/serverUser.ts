// Operating system user of PostgreSQL's programs. They refuse to run as root, so root starts them as a user that is not used otherwise on
// the machine. This user owns the files and the socket, and any process of this user is a superuser of the server. Used by startEmbedded.

import { chmod, chown, lchown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from 'src/server/sha256.ts';

/** Undefined for the user of this process. */
export type ServerUser = number | undefined;

/** initdb needs a user that the system knows, unlike the server; this one is `nobody`. */
export const KNOWN_USER = 65534;

// Numbers that no distribution assigns to users, groups or services, and that a user namespace of 65536 still maps (systemd.io/UIDS-GIDS).
// Each data folder gets one.
const FIRST_UID = 60578;
const UID_COUNT = 606;

export const serverUser = (home: string): ServerUser => {
  if (process.getuid?.() !== 0) return undefined;
  return FIRST_UID + (sha256(home).readUInt32BE(0) % UID_COUNT);
};

/** Returns true for the user of this data folder, or of the one that it was copied from. */
const isServerUser = (uid: number): boolean => uid >= FIRST_UID && uid < FIRST_UID + UID_COUNT;

export const spawnAs = (user: ServerUser): { readonly uid?: number; readonly gid?: number } =>
  user === undefined ? {} : { uid: user, gid: user };

/** Changes the owner of a folder and its contents, unless it is already the user's. */
export const giveTo = async (user: ServerUser, path: string): Promise<void> => {
  if (user === undefined || (await lstat(path)).uid === user) return;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), user, user);
  await lchown(path, user, user);
};

/** Creates a folder that only the user can enter. Refuses one that another user created there, or a link. */
export const makePrivateFolder = async (user: ServerUser, path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found = await lstat(path);
  const isOurs = [process.getuid?.(), KNOWN_USER].includes(found.uid) || isServerUser(found.uid);
  if (!found.isDirectory() || !isOurs)
    throw new Error(`${path} belongs to somebody else; remove it or choose another DATA_DIR.`);
  await chmod(path, 0o700);
  if (user !== undefined) await chown(path, user, user);
};

/** The data folder belongs to us; the user may traverse it but not list it. */
export const letPass = async (user: ServerUser, path: string): Promise<void> => {
  await mkdir(path, { recursive: true });
  if (user !== undefined) await chmod(path, (await lstat(path)).mode | 0o011);
};
