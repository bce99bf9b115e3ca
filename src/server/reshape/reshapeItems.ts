// After the declarations changed: carries out the `migrate` operations that were not yet, and draws the items of a changed type
// anew, so that what is declared as facet, sort or search weight finds the old items too. Called by main at start, before
// anything reads. One transaction: it is done wholly or not at all, and a second process waits for the first.

import { deepEqual } from 'src/base/deepEqual.ts';
import { diffItem } from 'src/model/item/diffItem.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { converter, type Values } from 'src/server/reshape/convert.ts';
import { operationsOf, shapeOf, type Operation } from 'src/server/reshape/shapeOf.ts';
import { schemaErrors } from 'src/server/rules/schemaErrors.ts';
import { createStoreServices, type StoreServicesOptions } from 'src/server/store/storeServices.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { itemPlan } from 'src/server/store/itemPlan.ts';
import {
  dropApart,
  knownShapes,
  leftApart,
  lockShapes,
  numbersAfter,
  rememberShape,
} from 'src/server/store/itemShapes.ts';
import { ensureIndexes } from 'src/server/store/partitions.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

const BATCH = 500;
const SYSTEM = 'User-0';

interface Reshape extends StoreServicesOptions {
  readonly items: ItemStorage;
  readonly tx: Transaction;
  readonly report: (line: string) => void;
}

const withComputed = ({ domain }: Reshape, { properties }: ServerItemType, values: Values): Values => {
  const worked = Object.values(properties).flatMap(({ name, computed }) => {
    const compute = computed && computed.clock !== true ? domain.computed[computed.by] : undefined;
    return compute ? [[name, compute(values)] as const] : [];
  });
  return { ...values, ...Object.fromEntries(worked) };
};

interface Misfit {
  readonly id: string;
  readonly values: Values;
  readonly changes: Values;
}

const refuseMisfit = ({ domain }: Reshape, type: ServerItemType, { id, values, changes }: Misfit): void => {
  const validator = domain.validators[type.name];
  if (!validator) return;
  const errors = schemaErrors({ type, validator, complete: true }, values);
  const own = errors.filter(({ path }) => Object.hasOwn(changes, path.split('/')[1] ?? ''));
  if (own.length === 0) return;
  const told = own.map(({ path, message }) => `${path} ${message}`).join(', ');
  throw new Error(`${id} would not fit after the migration of its type: ${told}`);
};

interface Pending extends Operation {
  changed: number;
}

const converted = (room: Reshape, values: Values, pending: readonly Pending[]): Values => {
  let next = values;
  for (const each of pending) {
    const before = next;
    for (const path of each.paths) next = converter(each.op, path, room.domain.migrate)(next);
    if (!deepEqual(before, next)) each.changed += 1;
  }
  return next;
};

const reshapeItem = async (
  room: Reshape,
  type: ServerItemType,
  { stored, pending }: { stored: StoredItem; pending: readonly Pending[] },
): Promise<void> => {
  const { items, tx, clock } = room;
  const values = withComputed(room, type, converted(room, stored.properties, pending));
  const changes = diffItem(stored.properties, values);
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) refuseMisfit(room, type, { id: stored.id, values, changes });
  const metadata = { at: clock.now(), by: SYSTEM, actor: undefined };
  const next = isChanged
    ? await items.write(tx, stored, changes, metadata, 'migrated')
    : await items.reindex(tx, stored);
  await items.refreshReaders(tx, next);
};

const reshapeType = async (room: Reshape, type: ServerItemType, pending: readonly Pending[]): Promise<number> => {
  const { items, tx } = room;
  let count = 0;
  for (let last = 0; ;) {
    const numbers = await numbersAfter(tx, type.number, { last, max: BATCH });
    if (numbers.length === 0) return count;
    const apart = await leftApart(tx, type.number, numbers);
    const found = await items.findMany(
      tx,
      numbers.map((number) => itemId(type.name, number)),
    );
    for (const each of found) {
      const stored = { ...each, properties: { ...apart.get(each.number), ...each.properties } };
      await reshapeItem(room, type, { stored, pending });
    }
    count += found.length;
    last = numbers.at(-1) ?? last;
  }
};

const isCovered = (operations: readonly Operation[], name: string): boolean =>
  operations.some(({ op, paths }) => ['rename', 'drop', 'split'].includes(op.op) && paths.includes(name));

const told = ({ op, changed }: Pending, items: number): string =>
  `${op.op} ${op.from ?? op.path ?? op.list ?? ''}: ${changed} of ${items} items changed`;

const carryOver = async (room: Reshape, type: ServerItemType, pending: readonly Pending[]): Promise<void> => {
  const items = await reshapeType(room, type, pending);
  if (!itemPlan(type).apart) await dropApart(room.tx, type.number);
  if (items > 0) room.report(`${type.name}: ${items} items drawn anew`);
  for (const each of pending) room.report(`${type.name}: ${told(each, items)}`);
};

const reshape = async (room: Reshape): Promise<void> => {
  const { registry, tx, report } = room;
  const known = await knownShapes(tx);
  for (const type of Object.values(registry.types)) {
    const [shape, operations, before] = [shapeOf(type), operationsOf(registry, type), known.get(type.number)];
    const done = new Set(before?.done);
    const pending = operations
      .filter(({ op }) => !done.has(JSON.stringify(op)))
      .map((each) => ({ ...each, changed: 0 }));
    const lost = before?.names.filter((name) => !type.properties[name] && !isCovered(operations, name)) ?? [];
    if (lost.length > 0) {
      report(`${type.name}: ${lost.join(', ')} is stored but not declared any more; its items are left as they are`);
      continue;
    }
    if (before?.shape !== shape || pending.length > 0) {
      await carryOver(room, type, pending);
      const names = Object.keys(type.properties);
      await rememberShape(tx, { t: type.number, shape, names, done: operations.map(({ op }) => JSON.stringify(op)) });
    }
    await ensureIndexes(tx, type);
  }
};

/** Resolves when every stored item is as the declarations say. `report` is told what was done, one line each. */
export const reshapeItems = async (options: StoreServicesOptions, report: (line: string) => void): Promise<void> => {
  const { items } = createStoreServices(options);
  await options.database.transaction(async (tx) => {
    await lockShapes(tx);
    await reshape({ ...options, items, tx, report });
  });
};
