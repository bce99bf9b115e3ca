// Text of several lines, plain or Markdown.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const longTextKind: Kind = {
  declared: {},
  ...worded,
  filter: false,
  text: 'free',
  lines: 'many',
  form: { widget: 'textarea' },
};
