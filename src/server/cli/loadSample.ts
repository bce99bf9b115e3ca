// The sample community, loaded into an empty database at the first start. What is in it is the domain's business: it hands a
// SampleLoader, exported as `loadSample` from src/domain/sample/loadSample.server.ts; this file only gives it the services and asks whether it may run.

import type { Services } from 'src/server/context.ts';
import { claimEmptySite, releaseEmptySite } from 'src/server/store/accounts/claimEmptySite.ts';

/** An account that the sample made, as it is printed on the terminal. */
export interface SampleAccount {
  readonly email: string;
  /** What this person is there to show, in a few English words. */
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
