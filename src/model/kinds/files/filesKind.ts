// Files that are attached to the item, by their ids.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const filesKind: Kind = {
  ...wordedKind,
  terms: 'ids',
  prose: false,
  column: false,
};
