// Contents of the address of an import: the types that it was opened for, the chosen kind, and the file.

import { uploadKeyIn } from 'src/client/geoFiles/importParam.ts';

export interface TableParam {
  /** Empty for every type. */
  readonly types: readonly string[];
  readonly kind: string | undefined;
  readonly upload: string | undefined;
}

export const tableParam = (param: string | undefined): TableParam => {
  const values = new URLSearchParams(param);
  return {
    types: values.get('types')?.split('.') ?? [],
    kind: values.get('kind') ?? undefined,
    upload: uploadKeyIn(values),
  };
};

/** Returns undefined for an empty one. */
export const tableParamText = ({ types, kind, upload }: TableParam): string | undefined => {
  const values = new URLSearchParams({
    ...(types.length > 0 && { types: types.join('.') }),
    ...(kind !== undefined && { kind }),
    ...(upload !== undefined && { file: upload }),
  });
  return values.size === 0 ? undefined : values.toString();
};
