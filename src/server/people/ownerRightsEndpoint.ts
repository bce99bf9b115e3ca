// `act/ownerRights`: the capabilities of every owner, for administrators of the site. They change them by a save of the owner.

import { stringsIn } from 'src/base/stringsIn.ts';
import { demandSiteAdmin } from 'src/server/access/actions/refuseActing.ts';
import { endpoint } from 'src/server/people/PeopleNeeds.ts';
import { ownerCapabilitiesPath, possibleIn, usedCapabilities } from 'src/server/rules/capabilityErrors.ts';
import { capabilityHolders } from 'src/server/store/capabilityHolders.ts';

const OWNERS_LISTED = 1_000;

export const ownerRights = endpoint('ownerRights', async ({ services, subject, db, readFilter }) => {
  demandSiteAdmin(subject);
  const { registry, items, search } = services;
  const { ownerType = '' } = registry;
  const path = ownerCapabilitiesPath(registry);
  if (path === undefined) return { property: null, capabilities: [], owners: [] };
  const { ids } = await search.search(readFilter, { must: { _t: [ownerType] }, max: OWNERS_LISTED });
  const [owners, names, holders] = [
    await items.findMany(db, ids),
    await items.labels(db, readFilter, ids),
    await capabilityHolders(db, registry),
  ];
  return {
    property: path,
    capabilities: usedCapabilities(registry).toSorted(),
    owners: owners.map(({ id, u, properties }) => ({
      ...{ $id: id, _u: u, name: names.get(id) ?? '' },
      held: stringsIn(properties[path]),
      possible: [...possibleIn(registry, properties)],
      people: Object.fromEntries(
        holders.filter(({ owner }) => owner === id).map(({ capability, people }) => [capability, people]),
      ),
    })),
  };
});
