// Checks the geometries that a write sets: points on the globe, closed rings that do not cross. Runs before the validator, whose messages
// are hard to understand. A large geometry is checked in steps, with other requests between them.

import { setImmediate } from 'node:timers/promises';
import { isRecord } from 'src/base/isRecord.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { crossingFault } from 'src/model/geo/checkCrossings.ts';
import { shapeFault, type GeometryFault } from 'src/model/geo/checkShape.ts';
import { asGeometry, SIMPLE_KINDS } from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

const geometryFault = async (value: Json, kinds: readonly string[]): Promise<GeometryFault | undefined> => {
  const found = shapeFault(value, kinds);
  const geometry = asGeometry(value);
  if (found || !geometry) return found;
  const steps = crossingFault(geometry);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
};

export const geometryErrors = async ({
  type,
  next,
  set,
}: Pick<Proposal, 'type' | 'next' | 'set'>): Promise<InvalidEntry[]> => {
  const errors: InvalidEntry[] = [];
  for (const name of set) {
    const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined;
    const value = next[name] ?? null;
    if (!property || !isGeometry(property.kind) || !isRecord(value)) continue;
    const fault = await geometryFault(value, property.geo?.kinds ?? SIMPLE_KINDS);
    if (fault) errors.push({ path: pointerStep(name), ...fault });
  }
  return errors;
};
