// How a property with files names an upload before it is an item: `upload:{key}`, with its caption behind `#`, percent-encoded.

export interface UploadRef {
  readonly key: string;
  readonly caption: string | undefined;
}

const REF = /^upload:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:#(.*))?$/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Undefined for anything else, such as an id. `parseUploadRef('upload:{key}#Spring%20camp')` has the caption `Spring camp`. */
export const parseUploadRef = (text: string): UploadRef | undefined => {
  const match = REF.exec(text);
  if (!match?.[1]) return undefined;
  return { key: match[1], caption: match[2] === undefined || match[2] === '' ? undefined : decoded(match[2]) };
};

export const uploadRef = (key: string, caption = ''): string =>
  `upload:${key}${caption === '' ? '' : `#${encodeURIComponent(caption)}`}`;
