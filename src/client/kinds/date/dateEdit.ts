// Edits values of the kind `date` in forms.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { dateTyping } from 'src/client/kinds/date/dateTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

const dateWidget = typedWidget(dateTyping);

// The second name is RJSF's own, which it uses where a form names no widget.
export const dateEdit: KindEdit = { widgets: { date: dateWidget, DateWidget: dateWidget } };
