// Published versions of forms.

import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldForm } from 'src/domain/geokeeper/forms/isFieldForm.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Context, StoredItem } from 'src/server/extend.ts';

export const FORM_TYPE = 'GeoKeeperFormDef';
export const VERSION_TYPE = 'GeoKeeperFormVersion';

/** A published version without its form, which may be large. */
export interface PublishedVersion {
  readonly id: ItemId;
  readonly formDef: ItemId;
  readonly version: number;
}

const VERSION_PROPERTIES: ReadonlySet<string> = new Set(['formDef', 'version']);

type VersionContext = Pick<Context, 'services' | 'db' | 'readFilter'>;

/** Returns the published versions of the forms that the caller may see, the newest first. Their number does not change the number of statements. */
export const versionsOfForms = async (
  { services, db, readFilter }: VersionContext,
  formDefs: readonly ItemId[],
): Promise<readonly PublishedVersion[]> => {
  if (formDefs.length === 0) return [];
  const ids = await services.items.holdingAny(db, [{ type: VERSION_TYPE, path: 'formDef' }], formDefs);
  const options = { channel: undefined, properties: VERSION_PROPERTIES };
  const items = await services.items.readVisible(db, readFilter, ids, options);
  return items
    .map((item) => ({ id: item.$id, formDef: String(item['formDef']), version: Number(item['version']) }))
    .toSorted((one, other) => other.version - one.version);
};

/** Returns undefined for a version that is not published, or that the caller may not see. */
export const versionOfForm = async (
  context: VersionContext,
  formDef: ItemId,
  version: number,
): Promise<StoredItem | undefined> => {
  const found = (await versionsOfForms(context, [formDef])).find((each) => each.version === version);
  return found && (await context.services.items.find(context.db, found.id));
};

export const formOfVersion = ({ id, properties }: StoredItem): FieldForm => {
  const { form } = properties;
  if (isFieldForm(form)) return form;
  throw new Error(`${id} has no form`);
};
