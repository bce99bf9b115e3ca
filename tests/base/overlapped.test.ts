import { expect, it, vi } from 'vitest';
import { overlapped } from 'src/base/overlapped.ts';

const numbers = function* (prepared: number[], last: number): Generator<number> {
  for (let at = 1; at <= last; at += 1) {
    prepared.push(at);
    yield at;
  }
};

/** Writes that end when the test says so. */
const heldWrites = () => {
  const begun: number[] = [];
  const held = new Map<number, { readonly end: () => void; readonly fail: (error: Error) => void }>();
  return {
    begun,
    write: (at: number): Promise<void> =>
      new Promise((end, fail) => {
        begun.push(at);
        held.set(at, { end, fail });
      }),
    end: (at: number): void => held.get(at)?.end(),
    refuse: (at: number): void => held.get(at)?.fail(new Error(`refused ${at}`)),
  };
};

it('writes two batches at a time, in order, while the next one is prepared', async () => {
  const prepared: number[] = [];
  const { begun, write, end } = heldWrites();
  const all = overlapped(numbers(prepared, 4), write);
  await vi.waitFor(() => expect(prepared).toEqual([1, 2, 3]));
  expect(begun).toEqual([1, 2]);
  end(1);
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]));
  end(2);
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3, 4]));
  end(3);
  end(4);
  await all;
});

it('ends with the error of a write, after all writes, and begins no other', async () => {
  const prepared: number[] = [];
  const { begun, write, refuse } = heldWrites();
  let isOver = false;
  const all = overlapped(numbers(prepared, Infinity), write).finally(() => (isOver = true));
  const refused = expect(all).rejects.toThrow('refused 1');
  await vi.waitFor(() => expect(prepared).toEqual([1, 2, 3]));
  refuse(1);
  await Promise.resolve();
  expect(isOver).toBe(false);
  refuse(2);
  await refused;
  expect({ begun, prepared }).toEqual({ begun: [1, 2], prepared: [1, 2, 3] });
});

it('ends with what failed first, also when that is not the first write', async () => {
  const { begun, write, refuse } = heldWrites();
  const all = expect(overlapped(numbers([], 3), write)).rejects.toThrow('refused 2');
  await vi.waitFor(() => expect(begun).toEqual([1, 2]));
  refuse(2);
  await Promise.resolve();
  refuse(1);
  await all;
  expect(begun).toEqual([1, 2]);
});

it('waits for the writes when a batch could not be prepared', async () => {
  const { begun, write, end } = heldWrites();
  const batches = function* (): Generator<number> {
    yield 1;
    throw new Error('not prepared');
  };
  let isOver = false;
  const all = overlapped(batches(), write).finally(() => (isOver = true));
  const refused = expect(all).rejects.toThrow('not prepared');
  await vi.waitFor(() => expect(begun).toEqual([1]));
  await Promise.resolve();
  expect(isOver).toBe(false);
  end(1);
  await refused;
});

it('ends with the error of the last write', async () => {
  const { begun, write, end, refuse } = heldWrites();
  const all = expect(overlapped(numbers([], 2), write)).rejects.toThrow('refused 2');
  await vi.waitFor(() => expect(begun).toEqual([1, 2]));
  end(1);
  refuse(2);
  await all;
});
