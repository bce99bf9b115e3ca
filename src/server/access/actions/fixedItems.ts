// Items that no person may change: items of types that only the server writes, items in a fixed state, and the files of the same owner that
// such items name. A file of another owner is not protected, so that naming it takes no right from its owner. actionRights checks this
// before any rule, so that neither a grant nor an administrator can change such an item; the operations use it for the reason of a refusal.

import { fixedStateOf, isRefusedByState } from 'src/model/schema/fixedState.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';
import type { ActionCase } from 'src/server/access/actions/declaredRules.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { haveOneOwner } from 'src/server/store/haveOneOwner.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'holdingAny' | 'findMany'>;
}

export interface FixedItems {
  /** Returns the cases that are refused to all subjects, with a fixed number of statements. */
  refused(db: Queryable, cases: readonly ActionCase[]): Promise<ReadonlySet<ActionCase>>;
  /**
   * Returns the error to throw when an action was not allowed. It names the state as the reason if that is the reason and the reader may
   * see the item.
   */
  refusalOf(db: Queryable, readFilter: ReadFilter, stored: StoredItem, action: string): Promise<Error>;
}

export const createFixedItems = ({ registry, items }: Options): FixedItems => {
  /** No person changes items that only the server writes. */
  const isSealed = ({ type }: StoredItem): boolean => registry.types[type]?.server.access.sealed === true;
  const isFixed = ({ type, properties }: StoredItem): boolean =>
    fixedStateOf(registry.types[type], properties) !== undefined;
  /** Types that can hold a file fast. */
  const holders: readonly (readonly [ServerItemType, readonly string[]])[] = Object.values(registry.types)
    .filter(({ states }) => (states?.fixed.length ?? 0) > 0)
    .map((type) => [type, filesOf(type.properties).map(({ path }) => path)]);
  const pointers = holders.flatMap(([{ name: type }, paths]) => paths.map((path) => ({ type, path })));

  /** Returns the fixed items that name each file. */
  const holdersOf = async (
    db: Queryable,
    files: readonly StoredItem[],
  ): Promise<ReadonlyMap<ItemId, readonly StoredItem[]>> => {
    const ids = [...new Set(files.map(({ id }) => id))];
    if (ids.length === 0 || pointers.length === 0) return new Map();
    const found = (await items.findMany(db, await items.holdingAny(db, pointers, ids))).filter(isFixed);
    const namedBy = ({ type, properties }: StoredItem): ReadonlySet<Json> =>
      new Set(pointers.flatMap((each) => (each.type === type ? valuesAt(properties, each.path) : [])));
    const named = found.map((holder) => ({ holder, names: namedBy(holder) }));
    return new Map(
      files.map((file) => [
        file.id,
        named.flatMap(({ holder, names }) => (names.has(file.id) && haveOneOwner(holder, file) ? [holder] : [])),
      ]),
    );
  };

  const refused: FixedItems['refused'] = async (db, cases) => {
    const asked = cases.filter(({ action }) => isRefusedByState(action));
    const files = asked.map(({ stored }) => stored).filter(({ type }) => type === SYSTEM_TYPES.file);
    const holders = await holdersOf(db, files);
    return new Set(
      asked.filter(({ stored }) => isSealed(stored) || isFixed(stored) || (holders.get(stored.id) ?? []).length > 0),
    );
  };

  return {
    refused,
    refusalOf: async (db, readFilter, stored, action) => {
      const property = registry.types[stored.type]?.states?.property;
      if (!isRefusedByState(action)) return problem('notAllowed');
      if (isFixed(stored) && property !== undefined) return invalidAt(pointerStep(property), 'errors.state.fixed');
      const holders = stored.type === SYSTEM_TYPES.file ? await holdersOf(db, [stored]) : undefined;
      return holders?.get(stored.id)?.some(({ acl }) => readFilter.canRead(acl))
        ? invalidAt('/rel', 'errors.state.fixedFile')
        : problem('notAllowed');
    },
  };
};
