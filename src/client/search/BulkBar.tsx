// Actions on the selected results, their progress and their result. The work is a task: it continues when the page is
// closed, and the same listing shows it again after a reload and on another device.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { TaskPanel } from 'src/client/tasks/TaskPanel.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { filesOf } from 'src/model/schema/paths.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import 'src/client/search/bulk.css';

const BulkChange = lazy(() =>
  import('src/client/search/BulkChange.tsx').then((module) => ({ default: module.BulkChange })),
);

const MOST_RIGHTS_ASKED = 20;

interface BulkBarProps {
  readonly store: ListingStore;
  readonly exportAs: () => void;
  readonly taskName: string;
}

const canHaveFiles = ({ name, properties }: ItemType): boolean =>
  name === SYSTEM_TYPES.file || filesOf(properties).length > 0;

interface Bulk {
  /** The one that runs, or that was seen to end. */
  readonly task: TaskState | undefined;
  readonly start: (action: string, input: Readonly<Record<string, Json>>) => void;
}

const useBulk = (store: ListingStore, taskName: string): Bulk => {
  const { tasks, alerts } = useClient();
  const start: Bulk['start'] = (action, input) => {
    const { selection } = store;
    const which: Readonly<Record<string, Json>> = selection.all
      ? { query: store.wholeQuery as Json }
      : { ids: selection.ids };
    tasks.run(action, { ...which, ...input }, { asyncKey: taskName }).then(
      () => selection.clear(),
      (thrown: unknown) => alerts.error(thrown),
    );
  };
  return { task: tasks.named(taskName), start };
};

interface DeclaredActionsProps {
  readonly type: ItemType;
  readonly start: (action: string) => void;
}

/** Actions that the type declares for several items. */
const DeclaredActions = ({ type, start }: DeclaredActionsProps) => {
  const messages = useMessages();
  const offered = type.view.actions.filter(({ where }) => where.includes('many'));
  return offered.map(({ key, icon }) => (
    <Button key={key} size="small" icon={icon ?? 'export'} onClick={() => start(key)}>
      {messages.find(`types.${type.name}.actions.${key}`) ?? readableName(key)}
    </Button>
  ));
};

const DownloadButton = ({ start }: Pick<Bulk, 'start'>) => {
  const messages = useMessages();
  return (
    <Button
      className="kk-bulk-brief"
      size="small"
      icon="download"
      onClick={() => start('downloadAttachments', { language: messages.intl.locale })}
    >
      {messages.format('actions.downloadAttachments')}
    </Button>
  );
};

const DeleteButton = ({ count, start }: Pick<Bulk, 'start'> & { readonly count: number }) => {
  const { dialogs, alerts, site } = useClient();
  const messages = useMessages();
  const remove = async (): Promise<void> => {
    const sure = await dialogs.confirm({
      title: 'bulk.delete.title',
      message: 'bulk.delete.message',
      values: { count, days: site.undoDays },
      apply: 'cells.delete.apply',
      danger: true,
    });
    if (sure) start('deleteMany', {});
  };
  return (
    <Button size="small" icon="trash" onClick={() => void remove().catch((thrown: unknown) => alerts.error(thrown))}>
      {messages.format('cells.delete.apply')}
    </Button>
  );
};

export const BulkBar = observer(({ store, exportAs, taskName }: BulkBarProps) => {
  const { items, tasks } = useClient();
  const messages = useMessages();
  const [changing, setChanging] = useState(false);
  const { task, start } = useBulk(store, taskName);
  const { selection, total, ids, plan } = store;
  // Offered unless the person may do it with none of a few selected results. Rights on many are not asked for, and those on a further one
  // only after a refusal.
  const mayOffer = (action: string): boolean => {
    if (selection.all || selection.count > MOST_RIGHTS_ASKED) return true;
    const first = selection.ids.find((id) => items.may(id, action) || !items.knowsRights(id));
    return first !== undefined && items.may(first, action);
  };
  // Each type has its own editable properties.
  const type = plan.types.length === 1 ? plan.types[0] : undefined;
  if (task && selection.count === 0) return <TaskPanel task={task} close={() => tasks.leave(task)} />;
  if (selection.count === 0) return null;
  return (
    <div className="kk-bulk" role="group" aria-label={messages.format('bulk.title')}>
      <div className="kk-bulk-line">
        <span role="status">{messages.format('bulk.selected', { count: selection.count })}</span>
        {!selection.all && ids.length > selection.count && (
          <Button className="kk-bulk-listed" size="small" variant="minimal" onClick={() => selection.chooseListed()}>
            {messages.format('bulk.chooseListed', { count: ids.length })}
          </Button>
        )}
        {!selection.all && total > selection.count && (
          <Button className="kk-bulk-all" size="small" variant="minimal" onClick={() => selection.chooseAll()}>
            {messages.format('bulk.chooseAll', { count: total })}
          </Button>
        )}
        <Button
          className="kk-bulk-clear kk-bulk-brief"
          size="small"
          variant="minimal"
          icon="cross"
          onClick={() => selection.clear()}
        >
          {messages.format('bulk.clear')}
        </Button>
        <div className="kk-bulk-line kk-bulk-acts">
          {type && mayOffer('update') && (
            <Button size="small" icon="edit" onClick={() => setChanging(true)}>
              {messages.format('bulk.change')}
            </Button>
          )}
          <Button size="small" icon="export" onClick={exportAs}>
            {messages.format('export.open')}
          </Button>
          {type && <DeclaredActions type={type} start={(action) => start(action, {})} />}
          {plan.types.some(canHaveFiles) && <DownloadButton start={start} />}
          {mayOffer('delete') && <DeleteButton count={selection.count} start={start} />}
        </div>
      </div>
      {changing && type && (
        <Suspense fallback={null}>
          <BulkChange
            type={type}
            ids={selection.all ? ids : selection.ids}
            count={selection.count}
            start={(change) => {
              setChanging(false);
              start('changeMany', change);
            }}
            close={() => setChanging(false)}
          />
        </Suspense>
      )}
    </div>
  );
});
