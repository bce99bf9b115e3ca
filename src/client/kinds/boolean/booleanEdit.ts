// Edits values of the kind `boolean` in forms.

import { SwitchWidget } from 'src/client/fields/widgets/ChoiceWidgets.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const booleanEdit: KindEdit = { widgets: { switch: SwitchWidget } };
