// A paged list of the server: rows that come while older pages are asked for, failures, and the way back from them.
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { Client } from 'src/client/Client.ts';
import { ClientContext } from 'src/client/useClient.ts';
import { usePages, type Page } from 'src/client/usePages.ts';
import { problem } from 'src/model/problems.ts';

interface Asked {
  readonly max: number;
  readonly after: number | undefined;
  readonly answer: (page: Page<number>) => Promise<void>;
  readonly fail: (failure: Error) => Promise<void>;
}

/** Numbers from one down to another, newest first. */
const down = (from: number, to: number): readonly number[] =>
  Array.from({ length: from - to + 1 }, (_, at) => from - at);

const showList = () => {
  const asked: Asked[] = [];
  const authed = new Set<() => void>();
  const errors: unknown[] = [];
  const client = {
    connection: {
      onAuthed: (run: () => void) => {
        authed.add(run);
        return () => authed.delete(run);
      },
    },
    session: { signedIn: true },
    alerts: { error: (thrown: unknown) => errors.push(thrown) },
  };
  const ask = (max: number, after: number | undefined): Promise<Page<number>> =>
    new Promise((resolve, reject) => {
      asked.push({
        ...{ max, after },
        answer: (page) => act(async () => resolve(page)),
        fail: (failure) => act(async () => reject(failure)),
      });
    });
  const keyOf = (row: number): number => row;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ClientContext value={client as unknown as Client}>{children}</ClientContext>
  );
  const list = renderHook(({ of, version }) => usePages({ of, ask, keyOf, version }), {
    wrapper,
    initialProps: { of: 'Book-1', version: 1 },
  });
  const last = (): Asked => {
    const one = asked.at(-1);
    if (!one) throw new Error('nothing was asked');
    return one;
  };
  return { ...list, asked, last, authed, errors };
};

it('[CELL-07] keeps the newest row when it comes while an older page is asked for', async () => {
  const { result, rerender, asked, last } = showList();
  await last().answer({ rows: down(30, 6), more: true });
  act(() => result.current.showMore());
  const older = last();
  expect([older.max, older.after]).toEqual([25, 6]);
  rerender({ of: 'Book-1', version: 2 });
  await last().answer({ rows: down(31, 7), more: true });
  await older.answer({ rows: down(5, 1), more: false });
  expect(result.current).toMatchObject({ rows: down(31, 1), more: false });
  rerender({ of: 'Book-1', version: 3 });
  expect(last().max).toBe(31);
  await last().answer({ rows: down(32, 2), more: true });
  expect(result.current).toMatchObject({ rows: down(32, 1), more: false });
  expect(asked).toHaveLength(4);
});

it('drops a page of rows that are no longer the last ones, and of another list', async () => {
  const { result, rerender, last } = showList();
  await last().answer({ rows: down(30, 6), more: true });
  act(() => result.current.showMore());
  const twice = last();
  act(() => result.current.showMore());
  await last().answer({ rows: down(5, 3), more: true });
  await twice.answer({ rows: down(5, 3), more: true });
  expect(result.current.rows).toEqual(down(30, 3));
  act(() => result.current.showMore());
  const foreign = last();
  rerender({ of: 'Book-2', version: 1 });
  expect(result.current.rows).toBeUndefined();
  await last().answer({ rows: [9], more: false });
  await foreign.answer({ rows: [2, 1], more: false });
  expect(result.current).toMatchObject({ rows: [9], more: false });
});

it('[ERR-01] says why it could not be read, and reads again when asked and when the connection is back', async () => {
  const { result, last, authed, errors } = showList();
  await last().fail(problem('timeout'));
  expect(result.current).toMatchObject({ rows: undefined, failure: problem('timeout') });
  act(() => result.current.again());
  await last().answer({ rows: down(30, 6), more: true });
  expect(result.current).toMatchObject({ rows: down(30, 6), failure: undefined });
  act(() => result.current.showMore());
  await last().fail(problem('timeout'));
  expect([errors.length, result.current.rows?.length]).toEqual([1, 25]);
  act(() => authed.forEach((run) => run()));
  await last().answer({ rows: down(31, 7), more: true });
  expect(result.current.rows).toEqual(down(31, 6));
});
