// Edits values of the kind `enum` in forms.

import { ManyWidget, SelectWidget } from 'src/client/fields/widgets/ChoiceWidgets.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const enumEdit: KindEdit = { widgets: { select: SelectWidget, multiSelect: ManyWidget } };
