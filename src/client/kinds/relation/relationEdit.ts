// How a form edits values of the kind `relation`.

import { RelationField } from 'src/client/fields/RelationField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const relationEdit: KindEdit = { widgets: {}, field: RelationField };
