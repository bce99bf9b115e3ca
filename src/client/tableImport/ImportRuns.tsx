// The tasks of an import: the check that writes nothing, the import, and its undo. Each shows how far it is, then what it found.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { ChangedCells } from 'src/client/tableImport/ChangedCells.tsx';
import { RecordPreview } from 'src/client/tableImport/RecordPreview.tsx';
import { RefusedCells } from 'src/client/tableImport/RefusedCells.tsx';
import { useOutcome } from 'src/client/tableImport/useOutcome.ts';
import { TaskResult } from 'src/client/tasks/TaskResult.tsx';
import { TaskPanel } from 'src/client/tasks/TaskPanel.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ImportOutcome, ImportSheet, TaskState } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import 'src/client/tableImport/tableImport.css';

const COUNTED = ['created', 'changed', 'unchanged', 'refused', 'kept'] as const;

/** Returns the counts above zero in words. */
const countsText = (messages: Messages, counts: ImportOutcome['counts'], step: 'check' | 'run'): string => {
  const parts = COUNTED.filter((each) => counts[each] > 0).map((each) =>
    messages.format(`importTable.${step}.${each}`, { count: counts[each] }),
  );
  return parts.length > 0 ? parts.join(' · ') : messages.format('importTable.nothingFound');
};

interface TaskProps {
  readonly task: TaskState;
}

/** Progress of the task, or the reason why it was not finished. */
const TaskProgress = observer(({ task }: TaskProps) => (task.state === 'DONE' ? null : <TaskPanel task={task} />));

interface CountsProps extends TaskProps {
  readonly counts: ImportOutcome['counts'];
  readonly step: 'check' | 'run';
}

const OutcomeCounts = observer(({ task, counts, step }: CountsProps) => {
  const messages = useMessages();
  return (
    <>
      <p role="status" className="kk-strong">
        {countsText(messages, counts, step)}
      </p>
      {task.resultURI !== null && (
        <div>
          <TaskResult address={task.resultURI} caption="importTable.refusedFile" />
          <p className="kk-soft">{messages.format('importTable.refusedFile.hint')}</p>
        </div>
      )}
    </>
  );
});

const OutcomeFailed = ({ again }: { readonly again: () => Promise<void> }) => (
  <BandFailed message="importTable.outcomeFailed" again={() => void again()} />
);

interface CheckProps extends TaskProps {
  readonly type: ItemType | undefined;
  readonly sheet: ImportSheet;
}

export const CheckResult = observer(({ task, type, sheet }: CheckProps) => {
  const { answer, failure, again } = useOutcome(task);
  const captions = new Map(sheet.targets.map(({ path, caption }) => [path, caption]));
  return (
    <div className="kk-stack">
      <TaskProgress task={task} />
      {!answer && failure !== undefined && <OutcomeFailed again={again} />}
      {!answer && failure === undefined && isTaskOver(task) && <Loading />}
      {answer && (
        <>
          <OutcomeCounts task={task} counts={answer.counts} step="check" />
          <RefusedCells task={task} sheet={sheet} outcome={answer} />
          <ChangedCells outcome={answer} captions={captions} />
          {type && <RecordPreview type={type} preview={answer.preview} />}
        </>
      )}
    </div>
  );
});

const SHOWN_RECORDS = 20;

