// Edits values of the kind `text` in forms.

import { CapabilitiesWidget } from 'src/client/fields/widgets/ChoiceWidgets.tsx';
import { TextWidget } from 'src/client/fields/widgets/InputWidget.tsx';
import type { KindEdit } from 'src/client/kinds/KindEdit.ts';

export const textEdit: KindEdit = { widgets: { text: TextWidget, capabilities: CapabilitiesWidget } };
