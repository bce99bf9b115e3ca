// Previous and next through the search results that an item was opened from. Spec platform 2.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';

export const ResultSteps = observer(({ id }: { readonly id: string }) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  const results = navigation.results(column);
  if (!results || results.ids.length < 2 || results.ids[results.at] !== id) return null;
  const step = (by: 1 | -1) => {
    const to = results.ids[results.at + by];
    return {
      disabled: to === undefined,
      onClick: () => {
        if (to !== undefined) void navigation.open(column - 1, `i-${to}`);
      },
    };
  };
  return (
    <span className="kk-steps">
      <IconButton icon="chevron-left" label={formatMessage({ id: 'cells.previous' })} {...step(-1)} />
      <span className="kk-soft kk-steps-at">
        {formatMessage({ id: 'cells.position' }, { at: results.at + 1, count: results.total })}
      </span>
      <IconButton icon="chevron-right" label={formatMessage({ id: 'cells.next' })} {...step(1)} />
    </span>
  );
});
