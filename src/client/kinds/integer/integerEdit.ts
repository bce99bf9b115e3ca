// How a form edits values of the kind `integer`.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const integerEdit: KindEdit = { widgets: {} };
