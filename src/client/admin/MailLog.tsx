// Sent emails and their results; a failed email can be sent again. Reloads together with the numbers next to it.

import { useCallback, useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';

const ALL_STATES = 'all';
const MAIL_STATES = ['failed', 'refused', 'waiting', 'sent', 'dropped', ALL_STATES] as const;
const MAILS_PER_PAGE = 20;
const MAX_MAILS = 200;

type Log = Endpoints['mailLog']['answer'];
type LoggedEmail = Log['entries'][number];

const MailEntry = ({ email, retry }: { readonly email: LoggedEmail; readonly retry: () => void }) => {
  const messages = useMessages();
  const { template, to, address, state, attempts, reason, added } = email;
  return (
    <li>
      <p>
        <strong>{readableName(template)}</strong> {to !== null && <ItemLink id={to} />}{' '}
        {address !== null && <bdi>{address}</bdi>}
      </p>
      <p className="kk-soft">
        {messages.format(`siteState.mail.state.${state}`)}
        {' · '}
        <When at={added} />
        {' · '}
        {messages.format('siteState.jobs.attempts', { count: attempts })}
      </p>
      {reason !== null && <p dir="auto">{reason}</p>}
      {state === 'failed' && (
        <Button size="small" onClick={retry}>
          <span>
            {messages.format('siteState.mail.retry')} <span className="kk-unseen">{address ?? email.entry}</span>
          </span>
        </Button>
      )}
    </li>
  );
};

/** `at`: when the figures were read; a newer one reads the log again. */
export const MailLog = ({ at, load }: { readonly at: string; readonly load: () => Promise<void> }) => {
  const { connection, alerts } = useClient();
  const messages = useMessages();
  const [state, setState] = useState<(typeof MAIL_STATES)[number]>('failed');
  const [max, setMax] = useState(MAILS_PER_PAGE);
  const read = useCallback(
    async (): Promise<Log> => await connection.send('act/mailLog', { max, ...(state !== ALL_STATES && { state }) }),
    [connection, state, max],
  );
  // A failed request is reported above, because the numbers fail too.
  const { answer: log, again } = useServerData({ of: state, ask: read, version: at });
  const act = async (ask: () => Promise<object>): Promise<void> => {
    try {
      await ask();
      alerts.info('siteState.mail.queued');
      await again();
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      await load();
    }
  };
  return (
    <>
      <div className="kk-row kk-state-tools">
        <LiveForm
          className="kk-fill"
          fields={[
            {
              ...{ name: 'state', label: 'siteState.mail.log', none: null },
              choices: MAIL_STATES.map((each) => [each, messages.format(`siteState.mail.state.${each}`)]),
            },
          ]}
          values={{ state }}
          set={(changes) => setState(changes.state ?? ALL_STATES)}
        />
        <Button onClick={() => void act(() => connection.send('act/testMail', {}))}>
          {messages.format('siteState.mail.test')}
        </Button>
      </div>
      {log?.entries.length === 0 && <p className="kk-soft">{messages.format('siteState.mail.none')}</p>}
      <ul className="kk-plain-list kk-state-list">
        {log?.entries.map((email) => (
          <MailEntry
            key={email.entry}
            email={email}
            retry={() => void act(() => connection.send('act/retryMail', { entry: email.entry }))}
          />
        ))}
      </ul>
      {log?.more === true && max < MAX_MAILS && (
        <p>
          <Button onClick={() => setMax(Math.min(MAX_MAILS, max + MAILS_PER_PAGE))}>
            {messages.format('app.showMore')}
          </Button>
        </p>
      )}
    </>
  );
};
