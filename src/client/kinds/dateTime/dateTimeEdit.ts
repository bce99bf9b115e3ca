// Edits values of the kind `dateTime` in forms.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { dateTimeTyping } from 'src/client/kinds/dateTime/dateTimeTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

const dateTimeWidget = typedWidget(dateTimeTyping);

// The second name is RJSF's own, which it uses where a form names no widget.
export const dateTimeEdit: KindEdit = { widgets: { dateTime: dateTimeWidget, DateTimeWidget: dateTimeWidget } };
