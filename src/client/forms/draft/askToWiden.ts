// The dialog that asks before more people may read a record. A part of its own: its messages arrive after the first page.

import type { Widening } from 'src/client/forms/draft/levelWidening.ts';
import 'src/client/intl/laterMessages.ts';
import type { DialogStore } from 'src/client/stores/DialogStore.ts';

/** Resolves to true when the person lets more people read the record. */
export const askToWiden = (dialogs: DialogStore, { from, to }: Widening): Promise<boolean> =>
  dialogs.confirm({
    title: 'widen.title',
    message: 'widen.message',
    apply: 'widen.apply',
    values: { from, to },
  });
