// Edits values of the kind `time` in forms.

import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { timeTyping } from 'src/client/kinds/time/timeTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

const timeWidget = typedWidget(timeTyping);

// The second name is RJSF's own, which it uses where a form names no widget.
export const timeEdit: KindEdit = { widgets: { time: timeWidget, TimeWidget: timeWidget } };
