// `x-json`: refuses values that are larger or nested deeper than the declaration and the engine permit.

import { isRecord } from 'src/base/isRecord.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

/** Levels of nesting that code can read without a deep stack. */
const MAX_JSON_DEPTH = 64;
const BYTES_PER_MB = 1_000_000;

/** Returns true for a value that is nested deeper than the limit. The loop uses no stack. */
const isTooDeep = (value: Json): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap((each) => (Array.isArray(each) || isRecord(each) ? Object.values(each) : []));
  }
  return false;
};

/** Checks the value of a property and the members of an object. */
const errorsAt = (property: Property | undefined, value: Json | undefined, path: string): InvalidEntry[] => {
  if (value === undefined || value === null) return [];
  const { json, properties } = property ?? {};
  if (properties && isRecord(value))
    return Object.values(properties).flatMap((member) =>
      errorsAt(member, (value as Values)[member.name], `${path}${pointerStep(member.name)}`),
    );
  if (!json) return [];
  if (isTooDeep(value)) return [{ path, message: 'errors.json.deep' }];
  if (Buffer.byteLength(JSON.stringify(value)) <= json.maxBytes) return [];
  return [{ path, message: 'errors.json.large', params: { limit: json.maxBytes / BYTES_PER_MB } }];
};

export const jsonErrors = ({ type, next, set }: Pick<Proposal, 'type' | 'next' | 'set'>): InvalidEntry[] =>
  set.flatMap((name) => {
    const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined;
    return errorsAt(property, next[name], pointerStep(name));
  });
