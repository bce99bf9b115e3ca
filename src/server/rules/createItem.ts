// Creates an item for a caller, with every check. Called by the operation `create` and by actions that create items.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import { normaliseItem } from 'src/model/item/normaliseItem.ts';
import { problem } from 'src/model/problems.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { RuleContext, RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { attachFiles } from 'src/server/rules/attachFiles.ts';
import { geometryErrors } from 'src/server/rules/geometryErrors.ts';
import { validateItem, followWrite, refuse, runAfterCommit, validatorOf } from 'src/server/rules/validateItem.ts';
import { readableNamesOfNew } from 'src/server/rules/levelRights.ts';
import { refuseUnseeingNamed } from 'src/server/rules/refuseUnseeing.ts';
import { blankErrors, nameErrors, schemaErrors, unknownProperty } from 'src/server/rules/schemaErrors.ts';
import { stateErrors, withoutState } from 'src/server/rules/stateErrors.ts';
import { takeUploads } from 'src/server/rules/uploadsToAttachments.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

const withDefaults = (type: ServerItemType, given: Values): Values => {
  const defaults: Record<string, Json> = {};
  for (const { name, default: value } of Object.values(type.properties)) {
    if (value !== undefined && !Object.hasOwn(given, name)) defaults[name] = value as Json;
  }
  return { ...defaults, ...given };
};

const refuseUnreadable = async (
  context: RuleContext,
  type: ServerItemType,
  { given, values }: { given: readonly string[]; values: Values },
): Promise<void> => {
  if (!given.some((name) => type.properties[name]?.level !== undefined)) return;
  const readable = await readableNamesOfNew(context, type, values);
  refuse(given.filter((name) => !readable.has(name)).map(unknownProperty));
};

/** Properties that need more than the right to write the item. */
export const refuseUnwritable = async (
  context: RuleContext,
  type: ServerItemType,
  asked: { readonly names: readonly string[]; readonly stored: StoredItem | undefined; readonly properties: Values },
): Promise<void> => {
  const { services, db, readFilter } = context;
  for (const name of asked.names) {
    if (!Object.hasOwn(type.server.access.writable ?? {}, name)) continue;
    if (!(await services.access.canWriteProperty(db, readFilter, { type: type.name, name, ...asked })))
      throw problem('notAllowed');
  }
};

/** True if the value equals the default. Stating the default needs the same right as leaving it out. */
const isAsLeftOut = ({ properties }: ServerItemType, values: Values, name: string): boolean =>
  deepEqual(values[name], properties[name]?.default as Json | undefined);

/**
 * Throws `unknownOperation` for an undeclared type, `invalid` or `notAllowed`. `decided` are values that the server decides: they are stored
 * with the same write, as `writeItem` would store them after it, and no right is needed for them.
 */
export const createItem = async (
  context: RuleWriting,
  typeName: string,
  given: Values,
  decided: Values = {},
): Promise<StoredItem> => {
  const { services, db, readFilter, tx } = context;
  const type = Object.hasOwn(services.registry.types, typeName) ? services.registry.types[typeName] : undefined;
  if (!type) throw problem('unknownOperation');
  const metadata = writeMetadataOf(context);
  const names = Object.keys(given);
  refuse([...nameErrors(type, withoutState(type, names)), ...stateErrors(type, given, undefined)]);
  const normal = await takeUploads(context, type, { values: normaliseItem(type.properties, given) });
  const values = applyChanges({}, withDefaults(type, normal));
  refuse([
    ...blankErrors(type, given, values),
    ...(await geometryErrors({ type, next: values, set: Object.keys(values) })),
  ]);
  refuse(
    schemaErrors(
      { type, validator: validatorOf(context, type), complete: type.server.rules.beforeSave.length === 0 },
      values,
    ),
  );
  if (!(await services.access.canCreate(db, readFilter, typeName, values))) throw problem('notAllowed');
  await refuseUnreadable(context, type, { given: names, values });
  const set = names.filter((name) => !isAsLeftOut(type, values, name));
  await refuseUnwritable(context, type, { names: set, stored: undefined, properties: values });
  const valid = await validateItem({ context, type, stored: undefined, next: values, set: Object.keys(values) });
  const next = applyChanges(valid, decided);
  const stored = await services.items.insert(tx, typeName, next, metadata);
  await refuseUnseeingNamed(context, { stored, before: {} });
  await attachFiles(context, stored, {});
  if (!context.many) await services.events.writeOfSave(tx, stored, services.events.of(type, 'create', next), metadata);
  await followWrite(context, { stored, before: undefined });
  for (const { created } of services.followers) await created?.(context, stored);
  runAfterCommit(context, type, stored.id);
  return stored;
};
