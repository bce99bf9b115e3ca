// Writes values that the server decides, without checking a right. Used by effects, jobs and tasks of an area. Decisions of people are
// written by createItem, updateItem, deleteItem and transitionItem.

import type { Values } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { WritingContext } from 'src/server/context.ts';
import { writeMetadataOf, type Writer } from 'src/server/rules/writeMetadata.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

interface WriteNeeds {
  readonly registry: ServerRegistry;
  readonly items: ItemStorage;
}

type ServerWrite = Writer & Pick<WritingContext<WriteNeeds>, 'services' | 'tx'>;

/** A name that is not declared is a mistake of the code: it would be stored and never shown. */
const demandDeclared = ({ registry }: WriteNeeds, type: string, values: Values): void => {
  const { properties = {} } = registry.types[type] ?? {};
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length > 0) throw new Error(`${type} does not declare ${unknown.join(', ')}`);
};

/** Inserts an item and returns it. */
export const insertItem = async (context: ServerWrite, type: string, values: Values): Promise<StoredItem> => {
  const { services, tx } = context;
  demandDeclared(services, type, values);
  return await services.items.insert(tx, type, values, writeMetadataOf(context));
};

/** Writes changed values to a locked item and returns it. `kind`: of the version in its history. */
export const writeItem = async (
  context: ServerWrite,
  stored: StoredItem,
  { changes, kind }: { readonly changes: Values; readonly kind?: string },
): Promise<StoredItem> => {
  const { services, tx } = context;
  demandDeclared(services, stored.type, changes);
  return await services.items.write(tx, stored, changes, writeMetadataOf(context), { kind });
};

/** Removes a locked item. */
export const removeItem = (context: ServerWrite, stored: StoredItem): Promise<void> =>
  context.services.items.remove(context.tx, stored, writeMetadataOf(context));
