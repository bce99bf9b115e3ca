// What can be done with the selected results at once, how far it is, and what came of it. A run that was left goes on, and says when
// it is done.

import { ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { BulkRun, type BulkPlan } from 'src/client/search/BulkRun.ts';
import type { ListingStore } from 'src/client/search/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/search/bulk.css';

const BulkChange = lazy(() =>
  import('src/client/search/BulkChange.tsx').then((module) => ({ default: module.BulkChange })),
);

/** Refused items that are named. */
const NAMED = 20;

interface RunProps {
  readonly run: BulkRun;
  readonly undo: () => void;
  readonly close: () => void;
}

const Refusals = observer(({ run }: { readonly run: BulkRun }) => {
  const messages = useMessages();
  return (
    <>
      {[...run.refused].map(([reason, ids]) => (
        <details key={reason} className="kk-bulk-refused">
          <summary>
            {messages.format('bulk.refused', {
              count: ids.length,
              reason: messages.find(reason) ?? messages.format('errors.generalFailure'),
            })}
          </summary>
          <ul>
            {ids.slice(0, NAMED).map((id) => (
              <li key={id}>
                <ItemLink id={id} />
              </li>
            ))}
            {ids.length > NAMED && <li>{messages.format('bulk.andMore', { count: ids.length - NAMED })}</li>}
          </ul>
        </details>
      ))}
    </>
  );
});

const RunPanel = observer(({ run, undo, close }: RunProps) => {
  const messages = useMessages();
  const { state, total, handled, changed, unchanged, waiting } = run;
  const isRunning = state === 'running';
  return (
    <div className="kk-bulk" role="group" aria-label={messages.format('bulk.title')}>
      <div className="kk-bulk-line">
        <span role="status" className="kk-fill">
          {isRunning
            ? messages.format(waiting ? 'bulk.waiting' : 'bulk.progress', { handled, total })
            : messages.format(state === 'done' ? 'bulk.done' : 'bulk.cancelled', {
                right: run.plan.right,
                changed,
                unchanged,
                refused: run.refusedCount,
                left: total - handled,
              })}
        </span>
        {isRunning && (
          <Button size="small" onClick={() => run.cancel()}>
            {messages.format('app.cancel')}
          </Button>
        )}
        {!isRunning && changed > 0 && run.plan.right !== 'restore' && (
          <Button size="small" icon="undo" onClick={undo}>
            {messages.format('bulk.undo')}
          </Button>
        )}
        {!isRunning && (
          <Button size="small" onClick={close}>
            {messages.format('app.close')}
          </Button>
        )}
      </div>
      {isRunning && <ProgressBar value={total === 0 ? 1 : handled / total} intent="primary" stripes={false} />}
      {!isRunning && <Refusals run={run} />}
    </div>
  );
});

interface BulkBarProps {
  readonly store: ListingStore;
}

interface Bulk {
  readonly run: BulkRun | undefined;
  readonly start: (plan: Omit<BulkPlan, 'ids'>) => void;
  readonly undo: () => void;
  readonly close: () => void;
}

/** The run over what was selected, until somebody closes it. */
const useBulk = (store: ListingStore): Bulk => {
  const client = useClient();
  const messages = useMessages();
  const [run, setRun] = useState<BulkRun>();
  const { alerts } = client;
  useEffect(() => () => setRun(undefined), [store]);
  const follow = (started: BulkRun): void => {
    setRun(started);
    store.selection.clear();
    started.run().then(
      () => {
        const { changed, refusedCount: refused } = started;
        alerts.announce(messages.format('bulk.announce', { right: started.plan.right, changed, refused }));
        void store.load();
      },
      (thrown: unknown) => alerts.error(thrown),
    );
  };
  const start = (plan: Omit<BulkPlan, 'ids'>): void => {
    store.selectedIds().then(
      (chosen) => follow(new BulkRun(client, { ...plan, ids: chosen })),
      (thrown: unknown) => alerts.error(thrown),
    );
  };
  return { run, start, undo: () => run && follow(run.reverse()), close: () => setRun(undefined) };
};

export const BulkBar = observer(({ store }: BulkBarProps) => {
  const { dialogs, alerts } = useClient();
  const messages = useMessages();
  const [changing, setChanging] = useState(false);
  const { run, start, undo, close } = useBulk(store);
  const { selection, total, ids, plan } = store;
  // What can be changed differs from type to type.
  const type = plan.types.length === 1 ? plan.types[0] : undefined;
  const remove = async (): Promise<void> => {
    const sure = await dialogs.confirm({
      title: 'bulk.delete.title',
      message: 'bulk.delete.message',
      values: { count: selection.count },
      apply: 'cells.delete.apply',
      danger: true,
    });
    if (sure) start({ right: 'delete', act: () => 'delete' });
  };
  if (run) return <RunPanel run={run} undo={undo} close={close} />;
  if (selection.count === 0) return null;
  return (
    <div className="kk-bulk" role="group" aria-label={messages.format('bulk.title')}>
      <div className="kk-bulk-line">
        <span role="status">{messages.format('bulk.selected', { count: selection.count })}</span>
        {!selection.all && ids.length > selection.count && (
          <Button size="small" variant="minimal" onClick={() => selection.chooseListed()}>
            {messages.format('bulk.chooseListed', { count: ids.length })}
          </Button>
        )}
        {!selection.all && total > selection.count && (
          <Button size="small" variant="minimal" onClick={() => selection.chooseAll()}>
            {messages.format('bulk.chooseAll', { count: total })}
          </Button>
        )}
        <span className="kk-fill" />
        {type && (
          <Button size="small" icon="edit" onClick={() => setChanging(true)}>
            {messages.format('bulk.change')}
          </Button>
        )}
        <Button
          size="small"
          icon="trash"
          onClick={() => void remove().catch((thrown: unknown) => alerts.error(thrown))}
        >
          {messages.format('cells.delete.apply')}
        </Button>
        <Button size="small" variant="minimal" icon="cross" onClick={() => selection.clear()}>
          {messages.format('bulk.clear')}
        </Button>
      </div>
      {changing && type && (
        <Suspense fallback={null}>
          <BulkChange
            type={type}
            count={selection.count}
            start={(act) => {
              setChanging(false);
              start({ right: 'update', act });
            }}
            close={() => setChanging(false)}
          />
        </Suspense>
      )}
    </div>
  );
});
