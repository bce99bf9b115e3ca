// Language that a person has chosen under "My account". Stored on the device until the server has confirmed the user.

import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';

const LANGUAGE_KEY = 'Language';

/** Returns undefined for the language of the site. Observable. */
export const ownLanguage = ({ user, signedIn }: Pick<SessionStore, 'user' | 'signedIn'>): string | undefined => {
  if (user) return user.language ?? undefined;
  const last = signedIn ? recall(LANGUAGE_KEY) : undefined;
  return last === undefined || last === '' ? undefined : last;
};

export const rememberLanguage = ({ user }: Pick<SessionStore, 'user'>): void => {
  if (user) remember(LANGUAGE_KEY, user.language ?? '');
};
