// A JSON object whose members the declaration does not describe, such as a form and the answers to it. It is stored, versioned and sent as a
// whole; code of an area reads it.

import type { Kind } from 'src/model/kinds/Kind.ts';

export const jsonKind: Kind = {
  json: 'object',
  sort: 'text',
  storage: 'document',
  opaque: true,
  prose: false,
  column: false,
};
