import { describe, expect, it } from 'vitest';
import { planOf } from 'src/model/listing/listingPlan.ts';
import { EMPTY_STATE } from 'src/model/listing/listingState.ts';
import { ListingStore } from 'src/client/listing/ListingStore.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import { toyUser } from 'stories/scripted/toyItems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const plan = planOf({ types: ['Book'] }, { registry, user: toyUser });
/** Resolves when everything that an answer causes has happened. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

interface Asked {
  readonly query: Query;
  readonly answer: (value: Partial<SearchAnswer>) => void;
  readonly refuse: (thrown: unknown) => void;
}

const listing = () => {
  const asked: Asked[] = [];
  const labels: Record<string, string> = {};
  const ahead: Promise<SearchAnswer>[] = [];
  const store = new ListingStore(
    {
      search: {
        askAhead: () => {},
        takeAhead: () => ahead.shift(),
        search: (query) =>
          new Promise((resolve, reject) =>
            asked.push({ query, answer: (value) => resolve({ ids: [], total: 0, ...value }), refuse: reject }),
          ),
      },
      items: { putLabels: (given: Readonly<Record<string, string>>) => void Object.assign(labels, given) } as never,
      connection: { live: true, copies: new WeakMap() } as never,
    },
    plan,
  );
  return { store, asked, labels, ahead };
};

describe('listing', () => {
  it('asks once per question; the display is not part of it', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    store.show({ ...EMPTY_STATE, display: 'TABLE' });
    expect(asked).toHaveLength(1);
    store.show({ ...EMPTY_STATE, text: 'fox' });
    expect(asked).toHaveLength(2);
  });

  it('[CELL-05] reads far down in large parts until a result is there, and asks first whether it is found', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1'], total: 9_000, after: 'a' });
    await turn();
    const found = store.reach('Book-7000');
    expect(asked[1]?.query).toMatchObject({ ids: ['Book-7000'], max: 1 });
    asked[1]?.answer({ ids: ['Book-7000'], total: 1 });
    await turn();
    expect(asked[2]?.query).toMatchObject({ max: 5_000, after: 'a' });
    asked[2]?.answer({ ids: ['Book-2'], total: 9_000, after: 'b' });
    await turn();
    asked[3]?.answer({ ids: ['Book-7000'], total: 9_000, after: 'c' });
    expect(await found).toBe(true);
    expect(store.ids).toEqual(['Book-1', 'Book-2', 'Book-7000']);
    const lost = store.reach('Book-9');
    asked[4]?.answer({});
    expect([await lost, asked.length]).toEqual([false, 5]);
  });

  it('[EXPERIENCE] what is chosen stays chosen in another order, and not for another question', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1', 'Book-2'], total: 2 });
    await turn();
    store.selection.toggle('Book-2');
    store.show({ ...EMPTY_STATE, sort: { key: 'title', order: 'asc' } });
    expect(store.selection.ids).toEqual(['Book-2']);
    store.show({ ...EMPTY_STATE, text: 'fox' });
    expect(store.selection.ids).toEqual([]);
  });

  it('[ITEM-07] lists what was asked ahead, and takes out what is no longer found once it hears of changes', async () => {
    const { store, asked, ahead } = listing();
    ahead.push(Promise.resolve({ ids: ['Book-1', 'Book-2'], total: 2 }));
    store.show(EMPTY_STATE);
    await turn();
    expect([store.ids, asked.length]).toEqual([['Book-1', 'Book-2'], 1]);
    expect(asked[0]?.query).toMatchObject({ must: { _t: ['Book'] }, ids: ['Book-1', 'Book-2'], max: 2 });
    asked[0]?.answer({ ids: ['Book-2'], total: 1 });
    await turn();
    expect([store.ids, store.total]).toEqual([['Book-2'], 1]);
  });

  it('takes ids, total, facets and labels', async () => {
    const { store, asked, labels } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({
      ids: ['Book-1'],
      total: 7,
      facets: { state: [{ value: 'ACTIVE', count: 7 }] },
      labels: { 'Book-1': 'One' },
    });
    await turn();
    expect([store.status, store.ids, store.total, labels]).toEqual(['ready', ['Book-1'], 7, { 'Book-1': 'One' }]);
    expect(store.facets.state).toHaveLength(1);
  });

  it('counts the results without the filters, once, in addition to the filtered results', async () => {
    const { store, asked } = listing();
    store.show({ ...EMPTY_STATE, text: 'fox', chosen: { state: ['ACTIVE'] } });
    asked[0]?.answer({ ids: ['Book-1'], total: 1 });
    await turn();
    expect(asked[1]?.query).toEqual({
      must: { _t: ['Book'] },
      sort: [{ key: 'created', order: 'desc' }],
      max: 1,
      labels: true,
    });
    asked[1]?.answer({ ids: ['Book-9'], total: 7 });
    await turn();
    expect([store.total, store.all, store.ids]).toEqual([1, 7, ['Book-1']]);
    store.show({ ...EMPTY_STATE, text: 'fox' });
    asked[2]?.answer({ ids: ['Book-1'], total: 1 });
    await turn();
    expect(asked).toHaveLength(3);
    store.receive({ $id: 'Book-30', created: true } as never);
    store.show({ ...EMPTY_STATE, text: 'foxes' });
    asked[3]?.answer({ ids: ['Book-1'], total: 1 });
    await turn();
    expect([asked[4]?.query.max, store.all]).toEqual([1, 7]);
    store.show(EMPTY_STATE);
    asked[5]?.answer({ ids: ['Book-1'], total: 8 });
    await turn();
    expect([asked.length, store.all]).toEqual([6, 8]);
  });

  it('appends the next page once at a time and without repeats', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1', 'Book-2'], total: 3, after: 'c1' });
    await turn();
    void store.more();
    void store.more();
    expect(asked).toHaveLength(2);
    expect(asked[1]?.query.after).toBe('c1');
    asked[1]?.answer({ ids: ['Book-2', 'Book-3'], total: 3 });
    await turn();
    expect(store.ids).toEqual(['Book-1', 'Book-2', 'Book-3']);
    await store.more();
    expect(asked).toHaveLength(2);
  });

  it('[EXPERIENCE] requests larger pages as the user scrolls on, so that the end of a long list can be reached', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    const sizes: (number | undefined)[] = [];
    for (let at = 0; at < 9; at += 1) {
      const listed = store.ids.length;
      if (at > 0) void store.more();
      const max = asked[at]?.query.max ?? 0;
      sizes.push(max);
      const ids = Array.from({ length: max }, (_, index) => `Book-${listed + index + 1}`);
      asked[at]?.answer({ ids, total: 100_000, after: `c${at}` });
      await turn();
    }
    expect(sizes).toEqual([50, 50, 100, 200, 400, 800, 1600, 2000, 2000]);
  });

  it('[EXPERIENCE] says that the next page failed, does not retry by itself, and continues on request', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1'], total: 2, after: 'c1' });
    await turn();
    void store.more();
    asked[1]?.refuse(problem('generalFailure'));
    await turn();
    expect([store.moreFailed, store.ids]).toEqual([true, ['Book-1']]);
    await store.more();
    expect(asked).toHaveLength(2);
    void store.tryMore();
    asked[2]?.answer({ ids: ['Book-2'], total: 2 });
    await turn();
    expect([store.moreFailed, store.ids]).toEqual([false, ['Book-1', 'Book-2']]);
  });

  it('drops an answer to a question that is no longer asked', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    store.show({ ...EMPTY_STATE, text: 'fox' });
    asked[1]?.answer({ ids: ['Book-2'], total: 1 });
    await turn();
    asked[0]?.answer({ ids: ['Book-1'], total: 1 });
    await turn();
    expect(store.ids).toEqual(['Book-2']);
  });

  it('shows a failure and can be tried again', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.refuse(problem('timeout'));
    await turn();
    expect(store.status).toBe('failed');
    void store.load();
    asked[1]?.answer({ ids: ['Book-1'], total: 1 });
    await turn();
    expect([store.status, store.failure]).toEqual(['ready', undefined]);
  });

  it('counts again for new items of its types and for those that vanish', async () => {
    const { store, asked } = listing();
    store.show({ ...EMPTY_STATE, text: 'fox' });
    asked[0]?.answer({ ids: ['Book-1', 'Book-2'], total: 2 });
    await turn();
    expect(store.receive({ $id: 'Shelf-3', created: true })).toBe(false);
    expect(store.receive({ $id: 'Book-1', _u: 2 })).toBe(false);
    expect(store.receive({ $id: 'Book-3', created: true })).toBe(true);
    const asks = asked.length;
    void store.recount();
    expect(asked[asks]?.query).toMatchObject({ must: { text: ['fox'] }, max: 1 });
    asked[asks]?.answer({ total: 2 });
    await turn();
    expect(store.newer).toBe(0);
    void store.recount();
    asked[asks + 1]?.answer({ total: 3 });
    await turn();
    expect([store.newer, store.total]).toEqual([1, 2]);
    expect(store.receive({ $id: 'Book-1', gone: true })).toBe(true);
    expect([store.ids, store.total]).toEqual([['Book-2'], 1]);
  });

  it('[EXPERIENCE] lets go of what a save has taken out of what is asked for, and keeps the rest', async () => {
    const { store, asked } = listing();
    store.show({ ...EMPTY_STATE, chosen: { state: ['DRAFT'] } });
    asked[0]?.answer({ ids: ['Book-1', 'Book-2'], total: 2 });
    await turn();
    expect(store.receive({ $id: 'Book-1', _u: 2, changed: { state: 'ACTIVE' } })).toBe(true);
    expect(store.receive({ $id: 'Book-2', _u: 2, changed: { title: 'Two' } })).toBe(true);
    const asks = asked.length;
    const counted = store.recount();
    expect(asked[asks]?.query).toMatchObject({ must: { state: ['DRAFT'] }, ids: ['Book-1', 'Book-2'] });
    asked[asks]?.answer({ ids: ['Book-2'], total: 1 });
    await turn();
    asked[asks + 1]?.answer({ total: 1 });
    await counted;
    expect([store.ids, store.total, store.newer]).toEqual([['Book-2'], 1, 0]);
    store.show(EMPTY_STATE);
    asked[asks + 2]?.answer({ ids: ['Book-1', 'Book-2'], total: 2 });
    await turn();
    expect(store.receive({ $id: 'Book-1', _u: 3, changed: { state: 'DRAFT' } })).toBe(false);
  });

  it('[ITEM-07] asks again when the reader may see more or fewer items of its type', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1', 'Book-2'], total: 2 });
    await turn();
    expect([store.receive({ $id: 'Shelf-0' }), asked.length]).toEqual([false, 1]);
    expect([store.receive({ $id: 'Book-0' }), asked.length]).toEqual([false, 2]);
    asked[1]?.answer({ ids: ['Book-2'], total: 1 });
    await turn();
    expect([store.ids, store.total]).toEqual([['Book-2'], 1]);
  });

  const values = (...keys: string[]) => keys.map((value, at) => ({ value, count: 9 - at }));
  const listed = (store: ListingStore, key: string) =>
    store.facets[key]?.map((entry) => ('value' in entry ? entry.value : entry.more));

  it('[EXPERIENCE] keeps facet values in their places when the same question is counted again', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1'], total: 1, facets: { state: [...values('A', 'B', 'C'), { more: 4 }] } });
    await turn();
    const counted = store.recount();
    asked[1]?.answer({ total: 1, facets: { state: [...values('C', 'D', 'B', 'A'), { more: 3 }], year: values('2') } });
    await counted;
    expect(listed(store, 'state')).toEqual(['A', 'B', 'C', 'D', 3]);
  });

  it('[SRCH-01] lists the facet values of another question in the order of its own answer', async () => {
    const { store, asked } = listing();
    store.show({ ...EMPTY_STATE, text: 'fox' });
    asked[0]?.answer({ ids: ['Book-1'], total: 1, facets: { state: values('A', 'B'), year: values('3', '1') } });
    await turn();
    store.show({ ...EMPTY_STATE, text: 'owl' });
    asked.at(-1)?.answer({ total: 1, facets: { state: values('C', 'B', 'A'), year: values('1', '2', '3') } });
    await turn();
    expect(listed(store, 'state')).toEqual(['C', 'B', 'A']);
    expect(listed(store, 'year')).toEqual(['1', '2', '3']);
  });

  it('[SRCH-01] keeps a range in its own order when a bucket comes back', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1'], total: 1, facets: { year: values('1', '3') } });
    await turn();
    const counted = store.recount();
    asked[1]?.answer({ total: 1, facets: { year: values('1', '2', '3') } });
    await counted;
    expect(listed(store, 'year')).toEqual(['1', '2', '3']);
  });

  it('[EXPERIENCE] says that the results answer an earlier question until the answer or the failure comes', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    expect([store.refreshing, store.outdated]).toEqual([false, false]);
    asked[0]?.answer({ ids: ['Book-1'], total: 277, after: 'a' });
    await turn();
    expect([store.refreshing, store.outdated]).toEqual([false, false]);
    store.show({ ...EMPTY_STATE, display: 'TABLE' });
    expect(store.refreshing).toBe(false);
    store.show({ ...EMPTY_STATE, text: 'fox' });
    expect([store.refreshing, store.outdated]).toEqual([true, true]);
    // The cursor is of the earlier question.
    await store.more();
    await store.recount();
    expect(asked).toHaveLength(2);
    store.selection.toggle('Book-1');
    asked[1]?.answer({ ids: ['Book-2'], total: 1 });
    await turn();
    expect([store.refreshing, store.outdated, store.selection.ids]).toEqual([false, false, []]);
    store.show({ ...EMPTY_STATE, text: 'owl' });
    asked.at(-1)?.refuse(problem('timeout'));
    await turn();
    expect([store.status, store.refreshing, store.outdated]).toEqual(['failed', false, true]);
  });

  it('[SRCH-01] drops late facet values, and asks the next question for as many as were wanted', async () => {
    const { store, asked } = listing();
    store.show(EMPTY_STATE);
    asked[0]?.answer({ ids: ['Book-1'], total: 1, facets: { state: [...values('A'), { more: 4 }] } });
    await turn();
    const shown = store.facetValues('state', 200);
    store.show({ ...EMPTY_STATE, text: 'fox' });
    expect(asked[2]?.query.facets).toContainEqual({ key: 'state', max: 200 });
    asked[2]?.answer({ ids: ['Book-2'], total: 1, facets: { state: [{ value: 'A', count: 1 }] } });
    await turn();
    asked[1]?.answer({ total: 1, facets: { state: [{ value: 'A', count: 99 }] } });
    await shown;
    expect(store.facets['state']).toEqual([{ value: 'A', count: 1 }]);
    const refused = store.facetValues('state', 200);
    asked.at(-1)?.refuse(problem('timeout'));
    await expect(refused).rejects.toMatchObject(problem('timeout'));
  });
});
