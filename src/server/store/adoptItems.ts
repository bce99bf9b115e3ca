// Creates items of another installation under their ids, with their version, author and times. Called by packages/importPackage.ts in one
// transaction with all items of a package. The items have no readers, terms and words until `reindex` computes them, because these depend on
// items and grants that are written later.

import { setImmediate } from 'node:timers/promises';
import { overlapped } from 'src/base/overlapped.ts';
import { levelRank } from 'src/model/access/levels.ts';
import { followAccountLater, followContactOf, followsAccounts } from 'src/server/store/accounts/followedAccounts.ts';
import { NO_READERS } from 'src/server/store/aclRows.ts';
import { assembleRow } from 'src/server/store/assembleRow.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { splitItem } from 'src/server/store/splitItem.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { writeMany } from 'src/server/store/writeMany.ts';
import type { ItemToWrite } from 'src/server/store/writeStatements.ts';

export type AdoptedItem = Pick<
  StoredItem,
  'id' | 'type' | 'number' | 'u' | 'created' | 'creator' | 'updated' | 'updater' | 'properties'
>;

const DOCUMENT_KEY = 0;
/** Rows that are prepared without a pause: the statement of the group before is sent meanwhile. */
const PREPARED_AT_ONCE = 50;

/** Returns the row of an item with its values only. All properties with a level are stored as restricted. */
const closedRow = (plan: ItemPlan, adopted: AdoptedItem, n: number): ItemToWrite => {
  const { created, creator, updated, updater } = adopted;
  const bare: ItemPlan = { ...plan, terms: [], sorts: [], tokens: [], exact: [], clocks: [] };
  const split = splitItem(bare, { ...adopted, level: 'PUBLIC' }, { clocks: {}, zone: 'UTC' });
  const names = new Set([...split.levels.keys(), ...split.shapes.flatMap(({ level }) => level ?? [])]);
  const parts = [...names].map((level) => ({
    ...{ level: levelRank(level), acl: NO_READERS, terms: [], sortKeys: {}, tsv: '' },
    body: split.levels.get(level)?.body ?? {},
  }));
  const geometries = split.shapes.map(({ prop, level, geometry }) => ({
    ...{ prop, level: levelRank(level ?? 'PUBLIC'), acl: NO_READERS },
    ...{ value: geometry, rule: plan.type.properties[prop]?.geo, held: false },
  }));
  const base = { ...split.base, terms: [] };
  const stored: StoredItem = {
    ...adopted,
    n,
    acl: NO_READERS,
    level: 'PUBLIC',
    owners: [],
    levels: {},
    label: split.label,
  };
  const indexed = { split: { ...split, base }, terms: [], parts, geometries };
  const metadata = { at: new Date(updated), by: updater ?? creator, actor: undefined };
  const row = assembleRow({ ...plan, leveled: true }, { stored, indexed, metadata, kind: '', diff: {} });
  return { ...row, origin: { created, creator, updater } };
};

async function* closedRows(
  { numbers }: StoreContext,
  plan: ItemPlan,
  groups: AsyncIterable<readonly AdoptedItem[]>,
): AsyncGenerator<readonly [readonly AdoptedItem[], readonly ItemToWrite[]]> {
  for await (const adopted of groups) {
    const rows: ItemToWrite[] = [];
    for (const [at, each] of adopted.entries()) {
      if (at % PREPARED_AT_ONCE === 0) await setImmediate();
      rows.push(closedRow(plan, each, await numbers.next(DOCUMENT_KEY)));
    }
    yield [adopted, rows];
  }
}

export const createAdopt =
  (parts: StoreContext): ItemStorage['adopt'] =>
  async (tx, type, groups) => {
    const plan = planNamed(parts.plans, type);
    const follow = async (adopted: AdoptedItem): Promise<void> => {
      if (followsAccounts(plan.type)) await followAccountLater(tx, adopted.id);
      await followContactOf(tx, adopted);
    };
    let count = 0;
    await overlapped(closedRows(parts, plan, groups), async ([adopted, rows]) => {
      await writeMany(tx, 'load', rows);
      for (const each of adopted) await follow(each);
      count += rows.length;
    });
    return count;
  };
