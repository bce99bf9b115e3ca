// Loads the sample community into an empty database at the first start. The domain defines its content: `loadSample` of
// src/domain/sample/loadSample.server.ts is a SampleLoader. This file checks that it may run and passes the services.

import type { Services } from 'src/server/context.ts';
import { claimEmptySite, releaseEmptySite } from 'src/server/store/accounts/claimEmptySite.ts';

/** An account that the sample made, as it is printed on the terminal. */
export interface SampleAccount {
  readonly email: string;
  /** Role that this person demonstrates, in a few English words. */
  readonly role: string;
}

export interface SampleOptions {
  readonly services: Services;
  /** The password of every sample account. */
  readonly password: string;
  /** Reports how far it is; may be called often. */
  progress(message: string): void;
}

/**
 * Writes the sample through the services, never by SQL of its own:
 * - items: `services.database.transaction((tx) => services.items.insert(tx, type, properties, { at, by, actor: undefined }))`,
 *   many per transaction; `by` may name a user that is made later in the same load;
 * - bytes: `await services.files.put(buffer)` gives `{fileID, size}` for an Attachment's properties;
 * - accounts: `await services.accounts.create(userItemId, email, password)` after the User item is there.
 * Answers the accounts to print. Must give the same items in the same order every time.
 */
export type SampleLoader = (options: SampleOptions) => Promise<readonly SampleAccount[]>;

/** Loads when there is not a single item and no other process does; answers undefined when there was nothing to do. */
export const loadSample = async (
  load: SampleLoader,
  options: SampleOptions,
): Promise<readonly SampleAccount[] | undefined> => {
  const { database } = options.services;
  if (!(await claimEmptySite(database))) return undefined;
  try {
    return await load(options);
  } catch (error) {
    await releaseEmptySite(database);
    throw error;
  }
};
