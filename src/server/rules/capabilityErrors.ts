// `x-capability`: refuses a new capability that is not declared, that this site does not use, or that the owner does not have. An owner has
// only capabilities whose area does not keep them for other owners (`ownersWith`). A capability that the item has already may stay.

import { computedOnce } from 'src/base/computedOnce.ts';
import { stringsIn } from 'src/base/stringsIn.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { capabilityPaths, placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

type Properties = Readonly<Record<string, Json>>;

/** Returns the name of the property in which an owner keeps its capabilities, if owners have one. */
export const ownerCapabilitiesPath = ({ types, ownerType = '' }: ServerRegistry): string | undefined =>
  Object.values(types[ownerType]?.properties ?? {}).find(({ capability }) => capability)?.name;

/** Returns the capabilities that this site uses. */
export const usedCapabilities = ({ capabilities, unused = [] }: ServerRegistry): string[] =>
  capabilities.filter((capability) => !unused.includes(capability));

/** Returns the capabilities that an owner with these properties can have. */
export const possibleIn = (registry: ServerRegistry, owner: Properties): readonly string[] =>
  usedCapabilities(registry).filter((capability) =>
    registry.areas.every(
      (area) =>
        area.capability !== capability ||
        Object.entries(area.ownersWith ?? {}).every(([path, values]) =>
          valuesAt(owner, path).some((value) => values.includes(String(value))),
        ),
    ),
  );

/** Returns the capabilities that people can be given in an owner with these properties: those that it has. */
export const capabilitiesIn = (registry: ServerRegistry, owner: Properties): readonly string[] => {
  const path = ownerCapabilitiesPath(registry);
  const possible = possibleIn(registry, owner);
  return path === undefined ? possible : possible.filter((capability) => stringsIn(owner[path]).includes(capability));
};

interface Membership {
  readonly owner: ItemId;
  readonly capabilities: readonly string[];
}

const membershipsIn = (properties: Properties | undefined): readonly Membership[] => {
  const { memberships } = properties ?? {};
  const list = (Array.isArray(memberships) ? memberships : []) as readonly Properties[];
  return list.map(({ owner, capabilities }) => ({ owner: String(owner), capabilities: stringsIn(capabilities) }));
};

/** Refuses capabilities that are new in a membership of an owner that does not have them. */
const membershipErrors = async ({ context, type, stored, next }: Proposal): Promise<InvalidEntry[]> => {
  const { services, db } = context;
  if (type.name !== SYSTEM_TYPES.user) return [];
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

/** Refuses capabilities that are new in an owner that cannot have them. */
const ownerErrors = ({ context: { services }, type, stored, next }: Proposal): InvalidEntry[] => {
  const { registry } = services;
  const path = ownerCapabilitiesPath(registry);
  if (type.name !== registry.ownerType || path === undefined) return [];
  const known = new Set([...possibleIn(registry, next), ...stringsIn(stored?.properties[path])]);
  return placesAt(next, path)
    .filter(({ value }) => usedCapabilities(registry).includes(String(value)) && !known.has(String(value)))
    .map(({ pointer }) => ({ path: pointer, message: 'errors.capabilityOwner' }));
};

const declaredCapabilities = computedOnce((properties: ServerItemType['properties']) => capabilityPaths(properties));

export const capabilityErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { context, type, stored, next } = proposal;
  const { registry } = context.services;
  const undeclared = declaredCapabilities(type.properties).flatMap((path) => {
    const known = new Set<unknown>(usedCapabilities(registry));
    for (const value of stored ? valuesAt(stored.properties, path) : []) known.add(value);
    return placesAt(next, path)
      .filter(({ value }) => !known.has(value))
      .map(({ pointer, value }) => ({
        path: pointer,
        message: registry.capabilities.includes(String(value)) ? 'errors.capabilityUnused' : 'errors.unknownRight',
      }));
  });
  return [...undeclared, ...ownerErrors(proposal), ...(await membershipErrors(proposal))];
};
