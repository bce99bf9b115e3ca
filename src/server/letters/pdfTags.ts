// Structure of a PDF for assistive technology, while the pages are written.

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

/** Structure element. Text runs and pictures refer to their element in `tag`. */
export interface Tag {
  readonly role: Role;
  readonly parent: Tag | undefined;
  readonly children: Tag[];
  /** Alternative text. */
  readonly alt: string | undefined;
}

/** Adds an element at the end of its parent. */
export const createTag = (role: Role, parent?: Tag, alt?: string): Tag => {
  const tag: Tag = { role, parent, children: [], alt };
  parent?.children.push(tag);
  return tag;
};

/** Content that assistive technology skips, because it is repeated on every page. */
export const PAGE_FURNITURE = 'furniture';
