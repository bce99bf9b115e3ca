// `x-capability`: a right that nobody has declared is not given. One that stands in the item already may stay.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { capabilityPaths, placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

export const capabilityErrors = ({ context, type, stored, next }: Proposal): InvalidEntry[] =>
  capabilityPaths(type.properties).flatMap((path) => {
    const known = new Set<unknown>(context.services.registry.capabilities);
    for (const value of stored ? valuesAt(stored.properties, path) : []) known.add(value);
    return placesAt(next, path)
      .filter(({ value }) => !known.has(value))
      .map(({ pointer }) => ({ path: pointer, message: 'errors.unknownRight' }));
  });
