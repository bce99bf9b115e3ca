// Backups of the site for its administrators: the schedule, a backup that begins now, and how the last ones ended.

import { observer } from 'mobx-react-lite';
import { useCallback, type ReactNode } from 'react';
import { useAskDialog, type Question } from 'src/client/forms/useAskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { TaskPanel } from 'src/client/tasks/TaskPanel.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { fileSize } from 'src/model/text/fileSize.ts';

type State = Endpoints['backupState']['answer'];
type Run = State['runs'][number];
type Schedule = Endpoints['saveBackupSchedule']['input'];

/** Name of the task on every device of the person. */
const TASK = 'backup';
const PROPOSED = { time: '02:10', daily: 7, weekly: 4, monthly: 12, maxAge: 48 } as const;
const RESULT_STATE: Readonly<Record<Run['result'], 'good' | 'watch' | 'bad'>> = {
  good: 'good',
  incomplete: 'watch',
  failed: 'bad',
};

const RunEntry = ({ run }: { readonly run: Run }) => {
  const messages = useMessages();
  const { began, cause, folder, name, result, reason, rows, files, bytes, isKept } = run;
  return (
    <li>
      <p>
        <strong>
          <When at={began} />
        </strong>{' '}
        <span className={`kk-state kk-state-${RESULT_STATE[result]}`}>
          {messages.format(`siteState.backup.is.${result}`)}
        </span>
      </p>
      <p className="kk-soft">
        {messages.format(`siteState.backup.by.${cause}`)}
        {result !== 'failed' &&
          ` · ${messages.format('siteState.backup.size', { rows, files, size: fileSize(bytes, messages.intl.locale) })}`}
        {name !== null && !isKept && ` · ${messages.format('siteState.backup.deleted')}`}
      </p>
      {name !== null && isKept && (
        <p dir="auto" className="kk-soft">
          {`${folder}/${name}`}
        </p>
      )}
      {reason !== null && <p dir="auto">{reason}</p>}
    </li>
  );
};

const scheduleFields = (allowed: readonly string[], messages: Messages): FormField[] => [
  {
    ...{ name: 'folder', label: 'siteState.backup.folder', required: true, maxLength: 500 },
    help: messages.format('siteState.backup.folderHelp', { folders: allowed.join(', ') }),
  },
  { name: 'time', label: 'siteState.backup.time', kind: 'time', help: 'siteState.backup.timeHelp' },
  { name: 'daily', label: 'siteState.backup.daily', kind: 'integer', required: true, minimum: 1, maximum: 366 },
  {
    name: 'weekly',
    label: 'siteState.backup.weekly',
    kind: 'integer',
    required: true,
    minimum: 0,
    maximum: 520,
    sameRow: true,
  },
  {
    name: 'monthly',
    label: 'siteState.backup.monthly',
    kind: 'integer',
    required: true,
    minimum: 0,
    maximum: 1200,
    sameRow: true,
  },
  {
    name: 'maxAge',
    label: 'siteState.backup.maxAge',
    kind: 'integer',
    required: true,
    minimum: 1,
    maximum: 8760,
    help: 'siteState.backup.maxAgeHelp',
  },
];

const ScheduleText = ({
  schedule,
  next,
}: {
  readonly schedule: NonNullable<State['schedule']>;
  readonly next: State['next'];
}) => {
  const messages = useMessages();
  const { folder, time, daily, weekly, monthly } = schedule;
  return (
    <>
      <p dir="auto">{messages.format('siteState.backup.into', { folder })}</p>
      <p className="kk-soft">
        {time === null
          ? messages.format('siteState.backup.noTime')
          : messages.format('siteState.backup.atTime', { time })}{' '}
        {messages.format('siteState.backup.kept', { daily, weekly, monthly })}{' '}
        {next !== null && (
          <>
            {messages.format('siteState.backup.next')} <When at={next} />.
          </>
        )}
      </p>
    </>
  );
};

interface ToolsProps {
  readonly state: State;
  readonly ask: (question: Question) => void;
  readonly again: () => Promise<unknown>;
}

const Tools = observer(({ state, ask, again }: ToolsProps) => {
  const { connection, tasks, alerts } = useClient();
  const messages = useMessages();
  const { allowed, schedule } = state;
  const task = tasks.named(TASK);
  const begin = (): void =>
    void tasks
      .run('backUpNow', {}, { asyncKey: TASK, onComplete: () => void again() })
      .catch((thrown: unknown) => alerts.error(thrown));
  const change = (): void =>
    ask({
      title: messages.format(schedule ? 'siteState.backup.change' : 'siteState.backup.set'),
      apply: messages.format('cells.save'),
      fields: scheduleFields(allowed, messages),
      values: schedule ?? { ...PROPOSED, folder: allowed[0] ?? '' },
      submit: async (answers) => {
        await connection.send('act/saveBackupSchedule', answers as Schedule);
        await again();
      },
    });
  return (
    <>
      <div className="kk-row kk-state-tools">
        {schedule && (
          <Button intent="primary" disabled={task !== undefined && !isTaskOver(task)} onClick={begin}>
            {messages.format('siteState.backup.now')}
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={change}>
          {messages.format(schedule ? 'siteState.backup.change' : 'siteState.backup.set')}
        </Button>
      </div>
      {task && <TaskPanel task={task} close={() => tasks.leave(task)} isNamed />}
    </>
  );
});

/** `at`: when the figures were read; a newer one reads the backups again. */
export const BackupPart = ({ at }: { readonly at: string }): ReactNode => {
  const { connection } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const read = useCallback(async (): Promise<State> => await connection.send('act/backupState', {}), [connection]);
  // A failed request is reported above, because the figures fail too.
  const { answer: state, again } = useServerData({ of: 'backupState', ask: read, version: at });
  if (!state) return null;
  const { allowed, schedule, next, runs } = state;
  return (
    <>
      {dialog}
      {schedule && <ScheduleText schedule={schedule} next={next} />}
      {allowed.length === 0 ? (
        <p>{messages.format('siteState.backup.noneAllowed')}</p>
      ) : (
        <Tools state={state} ask={ask} again={again} />
      )}
      {runs.length === 0 && <p className="kk-soft">{messages.format('siteState.backup.none')}</p>}
      <ul className="kk-plain-list kk-state-list">
        {runs.map((run) => (
          <RunEntry key={`${run.began} ${run.cause}`} run={run} />
        ))}
      </ul>
    </>
  );
};
