// People, organizations and sets of readers of the large corpus. The product's own storage writes the people and organizations, so their
// accounts and rights work like those of a site.

import { DAY_MS } from 'src/base/dayMs.ts';
import { seededRandom } from 'src/base/seededRandom.ts';
import type { Level } from 'src/model/access/levels.ts';
import { EVERYONE, ownerPrincipal, userPrincipal } from 'src/model/access/Subject.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import type { StoreServices } from 'src/server/access/storeServices.ts';
import { findCredential } from 'src/server/store/accounts/sessionRows.ts';
import type { Database } from 'src/server/store/database.ts';
import { STRICT_LEVELS, type Community, type ReaderSet } from 'tests/bench/scale/productSeeds.ts';
import { zipfWords } from 'tests/bench/scale/vocabulary.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';

const ORGANIZATIONS = 200;
const PEOPLE = 2_000;
const READER_SETS = 20_000;
const TOGETHER = 500;
/** Older than the sample community, whose items lists show first. */
const OLDER_DAYS = 550;
/** Organizations of which the member of the sample community also becomes a member: with three levels each, about 200 principals. */
const JOINED = 66;

export interface CommunityStore extends StoreServices {
  readonly database: Database;
}

export interface Person {
  readonly id: ItemId;
  /** Archive entry that the person may change. */
  readonly entry: ItemId;
}

/** Stores one item for each value, in large transactions. Returns their ids. */
const storeAll = async <T>(
  { database, items }: CommunityStore,
  values: readonly T[],
  itemOf: (value: T) => { readonly type: string; readonly by: ItemId; readonly properties: Record<string, Json> },
): Promise<ItemId[]> => {
  const ids: ItemId[] = [];
  const stored = new Date(Date.now() - OLDER_DAYS * DAY_MS);
  for (let from = 0; from < values.length; from += TOGETHER) {
    const part = await database.transaction((tx) =>
      items.together(tx, async (batch) => {
        const own: ItemId[] = [];
        for (const value of values.slice(from, from + TOGETHER)) {
          const { type, by, properties } = itemOf(value);
          own.push((await items.insert(batch, type, properties, { at: stored, by, actor: undefined })).id);
        }
        return own;
      }),
    );
    ids.push(...part);
  }
  return ids;
};

const numberOf = (id: ItemId): number => parseRealItemId(id).number;

/** Each set is readable by a level of an organization; later ones also by people. */
const internSets = async (
  { readFilters }: CommunityStore,
  { organizations, people, count }: { organizations: readonly ItemId[]; people: readonly ItemId[]; count: number },
): Promise<ReaderSet[]> => {
  const random = seededRandom(3);
  const sets: ReaderSet[] = [];
  for (let at = 0; at < count; at += 1) {
    const organization = organizations[at % organizations.length] ?? '';
    const level = STRICT_LEVELS[Math.floor(at / organizations.length) % STRICT_LEVELS.length] ?? 'PRIVATE';
    const named =
      at < organizations.length * STRICT_LEVELS.length
        ? []
        : random.some(people, random.whole(1, 2)).map(userPrincipal);
    const acl = await readFilters.aclFor([ownerPrincipal(organization, level), ...named]);
    sets.push({ organization: numberOf(organization), level, acl });
  }
  return sets;
};

const internParts = async ({ readFilters }: CommunityStore, organizations: readonly ItemId[]) => {
  const parts = new Map<number, Readonly<Partial<Record<Level, number>>>>();
  for (const organization of organizations) {
    const byLevel: Partial<Record<Level, number>> = {};
    for (const level of STRICT_LEVELS) byLevel[level] = await readFilters.aclFor([ownerPrincipal(organization, level)]);
    parts.set(numberOf(organization), byLevel);
  }
  return parts;
};

const joinMember = async ({ database, items }: CommunityStore, organizations: readonly ItemId[]): Promise<void> => {
  const account = await findCredential(database, emailOf('member'));
  await database.transaction(async (tx) => {
    const member = account && (await items.find(tx, account.user_id, true));
    if (!member) throw new Error('the sample community has no member');
    const joined = organizations.slice(0, JOINED).map((owner) => ({ owner, reads: 'PRIVATE' }));
    const present = member.properties['memberships'];
    const memberships = [...(Array.isArray(present) ? present : []), ...joined] as Json;
    await items.write(tx, member, { memberships }, { at: new Date(), by: member.id, actor: undefined });
  });
};

export interface BuiltCommunity extends Community {
  readonly persons: readonly Person[];
}

/** `size`: number of items of the corpus. A small one has fewer sets of readers. */
export const buildCommunity = async (store: CommunityStore, size: number): Promise<BuiltCommunity> => {
  const random = seededRandom(7);
  const admin = (await findCredential(store.database, emailOf('admin')))?.user_id ?? itemId('User', 1);
  const organizations = await storeAll(
    store,
    Array.from({ length: ORGANIZATIONS }, (_, at) => at),
    (at) => ({
      type: 'Organization',
      by: admin,
      properties: { displayName: `${zipfWords(random, 2)} ${at}`, type: 'COMMUNITY' },
    }),
  );
  const homes = Array.from({ length: PEOPLE }, () => random.pick(organizations));
  const people = await storeAll(
    store,
    homes.map((owner, at) => ({ owner, at })),
    ({ owner, at }) => ({
      type: 'User',
      by: admin,
      properties: {
        name: `${zipfWords(random, 1)} ${zipfWords(random, 1)}`,
        email: `person${at}@corpus.test`,
        memberships: [{ owner, reads: 'PRIVATE', capabilities: ['Archive'] }],
      },
    }),
  );
  const entries = await storeAll(
    store,
    people.map((by, at) => ({ by, owner: homes[at] ?? '' })),
    ({ by, owner }) => ({
      type: 'ArchiveEntry',
      by,
      properties: { owner, title: zipfWords(random, 4), $access: 'COMMUNITY', description: zipfWords(random, 30) },
    }),
  );
  await joinMember(store, organizations);
  const count = Math.min(READER_SETS, Math.ceil(size / 5));
  return {
    organizations: organizations.map(numberOf),
    people: people.map(numberOf),
    sets: await internSets(store, { organizations, people, count }),
    everyone: await store.readFilters.aclFor([EVERYONE]),
    parts: await internParts(store, organizations),
    persons: people.map((id, at) => ({ id, entry: entries[at] ?? '' })),
  };
};
