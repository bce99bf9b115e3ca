// States of sign-in as one table. Pure; SessionStore sends events and acts on the new state. An event that the table does not list for a
// state changes nothing.

/** States of sign-in. */
export type AuthState =
  | 'NONE'
  | 'TOKEN_LOCAL'
  | 'TOKEN_SIGN_IN'
  | 'USER_VALID'
  | 'TOKEN_WARNING'
  | 'CONNECTION_LOST'
  | 'SIGNOUT'
  | 'OTHER_TAB_SIGNOUT'
  | 'IDENT_FAILED'
  | 'CONNECT_EXPIRY'
  | 'TOKEN_EXPIRY';

export type AuthEvent =
  | 'TOKEN_FOUND'
  | 'SIGNED_IN'
  | 'AUTHED'
  | 'WARNED'
  | 'NEW_TOKEN'
  | 'CLOSED_IDENT_FAILED'
  | 'CLOSED_EXPIRED_ON_CONNECT'
  | 'CLOSED_TOKEN_EXPIRED'
  | 'CLOSED_SIGNED_OUT'
  | 'CLOSED_OTHERWISE'
  | 'SIGN_OUT'
  | 'OTHER_TAB_SIGNED_OUT'
  | 'DISMISSED';

type Row = Partial<Record<AuthEvent, AuthState>>;

const whileSignedIn: Row = {
  SIGNED_IN: 'TOKEN_SIGN_IN',
  AUTHED: 'USER_VALID',
  NEW_TOKEN: 'USER_VALID',
  CLOSED_IDENT_FAILED: 'IDENT_FAILED',
  CLOSED_EXPIRED_ON_CONNECT: 'CONNECT_EXPIRY',
  CLOSED_TOKEN_EXPIRED: 'TOKEN_EXPIRY',
  CLOSED_SIGNED_OUT: 'SIGNOUT',
  CLOSED_OTHERWISE: 'CONNECTION_LOST',
  SIGN_OUT: 'SIGNOUT',
  OTHER_TAB_SIGNED_OUT: 'OTHER_TAB_SIGNOUT',
};

const whileSignedOut: Row = { TOKEN_FOUND: 'TOKEN_LOCAL', SIGNED_IN: 'TOKEN_SIGN_IN', DISMISSED: 'NONE' };

export const AUTH_TABLE: Readonly<Record<AuthState, Row>> = {
  NONE: { TOKEN_FOUND: 'TOKEN_LOCAL', SIGNED_IN: 'TOKEN_SIGN_IN' },
  TOKEN_LOCAL: whileSignedIn,
  TOKEN_SIGN_IN: whileSignedIn,
  USER_VALID: { ...whileSignedIn, WARNED: 'TOKEN_WARNING' },
  TOKEN_WARNING: whileSignedIn,
  CONNECTION_LOST: whileSignedIn,
  // The server may close this tab's socket before the browser tells that another tab has signed out.
  SIGNOUT: { ...whileSignedOut, OTHER_TAB_SIGNED_OUT: 'OTHER_TAB_SIGNOUT' },
  OTHER_TAB_SIGNOUT: whileSignedOut,
  IDENT_FAILED: whileSignedOut,
  CONNECT_EXPIRY: whileSignedOut,
  TOKEN_EXPIRY: whileSignedOut,
};

export const nextAuthState = (state: AuthState, event: AuthEvent): AuthState => AUTH_TABLE[state][event] ?? state;

const SIGNED_IN_STATES: ReadonlySet<AuthState> = new Set([
  'USER_VALID',
  'TOKEN_LOCAL',
  'TOKEN_SIGN_IN',
  'TOKEN_WARNING',
  'CONNECTION_LOST',
]);

export const isSignedIn = (state: AuthState): boolean => SIGNED_IN_STATES.has(state);

/** Returns true for states with the blocking dialog. */
export const isBlocking = (state: AuthState): boolean =>
  state === 'OTHER_TAB_SIGNOUT' || state === 'TOKEN_WARNING' || state === 'TOKEN_EXPIRY';
