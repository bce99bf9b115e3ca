// Decides whether the page is dark: as the person chose, or as the device is while the person has chosen nothing.

import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import { lastDark } from 'src/client/ui/theme.ts';

export const DARK_DEVICE = '(prefers-color-scheme: dark)';

/** Observable, except for a change of the device. */
export const isDark = ({ session }: { readonly session: Pick<SessionStore, 'user' | 'signedIn'> }): boolean => {
  const { user, signedIn } = session;
  // The server has not answered yet: the page looks as it did last on this device.
  const before = signedIn ? lastDark() : undefined;
  const chosen = user ? user.preferences['dark'] : before;
  return typeof chosen === 'boolean' ? chosen : window.matchMedia(DARK_DEVICE).matches;
};
