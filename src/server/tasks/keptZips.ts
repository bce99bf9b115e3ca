// What the zips that a person has made and not removed take of the disk, by the action that makes them.

import type { Context } from 'src/server/context.ts';
import { keptFilesOf } from 'src/server/store/taskRows.ts';

export const keptBytes = async ({ services, db, subject }: Context, action: string): Promise<number> => {
  const keys = await keptFilesOf(db, { userId: subject.userId ?? '', action });
  const sizes = await Promise.all(keys.map((key) => services.taskResults.size(key)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
};
