// What stays as it is because of a declared state: items in a fixed state, and the files that such items name. Asked by actionRights
// before any rule, so that neither a grant nor an administrator changes them, and by the operations for what they say of a refusal.

import { fixedStateOf, isRefusedByState } from 'src/model/schema/fixedState.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';
import type { ActionCase } from 'src/server/access/actions/declaredRules.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'holdingAny' | 'findMany'>;
}

export interface FixedItems {
  /** Those of the cases that are refused to everybody; a fixed number of statements. */
  refused(db: Queryable, cases: readonly ActionCase[]): Promise<ReadonlySet<ActionCase>>;
  /** What to throw where an action was not allowed: it says so where the state is the reason. */
  refusalOf(db: Queryable, stored: StoredItem, action: string): Promise<Error>;
}

export const createFixedItems = ({ registry, items }: Options): FixedItems => {
  const isFixed = ({ type, properties }: StoredItem): boolean =>
    fixedStateOf(registry.types[type], properties) !== undefined;
  /** Types that can hold a file fast. */
  const holders: readonly (readonly [ServerItemType, readonly string[]])[] = Object.values(registry.types)
    .filter(({ states }) => (states?.fixed.length ?? 0) > 0)
    .map((type) => [type, filesOf(type.properties).map(({ path }) => path)]);
  const pointers = holders.flatMap(([{ name: type }, paths]) => paths.map((path) => ({ type, path })));

  /** Files that a fixed item names. */
  const heldFiles = async (db: Queryable, ids: readonly ItemId[]): Promise<ReadonlySet<ItemId>> => {
    if (ids.length === 0 || pointers.length === 0) return new Set();
    const found = await items.findMany(db, await items.holdingAny(db, pointers, ids));
    return new Set(
      found
        .filter(isFixed)
        .flatMap(({ type, properties }) =>
          pointers
            .filter((each) => each.type === type)
            .flatMap(({ path }) => valuesAt(properties, path).map((id) => String(id))),
        ),
    );
  };

  const refused: FixedItems['refused'] = async (db, cases) => {
    const asked = cases.filter(({ action }) => isRefusedByState(action));
    const files = asked.filter(({ stored }) => stored.type === SYSTEM_TYPES.file);
    const held = await heldFiles(db, [...new Set(files.map(({ stored }) => stored.id))]);
    return new Set(asked.filter(({ stored }) => isFixed(stored) || held.has(stored.id)));
  };

  return {
    refused,
    refusalOf: async (db, stored, action) => {
      if ((await refused(db, [{ stored, action }])).size === 0) return problem('notAllowed');
      const property = registry.types[stored.type]?.states?.property;
      return isFixed(stored) && property !== undefined
        ? invalid([{ path: pointerStep(property), message: 'errors.state.fixed' }])
        : invalid([{ path: '/rel', message: 'errors.state.fixedFile' }]);
    },
  };
};
