// `x-capability`: a capability that is not declared is not given, nor one that its area keeps for other owners (`ownersWith`). One that
// is in the item already may stay.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { capabilityPaths, placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

type Properties = Readonly<Record<string, Json>>;

/** Returns the declared capabilities that may be given in an owner with these properties. */
export const capabilitiesIn = (
  { areas, capabilities }: Pick<Registry, 'areas'> & { readonly capabilities: readonly string[] },
  owner: Properties,
): readonly string[] =>
  capabilities.filter((capability) =>
    areas.every(
      (area) =>
        area.capability !== capability ||
        Object.entries(area.ownersWith ?? {}).every(([path, values]) =>
          valuesAt(owner, path).some((value) => values.includes(String(value))),
        ),
    ),
  );

interface Membership {
  readonly owner: ItemId;
  readonly capabilities: readonly string[];
}

const membershipsIn = (properties: Properties | undefined): readonly Membership[] => {
  const { memberships } = properties ?? {};
  const list = (Array.isArray(memberships) ? memberships : []) as readonly Properties[];
  return list.map(({ owner, capabilities }) => ({
    owner: String(owner),
    capabilities: Array.isArray(capabilities) ? capabilities.map(String) : [],
  }));
};

/** Refuses capabilities that are new in a membership of an owner that may not have them. */
const ownerErrors = async ({ context, type, stored, next }: Proposal): Promise<InvalidEntry[]> => {
  const { services, db } = context;
  if (type.name !== SYSTEM_TYPES.user || !services.registry.areas.some(({ ownersWith }) => ownersWith)) return [];
  const before = membershipsIn(stored?.properties);
  const newCapabilities = membershipsIn(next).map(({ owner, capabilities }) => {
    const held = before.find((each) => each.owner === owner)?.capabilities ?? [];
    return {
      owner,
      capabilities: capabilities.map((name, at) => ({ name, at })).filter(({ name }) => !held.includes(name)),
    };
  });
  const checkedOwners = newCapabilities.filter(({ capabilities }) => capabilities.length > 0).map(({ owner }) => owner);
  const owners = new Map((await services.items.findMany(db, checkedOwners)).map((each) => [each.id, each.properties]));
  return newCapabilities.flatMap(({ owner, capabilities }, at) => {
    const properties = owners.get(owner);
    const allowed = properties && capabilitiesIn(services.registry, properties);
    return capabilities
      .filter(({ name }) => services.registry.capabilities.includes(name) && allowed?.includes(name) === false)
      .map((each) => ({ path: `/memberships/${at}/capabilities/${each.at}`, message: 'errors.capabilityOwner' }));
  });
};

export const capabilityErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { context, type, stored, next } = proposal;
  const undeclared = capabilityPaths(type.properties).flatMap((path) => {
    const known = new Set<unknown>(context.services.registry.capabilities);
    for (const value of stored ? valuesAt(stored.properties, path) : []) known.add(value);
    return placesAt(next, path)
      .filter(({ value }) => !known.has(value))
      .map(({ pointer }) => ({ path: pointer, message: 'errors.unknownRight' }));
  });
  return [...undeclared, ...(await ownerErrors(proposal))];
};
