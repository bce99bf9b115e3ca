// Edits values of the kind `object` in forms.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const objectEdit: KindEdit = { widgets: {} };
