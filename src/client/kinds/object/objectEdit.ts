// How a form edits values of the kind `object`.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const objectEdit: KindEdit = { widgets: {} };
