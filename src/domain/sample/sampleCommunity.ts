// The whole sample community, in the order in which its items can be made. Deterministic: same seed, same day, same items.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { createSampleWorld, type SampleItem, type SampleWorld } from 'src/domain/sample/SampleItem.ts';
import { addArchive, addPictures, addPlaces, addWords } from 'src/domain/sample/holdings.ts';
import { addDeclaredItems } from 'src/domain/sample/declaredItems.ts';
import { addResearch } from 'src/domain/sample/research.ts';
import { CEDAR, STONE, addContacts, addDealings, addOrganisations, addUsers } from 'src/domain/sample/people.ts';

const SEED = 20_260_801;
const ENTRIES = 1150;
const PICTURES = 80;

const addListValues = (world: SampleWorld, registry: ServerRegistry): void => {
  for (const list of Object.values(registry.lists)) {
    for (const owner of list.owned ? [CEDAR, STONE] : [null]) {
      for (const value of list.values) {
        world.add({
          key: `lov/${list.name}/${owner ?? 'system'}/${value.key}`,
          type: 'LOVValue',
          creator: 'user/admin',
          daysAgo: 399,
          properties: { key: value.key, list: list.name, ...(owner ? { owner } : {}), t: value.t, state: 'ACTIVE' },
        });
      }
    }
  }
};

const addAside = (world: SampleWorld): void => {
  const { random } = world;
  const entries = world.all('ArchiveEntry');
  for (let index = 0; index < 40; index += 1) {
    const context = random.pick(entries);
    const event = world.add({
      key: `event/${index}`,
      type: 'Event',
      daysAgo: random.whole(0, 30),
      properties: { kind: 'commented', context, description: 'Asked for a second look at the date.' },
    });
    if (index < 12)
      world.add({
        key: `notify/${index}`,
        type: 'Notify',
        daysAgo: random.whole(0, 10),
        properties: { $kind: 'commented', $context: context, event, unread: index < 4, user: '@user/staff' },
      });
  }
  world.add({
    key: 'saved/attention',
    type: 'SavedSearch',
    properties: { name: 'Entries that need attention', displayAs: 'TABLE', showFacets: true },
  });
  world.add({
    key: 'alert/welcome',
    type: 'SystemAlert',
    creator: 'user/admin',
    daysAgo: 1,
    properties: {
      title: 'This is a sample community',
      message: 'Its people, places and records are invented. Look around, change what you like.',
      modal: false,
    },
  });
};

export const sampleCommunity = (registry: ServerRegistry, now: Date): readonly SampleItem[] => {
  const world = createSampleWorld(SEED);
  addOrganisations(world);
  addUsers(world);
  addListValues(world, registry);
  addContacts(world, 110);
  addDealings(world, now.getTime());
  addResearch(world, now.getTime());
  addWords(world);
  addPlaces(world);
  addArchive(world, ENTRIES);
  addPictures(world, PICTURES);
  addAside(world);
  addDeclaredItems(world, registry);
  return world.items;
};
