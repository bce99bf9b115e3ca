// Text of several lines, plain or Markdown.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const longTextKind: Kind = {
  ...worded,
  text: 'free',
  lines: 'many',
};
