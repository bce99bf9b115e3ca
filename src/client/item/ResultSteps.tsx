// Previous and next through the search results that an item was opened from ([SRCH-07]).

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { useColumnCommands } from 'src/client/navigation/useColumnCommands.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import type { ItemId } from 'src/model/item/Item.ts';

interface ResultStepsProps {
  readonly id: string;
  /** Leaves the position out where the column is narrow. */
  readonly short?: boolean;
  /** In a narrow column, the title is below the buttons: nothing else on the tab says it. */
  readonly titled?: boolean;
}

export const ResultSteps = observer(({ id, short = false, titled = false }: ResultStepsProps) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  const results = navigation.results(column);
  const go = (to: ItemId | undefined) => () => {
    if (to !== undefined) void navigation.open(column - 1, `i-${to}`);
  };
  const isHere = results?.id === id && (results.previous ?? results.next) !== undefined;
  const [next, previous] = [formatMessage({ id: 'cells.next' }), formatMessage({ id: 'cells.previous' })];
  useColumnCommands(
    isHere
      ? [
          { key: 'j', icon: 'chevron-right', title: next, run: go(results.next) },
          { key: 'k', icon: 'chevron-left', title: previous, run: go(results.previous) },
        ]
      : [],
  );
  if (!isHere) return null;
  const step = (to: ItemId | undefined) => ({ disabled: to === undefined, onClick: go(to) });
  return (
    <span className={`kk-steps${short ? ' kk-steps-short' : ''}${titled ? ' kk-steps-titled' : ''}`}>
      <IconButton icon="chevron-left" label={previous} {...step(results.previous)} />
      <IconButton icon="chevron-right" label={next} {...step(results.next)} />
      <span className="kk-soft kk-steps-at">
        {formatMessage({ id: 'cells.position' }, { at: results.at + 1, count: results.total })}
      </span>
    </span>
  );
});
