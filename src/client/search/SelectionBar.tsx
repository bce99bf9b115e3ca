// The place below the results for what can be done with the selected ones. The bar itself is loaded when there is a selection, or a task
// that began with one: the first rows of a list come without it.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect } from 'react';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const BulkBar = lazy(() => import('src/client/search/BulkBar.tsx').then((module) => ({ default: module.BulkBar })));

const MAX_NAME_LENGTH = 100;

/** Returns the name by which all devices know a listing's tasks: a listing of the same types shows them there too. */
const taskNameOf = ({ plan }: ListingStore): string =>
  `list.${plan.types.map(({ name }) => name).join('+')}`.slice(0, MAX_NAME_LENGTH);

interface SelectionBarProps {
  readonly store: ListingStore;
  readonly exportAs: () => void;
}

export const SelectionBar = observer(({ store, exportAs }: SelectionBarProps) => {
  const { tasks } = useClient();
  const messages = useMessages();
  const taskName = taskNameOf(store);
  useEffect(
    () => tasks.ended.add(({ asyncKey }) => void (asyncKey === taskName && store.load())),
    [tasks, store, taskName],
  );
  if (store.selection.count === 0 && !tasks.named(taskName)) return null;
  return (
    <Boundary instead={() => <p role="alert">{messages.format('cells.failed')}</p>}>
      <Suspense fallback={null}>
        <BulkBar store={store} exportAs={exportAs} taskName={taskName} />
      </Suspense>
    </Boundary>
  );
});
