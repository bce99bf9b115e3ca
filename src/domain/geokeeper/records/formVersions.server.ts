// Published versions of a form.

import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldForm } from 'src/domain/geokeeper/forms/isFieldForm.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Context, StoredItem } from 'src/server/extend.ts';

export const FORM_TYPE = 'GeoKeeperFormDef';
export const VERSION_TYPE = 'GeoKeeperFormVersion';

/** Returns the published versions of a form, the newest first. The caller has checked that the form may be read. */
export const versionsOfForm = async (
  { services, db }: Pick<Context, 'services' | 'db'>,
  formDef: ItemId,
): Promise<readonly StoredItem[]> => {
  const ids = await services.items.holding(db, { type: VERSION_TYPE, path: 'formDef', id: formDef });
  const found = await services.items.findMany(db, ids);
  return found.toSorted((a, b) => Number(b.properties['version']) - Number(a.properties['version']));
};

export const formOfVersion = ({ id, properties }: StoredItem): FieldForm => {
  const { form } = properties;
  if (isFieldForm(form)) return form;
  throw new Error(`${id} has no form`);
};
