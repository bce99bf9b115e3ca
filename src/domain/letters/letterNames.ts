// Names of the types that letters consist of, as they are declared.

export const LETTER = 'Letter';
export const TEMPLATE = 'LetterTemplate';
/** Type of the items that letters are about. */
export const ABOUT = 'ConsultResponse';
/** Fields of a template that are lists. */
export const LISTS = ['concerns.table', 'concerns.list', 'commitments.list', 'sections.list'] as const;
