// How a form edits values of the kind `translated`.

import { TranslatedField } from 'src/client/fields/TranslatedField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const translatedEdit: KindEdit = { widgets: {}, field: TranslatedField };
