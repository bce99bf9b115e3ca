// Content that visitors can read, and that their best results come first for all.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const ok = (answer: Answer): Record<string, Json> => {
  if ('ok' in answer) return answer.ok as Record<string, Json>;
  throw new Error(`refused: ${JSON.stringify(answer)}`);
};

describe('[PERM-01] working notes of a public record', () => {
  const ATTENTION = { needsAttention: true, needsAttentionComment: 'Ask whether the date is right.' };
  const query = {
    must: { _t: ['ArchiveEntry'], needsAttention: [true] },
    facets: ['needsAttention'],
  };
  let id: ItemId = '';
  beforeAll(async () => {
    id = await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'asked about', more: ATTENTION });
  });

  it('are not read, filtered or counted by a visitor', async () => {
    const item = ok(await world.ask('visitor', `read/${id}`));
    expect(Object.keys(ATTENTION).filter((name) => (item[name] ?? null) !== null)).toEqual([]);
    // Like an undeclared key.
    for (const key of ['facets', 'must'] as const) {
      const asked = { must: { _t: ['ArchiveEntry'] }, [key]: query[key] };
      expect(await world.ask('visitor', 'search/ids', asked)).toMatchObject({ refused: 'invalid' });
    }
  });

  it('are read, filtered and counted by who works on it', async () => {
    for (const actor of ['member', 'administrator']) {
      expect(ok(await world.ask(actor, `read/${id}`))).toMatchObject(ATTENTION);
      expect(ok(await world.ask(actor, 'search/ids', query))).toMatchObject({
        ids: [id],
        facets: { needsAttention: expect.arrayContaining([{ value: true, count: 1 }]) },
      });
    }
  });
});

it('[SRCH-02] a word whose translation is what was typed comes before those that only hold it', async () => {
  const word = async (label: string, translation: string): Promise<unknown> =>
    ok(
      await world.ask('capability holder', 'create/Lexeme', {
        ...{ owner: world.own, label },
        translation: { en: translation },
      }),
    )['$id'];
  const begins = await word('Tovuri', 'water lily');
  const whole = await word('Siwmenka alora', 'Water');
  const longer = await word('Bu', 'a bee on the water');
  const body = { must: { _t: ['Lexeme'], text: ['water'] }, sort: [{ key: 'match', order: 'desc' }] };
  expect(ok(await world.ask('member', 'search/ids', body))['ids']).toEqual([whole, begins, longer]);
});
