// `act/listRights`: the value lists that the caller may change, and the owners whose values the caller may change. Screens use it to offer
// only permitted changes; each write checks the same right again. `act/orderListValues`: changes the order of the values of one list, all
// of them or none.

import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { invalid, invalidAt } from 'src/model/problems.ts';
import type { ValueListType } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/context.ts';
import { changeValue, keptValues, mayKeepList } from 'src/server/lists/keptValues.ts';
import { endpoint, type ListNeeds } from 'src/server/lists/ListNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Limit of owners whose lists one person maintains; each owner is checked separately. */
const MOST_OWNERS = 50;

const ownersWhere = async ({ name, owned }: ValueListType, context: Context<ListNeeds>): Promise<string[]> => {
  const { memberships } = context.subject;
  const listOwners = owned ? memberships.slice(0, MOST_OWNERS).map(({ owner }) => owner) : [SYSTEM_OWNER];
  const held: string[] = [];
  for (const owner of listOwners)
    if (await mayKeepList(context, { list: name, owner: owned ? owner : undefined })) held.push(owner);
  return held;
};

export const listRights = endpoint('listRights', async (context) => {
  const lists: Record<string, readonly string[]> = {};
  // An administrator may change all lists of all owners.
  if (context.subject.admin) return { all: true, lists };
  for (const list of Object.values(context.services.registry.lists)) {
    const owners = await ownersWhere(list, context);
    if (owners.length > 0) lists[list.name] = owners;
  }
  return { all: false, lists };
});

interface Order {
  readonly list: string;
  readonly owner: string;
  readonly keys: readonly string[];
}

const refuseUnknownKeys = (
  { list, keys }: Order,
  kept: ReadonlyMap<string, StoredItem>,
  lists: Readonly<Record<string, ValueListType>>,
): void => {
  const type = Object.hasOwn(lists, list) ? lists[list] : undefined;
  if (!type) throw invalidAt('/list', 'errors.invalidChoice');
  const known = new Set([...type.values.map(({ key }) => key), ...kept.keys()]);
  const wrong = keys.flatMap((key, at) =>
    known.has(key) ? [] : [{ path: `/keys/${at}`, message: 'errors.invalidChoice' }],
  );
  if (wrong.length > 0) throw invalid(wrong);
};

export const orderListValues = endpoint('orderListValues', {
  prepare: async (context, order) => {
    const { list, owner, keys } = order;
    const storedValues = await keptValues(context, order);
    refuseUnknownKeys(order, storedValues, context.services.registry.lists);
    const moved = keys
      .map((key, position) => ({ key, position, kept: storedValues.get(key) }))
      .filter(({ kept, position }) => kept?.properties['position'] !== position)
      // Always locked in the same order, so that two who put them in order at once do not wait for each other.
      .toSorted((one, other) => ((one.kept?.id ?? '') < (other.kept?.id ?? '') ? -1 : 1));
    return async (writing) => {
      const values: { readonly $id: string; readonly _u: number; readonly position: number }[] = [];
      for (const { key, position, kept } of moved) {
        // Sends no notice for each value.
        const { id, u } = await changeValue({ ...writing, many: true }, { list, owner, key, kept }, { position });
        values.push({ $id: id, _u: u, position });
      }
      return { values };
    };
  },
});
