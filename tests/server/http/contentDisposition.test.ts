// Names of files in the header that announces a download.

import { expect, it } from 'vitest';
import { dispositionOf } from 'src/server/http/contentDisposition.ts';

it.each([
  ['half of a pair', 'map \uD83D.csv', 'attachment; filename="map _.csv"; filename*=UTF-8\'\'map%20%EF%BF%BD.csv'],
  ['a whole pair', '\u{1F4A7}.csv', 'attachment; filename="__.csv"; filename*=UTF-8\'\'%F0%9F%92%A7.csv'],
  ['a further header', 'a\r\nX: 1', 'attachment; filename="a__X_ 1"; filename*=UTF-8\'\'a%0D%0AX%3A%201'],
])('a name with %s is written on one line', (_what, name, header) => {
  expect(dispositionOf('attachment', name)).toBe(header);
});
