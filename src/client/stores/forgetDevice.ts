// Removes all that this site keeps on the device: drafts of everybody, stored choices, the token, cached files. For computers that
// several people use. Part of the client, called by the user menu and the sign-in page after the person has confirmed it.

import type { Environment } from 'src/client/connection/environment.ts';
import type { DraftStore } from 'src/client/stores/DraftStore.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';

interface Forgetting {
  readonly drafts: DraftStore;
  readonly session: SessionStore;
  readonly environment: Environment;
}

/** Ends with a fresh page, so that nothing of the memory is written back. */
export const forgetDevice = async ({ drafts, session, environment }: Forgetting): Promise<void> => {
  await drafts.clearDevice();
  await session.signOut();
  await environment.wipe();
  environment.reload();
};
