import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkError } from 'src/client/connection/ClientProblem.ts';
import { SuggestStore } from 'src/client/search/SuggestStore.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';

const found = (count: number): Suggestion[] =>
  Array.from({ length: count }, (_, at) => ({ $id: `Book-${at + 1}`, label: `Book ${at + 1}`, type: 'Book' }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('header search', () => {
  it('[SRCH-02] asks from three characters, after the input delay', async () => {
    const suggest = vi.fn(async () => found(2));
    const store = new SuggestStore({ suggest });
    store.type('ab');
    expect([store.state, store.emptyMessage]).toEqual(['NO_SEARCH', 'search.keepTyping']);
    store.type('abc');
    expect(store.state).toBe('FETCHING');
    await vi.advanceTimersByTimeAsync(399);
    expect(suggest).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect([store.state, suggest.mock.calls]).toEqual(['SUCCESS', [['abc']]]);
  });

  it('[SRCH-02] shows five and then the link to all results', async () => {
    const store = new SuggestStore({ suggest: async () => found(9) });
    store.type('book');
    await vi.advanceTimersByTimeAsync(400);
    expect(store.options.map(({ key }) => key)).toEqual(['Book-1', 'Book-2', 'Book-3', 'Book-4', 'Book-5', 'results']);
    expect(store.emptyMessage).toBeUndefined();
  });

  it('[EXPERIENCE] tells how many results there are, of what is typed now', async () => {
    const counts: ((total: number) => void)[] = [];
    const count = () => new Promise<number>((resolve) => counts.push(resolve));
    const store = new SuggestStore({ suggest: async () => found(1), count });
    store.type('cano');
    await vi.advanceTimersByTimeAsync(400);
    store.type('canoe');
    await vi.advanceTimersByTimeAsync(400);
    counts[1]?.(156);
    counts[0]?.(200);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.total).toBe(156);
    store.type('canoes');
    expect(store.total).toBeUndefined();
  });

  it('[SRCH-03] says once that nothing is found, and not while the whole search finds something', async () => {
    let total = 0;
    const store = new SuggestStore({ suggest: async () => [], count: async () => total });
    store.type('abcd');
    await vi.advanceTimersByTimeAsync(400);
    expect([store.emptyMessage, store.options]).toEqual(['search.noResults', []]);
    total = 12;
    store.type('abcde');
    await vi.advanceTimersByTimeAsync(400);
    expect([store.emptyMessage, store.options.map(({ kind }) => kind)]).toEqual([undefined, ['results']]);
  });

  it('[SRCH-03] says "no results", or "keep typing" at three characters or fewer; a failure alike', async () => {
    const store = new SuggestStore({ suggest: async () => [] });
    store.type('abc');
    await vi.advanceTimersByTimeAsync(400);
    expect(store.emptyMessage).toBe('search.keepTyping');
    store.type('abcd');
    await vi.advanceTimersByTimeAsync(400);
    expect(store.emptyMessage).toBe('search.noResults');
    const failing = new SuggestStore({ suggest: () => Promise.reject(new Error('down')) });
    failing.type('abcd');
    await vi.advanceTimersByTimeAsync(400);
    expect([failing.state, failing.emptyMessage]).toEqual(['FAILURE', 'search.noResults']);
  });

  it('[CONN-05] suggests records of this device while the server cannot be reached, and says when there are none', async () => {
    const suggest = () => Promise.reject(networkError());
    const store = new SuggestStore({ suggest, onDevice: async (text) => (text === 'abcd' ? found(1) : []) });
    store.type('abcd');
    await vi.advanceTimersByTimeAsync(400);
    expect([store.state, store.emptyMessage]).toEqual(['OFFLINE', undefined]);
    expect(store.options.map(({ kind }) => kind)).toEqual(['item']);
    store.type('abc');
    await vi.advanceTimersByTimeAsync(400);
    expect([store.options, store.emptyMessage]).toEqual([[], 'cells.offlinePart']);
  });

  it('keeps the newest answer when an older one comes late', async () => {
    const answers: ((list: Suggestion[]) => void)[] = [];
    const store = new SuggestStore({ suggest: () => new Promise((resolve) => answers.push(resolve)) });
    store.type('abc');
    await vi.advanceTimersByTimeAsync(400);
    store.type('abcd');
    await vi.advanceTimersByTimeAsync(400);
    answers[1]?.(found(1));
    answers[0]?.(found(5));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.suggestions).toHaveLength(1);
  });

  it('[SRCH-02] knows a typed item id', () => {
    const store = new SuggestStore({ suggest: async () => [] });
    store.type(' Book-12 ');
    expect(store.itemId).toBe('Book-12');
    store.type('Book-x');
    expect(store.itemId).toBeUndefined();
  });

  it('[SRCH-03] does not search with only wildcards or only names of fields', () => {
    const store = new SuggestStore({ suggest: async () => [] });
    store.type('*** title:');
    expect(store.state).toBe('NO_SEARCH');
  });
});
