// The declared form does not edit values of the kind `json`; an area has its own editor.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const jsonEdit: KindEdit = { widgets: {} };
