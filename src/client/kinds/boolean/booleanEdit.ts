// How a form edits values of the kind `boolean`.

import { SwitchWidget } from 'src/client/fields/widgets/ChoiceWidgets.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const booleanEdit: KindEdit = { widgets: { switch: SwitchWidget } };
