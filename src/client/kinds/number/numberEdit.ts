// How a form edits values of the kind `number`.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const numberEdit: KindEdit = { widgets: {} };
