// Both products over the same archive entries of the large corpus, in turns, over the network and as an ordinary member. Directus has its own
// database on the same PostgreSQL server. Started by drillPeer.ts.

import { createHash } from 'node:crypto';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Level } from 'src/model/access/levels.ts';
import { itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, serially, type Times } from 'tests/bench/measure.ts';
import { askOver, openAtSize, untilAnswered, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import { openSessions } from 'tests/bench/scale/openSessions.ts';
import { FIRST_NUMBER } from 'tests/bench/scale/productSeeds.ts';
import { wordOfRank } from 'tests/bench/scale/vocabulary.ts';
import { copyToDirectus } from 'tests/peer/copyToDirectus.ts';
import { list, readOne, sixFacets, suggestion, update, type Comparison, type Peers } from 'tests/peer/comparisons.ts';
import { DirectusClient } from 'tests/peer/DirectusClient.ts';
import { bootstrapDirectus, DIRECTUS_VERSION, startDirectus } from 'tests/peer/directusProgram.ts';
import type { DirectusPerson } from 'tests/peer/directusTables.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const ROUNDS = 13;
/** Requests of one way before those of the next one, as one person sends several. */
const IN_TURN = 4;
const TYPE = 'ArchiveEntry';
const DATABASE = 'directus';
/** Environment variable with the folder in which Directus is installed. */
export const FOLDER = 'DIRECTUS_FOLDER';
/** Few enough that each is read several times, as warm as the other work. */
const READ_ITEMS = 10;
/** Share of the readable entries that have the frequent word. */
const FREQUENT_SHARE = 0.08;
const [FIRST_RANK, LAST_RANK] = [8, 60];
const RARE_RANK = 40_000;
const PREFIX = 4;
/** Addresses in Directus, which refuses those of the sample. */
const EMAILS = { member: 'member@example.com', editor: 'editor@example.com' };

/** Returns the person as Directus knows it: a hash of our id, and the organizations whose entries the person reads. */
const personOf = async ({ database, store }: ProductAtSize, userId: ItemId, email: string): Promise<DirectusPerson> => {
  const user = await store.items.find(database, userId);
  const memberships = (user?.properties['memberships'] ?? []) as unknown as readonly {
    readonly owner: ItemId;
    readonly reads: Level;
  }[];
  const organizations = memberships.filter(({ reads }) => reads === 'PRIVATE').map(({ owner }) => numberOf(owner));
  if (organizations.length === 0) throw new Error(`${userId} is no member`);
  return { id: createHash('md5').update(userId).digest('hex'), email, organizations };
};

const numberOf = (id: ItemId): number => parseRealItemId(id).number;

interface Prepared {
  readonly peers: Peers;
  readonly entry: ItemId;
  stop(): Promise<void>;
}

const prepare = async (product: ProductAtSize): Promise<Prepared> => {
  const { facts, database, connection, server } = product;
  const folder = process.env[FOLDER];
  const [first] = facts.persons;
  if (folder === undefined || !first) throw new Error('started without drillPeer.ts');
  const member = await product.socket('member');
  const { $id } = await askOver<Item>(member, 'getSessionUser');
  const people = [await personOf(product, $id, EMAILS.member), await personOf(product, first.id, EMAILS.editor)];
  await product.driver.query(`create database ${DATABASE}`);
  const program = { folder, database: { ...connection, database: DATABASE } };
  await bootstrapDirectus(program);
  const began = performance.now();
  await copyToDirectus(database, program.database, people);
  console.log(`(copied to Directus in ${Math.round((performance.now() - began) / 1000)} s)`);
  const plain = await startDirectus(program, {});
  const keeping = await startDirectus(program, { CACHE_ENABLED: 'true', CACHE_AUTO_PURGE: 'true' });
  const [token = ''] = await openSessions(database, [first.id]);
  const peers: Peers = {
    member,
    editor: await TestSocket.as(server.url, token),
    theirMember: await DirectusClient.as(plain.url, EMAILS.member),
    theirEditor: await DirectusClient.as(plain.url, EMAILS.editor),
    keeping: await DirectusClient.as(keeping.url, EMAILS.member),
  };
  return {
    ...{ peers, entry: first.entry },
    async stop() {
      for (const each of Object.values(peers)) each.close();
      await plain.stop();
      await keeping.stop();
      await product.stop();
    },
  };
};

const totalOf = async (socket: TestSocket, must: SearchAnswer['ids'] | Record<string, string[]>): Promise<number> =>
  (await untilAnswered(() => askOver<SearchAnswer>(socket, 'search/ids', { must, max: 0 }))).total;

/** Returns the word whose share of the readable entries is nearest to FREQUENT_SHARE. */
const frequentWord = async (socket: TestSocket): Promise<string> => {
  const all = await totalOf(socket, { _t: [TYPE] });
  let [best, least] = ['', Infinity];
  for (let rank = FIRST_RANK; rank <= LAST_RANK; rank += 1) {
    const word = wordOfRank(rank);
    // The trigrams of Directus' indexes need three letters.
    if (!/^[a-z]{4,}$/.test(word)) continue;
    const share = (await totalOf(socket, { _t: [TYPE], text: [word] })) / all;
    const distance = Math.abs(share - FREQUENT_SHARE);
    if (distance < least) [best, least] = [word, distance];
  }
  return best;
};

const comparisonsOf = async ({ peers, entry }: Prepared): Promise<Comparison[]> => {
  const { member, editor, theirMember } = peers;
  const { facets } = await untilAnswered(() =>
    askOver<SearchAnswer>(member, 'search/ids', { must: { _t: [TYPE] }, facets: ['type'], max: 0 }),
  );
  const query = { fields: ['id'], filter: { id: { _gte: FIRST_NUMBER } }, sort: ['-created'], limit: READ_ITEMS };
  const { data } = await theirMember.read<readonly { readonly id: number }[]>('entry', query);
  const ids = data.map(({ id }): ItemId => itemId(TYPE, id));
  const counts = (facets?.['type'] ?? []).flatMap((each) => ('value' in each && each.value !== null ? [each] : []));
  const [frequentType] = counts.toSorted((a, b) => b.count - a.count);
  const type = String(frequentType?.value);
  const word = await frequentWord(member);
  const { _u } = await askOver<Item>(editor, `read/${entry}`);
  return [
    readOne(peers, ids),
    list(peers, { name: 'list of 50, two filters', type }),
    list(peers, { name: 'list of 50, two filters, a word of 8 %', type, word }),
    list(peers, { name: 'list of 50, a word of 8 %', word }),
    list(peers, { name: 'list of 50, a rare word', word: wordOfRank(RARE_RANK) }),
    sixFacets(peers, { name: 'six facets, two filters', type }),
    sixFacets(peers, { name: 'six facets, a word of 8 %', word }),
    sixFacets(peers, { name: 'six facets, whole type' }),
    suggestion(peers, word.slice(0, PREFIX)),
    update(peers, entry, _u),
  ];
};

const shown = ({ median, best }: Times): string => `${milliseconds(median)} (${milliseconds(best)})`;

const measure = async ({ name, atMost, own, theirs, kept, found }: Comparison): Promise<void> => {
  if (found) console.log(`${name}: found ${(await found()).join(' and ')}`);
  const times = await serially({ own, ...theirs, ...(kept && { kept }) }, ROUNDS, IN_TURN);
  const ways = Object.keys(theirs).flatMap((way) => {
    const each = times[way];
    return each ? [{ way, ...each }] : [];
  });
  const [fastest] = ways.toSorted((a, b) => a.median - b.median);
  const ownTimes = times['own'];
  if (!ownTimes || !fastest) throw new Error('nothing measured');
  const others = ways.map((each) => `${each.way} ${shown(each)}`).join(', ');
  const keptTimes = times['kept'];
  const ratio = (fastest.median / ownTimes.median).toFixed(1);
  console.log(
    `${name}: ${shown(ownTimes)}; Directus ${others}; repeated with its cache ${keptTimes ? shown(keptTimes) : '-'}; ${ratio} times`,
  );
  report({
    ...{ name, unit: 'ms', value: ownTimes.median, best: ownTimes.best },
    baseline: { name: `Directus, ${fastest.way}`, value: fastest.median, best: fastest.best },
    limit: { of: 'ratio', atMost },
  });
};

export const run = async (): Promise<void> => {
  const product = await openAtSize();
  const prepared = await prepare(product);
  console.log(`Directus ${DIRECTUS_VERSION}`);
  for (const comparison of await comparisonsOf(prepared)) await measure(comparison);
  await prepared.stop();
};
