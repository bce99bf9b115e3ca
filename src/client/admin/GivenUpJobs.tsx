// Failed jobs, each with its reason. Administrators retry them from the start, or delete them after a confirmation.

import type { GivenUpJob } from 'src/client/admin/useSiteState.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';

interface Props {
  readonly jobs: readonly GivenUpJob[];
  /** Reads the state again. */
  readonly load: () => Promise<void>;
}

export const GivenUpJobs = ({ jobs, load }: Props) => {
  const { connection, alerts, dialogs } = useClient();
  const messages = useMessages();
  const act = async (action: 'retryJob' | 'dropJob', { job }: GivenUpJob): Promise<void> => {
    try {
      await connection.send(`act/${action}`, { job });
      alerts.info(action === 'retryJob' ? 'siteState.jobs.retried' : 'siteState.jobs.dropped');
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      await load();
    }
  };
  const drop = async (job: GivenUpJob): Promise<void> => {
    const sure = await dialogs.confirm({
      ...{ title: 'siteState.jobs.dropTitle', message: 'siteState.jobs.dropMessage', apply: 'siteState.jobs.drop' },
      ...{ values: { name: readableName(job.name) }, danger: true },
    });
    if (sure) await act('dropJob', job);
  };
  if (jobs.length === 0) return null;
  return (
    <>
      <h4>{messages.format('siteState.jobs.title')}</h4>
      <ul className="kk-plain-list kk-state-list">
        {jobs.map((job) => {
          const named = <span className="kk-unseen">{readableName(job.name)}</span>;
          return (
            <li key={job.job}>
              <p>
                <strong>{readableName(job.name)}</strong>{' '}
                <span className="kk-soft">
                  <When at={job.since} />
                  {' · '}
                  {messages.format('siteState.jobs.attempts', { count: job.attempts })}
                </span>
              </p>
              <p dir="auto">{job.reason ?? messages.format('siteState.jobs.noReason')}</p>
              <div className="kk-row">
                <Button size="small" onClick={() => void act('retryJob', job)}>
                  <span>
                    {messages.format('siteState.jobs.retry')} {named}
                  </span>
                </Button>
                <Button size="small" variant="minimal" aria-haspopup="dialog" onClick={() => void drop(job)}>
                  <span>
                    {messages.format('siteState.jobs.drop')} {named}
                  </span>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
};
