// Checks the items of a type in batches: values against the declaration, relations, and what is stored to find and to protect them.

import type { ItemId } from 'src/model/item/Item.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { relatedProperties, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
import type { Fault } from 'src/server/doctor/Fault.ts';
import { schemaErrors } from 'src/server/rules/schemaErrors.ts';
import type { Database } from 'src/server/store/database.ts';
import { missingItems, numbersAfter } from 'src/server/store/itemLists.ts';
import type { IndexFault } from 'src/server/store/indexCheck.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { outsideAmong } from 'src/server/store/outsideItems.ts';

export interface ItemCheckNeeds {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'findMany' | 'reindex' | 'checkIndex'>;
  readonly validators: Readonly<Record<string, Validator>>;
}

const CHECKED_AT_ONCE = 200;
/** An interruption or another writer delays a repair by one of these transactions at most. */
const REPAIRED_AT_ONCE = 50;

const INDEX_TEXTS: Readonly<Record<IndexFault['kind'], string>> = {
  readers: 'is readable by other people than its rules say',
  index: 'is found, sorted or named by other values than it has',
};

interface Target {
  readonly from: ItemId;
  readonly path: string;
  readonly to: ItemId;
}

const valueFaults = ({ validators }: ItemCheckNeeds, type: ServerItemType, items: readonly StoredItem[]): Fault[] => {
  const validator = validators[type.name];
  if (!validator) return [];
  return items.flatMap(({ id, properties, undeclared = {} }): Fault[] => {
    const errors = schemaErrors({ type, validator, complete: true }, properties).map(
      ({ path, message }) => `${path} ${message}`,
    );
    const unknown = Object.keys(undeclared).map((name) => `/${name} is not declared`);
    const all = [...errors, ...unknown];
    return all.length === 0
      ? []
      : [{ kind: 'values', id, text: `does not fit its declaration: ${all.join(', ')}`, isRepaired: false }];
  });
};

/** Returns the relations that lead nowhere, and the number of those that name records outside of an imported package. */
const relationFaults = async (
  { registry, database }: ItemCheckNeeds,
  type: ServerItemType,
  items: readonly StoredItem[],
): Promise<{ readonly faults: readonly Fault[]; readonly outside: number }> => {
  // A relation that is kept names deleted items on purpose.
  const checked = relatedProperties(type.properties).filter(({ property }) => property.rel?.onDelete !== 'keep');
  const targetsOf = ({ id, properties }: StoredItem): Target[] =>
    checked.flatMap(({ path }) =>
      valuesAt(properties, path).flatMap((value) => idsIn(value).map((to) => ({ from: id, path, to }))),
    );
  const targets = items.flatMap(targetsOf);
  const missing = await missingItems(
    database,
    registry,
    targets.map(({ to }) => to),
  );
  const outside = await outsideAmong(database, [...missing]);
  const broken = targets.filter(({ to }) => missing.has(to));
  const faults = broken
    .filter(({ to }) => !outside.has(to))
    .map(({ from, path, to }): Fault => ({
      ...{ kind: 'relation', id: from, isRepaired: false },
      text: `names ${to} at ${path}, which does not exist`,
    }));
  return { faults, outside: broken.length - faults.length };
};

/** Stores items again. Returns the faults that remain. */
const repairIndex = async (needs: ItemCheckNeeds, type: ServerItemType, faults: readonly Fault[]): Promise<void> => {
  const { database, items } = needs;
  const ids = [...new Set(faults.map(({ id }) => id))];
  for (let first = 0; first < ids.length; first += REPAIRED_AT_ONCE) {
    const some = ids.slice(first, first + REPAIRED_AT_ONCE);
    await database.transaction(async (tx) => items.reindex(tx, type.name, { items: await items.findMany(tx, some) }));
  }
  const numbers = ids.map((id) => Number(id.slice(id.lastIndexOf('-') + 1)));
  const remaining = new Set(
    (await items.checkIndex(database, type.name, numbers)).map(({ id, kind }) => `${kind} ${id}`),
  );
  for (const fault of faults) fault.isRepaired = !remaining.has(`${fault.kind} ${fault.id}`);
};

interface CheckedBatch {
  readonly checked: number;
  readonly faults: readonly Fault[];
  /** Relations to records that were not part of an imported package. */
  readonly outside: number;
}

/** Returns the faults of a type, batch by batch. */
export async function* itemFaults(
  needs: ItemCheckNeeds,
  type: ServerItemType,
  repair: boolean,
): AsyncGenerator<CheckedBatch> {
  const { database, items } = needs;
  for (let last = 0; ;) {
    const numbers = await numbersAfter(database, type, { last, max: CHECKED_AT_ONCE });
    if (numbers.length === 0) return;
    last = numbers.at(-1) ?? last;
    const stored = await items.findMany(
      database,
      numbers.map((number) => itemId(type.name, number)),
    );
    const index = (await items.checkIndex(database, type.name, numbers)).map(({ id, kind }): Fault => ({
      ...{ kind, id, text: INDEX_TEXTS[kind], isRepaired: false },
    }));
    if (repair && index.length > 0) await repairIndex(needs, type, index);
    const { faults, outside } = await relationFaults(needs, type, stored);
    yield {
      ...{ checked: numbers.length, outside },
      faults: [...valueFaults(needs, type, stored), ...faults, ...index],
    };
  }
}
