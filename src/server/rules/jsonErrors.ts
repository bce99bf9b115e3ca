// `x-json`: refuses values that are larger than the declaration permits. Bodies of requests limit the depth.

import { isRecord } from 'src/base/isRecord.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

const BYTES_PER_MB = 1_000_000;

/** Checks the value of a property and the members of an object. */
const errorsAt = (property: Property | undefined, value: Json | undefined, path: string): InvalidEntry[] => {
  if (value === undefined || value === null) return [];
  const { json, properties } = property ?? {};
  if (properties && isRecord(value))
    return Object.values(properties).flatMap((member) =>
      errorsAt(member, (value as Values)[member.name], `${path}${pointerStep(member.name)}`),
    );
  if (!json) return [];
  if (Buffer.byteLength(JSON.stringify(value)) <= json.maxBytes) return [];
  return [{ path, message: 'errors.json.large', params: { limit: json.maxBytes / BYTES_PER_MB } }];
};

export const jsonErrors = ({ type, next, set }: Pick<Proposal, 'type' | 'next' | 'set'>): InvalidEntry[] =>
  set.flatMap((name) => {
    const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined;
    return errorsAt(property, next[name], pointerStep(name));
  });
