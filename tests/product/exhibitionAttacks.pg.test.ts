// Exhibitions as each person sees them, in every channel: chosen members, members that the search finds, their pictures, and an exhibition
// that is closed itself.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_FORMATS } from 'src/model/generated/exportFormats.ts';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const STRICTEST: Readonly<Record<string, Level>> = {
  visitor: 'PUBLIC',
  stranger: 'PUBLIC',
  member: 'COMMUNITY',
  'protected reader': 'PROTECTED',
  'private reader': 'PRIVATE',
};
const READERS = Object.keys(STRICTEST);
const COMMON = 'canaryshuttle';
const CLOSED = 'canarycupboard';
const TYPES = ['Belonging', 'ArchiveEntry'];

interface Member {
  readonly id: ItemId;
  readonly level: Level;
  readonly word: string;
  readonly file: ItemId;
}

let world: ProductWorld;
let exhibition: ItemId;
let cupboard: ItemId;
const members: Member[] = [];

const addMember = async (type: string, level: Level, more: Body): Promise<void> => {
  const word = `${COMMON}${type}${level}`.toLowerCase();
  const id = await world.newItem({ type, level, mark: word, more: { title: `${COMMON} ${word}`, ...more } });
  const file = await world.attach(id, { originalName: `${word}.png`, bytes: Buffer.from(`bytes of ${word}`) });
  await world.change(id, type === 'Belonging' ? { images: [file] } : { attachments: [file] });
  members.push({ id, level, word, file });
};

beforeAll(async () => {
  world = await openProductWorld();
  const collection = (level: Level, more: Body): Promise<ItemId> =>
    world.newItem({ type: 'Collection', level, mark: `shown ${level}`, more: { collectionType: 'EXHIBIT', ...more } });
  const membershipQuery = { screen: 'archive.catalogue', searchString: COMMON };
  exhibition = await collection('PUBLIC', { title: 'Shuttles', membershipQuery });
  cupboard = await collection('PRIVATE', { title: CLOSED, description: CLOSED });
  for (const level of LEVELS) {
    await addMember('Belonging', level, { collections: [exhibition, cupboard] });
    await addMember('ArchiveEntry', level, {});
  }
  await world.followAll([...members.map(({ id }) => id), exhibition, cupboard]);
});
afterAll(() => world.stop());

const exportsOf = async (actor: string, query: Body): Promise<string[]> => {
  const texts: string[] = [];
  for (const format of EXPORT_FORMATS) {
    if (format === 'gpkg' || format === 'xlsx') continue;
    texts.push(await world.exported(actor, { format, query }).catch((error: unknown) => String(error)));
  }
  return texts;
};

/** Everything that the actor is answered, by channel. */
const channelsOf = async (actor: string): Promise<Record<string, unknown>> => {
  const all = [...members.map(({ id }) => id), ...members.map(({ file }) => file), exhibition, cupboard];
  const each = (operation: string, body?: Json): Promise<unknown[]> =>
    Promise.all(all.map((id) => world.ask(actor, `${operation}/${id}`, body)));
  const bytes = async (path: string): Promise<string> => await (await world.get(actor, path)).text();
  const search = (must: Body, more: Body = {}): Promise<unknown> =>
    world.ask(actor, 'search/ids', { must, labels: true, max: 100, ...more });
  const within = { _t: ['Belonging'], collections: [exhibition] };
  return {
    items: await each('read'),
    many: await world.ask(actor, 'readMany/object', [...all]),
    labels: await each('label'),
    histories: await each('history', {}),
    chosen: await search(within, { facets: ['collections', 'owner', 'types'] }),
    found: await search({ _t: ['ArchiveEntry'], text: [COMMON] }, { facets: ['collections'] }),
    everywhere: await search({ text: [COMMON] }),
    closed: await search({ text: [CLOSED] }),
    ofClosed: await search({ _t: ['Belonging'], collections: [cupboard] }),
    suggestions: await world.ask(actor, 'suggest', { text: COMMON }),
    closedSuggestions: await world.ask(actor, 'suggest', { text: CLOSED }),
    choices: await world.ask(actor, 'suggest', { text: 'can', types: [...TYPES, 'Collection'], choose: true }),
    exports: await exportsOf(actor, { must: { _t: TYPES } }),
    exported: await exportsOf(actor, { must: { _t: ['Collection'] } }),
    files: await Promise.all(members.map(({ file }) => bytes(`/attachment/${file}`))),
    pictures: await Promise.all(members.map(({ id }) => bytes(`/item-id-image/${id}`))),
  };
};

const wordsIn = (answer: unknown): Set<string> => {
  const text = JSON.stringify(answer);
  return new Set(members.flatMap(({ word }) => (text.includes(word) ? [word] : [])));
};

it.each(READERS)(
  '[COLL-01] [BEL-01] [PERM-01] %s finds in no channel a member that is closed to them',
  async (actor) => {
    const mayRead = ({ level }: Pick<Member, 'level'>): boolean =>
      levelRank(level) <= levelRank(STRICTEST[actor] ?? 'PUBLIC');
    const allowed = new Set(members.filter(mayRead).map(({ word }) => word));
    for (const [channel, answer] of Object.entries(await channelsOf(actor))) {
      const leaked = [...wordsIn(answer)].filter((word) => !allowed.has(word));
      expect({ actor, channel, leaked }).toEqual({ actor, channel, leaked: [] });
      const isNamed = JSON.stringify(answer).includes(CLOSED);
      if (actor !== 'private reader') expect({ actor, channel, isNamed }).toEqual({ actor, channel, isNamed: false });
    }
    // The channels are not empty: members that are open to the actor appear in them.
    const { chosen, items, exports, files } = await channelsOf(actor);
    for (const answer of [chosen, exports, files]) expect(wordsIn(answer).size).toBeGreaterThan(0);
    expect(wordsIn(items)).toEqual(allowed);
  },
);

it('[COLL-01] [PERM-01] members are counted for each person as they see them', async () => {
  const queries = { all: { must: { _t: ['Belonging'], collections: [exhibition] } } };
  for (const [at, actor] of ['visitor', 'member', 'protected reader', 'private reader'].entries())
    expect(await world.ask(actor, 'count', { queries })).toEqual({ ok: { totals: { all: at + 1 } } });
  const closed = { all: { must: { _t: ['Belonging'], collections: [cupboard] } } };
  for (const actor of ['visitor', 'stranger', 'member', 'protected reader'])
    expect(await world.ask(actor, 'count', { queries: closed })).toEqual({ ok: { totals: { all: 0 } } });
});

it('[COLL-01] [NTFY-02] notices and emails about members reach only people who may see them', async () => {
  for (const { id } of members) {
    const read = await world.ask('administrator', `read/${id}`);
    const { _u = 1 } = ('ok' in read ? read.ok : {}) as { readonly _u?: number };
    await world.ask('administrator', 'update', { $id: id, _u, description: 'Said anew.' });
  }
  await world.runJobs();
  for (const actor of READERS.filter((each) => each !== 'visitor')) {
    const notices = { ...targetOf(world.idOf(actor)), max: 200 };
    const told = wordsIn([await world.ask(actor, 'act/fetchNotifications', notices), await world.lettersTo(actor)]);
    const strictest = levelRank(STRICTEST[actor] ?? 'PUBLIC');
    const closed = members.filter(({ level, word }) => levelRank(level) > strictest && told.has(word));
    expect({ actor, closed }).toEqual({ actor, closed: [] });
  }
});
