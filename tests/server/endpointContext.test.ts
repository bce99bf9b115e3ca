// The context of a handler follows from the effect that its endpoint declares. The type check fails where an expected error is missing.
import { expect, test } from 'vitest';
import type { ReadingContext, WritingContext } from 'src/server/context.ts';
import { endpoint, type StateNeeds } from 'src/server/state/StateNeeds.ts';

const inTransaction = ({ tx }: WritingContext<StateNeeds>): Promise<unknown> => tx.query('select 1');

test('the handler of a read cannot use a transaction, the handler of a write always has one', () => {
  const read = endpoint('menuItems', async (context) => {
    // @ts-expect-error A read has no transaction.
    await context.tx.query('select 1');
    // @ts-expect-error It cannot call what needs one.
    await inTransaction(context);
    return { version: 0, entries: [], changed: null };
  });
  const written = endpoint('saveMenuItems', async (context) => {
    await inTransaction(context);
    return { version: 0 };
  });
  // @ts-expect-error A context without a transaction is no context of a write.
  const refused: (context: ReadingContext<StateNeeds>) => Promise<unknown> = inTransaction;
  expect([read.name, written.name, typeof refused]).toEqual(['menuItems', 'saveMenuItems', 'function']);
});
