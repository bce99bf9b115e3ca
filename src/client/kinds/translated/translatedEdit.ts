// Edits values of the kind `translated` in forms.

import { TranslatedField } from 'src/client/fields/TranslatedField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const translatedEdit: KindEdit = { widgets: {}, field: TranslatedField };
