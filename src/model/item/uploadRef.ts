// Reference of a file property to an upload that is not an item yet: `upload:{key}`, with its category after `?` and its caption after `#`,
// percent-encoded.

export interface UploadFacts {
  readonly caption?: string | undefined;
  /** Key of the value list that the property names for its files. */
  readonly category?: string | undefined;
}

export interface UploadRef extends UploadFacts {
  readonly key: string;
}

const REF = /^upload:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?([A-Za-z0-9_.]{1,120}))?(?:#(.*))?$/;

const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Parses a reference. Undefined for anything else, such as an id. `parseUploadRef('upload:{key}?MAP#Spring%20camp')` has the caption
 * `Spring camp`.
 */
export const parseUploadRef = (text: string): UploadRef | undefined => {
  const [, key, category, caption] = REF.exec(text) ?? [];
  if (key === undefined) return undefined;
  return { key, category, caption: caption === undefined || caption === '' ? undefined : decodedText(caption) };
};

export const uploadRef = (key: string, { caption = '', category = '' }: UploadFacts = {}): string =>
  ['upload:', key, category && `?${category}`, caption && `#${encodeURIComponent(caption)}`].join('');
