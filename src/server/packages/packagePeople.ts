// Recognises the people of a package: those who have an account here, those whose number another account has, and those whom the package
// names without a record of them. Called by importPackage.ts.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { PackedRecord } from 'src/server/packages/packageFacts.ts';
import { idsInLines } from 'src/server/packages/packageLines.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { numbersOfOwner } from 'src/server/store/packageRows.ts';

interface AccountNeeds {
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'findMany'>;
  readonly registry: ServerRegistry;
}

export interface NamedPeople {
  /** Ids of authors, people with grants, and people in values and versions. */
  readonly named: Set<ItemId>;
  /** Records of people. */
  readonly packed: PackedRecord[];
}

/** Notes the people whom lines of the package name. */
export const notePeople = ({ named }: NamedPeople, lines: readonly unknown[]): void => {
  for (const id of idsInLines(lines)) if (tryParseItemId(id)?.type === SYSTEM_TYPES.user) named.add(id);
};

interface MatchedPeople {
  /** People who have an account here with the same email: the id in the package and the id here. */
  readonly known: ReadonlyMap<ItemId, ItemId>;
  /** People whose number another account has: the id in the package and the new one. */
  readonly renumbered: ReadonlyMap<ItemId, ItemId>;
  /** People whom the package names without a record of them: the id in the package and the one here, which no account has. */
  readonly outsiders: ReadonlyMap<ItemId, ItemId>;
}

const emailOf = ({ properties }: { readonly properties: Values }): string =>
  String(properties['email'] ?? '').toLowerCase();

const accountsHere = async ({ database, items, registry }: AccountNeeds): Promise<StoredItem[]> => {
  const numbers = await numbersOfOwner(database, registry.types[SYSTEM_TYPES.user]?.number ?? 0, undefined);
  return items.findMany(
    database,
    numbers.map((number) => itemId(SYSTEM_TYPES.user, number)),
  );
};

export const matchPeople = async (
  needs: AccountNeeds,
  { named, packed }: { readonly named: ReadonlySet<ItemId>; readonly packed: readonly PackedRecord[] },
): Promise<MatchedPeople> => {
  const here = await accountsHere(needs);
  const byEmail = new Map(here.map((stored) => [emailOf(stored), stored.id]));
  const taken = new Set(here.map(({ id }) => id));
  const [known, renumbered, outsiders] = [
    new Map<ItemId, ItemId>(),
    new Map<ItemId, ItemId>(),
    new Map<ItemId, ItemId>(),
  ];
  const ofPackage = new Set(packed.map(({ id }) => id));
  let next = 1;
  for (const id of [...taken, ...named, ...ofPackage]) next = Math.max(next, (tryParseItemId(id)?.number ?? 0) + 1);
  for (const record of packed) {
    const same = byEmail.get(emailOf(record));
    if (same !== undefined) known.set(record.id, same);
    else if (taken.has(record.id)) renumbered.set(record.id, itemId(SYSTEM_TYPES.user, next++));
  }
  // An account must not become the author of an outsider's records, or get the grants of one.
  for (const id of named)
    if (!ofPackage.has(id)) outsiders.set(id, taken.has(id) ? itemId(SYSTEM_TYPES.user, next++) : id);
  return { known, renumbered, outsiders };
};
