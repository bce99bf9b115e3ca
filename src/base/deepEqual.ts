// Compares JSON values by structure. Used for diffs and conflict checks on server and client.

import { isRecord } from 'src/base/isRecord.ts';

const equalArrays = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, index) => deepEqual(each, b[index]));

const equalRecords = (a: Record<string, unknown>, b: Record<string, unknown>): boolean => {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  );
};

export const deepEqual = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return equalArrays(a, b);
  return isRecord(a) && isRecord(b) && equalRecords(a, b);
};
