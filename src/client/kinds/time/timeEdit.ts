import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { timeTyping } from 'src/client/kinds/time/timeTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

export const timeEdit: KindEdit = { widgets: { time: typedWidget(timeTyping) } };
