// Contents of the address of an import: the collection from which it was opened, and the file.

interface ImportParam {
  readonly into: string | undefined;
  readonly upload: string | undefined;
}

const UPLOAD_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the key of the upload that an address names. */
export const uploadKeyIn = (values: URLSearchParams): string | undefined => {
  const upload = values.get('file') ?? '';
  return UPLOAD_KEY.test(upload) ? upload : undefined;
};

export const importParam = (param: string | undefined): ImportParam => {
  const values = new URLSearchParams(param);
  return { into: values.get('into') ?? undefined, upload: uploadKeyIn(values) };
};

/** Undefined where it would say nothing. */
export const importParamText = ({ into, upload }: ImportParam): string | undefined => {
  const values = new URLSearchParams({
    ...(into !== undefined && { into }),
    ...(upload !== undefined && { file: upload }),
  });
  return values.size === 0 ? undefined : values.toString();
};
