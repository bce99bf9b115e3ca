// Where an address leads instead, by who asks: protected and signed-out-only views, sign-out, legacy addresses. Pure.
// Source: spec platform 2 (ROUTE-08 to ROUTE-10).

import type { Cell } from 'src/client/Client.ts';
import { HOME } from 'src/client/navigation/columnPath.ts';
import { localPath } from 'src/client/navigation/localPath.ts';
import { isSystemId } from 'src/model/item/itemId.ts';

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

/** Only somebody signed in can add an item. */
const isNew = ({ itemId }: Cell): boolean => itemId !== undefined && isSystemId(itemId);

const forVisitor = (place: Place, view: string | undefined): Redirect => {
  if (place.cells.some(isNew)) return to(signInPath(place.address));
  if (view === SIGN_IN || view === undefined || OPEN_TO_ALL.has(view)) return STAY;
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
