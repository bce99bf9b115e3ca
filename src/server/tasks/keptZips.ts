// Adds up the bytes of the zips that a person has made by an action and not removed.

import type { Context } from 'src/server/context.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';
import { keptFilesOf } from 'src/server/store/taskRows.ts';

export const keptBytes = async (
  { services, db, subject }: Context<{ readonly taskResults: TaskResults }>,
  action: string,
): Promise<number> => {
  const keys = await keptFilesOf(db, { userId: subject.userId ?? '', action });
  const sizes = await Promise.all(keys.map((key) => services.taskResults.size(key)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
};
