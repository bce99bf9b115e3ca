// The letters that common keyboards lack, for parts of src/domain in which people write a community's language.

import 'src/client/intl/laterMessages.ts';

export { insertAt } from 'src/client/fields/text/insertAt.ts';
export { LetterPalette } from 'src/client/fields/LetterPalette.tsx';
