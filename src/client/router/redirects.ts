// Returns the redirect of an address for a user: protected and signed-out-only views, sign-out, legacy addresses. Pure. Requirements:
// ROUTE-08 to ROUTE-10.

import type { Cell } from 'src/model/listing/columnPath.ts';
import { HOME } from 'src/model/listing/columnPath.ts';
import { isSystemId } from 'src/model/item/itemId.ts';

// Checks that an address from outside (`next` of /sign-in) stays on this site. Pure. A doubtful address leads home,
// because redirects after sign-in are used to send people to a copy of this page.
const HOME_PATH = '/';
const ORIGIN = 'https://this.invalid';
const DEPTH = 3;

// oxlint-disable-next-line no-control-regex -- browsers drop tabs and line ends from addresses, and read a backslash as a slash
const DOUBTFUL = /[\u0000-\u001f\u007f\\]/;

const leadsAway = (path: string): boolean => !path.startsWith('/') || path.startsWith('//') || DOUBTFUL.test(path);

const decodedPath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

const staysThroughDecoding = (path: string): boolean => {
  let text: string | undefined = path;
  for (let round = 0; round < DEPTH; round += 1) {
    if (text === undefined || leadsAway(text)) return false;
    text = decodedPath(text);
  }
  return true;
};

/** The path with its query when it is a plain path of this site, `/` otherwise. */
export const localPath = (next: string | null | undefined): string => {
  if (next === null || next === undefined) return HOME_PATH;
  const [path = ''] = next.split(/[?#]/, 1);
  if (leadsAway(next) || !staysThroughDecoding(path)) return HOME_PATH;
  const url = URL.canParse(next, ORIGIN) ? new URL(next, ORIGIN) : undefined;
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//')) return HOME_PATH;
  return `${url.pathname}${url.search}`;
};

export type Redirect =
  | { readonly kind: 'stay' }
  | { readonly kind: 'to'; readonly path: string }
  /** Ask the server which item the old address means. */
  | { readonly kind: 'legacy'; readonly alias: string };

export interface Place {
  /** Path with query, as in the address bar. */
  readonly address: string;
  readonly cells: readonly Cell[];
  readonly signedIn: boolean;
  /** The server has confirmed the user: until then the sign-in view may still lead somewhere itself. */
  readonly confirmed: boolean;
  readonly migrated: boolean;
  readonly isKnownView: (view: string) => boolean;
  /** A declared screen, which says by itself that a visitor must sign in for it. */
  readonly isScreen: (view: string) => boolean;
  /** A page with its own frame, which works without a session and asks for sign-in by itself. */
  readonly isOwnPage?: (view: string) => boolean;
}

export const SIGN_IN = 'sign-in';
export const SIGN_OUT = 'sign-out';
const LEGACY_SIGN_IN = '/user/login';

const STAY: Redirect = Object.freeze({ kind: 'stay' });
const SIGNED_OUT_ONLY: ReadonlySet<string> = new Set(['register', 'forgot-password']);
const OPEN_TO_ALL: ReadonlySet<string> = new Set([
  ...SIGNED_OUT_ONLY,
  'set-pass',
  'confirm-email',
  'unsubscribe',
  'invitation',
  'search',
  'help',
  'terms',
  'privacy-policy',
]);

const to = (path: string): Redirect => ({ kind: 'to', path });

export const signInPath = (address: string): string =>
  `/${SIGN_IN}?${new URLSearchParams({ next: address }).toString()}`;

const legacy = ({ address, migrated, cells, isKnownView }: Place): Redirect | undefined => {
  if (!migrated) return undefined;
  const [path = ''] = address.split('?', 1);
  if (path === LEGACY_SIGN_IN) return to(`/${HOME}`);
  const unknown = cells.some(({ view }) => view !== undefined && !isKnownView(view));
  return unknown ? { kind: 'legacy', alias: path } : undefined;
};

/** Only signed-in people can add an item. */
const isNewItem = ({ itemId }: Cell): boolean => itemId !== undefined && isSystemId(itemId);

/** An item opened from a list: the item may be public when the list is not. */
const isItemPath = ({ cells, isScreen }: Place): boolean =>
  cells.at(-1)?.itemId !== undefined && cells.every(({ view }) => view === undefined || isScreen(view));

const forVisitor = (place: Place, view: string | undefined): Redirect => {
  if (place.cells.some(isNewItem)) return to(signInPath(place.address));
  if (view === SIGN_IN || view === undefined || OPEN_TO_ALL.has(view) || isItemPath(place)) return STAY;
  if (place.isOwnPage?.(view) === true) return STAY;
  return view === HOME || view === SIGN_OUT ? to(`/${SIGN_IN}`) : to(signInPath(place.address));
};

const forUser = (place: Place, view: string | undefined): Redirect => {
  if (view === SIGN_IN && !place.confirmed) return STAY;
  if (view === SIGN_IN) return to(localPath(new URLSearchParams(place.address.split('?')[1] ?? '').get('next')));
  return view !== undefined && SIGNED_OUT_ONLY.has(view) ? to('/') : STAY;
};

export const redirectOf = (place: Place): Redirect => {
  const first = legacy(place);
  if (first) return first;
  const view = place.cells[0]?.view;
  return place.signedIn ? forUser(place, view) : forVisitor(place, view);
};
