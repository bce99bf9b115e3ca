// The sign-in states as a table: every state met with every event.
import { describe, expect, it } from 'vitest';
import type { AuthState } from 'src/client/connection/authMachine.ts';
import {
  AUTH_TABLE,
  type AuthEvent,
  isBlocking,
  isSignedIn,
  nextAuthState,
} from 'src/client/connection/authMachine.ts';

const same = '';
const events = [
  'TOKEN_FOUND',
  'SIGNED_IN',
  'AUTHED',
  'WARNED',
  'NEW_TOKEN',
  'CLOSED_IDENT_FAILED',
  'CLOSED_EXPIRED_ON_CONNECT',
  'CLOSED_TOKEN_EXPIRED',
  'CLOSED_SIGNED_OUT',
  'CLOSED_OTHERWISE',
  'SIGN_OUT',
  'OTHER_TAB_SIGNED_OUT',
  'DISMISSED',
] as const satisfies readonly AuthEvent[];

const closes = ['IDENT_FAILED', 'CONNECT_EXPIRY', 'TOKEN_EXPIRY', 'SIGNOUT', 'CONNECTION_LOST'] as const;
const inside = (warned: AuthState | ''): readonly string[] => [
  same,
  'TOKEN_SIGN_IN',
  'USER_VALID',
  warned,
  'USER_VALID',
  ...closes,
  'SIGNOUT',
  'OTHER_TAB_SIGNOUT',
  same,
];
const outside = ['TOKEN_LOCAL', 'TOKEN_SIGN_IN', ...Array<string>(10).fill(same), 'NONE'];

// One row per state, one column per event, in the order above; empty: stays.
const table: Readonly<Record<AuthState, readonly string[]>> = {
  NONE: ['TOKEN_LOCAL', 'TOKEN_SIGN_IN', ...Array<string>(11).fill(same)],
  TOKEN_LOCAL: inside(same),
  TOKEN_SIGN_IN: inside(same),
  USER_VALID: inside('TOKEN_WARNING'),
  TOKEN_WARNING: inside(same),
  CONNECTION_LOST: inside(same),
  SIGNOUT: ['TOKEN_LOCAL', 'TOKEN_SIGN_IN', ...Array<string>(9).fill(same), 'OTHER_TAB_SIGNOUT', 'NONE'],
  OTHER_TAB_SIGNOUT: outside,
  IDENT_FAILED: outside,
  CONNECT_EXPIRY: outside,
  TOKEN_EXPIRY: outside,
};

describe('authMachine', () => {
  it('[AUTH-01] has the eleven states of the specification', () => {
    expect(Object.keys(AUTH_TABLE)).toHaveLength(11);
    expect(new Set(Object.keys(AUTH_TABLE))).toEqual(new Set(Object.keys(table)));
  });

  for (const [state, row] of Object.entries(table) as [AuthState, readonly string[]][]) {
    it(`[AUTH-01] [AUTH-02] goes on from ${state}`, () => {
      expect(row).toHaveLength(events.length);
      for (const [at, event] of events.entries()) {
        expect([event, nextAuthState(state, event)]).toEqual([event, row[at] === same ? state : row[at]]);
      }
    });
  }

  it('[AUTH-01] counts as signed in', () => {
    const signedIn = (Object.keys(table) as AuthState[]).filter(isSignedIn);
    expect(signedIn).toEqual(['TOKEN_LOCAL', 'TOKEN_SIGN_IN', 'USER_VALID', 'TOKEN_WARNING', 'CONNECTION_LOST']);
  });

  it('[SHELL-11] blocks for three states', () => {
    const blocking = (Object.keys(table) as AuthState[]).filter(isBlocking);
    expect(blocking).toEqual(['TOKEN_WARNING', 'OTHER_TAB_SIGNOUT', 'TOKEN_EXPIRY']);
  });
});
