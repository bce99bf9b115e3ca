// How a query is refused for what it names. One answer for a key that is not declared and for one that the asker may not use.

import { invalid, type Problem } from 'src/model/problems.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';

export const unknownKey = (path: readonly (string | number)[]): Problem =>
  invalid([{ path: pointerOf(path), message: 'errors.query.unknownKey' }]);
export const badValue = (path: readonly (string | number)[]): Problem =>
  invalid([{ path: pointerOf(path), message: 'errors.query.value' }]);
