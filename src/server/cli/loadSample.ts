// Loads the sample community into an empty database at the first start. The domain defines its content: `loadSample` of
// src/domain/sample/loadSample.server.ts is a SampleLoader. This file checks that it may run and passes the services.

import type { SampleAccount, SampleLoader, SampleOptions } from 'src/server/extend.ts';
import { claimEmptySite, releaseEmptySite } from 'src/server/store/accounts/claimEmptySite.ts';

/** Loads when there is not a single item and no other process does; answers undefined when there was nothing to do. */
export const loadSampleOnce = async (
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
