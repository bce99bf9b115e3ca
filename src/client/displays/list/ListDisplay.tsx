// LIST: one line of title and one of summary per item; only what is in view exists, and only that is read.

import { observer } from 'mobx-react-lite';
import type { DisplayProps } from 'src/client/displays/DisplayParts.ts';
import { ListRow } from 'src/client/displays/list/ListRow.tsx';
import { RowHeading, useTimeParts } from 'src/client/displays/RowHeading.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { usePlace } from 'src/client/displays/usePlace.ts';
import { VirtualRows } from 'src/client/displays/VirtualRows.tsx';
import { isCompact } from 'src/client/stores/density.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/displays.css';

/** Pixels; as displays.css has them. */
const LIST_ROW = { comfortable: 46, compact: 28 };

export const ListDisplay = observer(({ store, change }: DisplayProps) => {
  const client = useClient();
  const { openId, note } = useOpenRow(store);
  const mixed = store.plan.types.length > 1;
  const { words } = store;
  const parts = useTimeParts(store);
  const place = usePlace({ store, change });
  return (
    <VirtualRows
      store={store}
      place={place}
      height={isCompact(client) ? LIST_ROW.compact : LIST_ROW.comfortable}
      heading={parts && ((id, before) => <RowHeading id={id} before={before} {...parts} />)}
      row={(id) => <ListRow id={id} open={id === openId} order={store.sort.key} {...{ mixed, words, note }} />}
    />
  );
});
