// Purposes of exports and exhibitions: records leave only for a use that every consent behind them permits, with these terms in the file.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { exportedText, fittingFormats } from 'tests/product/exportedFiles.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const READER = 'private reader';
const LABELS = ['Freeland', 'Wideland', 'Narrowland', 'Silentland', 'Bothland'] as const;

let world: ProductWorld;
let wide: ItemId;
let narrow: ItemId;
let silent: ItemId;

const add = (type: string, more: Body): Promise<ItemId> =>
  world.newItem({ type, level: 'PUBLIC', mark: JSON.stringify(more), more });

const consentOf = (uses: readonly string[], more: Body = {}): Promise<ItemId> =>
  add('ResearchConsent', { label: 'A consent', audience: 'PUBLIC', state: 'ACTIVE', uses, expires: null, ...more });

/** Stores five records of the type, which differ by the consents behind them. */
const recordsOf = async (type: string): Promise<readonly ItemId[]> => {
  const consents = [[], [wide], [narrow], [silent], [wide, narrow]];
  const { properties = {} } = registry.types[type] ?? {};
  const name = properties['label'] ? 'label' : 'title';
  const apart: Body = properties['activity'] ? { activity: null } : {};
  return await Promise.all(
    consents.map((named, at) => add(type, { [name]: LABELS[at] ?? '', consents: named, ...apart })),
  );
};

beforeAll(async () => {
  world = await openProductWorld();
  wide = await consentOf(['COMMUNITY', 'PUBLICATION', 'EXHIBITION'], { expires: '2999-05-01' });
  narrow = await consentOf(['EDUCATION']);
  silent = await consentOf([]);
});
afterAll(() => world.stop());

const limited = Object.values(registry.types).filter(({ server }) =>
  server.access.read.limitedBy?.includes('consents'),
);

describe.each(limited.map((type) => [type.name, type] as const))(
  '[RES-01] [EXCHANGE] an export of %s',
  (name, type) => {
    let ids: readonly ItemId[] = [];
    /** Interviews are PROTECTED, so members read none. */
    const isOpen = 'path' in type.server.access.read.level;
    beforeAll(async () => {
      ids = await recordsOf(name);
    });

    const leaving = async (kind: ItemType, use: string | undefined): Promise<void> => {
      const expected = LABELS.filter((_, at) => {
        const permitted = [true, use !== 'EDUCATION', use === 'EDUCATION', use === undefined, false];
        return permitted[at];
      });
      for (const format of fittingFormats(kind)) {
        const text = await exportedText(world, READER, { format, ids, ...(use !== undefined && { use }) });
        expect({ format, use, found: LABELS.filter((label) => text.includes(label)) }).toEqual({
          format,
          use,
          found: expected,
        });
      }
    };

    it('leaves out records whose consent does not permit its use, in every format', async () => {
      for (const use of ['PUBLICATION', 'EDUCATION']) await leaving(type, use);
    });

    it('is for use within the community where it names no use', async () => {
      await leaving(type, undefined);
    });

    it('says in every format what the consent of a record permits, and until when', async () => {
      for (const format of fittingFormats(type)) {
        const text = await exportedText(world, READER, { format, ids: ids.slice(0, 2), use: 'PUBLICATION' });
        for (const term of ['Publication', 'Exhibitions', '2999'])
          expect({ format, term, told: text.includes(term) }).toEqual({ format, term, told: true });
      }
      const free = await exportedText(world, READER, { format: 'csv', ids: ids.slice(0, 1) });
      expect(free).not.toContain('Permitted uses');
      const columns = [registry.types[name]?.properties['label'] ? 'label' : 'title'];
      const chosen = await exportedText(world, READER, { format: 'csv', ids, columns, forEditing: false });
      expect(chosen).toContain('Permitted uses');
    });

    it('is asked about before it begins: the answer counts the records for each use, also for people who may not read the consents', async () => {
      for (const actor of [READER, ...(isOpen ? ['member'] : [])]) {
        const { limited: behind, until, uses } = okOf(await world.ask(actor, 'act/permittedUses', { ids: [...ids] }));
        expect({ actor, behind, until }).toEqual({ actor, behind: 4, until: '2999-05-01' });
        const counts = (uses as readonly Body[]).map(({ use, permitted }) => [use, permitted] as const);
        expect(Object.fromEntries(counts)).toEqual({
          ...{ COMMUNITY: 2, PUBLICATION: 1, EXHIBITION: 1, EDUCATION: 1, CONSULTATION: 0 },
        });
      }
      const query = { must: { _t: [name], $id: [...ids] } };
      expect(okOf(await world.ask(READER, 'act/permittedUses', { query }))).toMatchObject({ limited: 4 });
      const [free = ''] = ids;
      expect(okOf(await world.ask(READER, 'act/permittedUses', { ids: [free] }))).toEqual({ limited: 0, uses: [] });
    });

    it('is counted without records that the person may not read', async () => {
      const closed = await world.newItem({
        ...{ type: name, level: 'PRIVATE', mark: `closed ${name}` },
        more: { consents: [narrow] },
      });
      const [, , seen = ''] = ids;
      const asked = { ids: [closed, seen] };
      expect(okOf(await world.ask('member', 'act/permittedUses', asked))).toMatchObject({ limited: isOpen ? 1 : 0 });
    });
  },
);

