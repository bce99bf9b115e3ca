// Contents of the address of an import: the types and the collection that it was opened for, the chosen kind, and the file.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

export interface TableParam {
  /** Empty for every type. */
  readonly types: readonly string[];
  /** True for kinds with places only. */
  readonly places: boolean;
  /** The collection from whose page the import was opened. */
  readonly into: ItemId | undefined;
  readonly kind: string | undefined;
  readonly upload: string | undefined;
}

const UPLOAD_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const tableParam = (param: string | undefined): TableParam => {
  const values = new URLSearchParams(param);
  const [into = '', upload = ''] = ['into', 'file'].map((name) => values.get(name) ?? '');
  return {
    types: values.get('types')?.split('.') ?? [],
    places: values.has('places'),
    into: tryParseItemId(into) ? (into as ItemId) : undefined,
    kind: values.get('kind') ?? undefined,
    upload: UPLOAD_KEY.test(upload) ? upload : undefined,
  };
};

/** Returns undefined for an empty one. */
export const tableParamText = ({ types, places, into, kind, upload }: TableParam): string | undefined => {
  const values = new URLSearchParams({
    ...(types.length > 0 && { types: types.join('.') }),
    ...(places && { places: '1' }),
    ...(into !== undefined && { into }),
    ...(kind !== undefined && { kind }),
    ...(upload !== undefined && { file: upload }),
  });
  return values.size === 0 ? undefined : values.toString();
};
