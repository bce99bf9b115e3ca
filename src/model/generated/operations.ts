// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { OperationName } from 'src/model/generated/wire.ts';

export interface OperationRule {
  /** `everyone` includes the visitor; what an item allows is decided beside this. */
  readonly who: 'everyone' | 'signedIn';
  /** Runs in one transaction, once for each idempotency key. */
  readonly writes: boolean;
  /** The rate limit that a request counts against. */
  readonly limit: 'none' | 'search' | 'write' | 'other';
  /** Requests of one socket run one after the other. */
  readonly ordered: boolean;
  /** A client may ask again by HTTP when the socket ends. */
  readonly repeatable: boolean;
  /** What follows the name in `o`. */
  readonly args: string;
  /** A socket gets the answer as a message of this name. */
  readonly answeredBy?: 'authed' | 'newToken' | 'pong';
  readonly socketOnly?: true;
  /** The plain reply always has a body. */
  readonly answers: boolean;
}

export const OPERATIONS: Readonly<Record<OperationName, OperationRule>> = {
  act: {
    who: 'everyone',
    writes: true,
    limit: 'write',
    ordered: true,
    repeatable: false,
    args: '{action}[/{mode}[/{arg}]]',
    answers: true,
  },
  activeTask: {
    who: 'signedIn',
    writes: true,
    limit: 'write',
    ordered: true,
    repeatable: false,
    args: '{key}[/{arg}]',
    answers: true,
  },
  addWatch: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: true,
    repeatable: false,
    args: '{id}[/{_u}]',
    answers: true,
  },
  count: { who: 'everyone', writes: false, limit: 'search', ordered: false, repeatable: true, args: '', answers: true },
  create: {
    who: 'everyone',
    writes: true,
    limit: 'write',
    ordered: true,
    repeatable: false,
    args: '{type}',
    answers: true,
  },
  dashboard: {
    who: 'signedIn',
    writes: false,
    limit: 'search',
    ordered: false,
    repeatable: true,
    args: '',
    answers: true,
  },
  delete: {
    who: 'everyone',
    writes: true,
    limit: 'write',
    ordered: true,
    repeatable: false,
    args: '{id}',
    answers: true,
  },
  getGrantedBy: {
    who: 'signedIn',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '',
    answers: true,
  },
  getLegacyPath: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '',
    answers: true,
  },
  getSessionUser: {
    who: 'signedIn',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '',
    answers: true,
  },
  history: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '{id}',
    answers: true,
  },
  isAllowed: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '',
    answers: true,
  },
  label: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '{id}',
    answers: true,
  },
  nextToken: {
    who: 'signedIn',
    writes: false,
    limit: 'other',
    ordered: true,
    repeatable: false,
    answeredBy: 'newToken',
    args: '',
    answers: false,
  },
  ping: {
    who: 'everyone',
    writes: false,
    limit: 'none',
    ordered: false,
    repeatable: false,
    answeredBy: 'pong',
    args: '',
    answers: false,
  },
  read: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '{id}',
    answers: true,
  },
  readAllowed: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: '{id}',
    answers: true,
  },
  readMany: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: false,
    repeatable: true,
    args: 'object',
    answers: true,
  },
  removeWatch: {
    who: 'everyone',
    writes: false,
    limit: 'other',
    ordered: true,
    repeatable: false,
    args: '{id}[/{count}]',
    answers: true,
  },
  search: {
    who: 'everyone',
    writes: false,
    limit: 'search',
    ordered: false,
    repeatable: true,
    args: 'ids',
    answers: true,
  },
  signout: {
    who: 'signedIn',
    writes: false,
    limit: 'none',
    ordered: true,
    repeatable: false,
    args: '',
    answers: false,
  },
  suggest: {
    who: 'everyone',
    writes: false,
    limit: 'search',
    ordered: false,
    repeatable: true,
    args: '',
    answers: true,
  },
  tokenAuth: {
    who: 'everyone',
    writes: false,
    limit: 'none',
    ordered: true,
    repeatable: false,
    answeredBy: 'authed',
    socketOnly: true,
    args: '',
    answers: false,
  },
  update: { who: 'everyone', writes: true, limit: 'write', ordered: true, repeatable: false, args: '', answers: true },
};
