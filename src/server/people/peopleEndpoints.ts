// `act/peopleRights`: who has which right in an owner; `act/setMembership`: gives, changes and removes the rights of one person there.
// people/memberships.ts contains all rules. Only administrators of the site see email addresses.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalidAt } from 'src/model/problems.ts';
import { capabilitiesIn, usedCapabilities } from 'src/server/rules/capabilityErrors.ts';
import { givableBy, peopleIn, rightsInOwner, setRights } from 'src/server/people/memberships.ts';
import { endpoint } from 'src/server/people/PeopleNeeds.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';

const ownerIn = (input: { readonly owner: string }): ItemId | typeof SYSTEM_OWNER => {
  const { owner } = input;
  if (owner === SYSTEM_OWNER || isItemId(owner)) return owner;
  throw invalidAt('/owner', 'errors.invalidChoice');
};

type Person = Endpoints['peopleRights']['answer']['people'][number];

export const peopleRights = endpoint(
  'peopleRights',
  async (context, input) => {
    const { services, subject, db, readFilter, now } = context;
    const owner = ownerIn(input);
    const found = await peopleIn(context, owner);
    const labels = await services.items.labels(
      db,
      readFilter,
      found.map(({ id }) => id),
    );
    const people = found.flatMap(({ id, properties }): Person[] => {
      const rights = rightsInOwner(properties, owner);
      const name = labels.get(id);
      if (!rights || name === undefined) return [];
      const holds = subjectFrom(id, properties, { now });
      const current =
        owner === SYSTEM_OWNER ? holds !== undefined : holds?.memberships.some((each) => each.owner === owner);
      return [
        {
          ...{ $id: id, name, ...rights, capabilities: [...rights.capabilities] },
          ...(subject.admin && { email: typeof properties['email'] === 'string' ? properties['email'] : null }),
          current: current === true,
          blocked: properties['blocked'] === true,
        },
      ];
    });
    const [own] = owner === SYSTEM_OWNER ? [] : await services.items.findMany(db, [owner]);
    const declared = own ? capabilitiesIn(services.registry, own.properties) : usedCapabilities(services.registry);
    const may = givableBy(subject, owner, declared);
    const givable = may.capabilities.filter((each) => declared.includes(each));
    return { people, may: { reads: may.reads, capabilities: givable } };
  },
  () => 1,
);

export const setMembership = endpoint('setMembership', async (context, input) => {
  const { target } = context;
  const { rights } = input;
  const next = rights === null ? undefined : { ...rights, from: rights.from ?? null, to: rights.to ?? null };
  await setRights(context, target, { owner: ownerIn(input), next });
  return {};
});
