// The language that a person has chosen for themselves under "My account". Remembered on the device for the moment before the server has said
// who is signed in.

import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';

const KEY = 'Language';

/** Undefined for the language of the site. Observable. */
export const ownLanguage = ({ user, signedIn }: Pick<SessionStore, 'user' | 'signedIn'>): string | undefined => {
  if (user) return user.language ?? undefined;
  const last = signedIn ? recall(KEY) : undefined;
  return last === undefined || last === '' ? undefined : last;
};

export const rememberLanguage = ({ user }: Pick<SessionStore, 'user'>): void => {
  if (user) remember(KEY, user.language ?? '');
};
