// A list on paper: the title of each item and its summary.

import { observer } from 'mobx-react-lite';
import type { PrintProps } from 'src/client/displays/Display.ts';
import { askedKeys } from 'src/client/displays/askedDates.ts';
import { RowLevel, RowSummary } from 'src/client/displays/RowSummary.tsx';
import { useClient } from 'src/client/useClient.ts';

export const PrintList = observer(({ store, items }: PrintProps) => {
  const { registry } = useClient();
  const mixed = store.plan.types.length > 1;
  const asked = askedKeys(store);
  return (
    <ul className="kk-plain-list">
      {items.map((item) => {
        const type = registry.types[item._t];
        return (
          <li key={item.$id}>
            <strong>{item.$label}</strong>
            {type && <RowSummary {...{ item, type, asked }} display={type.view.row} named={mixed} />}
            <RowLevel item={item} />
          </li>
        );
      })}
    </ul>
  );
});
