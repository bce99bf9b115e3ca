// Leads people where their session lets them be: redirects, legacy addresses, items a visitor must sign in for, the end of a session.
// Called once by createClient. (ROUTE-08 to ROUTE-11, AUTH-05)

import { reaction } from 'mobx';
import type { AuthState } from 'src/client/connection/authMachine.ts';
import type { Cell } from 'src/model/listing/columnPath.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { NavigationStore } from 'src/client/router/NavigationStore.ts';
import { redirectOf, SIGN_IN, signInPath } from 'src/client/router/redirects.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';

interface FollowSessionOptions {
  readonly navigation: NavigationStore;
  readonly session: SessionStore;
  readonly items: ItemStore;
  readonly connection: Pick<ServerConnection, 'send'>;
  readonly migrated: boolean;
  readonly isKnownView: (view: string) => boolean;
  readonly isScreen: (view: string) => boolean;
  readonly isOwnPage: (view: string) => boolean;
}

interface Seen {
  readonly address: string;
  readonly state: AuthState;
  readonly confirmed: boolean;
}

const isRefused = (items: ItemStore, { itemId }: Cell): boolean => {
  const entry = itemId === undefined ? undefined : items.peek(itemId);
  return entry?.state === 'failed' && entry.problem.key === 'notAllowed';
};

/** Returns the end of following. */
export const followSession = (options: FollowSessionOptions): (() => void) => {
  const { navigation, session, items, connection, migrated, isKnownView, isScreen, isOwnPage } = options;
  const unresolved = new Set<string>();

  const resolveLegacy = async (alias: string): Promise<void> => {
    const { address } = navigation;
    try {
      const { itemId } = await connection.send('getLegacyPath', { alias });
      if (navigation.address === address) navigation.redirect(`/i-${itemId}`);
    } catch {
      unresolved.add(alias);
      lead();
    }
  };

  const lead = (): void => {
    const { address, cells } = navigation;
    const alias = address.split('?')[0] ?? '';
    const { signedIn } = session;
    const confirmed = session.user !== undefined;
    const tried = unresolved.has(alias);
    const views = { isKnownView, isScreen, isOwnPage };
    const redirect = redirectOf({ address, cells, signedIn, confirmed, migrated: migrated && !tried, ...views });
    if (redirect.kind === 'to') navigation.redirect(redirect.path);
    if (redirect.kind === 'legacy') void resolveLegacy(redirect.alias);
  };

  const follow = (now: Seen, before: Seen | undefined): void => {
    const isSignOut = now.state === 'SIGNOUT' && before !== undefined && before.state !== 'SIGNOUT';
    // A page of an area says itself that the session is over, and may still save what only this device has.
    if (isSignOut && !isOwnPage(navigation.cells[0]?.view ?? '')) navigation.reset();
    else lead();
  };

  const stops = [
    reaction(
      () => ({ address: navigation.address, state: session.state, confirmed: session.user !== undefined }),
      follow,
      { fireImmediately: true },
    ),
    reaction(
      () => !session.signedIn && navigation.cells.some((cell) => isRefused(items, cell)),
      (refused) => {
        if (refused && navigation.cells[0]?.view !== SIGN_IN) navigation.redirect(signInPath(navigation.address));
      },
      { fireImmediately: true },
    ),
  ];
  return () => stops.forEach((stop) => stop());
};