it('[RES-01] data and passages of an interview, and its files, serve what its consents permit', async () => {
  const interview = await add('ResearchActivity', { title: 'A narrow talk', consents: [narrow] });
  const data = await add('ResearchData', { label: 'Of the talk', activity: interview, consents: [] });
  const passage = await add('ResearchPassage', { activity: interview, start: 0, end: 1, words: 'Of the talk, too' });
  const file = await world.attach(interview, { originalName: 'talk.wav', bytes: Buffer.from('RIFF') });
  for (const id of [data, passage, file]) {
    const { uses } = okOf(await world.ask(READER, 'act/permittedUses', { ids: [id] }));
    const permitted = (uses as readonly Body[]).filter((each) => each['permitted'] === 1).map(({ use }) => use);
    expect([id, permitted]).toEqual([id, ['EDUCATION']]);
    const text = await exportedText(world, READER, { format: 'csv', ids: [id, interview], use: 'PUBLICATION' });
    expect(text).not.toContain(id);
  }
});

describe('[COLL-01] [RES-01] an exhibition by a search', () => {
  const membershipQuery = { screen: 'spatial.features', searchString: 'kestrelridge' };
  let shown: ItemId;
  let kept: ItemId;
  beforeAll(async () => {
    shown = await add('SpatialFeature', { label: 'Kestrelridge east', consents: [wide], state: 'ACTIVE' });
    kept = await add('SpatialFeature', { label: 'Kestrelridge west', consents: [narrow], state: 'ACTIVE' });
    await add('SpatialFeature', { label: 'Kestrelridge north', consents: [], state: 'ACTIVE' });
  });
  const collectionOf = (collectionType: string): Promise<ItemId> =>
    add('Collection', { title: `Ridge ${collectionType}`, collectionType, membershipQuery, constrainTypes: [] });
  const leftOut = async (actor: string, id: ItemId): Promise<Json | undefined> =>
    okOf(await world.ask(actor, 'act/membersLeftOut', targetOf(id)))['ids'];

  it('leaves out places whose consent does not permit exhibitions, for everyone who may read them', async () => {
    const exhibition = await collectionOf('EXHIBIT');
    for (const actor of ['visitor', 'member', READER, 'administrator'])
      expect([actor, await leftOut(actor, exhibition)]).toEqual([actor, [kept]]);
    await world.change(kept, { consents: [wide] });
    await expect.poll(() => leftOut('visitor', exhibition)).toEqual([]);
    await world.change(kept, { consents: [narrow] });
    expect(shown).not.toBe(kept);
  });

  it('is the only kind of collection that does so', async () => {
    expect(await leftOut(READER, await collectionOf('RESEARCH'))).toEqual([]);
  });
});
