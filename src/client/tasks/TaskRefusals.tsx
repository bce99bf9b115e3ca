// The records that a task could not change, by reason. Read when a person opens the list.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { TaskRefusals as Refused } from 'src/client/stores/TaskStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import 'src/client/tasks/tasks.css';

/** Refused items that are named. */
const MAX_NAMED_REFUSALS = 20;

const Reason = observer(({ refused: { reason, count, items } }: { readonly refused: Refused }) => {
  const messages = useMessages();
  const named = items.slice(0, MAX_NAMED_REFUSALS);
  return (
    <details className="kk-task-refused">
      <summary>
        {messages.format('bulk.refused', {
          count,
          reason: messages.find(reason) ?? messages.format('errors.generalFailure'),
        })}
      </summary>
      <ul>
        {named.map(({ $id, label }) => (
          <li key={$id}>{label === null ? <span className="kk-soft">{$id}</span> : <ItemLink id={$id} />}</li>
        ))}
        {count > named.length && <li>{messages.format('bulk.andMore', { count: count - named.length })}</li>}
      </ul>
    </details>
  );
});

export const TaskRefusals = observer(({ task }: { readonly task: TaskState }) => {
  const { tasks, items } = useClient();
  const { key } = task;
  const refused = task.counts?.refused ?? 0;
  const ask = useCallback(async (): Promise<readonly Refused[]> => {
    const found = await tasks.refusals(key);
    const known = found.flatMap((each) => each.items.slice(0, MAX_NAMED_REFUSALS));
    items.putLabels(Object.fromEntries(known.flatMap(({ $id, label }) => (label === null ? [] : [[$id, label]]))));
    return found;
  }, [tasks, items, key]);
  const {
    answer: reasons = [],
    failure,
    again,
  } = useServerData(refused === 0 ? undefined : { of: key, ask, version: refused });
  if (failure !== undefined && reasons.length === 0)
    return <BandFailed message="listing.failed" again={() => void again()} />;
  return reasons.map((each) => <Reason key={each.reason} refused={each} />);
});
