// The database of copies for reading without a connection: its name, its removal, and how long copies stay.

import type { SessionUser } from 'src/model/generated/wire.ts';

export const OFFLINE_DATABASE = 'knowledge-keeper-reading';

/** Choices of the days for which copies stay without a connection. With 0, nothing is stored. */
export const OFFLINE_DAYS = [0, 1, 7, 30] as const;
const DEFAULT_OFFLINE_DAYS = 7;
/** Starred items that are stored at most. */
export const MOST_STARRED_COPIES = 300;

/** Returns the days that the person has chosen. While an administrator acts as a user, nothing is stored. */
export const offlineDays = ({
  masquerading,
  preferences,
}: Pick<SessionUser, 'masquerading' | 'preferences'>): number => {
  const { offlineDays: chosen = DEFAULT_OFFLINE_DAYS } = preferences;
  return masquerading ? 0 : Number(chosen);
};

/** Deletes the copies. Open tabs close their connection to the database. */
export const deleteOfflineCopies = (databases: IDBFactory | undefined): Promise<void> =>
  new Promise((resolve) => {
    const request = databases?.deleteDatabase(OFFLINE_DATABASE);
    if (!request) {
      resolve();
      return;
    }
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => resolve());
  });
