// Contents of the address of an import: the type or kind that it was opened for, and the file.

import { uploadKeyIn } from 'src/client/geoFiles/importParam.ts';

export interface TableParam {
  readonly type?: string | undefined;
  readonly kind?: string | undefined;
  readonly upload?: string | undefined;
}

export const tableParam = (param: string | undefined): TableParam => {
  const values = new URLSearchParams(param);
  return {
    type: values.get('type') ?? undefined,
    kind: values.get('kind') ?? undefined,
    upload: uploadKeyIn(values),
  };
};

/** Returns undefined for an empty one. */
export const tableParamText = ({ type, kind, upload }: TableParam): string | undefined => {
  const values = new URLSearchParams({
    ...(type !== undefined && { type }),
    ...(kind !== undefined && { kind }),
    ...(upload !== undefined && { file: upload }),
  });
  return values.size === 0 ? undefined : values.toString();
};
