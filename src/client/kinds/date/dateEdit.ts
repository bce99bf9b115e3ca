import type { KindEdit } from 'src/client/kinds/KindEdit.ts';
import { dateTyping } from 'src/client/kinds/date/dateTyping.ts';
import { typedWidget } from 'src/client/kinds/typedControls.tsx';

export const dateEdit: KindEdit = { widgets: { date: typedWidget(dateTyping) } };
