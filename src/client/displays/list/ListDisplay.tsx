// LIST: one line of title and one of summary per item. Renders and reads only rows in view.

import { observer } from 'mobx-react-lite';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { askedKeys } from 'src/client/displays/askedDates.ts';
import { ResultRow } from 'src/client/displays/ResultRow.tsx';
import { MixedFacts, RowFacts } from 'src/client/displays/RowSummary.tsx';
import { RowHeading, useTimeParts } from 'src/client/displays/RowHeading.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { usePlace } from 'src/client/displays/usePlace.ts';
import { VirtualRows } from 'src/client/displays/VirtualRows.tsx';
import { isCompact } from 'src/client/stores/density.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import 'src/client/displays/displays.css';

/** Pixels; as displays.css has them. */
const LIST_ROW = { comfortable: 46, compact: 28 };

/** Returns true if the rows have pictures. A dictionary is a list of words and has none. */
const isPictured = ({ view }: ItemType): boolean => view.image !== undefined && view.page?.entry === undefined;

export const ListDisplay = observer(({ store, change }: DisplayProps) => {
  const client = useClient();
  const { openId, note } = useOpenRow(store);
  const mixed = store.plan.types.length > 1;
  const { words } = store;
  const parts = useTimeParts(store);
  const place = usePlace({ store, change });
  const asked = askedKeys(store);
  return (
    <VirtualRows
      store={store}
      place={place}
      height={isCompact(client) ? LIST_ROW.compact : LIST_ROW.comfortable}
      heading={parts && ((id, before) => <RowHeading id={id} before={before} {...parts} />)}
      row={(id) => (
        <ResultRow
          {...{ id, words, note }}
          open={id === openId}
          display={({ view }) => view.row}
          // In a list of several types the picture shows which type it is.
          picture={(type) => (mixed || (type && isPictured(type)) ? 'small' : undefined)}
          named={mixed}
          order={store.sort.key}
          asked={asked}
          extracts
          facts={(item, type) =>
            mixed ? <MixedFacts {...{ item, type }} order={store.sort.key} /> : <RowFacts item={item} type={type} />
          }
          {...(mixed && { level: 'aligned' })}
          starred
        />
      )}
    />
  );
});
