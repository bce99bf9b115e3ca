// The form with which a record was made: the published version that it names.

import { useEffect } from 'react';
import { useClient } from 'src/client/extend.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Item } from 'src/model/item/Item.ts';

const isForm = (value: unknown): value is FieldForm =>
  typeof value === 'object' && value !== null && 'questions' in value && Array.isArray(value.questions);

interface RecordForm {
  readonly form: FieldForm | undefined;
  readonly loading: boolean;
  readonly missing: boolean;
}

/** Observable. Logs a warning for a record whose form definition is missing. */
export const useRecordForm = (item: Item): RecordForm => {
  const { items } = useClient();
  const id = item['formVersion'];
  const loaded = typeof id === 'string' ? items.get(id) : undefined;
  const stored: unknown = loaded?.state === 'ready' ? loaded.item['form'] : undefined;
  const form = isForm(stored) ? stored : undefined;
  const loading = loaded?.state === 'loading';
  const missing = !loading && !form;
  useEffect(() => {
    if (missing) console.warn(`${item.$id}: the form definition is missing; the answers are shown as they were stored`);
  }, [missing, item.$id]);
  return { form, loading, missing };
};
