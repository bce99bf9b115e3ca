// Text of several lines, plain or Markdown.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const longTextKind: Kind = {
  ...wordedKind,
  text: 'free',
  lines: 'many',
};
