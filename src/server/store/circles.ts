// Detects cycles in a relation of a type to itself, within the write that would close one. Unfiltered, because the result must not depend
// on what the writer may read.

import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface Way {
  /** Name of the relation, which leads to items of the same type only. */
  readonly relation: string;
  /** Numbers of items. */
  readonly from: readonly number[];
  readonly to: number;
}

/**
 * Returns those of `from` that lead to `to` over any number of items. Locks the relation until the transaction ends: if two writes would
 * close a cycle together, the second one sees the first.
 */
export const numbersLeadingTo = async (
  tx: Transaction,
  type: ServerItemType,
  { relation, from, to }: Way,
): Promise<readonly number[]> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`circle ${type.number} ${relation}`]);
  const named = `x.body::jsonb -> $3`;
  const text = `with recursive reached (start, i) as (
      select i, i from unnest($1::int[]) as given (i)
      union
      select r.start, substring(named.id from '-([0-9]+)$')::int
      from reached r join ${partitionOf(type.number)} x on x.t = ${type.number} and x.i = r.i
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(${named}) when 'array' then ${named} when 'string' then jsonb_build_array(${named}) else '[]' end
      ) as named (id)
    ) select distinct start from reached where i = $2`;
  const rows = await tx.query<{ start: number }>(text, [from, to, relation], `item.circles.${type.number}`);
  return rows.map(({ start }) => start);
};
