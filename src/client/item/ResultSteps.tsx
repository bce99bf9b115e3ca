// Previous and next through the search results that an item was opened from ([SRCH-07]).

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import type { ItemId } from 'src/model/item/Item.ts';

export const ResultSteps = observer(({ id }: { readonly id: string }) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  const results = navigation.results(column);
  if (results?.id !== id || (results.previous ?? results.next) === undefined) return null;
  const step = (to: ItemId | undefined) => ({
    disabled: to === undefined,
    onClick: () => {
      if (to !== undefined) void navigation.open(column - 1, `i-${to}`);
    },
  });
  return (
    <span className="kk-steps">
      <IconButton icon="chevron-left" label={formatMessage({ id: 'cells.previous' })} {...step(results.previous)} />
      <span className="kk-soft kk-steps-at">
        {formatMessage({ id: 'cells.position' }, { at: results.at + 1, count: results.total })}
      </span>
      <IconButton icon="chevron-right" label={formatMessage({ id: 'cells.next' })} {...step(results.next)} />
    </span>
  );
});
