// Edits values of the kind `approximateDate` in forms.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { approximateDateTyping } from 'src/client/kinds/approximateDate/approximateDateTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

export const approximateDateEdit: KindEdit = { widgets: { approximateDate: typedWidget(approximateDateTyping) } };
