// Edits values of the kind `integer` in forms.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const integerEdit: KindEdit = { widgets: {} };
