// The published versions of a form, the newest first.

import { useAnswer, useClient } from 'src/client/extend.ts';
import { EDITED_VERSION } from 'src/domain/geokeeper/formEditor/editedTypes.ts';
import { readableForm } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface FormVersion {
  readonly id: ItemId;
  readonly version: number;
  /** Undefined for a version whose form cannot be read. */
  readonly form: FieldForm | undefined;
  readonly at: string | undefined;
  readonly by: ItemId | undefined;
}

interface FormVersions {
  /** Undefined while they are loading. */
  readonly versions: readonly FormVersion[] | undefined;
  /** Number of all versions. */
  readonly total: number;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

/** Observable. */
export const useFormVersions = (formDef: ItemId, max: number): FormVersions => {
  const { items } = useClient();
  const { answer, failure, again } = useAnswer(
    {
      must: { _t: [EDITED_VERSION], formDef: [formDef] },
      sort: [{ key: 'version', order: 'desc' }],
      max,
    },
    [EDITED_VERSION],
  );
  const loaded = answer?.ids.map((id) => items.get(id));
  const isLoading = loaded === undefined || loaded.some(({ state }) => state === 'loading');
  const versions = loaded?.flatMap((each): readonly FormVersion[] => {
    if (each.state !== 'ready') return [];
    const { $id: id, created: at, createdBy: by, version, form } = each.item;
    return [{ id, version: Number(version), form: readableForm(form), at, by }];
  });
  return { versions: isLoading ? undefined : versions, total: answer?.total ?? 0, failure, again };
};
