// Contents of the address of an import: the collection from which it was opened, and the file.

interface ImportParam {
  readonly into: string | undefined;
  readonly upload: string | undefined;
}

const UPLOAD_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const importParam = (param: string | undefined): ImportParam => {
  const values = new URLSearchParams(param);
  const upload = values.get('file') ?? '';
  return { into: values.get('into') ?? undefined, upload: UPLOAD_KEY.test(upload) ? upload : undefined };
};

/** Undefined where it would say nothing. */
export const importParamText = ({ into, upload }: ImportParam): string | undefined => {
  const values = new URLSearchParams({
    ...(into !== undefined && { into }),
    ...(upload !== undefined && { file: upload }),
  });
  return values.size === 0 ? undefined : values.toString();
};
