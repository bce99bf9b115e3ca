// Turns a value `upload:{key}` of a property with files into the Attachment of that upload, in the transaction of the write that names it.
// The upload must be complete, belong to the writer, and be used by no other item. Its category and caption may follow the key, see
// uploadRef.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { parseUploadRef, type UploadRef } from 'src/model/item/uploadRef.ts';
import { normaliseItem } from 'src/model/item/normaliseItem.ts';
import { problem } from 'src/model/problems.ts';
import { filesOf, placesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/context.ts';
import type { RuleContext, RuleNeeds, RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { refuse, validatorOf } from 'src/server/rules/validateItem.ts';
import { schemaErrors } from 'src/server/rules/schemaErrors.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { arrivedUploads, lockUploads, noteTaken, type UploadRow } from 'src/server/store/uploadRows.ts';

interface Named extends UploadRef {
  readonly pointer: string;
  readonly value: string;
}

const namedIn = (type: ServerItemType, values: Values): Named[] =>
  filesOf(type.properties)
    .flatMap(({ path }) => placesAt(values, path))
    .flatMap(({ pointer, value }) => {
      const ref = typeof value === 'string' ? parseUploadRef(value) : undefined;
      return ref ? [{ ...ref, pointer, value: String(value) }] : [];
    });

const makeAttachment = async (
  context: RuleWriting,
  { key, name, size, fileID, filetype, width, height }: UploadRow,
  { caption, category, pointer }: Named,
): Promise<ItemId> => {
  const { services, tx } = context;
  const type = services.registry.types[SYSTEM_TYPES.file];
  if (!type) throw problem('unknownOperation');
  const properties = normaliseItem(type.properties, {
    ...{ originalName: name, fileID, filetype, size, uppyID: key, uuid: key },
    ...(width !== null && height !== null ? { width, height } : {}),
    ...(caption === undefined ? {} : { caption }),
    ...(category === undefined ? {} : { category }),
  });
  const wrong = schemaErrors({ type, validator: validatorOf(context, type), complete: true }, properties);
  refuse(wrong.map((each) => ({ ...each, path: pointer })));
  const { id } = await services.items.insert(tx, type.name, properties, writeMetadataOf(context));
  await noteTaken(tx, key, id);
  return id;
};

/** `item` when the item is there already: a save that was sent twice names what the item has taken. */
const uploadRefusal = async (
  { services, db }: RuleContext,
  row: UploadRow | undefined,
  item: ItemId | undefined,
): Promise<string | undefined> => {
  if (!row) return 'errors.file.unknown';
  if (row.fileID === null) return 'errors.file.unfinished';
  if (row.attachment === null) return undefined;
  const taken = item === undefined ? undefined : await services.items.find(db, row.attachment);
  return taken?.properties['rel'] === item && taken !== undefined ? undefined : 'errors.file.taken';
};

const withAttachments = (value: Json | undefined, ids: ReadonlyMap<string, ItemId>): Json => {
  if (Array.isArray(value)) return value.map((each: Json) => withAttachments(each, ids));
  return (typeof value === 'string' ? ids.get(value) : undefined) ?? value ?? null;
};

const keysIn = (value: Json | undefined): string[] => {
  const ref = typeof value === 'string' ? parseUploadRef(value) : undefined;
  if (ref) return [ref.key];
  if (typeof value !== 'object' || value === null) return [];
  return (Array.isArray(value) ? (value as readonly Json[]) : Object.values(value as Values)).flatMap(keysIn);
};

/**
 * Moves the files of all uploads that the body names into the store. Called before the transaction, so that the transaction does not wait
 * for the disk. Their rows protect the files from the sweep until the transaction names them.
 */
export const storeUploads = async (
  { services, db, subject }: Context<Pick<RuleNeeds, 'uploads'>>,
  body: Json,
): Promise<void> => {
  const keys = [...new Set(keysIn(body))];
  if (keys.length === 0 || subject.userId === undefined) return;
  for (const { key, fileID } of await arrivedUploads(db, subject.userId, keys))
    await services.uploads.keep(key, fileID);
};

/** The values with every upload replaced. Throws `invalid`. */
export const takeUploads = async (
  context: RuleWriting,
  type: ServerItemType,
  { values, item }: { readonly values: Values; readonly item?: ItemId },
): Promise<Values> => {
  const { subject, db } = context;
  const named = namedIn(type, values);
  if (named.length === 0) return values;
  const keys = [...new Set(named.map(({ key }) => key))];
  const rows = subject.userId === undefined ? [] : await lockUploads(db, subject.userId, keys);
  const errors: InvalidEntry[] = [];
  const ids = new Map<string, ItemId>();
  const attachmentIds = new Map<string, ItemId>();
  for (const each of named) {
    const { pointer, value, key } = each;
    const row = rows.find((known) => known.key === key);
    const message = await uploadRefusal(context, row, item);
    if (message !== undefined) errors.push({ path: pointer, message });
    else if (row) {
      const id = attachmentIds.get(key) ?? row.attachment ?? (await makeAttachment(context, row, each));
      attachmentIds.set(key, id);
      ids.set(value, id);
    }
  }
  refuse(errors);
  const properties = filesOf(type.properties).map(({ path }) => path);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      properties.includes(name) ? withAttachments(value, ids) : value,
    ]),
  );
};
