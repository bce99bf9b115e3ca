import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { dateTimeTyping } from 'src/client/kinds/dateTime/dateTimeTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

export const dateTimeEdit: KindEdit = { widgets: { dateTime: typedWidget(dateTimeTyping) } };
