// What is declared of the operation that an envelope names: how it is counted, ordered, repeated and answered.
// Both worlds read it here, so that no list of operation names stands in code.

import { OPERATIONS, type OperationRule } from 'src/model/generated/operations.ts';
import { splitOperation } from 'src/model/wire/envelope.ts';

/** `operationRule('read/Book-1')?.repeatable` is `true`; undefined for an operation that is not declared. */
export const operationRule = (o: string): OperationRule | undefined => {
  const { name } = splitOperation(o);
  return Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name as keyof typeof OPERATIONS] : undefined;
};
