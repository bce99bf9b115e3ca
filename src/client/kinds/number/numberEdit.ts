// Edits values of the kind `number` in forms.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const numberEdit: KindEdit = { widgets: {} };
