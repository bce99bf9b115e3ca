// Edits values of the kind `relation` in forms.

import { RelationField } from 'src/client/fields/RelationField.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const relationEdit: KindEdit = { widgets: {}, field: RelationField };
