// The page behind the link of an invitation. It needs no account, shows what the email says, and takes the answer.

import { useCallback } from 'react';
import 'src/client/intl/laterMessages.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { AnswerButtons } from 'src/client/invitations/AnswerButtons.tsx';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useLinkToken } from 'src/client/account/useLinkToken.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { GetAnswers } from 'src/model/generated/wire.ts';

type Shown = GetAnswers[`/api/invitation/${string}`];

const InvitationFacts = ({ shown: { organiser = '', title, place, when, name } }: { readonly shown: Shown }) => {
  const messages = useMessages();
  const lines = [
    ['invitations.page.when', when],
    ['invitations.page.where', place],
    ['invitations.page.organiser', organiser],
    ['invitations.page.for', name],
  ] as const;
  return (
    <>
      <h2 dir="auto">{title ?? messages.format('invitations.page.untitled', { organiser })}</h2>
      <dl>
        {lines.map(
          ([word, text]) =>
            text !== undefined &&
            text !== '' && (
              <div key={word}>
                <dt className="kk-soft">{messages.format(word)}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
};

const Opened = ({ link }: { readonly link: string }) => {
  const { connection } = useClient();
  const messages = useMessages();
  const path = `/api/invitation/${encodeURIComponent(link)}` as const;
  const language = messages.intl.locale;
  const ask = useCallback(
    () => connection.fetchJson(`${path}?language=${encodeURIComponent(language)}`),
    [connection, path, language],
  );
  const { answer: shown, failure, again } = useServerData({ of: link, ask });
  if (failure !== undefined && shown === undefined)
    return (
      <Empty
        icon="warning-sign"
        title={messages.format(messageOfThrown(failure), valuesOfThrown(failure))}
        action={<Button onClick={() => void again()}>{messages.format('app.tryAgain')}</Button>}
        urgent
      >
        {messages.format('invitations.page.noLink')}
      </Empty>
    );
  if (shown === undefined) return <Loading />;
  const { standing, answer } = shown;
  return (
    <div className="kk-account kk-panel-card">
      {standing !== 'REMOVED' && <InvitationFacts shown={shown} />}
      <p role="status">
        {messages.format(
          standing === 'OPEN' && answer !== undefined ? `invitations.own.${answer}` : `invitations.page.${standing}`,
        )}
      </p>
      {standing === 'OPEN' && (
        <AnswerButtons
          given={answer}
          answer={async (given) => {
            await connection.post(path, { answer: given });
            await again();
          }}
        />
      )}
    </div>
  );
};

export const InvitationView = () => {
  const messages = useMessages();
  const link = useLinkToken();
  return (
    <>
      <CellHead title={messages.format('views.invitation')} root />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-account-page">
          {link === '' ? (
            <Empty icon="warning-sign" title={messages.format('invitations.page.noLinkTitle')} urgent>
              {messages.format('invitations.page.noLink')}
            </Empty>
          ) : (
            <Opened link={link} />
          )}
        </div>
      </div>
    </>
  );
};
