// A question that a part of a page asks: what is shown of answers that come late, fail, or are of something else.
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { Client } from 'src/client/Client.ts';
import { ClientContext } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { problem } from 'src/model/problems.ts';

interface Asked {
  readonly answer: (value: string) => Promise<void>;
  readonly fail: (failure: unknown) => Promise<void>;
}

/** A part that asks of an item; each question waits for the test to answer it. */
const showPart = () => {
  const asked: Asked[] = [];
  const sent: string[] = [];
  const changed = new Set<(id: string) => void>();
  const authed = new Set<() => void>();
  const connection = {
    onPush: () => () => {},
    onAuthed: (run: () => void) => {
      authed.add(run);
      return () => authed.delete(run);
    },
  };
  const items = {
    watch: (id: string) => {
      sent.push(`watch ${id}`);
      return () => {};
    },
    onOwnChange: (run: (id: string) => void) => {
      changed.add(run);
      return () => changed.delete(run);
    },
  };
  const ask = (): Promise<string> =>
    new Promise((resolve, reject) => {
      sent.push('question');
      asked.push({
        answer: async (value) => act(async () => resolve(value)),
        fail: async (failure) => act(async () => reject(failure as Error)),
      });
    });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ClientContext value={{ connection, items, session: { signedIn: false } } as unknown as Client}>
      {children}
    </ClientContext>
  );
  const part = renderHook(({ of, version, types }) => useServerData({ of, ask, version, types }), {
    wrapper,
    initialProps: { of: 'Book-1', version: 1, types: undefined as readonly string[] | undefined },
  });
  const at = (index: number): Asked => {
    const one = asked[index];
    if (!one) throw new Error(`question ${index} was not asked`);
    return one;
  };
  const rerender = (next: { readonly of: string; readonly version: number; readonly types?: readonly string[] }) =>
    part.rerender({ types: undefined, ...next });
  return { ...part, rerender, asked, at, authed, sent, changed };
};

it('[ERR-01] shows the answer to the newest question, in any order of answers', async () => {
  const { result, rerender, asked, at } = showPart();
  expect(result.current).toMatchObject({ answer: undefined, loading: true });
  rerender({ of: 'Book-1', version: 2 });
  await at(1).answer('second');
  await at(0).answer('first');
  expect(result.current).toMatchObject({ answer: 'second', failure: undefined, loading: false });
  expect(asked).toHaveLength(2);
});

it('[ERR-01] keeps what was known while it is asked again and when that fails, and never shows it for another item', async () => {
  const { result, rerender, at } = showPart();
  await at(0).answer('one');
  rerender({ of: 'Book-1', version: 2 });
  expect(result.current).toMatchObject({ answer: 'one', loading: true });
  await at(1).fail(problem('timeout'));
  expect(result.current).toMatchObject({ answer: 'one', failure: problem('timeout'), loading: false });
  rerender({ of: 'Book-2', version: 2 });
  expect(result.current).toMatchObject({ answer: undefined, failure: undefined, loading: true });
  await at(2).fail(problem('timeout'));
  expect(result.current).toMatchObject({ answer: undefined, failure: problem('timeout') });
});

it('[ITEM-07] watches before it asks, so no change is missed in between, and asks again after a change', async () => {
  const { rerender, sent, at, changed, asked } = showPart();
  sent.length = 0;
  rerender({ of: 'Shelf-1', version: 1, types: ['Book', 'Loan'] });
  expect(sent).toEqual(['watch Book-0', 'watch Loan-0', 'question']);
  await at(1).answer('one');
  act(() => changed.forEach((tell) => tell('Shelf-2')));
  expect(asked).toHaveLength(2);
  act(() => changed.forEach((tell) => tell('Book-2')));
  expect(asked).toHaveLength(3);
});

it.each(['notAllowed', 'notFound'] as const)('[PERM-01] keeps nothing of an item that answers %s', async (key) => {
  const { result, rerender, at } = showPart();
  await at(0).answer('one');
  rerender({ of: 'Book-1', version: 2 });
  await at(1).fail(problem(key));
  expect(result.current).toMatchObject({ answer: undefined, failure: problem(key) });
});

it('[ERR-01] requests again when the user retries and when the connection is back', async () => {
  const { result, at, authed, asked } = showPart();
  await at(0).fail(problem('timeout'));
  act(() => void result.current.again());
  await at(1).answer('one');
  expect(result.current).toMatchObject({ answer: 'one', failure: undefined });
  act(() => authed.forEach((run) => run()));
  await at(2).answer('two');
  expect(result.current.answer).toBe('two');
  expect(asked).toHaveLength(3);
});

it('[ERR-01] asks again for a visitor when the browser is online again', async () => {
  const { result, at } = showPart();
  await at(0).fail(problem('timeout'));
  act(() => void window.dispatchEvent(new Event('online')));
  await at(1).answer('one');
  expect(result.current).toMatchObject({ answer: 'one', failure: undefined });
});

it('[ERR-01] takes no answer once it is gone, and asks nothing then', async () => {
  const { result, unmount, at, authed, asked } = showPart();
  unmount();
  await at(0).answer('one');
  await result.current.again();
  expect(result.current.answer).toBeUndefined();
  expect([asked.length, authed.size]).toEqual([1, 0]);
});

it('[ERR-01] waits as long as the server says when it was asked too often, longer each time, and reports it after several tries', async () => {
  vi.useFakeTimers();
  try {
    const { result, at, asked } = showPart();
    const busy = problem('rateLimited', { retryAfter: 2 });
    await at(0).fail(busy);
    expect(result.current).toMatchObject({ answer: undefined, failure: undefined, loading: true });
    await act(() => vi.advanceTimersByTimeAsync(1_999));
    expect(asked).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1));
    await at(1).answer('one');
    expect(result.current).toMatchObject({ answer: 'one', loading: false });
    act(() => void result.current.again());
    await act(() => vi.advanceTimersByTimeAsync(0));
    for (const [index, wait] of [2_000, 4_000, 5_000].entries()) {
      await at(index + 2).fail(busy);
      await act(() => vi.advanceTimersByTimeAsync(wait - 1));
      expect(asked).toHaveLength(index + 3);
      await act(() => vi.advanceTimersByTimeAsync(1));
    }
    await at(5).fail(busy);
    expect(result.current).toMatchObject({ answer: 'one', failure: busy, loading: false });
    expect(asked).toHaveLength(6);
  } finally {
    vi.useRealTimers();
  }
});
