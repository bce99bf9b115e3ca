// Allocates numbers of new items in blocks. It uses no sequence, so that several databases could share the work. Blocks start small and
// grow with demand, so that a restart leaves small gaps.

import type { Queryable } from 'src/server/store/database.ts';

export interface Numbers {
  /** Returns the next number of a key: a type's number, or 0 for document numbers. No process gets the same number twice. */
  next(key: number): Promise<number>;
  /** Gives up the numbers that were taken in advance, after an import has used some of them. */
  forget(): void;
}

interface Block {
  next: number;
  end: number;
  size: number;
  /** Pending request of the key; there is at most one. */
  refill: Promise<void> | undefined;
}

const LARGEST_BLOCK = 256;

const TAKE_NUMBERS_SQL = `insert into counter (key, next) values ($1, 1 + $2::int)
  on conflict (key) do update set next = counter.next + $2::int returning next - $2::int as first`;

export const createNumbers = (db: Queryable): Numbers => {
  const blocks = new Map<number, Block>();

  const take = async (key: number, block: Block): Promise<void> => {
    const size = block.end === 0 ? 1 : Math.min(LARGEST_BLOCK, block.size * 2);
    const [row] = await db.query<{ first: number }>(TAKE_NUMBERS_SQL, [key, size], 'counter.take');
    if (!row) throw new Error('No number could be allocated.');
    Object.assign(block, { next: row.first, end: row.first + size, size });
  };

  return {
    forget: () => blocks.clear(),
    next: async (key) => {
      const block = blocks.get(key) ?? { next: 0, end: 0, size: 1, refill: undefined };
      blocks.set(key, block);
      while (block.next >= block.end) {
        block.refill ??= take(key, block).finally(() => (block.refill = undefined));
        await block.refill;
      }
      block.next += 1;
      return block.next - 1;
    },
  };
};
