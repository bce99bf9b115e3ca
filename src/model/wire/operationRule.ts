// Declaration of the operation in an envelope: rate limit, order, repetition and answer. Server and client read it here, so that code
// contains no list of operation names.

import { OPERATIONS, type OperationRule } from 'src/model/generated/operations.ts';
import { splitOperation } from 'src/model/wire/envelope.ts';

/** Returns the declaration, or undefined for an unknown operation. `operationRule('read/Book-1')?.repeatable` is `true`. */
export const operationRule = (o: string): OperationRule | undefined => {
  const { name } = splitOperation(o);
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as keyof typeof OPERATIONS] : undefined;
};
