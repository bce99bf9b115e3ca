// Refusals of keys in a query. An undeclared key and one that the asker may not use get the same answer.

import { invalidAt, type Problem } from 'src/model/problems.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';

export const unknownKey = (path: readonly (string | number)[]): Problem =>
  invalidAt(pointerOf(path), 'errors.query.unknownKey');
export const badValue = (path: readonly (string | number)[]): Problem =>
  invalidAt(pointerOf(path), 'errors.query.value');
