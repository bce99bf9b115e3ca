// The structure of a PDF as assistive technology reads it, while the pages are written.

type Role =
  | 'BlockQuote'
  | 'Document'
  | 'Figure'
  | `H${1 | 2 | 3 | 4}`
  | 'L'
  | 'LBody'
  | 'LI'
  | 'Lbl'
  | 'Link'
  | 'P'
  | 'Table'
  | 'TD'
  | 'TH'
  | 'TR';

/** An element of the structure. A text run or picture of the content names its element as `tag`. */
export interface Tag {
  readonly role: Role;
  readonly parent: Tag | undefined;
  readonly children: Tag[];
  /** Words for who cannot see it. */
  readonly alt: string | undefined;
}

/** Adds an element at the end of its parent. */
export const createTag = (role: Role, parent?: Tag, alt?: string): Tag => {
  const tag: Tag = { role, parent, children: [], alt };
  parent?.children.push(tag);
  return tag;
};

/** Content that assistive technology skips: what every page repeats. */
export const PAGE_FURNITURE = 'furniture';
