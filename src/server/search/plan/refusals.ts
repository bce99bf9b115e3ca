// How a query is refused for what it names. One answer for a key that is not declared and for one that the asker may not use.

import { invalid, type Problem } from 'src/model/problems.ts';

const pointer = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const unknownKey = (path: readonly (string | number)[]): Problem =>
  invalid([{ path: pointer(path), message: 'errors.query.unknownKey' }]);
export const badValue = (path: readonly (string | number)[]): Problem =>
  invalid([{ path: pointer(path), message: 'errors.query.value' }]);
