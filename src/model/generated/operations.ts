// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { OperationName } from 'src/model/generated/wire.ts';

export interface OperationRule {
  /** `everyone` includes the visitor; what an item allows is decided beside this. */
  readonly who: 'everyone' | 'signedIn';
  readonly writes: boolean;
  /** What follows the name in `o`. */
  readonly args: string;
}

export const OPERATIONS: Readonly<Record<OperationName, OperationRule>> = {
  act: { who: 'everyone', writes: true, args: '{action}[/async|/asyncCancel[/{arg}]]' },
  activeTask: { who: 'signedIn', writes: true, args: '{key}[/{arg}]' },
  addWatch: { who: 'everyone', writes: false, args: '{id}[/{_u}]' },
  create: { who: 'everyone', writes: true, args: '{type}' },
  delete: { who: 'everyone', writes: true, args: '{id}' },
  getGrantedBy: { who: 'signedIn', writes: false, args: '' },
  getLegacyPath: { who: 'everyone', writes: false, args: '' },
  history: { who: 'everyone', writes: false, args: '{id}' },
  isAllowed: { who: 'everyone', writes: false, args: '' },
  label: { who: 'everyone', writes: false, args: '{id}' },
  nextToken: { who: 'signedIn', writes: true, args: '' },
  ping: { who: 'everyone', writes: false, args: '' },
  read: { who: 'everyone', writes: false, args: '{id}' },
  readAllowed: { who: 'everyone', writes: false, args: '{id}' },
  readMany: { who: 'everyone', writes: false, args: 'object' },
  removeWatch: { who: 'everyone', writes: false, args: '{id}[/{count}]' },
  search: { who: 'everyone', writes: false, args: 'ids' },
  signout: { who: 'signedIn', writes: true, args: '' },
  suggest: { who: 'everyone', writes: false, args: '' },
  tokenAuth: { who: 'everyone', writes: false, args: '' },
  update: { who: 'everyone', writes: true, args: '' },
};