const Records = ({ ids, count }: { readonly ids: readonly ItemId[]; readonly count: number }) => {
  const messages = useMessages();
  const shown = ids.slice(0, SHOWN_RECORDS);
  if (shown.length === 0) return null;
  return (
    <>
      <h3>{messages.format('importTable.records')}</h3>
      <ul className="kk-plain-list kk-record-links">
        {shown.map((id) => (
          <li key={id}>
            <ItemLink id={id} />
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <p className="kk-soft">{messages.format('bulk.andMore', { count: count - shown.length })}</p>
      )}
    </>
  );
};

const Kept = observer(({ kept }: Pick<ImportOutcome, 'kept'>) => {
  const messages = useMessages();
  if (kept.length === 0) return null;
  return (
    <section>
      <h3>{messages.format('importTable.kept')}</h3>
      <ul className="kk-plain-list">
        {kept.map(({ id, message, params }) => (
          <li key={id}>
            <ItemLink id={id} />{' '}
            <span className="kk-soft">
              {messages.find(message, params as Record<string, string | number> | undefined) ?? message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
});

const undoTaskName = (id: ItemId): string => `importUndo.${id}`;

const useUndoImport = (id: ItemId | undefined): (() => Promise<void>) => {
  const { dialogs, tasks } = useClient();
  return async () => {
    const target = id === undefined ? undefined : tryParseItemId(id);
    if (!target || id === undefined) return;
    const isSure = await dialogs.confirm({
      ...{ title: 'importTable.undo.title', message: 'importTable.undo.message', apply: 'importTable.undo.apply' },
      danger: true,
    });
    if (!isSure) return;
    await tasks.run('undoImport', { _t: target.type, _i: target.number }, { asyncKey: undoTaskName(id) });
  };
};

interface UndoProps {
  readonly id: ItemId;
  /** The undo that was started. */
  readonly task: TaskState | undefined;
}

const UndoPart = observer(({ id, task }: UndoProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const undo = useUndoImport(id);
  if (task) return <UndoResult task={task} />;
  return (
    <p>
      <Button icon="undo" onClick={() => void undo().catch((thrown: unknown) => alerts.error(thrown))}>
        {messages.format('importTable.undo.apply')}
      </Button>{' '}
      <span className="kk-soft">{messages.format('importTable.undo.hint')}</span>
    </p>
  );
});

const UNDONE_COUNTS = ['removed', 'restored', 'kept'] as const;

const undoneText = (messages: Messages, counts: ImportOutcome['counts']): string =>
  UNDONE_COUNTS.filter((each) => (counts[each] ?? 0) > 0)
    .map((each) => messages.format(`importTable.undone.${each}`, { count: counts[each] ?? 0 }))
    .join(' · ');

const UndoResult = observer(({ task }: TaskProps) => {
  const messages = useMessages();
  const { answer, failure, again } = useOutcome(task);
  return (
    <div className="kk-stack">
      <TaskProgress task={task} />
      {!answer && failure !== undefined && <OutcomeFailed again={again} />}
      {answer && (
        <>
          <Band tone="success">
            {messages.format('importTable.undone')} {undoneText(messages, answer.counts)}
          </Band>
          <Kept kept={answer.kept} />
        </>
      )}
    </div>
  );
});

interface RunProps extends TaskProps {
  /** Undefined when the file is no longer there. */
  readonly sheet: ImportSheet | undefined;
  readonly another: () => void;
}

export const RunResult = observer(({ task, sheet, another }: RunProps) => {
  const messages = useMessages();
  const { tasks } = useClient();
  const { answer, failure, again } = useOutcome(task);
  const id = answer?.import;
  const undo = id === undefined ? undefined : tasks.all.find(({ asyncKey }) => asyncKey === undoTaskName(id));
  const over = isTaskOver(task);
  return (
    <div className="kk-stack">
      <TaskProgress task={task} />
      {!over && <p className="kk-soft">{messages.format('importPlaces.goesOn')}</p>}
      {!answer && failure !== undefined && <OutcomeFailed again={again} />}
      {answer && (
        <>
          <OutcomeCounts task={task} counts={answer.counts} step="run" />
          {id !== undefined && (
            <>
              <p>
                {messages.format('importTable.import')} <ItemLink id={id} />
              </p>
              <UndoPart id={id} task={undo} />
            </>
          )}
          {undo?.state !== 'DONE' && (
            <Records ids={answer.items} count={answer.counts.created + answer.counts.changed} />
          )}
          <RefusedCells task={task} sheet={sheet} outcome={answer} />
        </>
      )}
      {over && (
        <p>
          <Button icon="import" onClick={another}>
            {messages.format('importPlaces.another')}
          </Button>
        </p>
      )}
    </div>
  );
});
