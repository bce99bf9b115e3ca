// The page with which an agent helps: the masked page of the helped person, and the buttons that ask for what the person may allow.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Button, Empty, Icon, Loading, ShellLink, useClient, useMessages } from 'src/client/extendFrame.ts';
import { AgentHelp } from 'src/domain/assist/client/agent/AgentHelp.client.ts';
import { HelpedScreen } from 'src/domain/assist/client/agent/helpedScreen.client.tsx';
import { newTabId } from 'src/domain/assist/client/helpRequest.client.ts';
import { CallWindow } from 'src/domain/assist/client/callWindow.client.tsx';
import { type Consent, CONSENTS } from 'src/domain/assist/protocol.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import 'src/domain/assist/client/assist.css';
import 'src/domain/assist/client/assistMessages.client.ts';

const ICONS: Readonly<Record<Consent, string>> = {
  view: 'eye-open',
  control: 'hand',
  recording: 'record',
  call: 'phone',
};

const useAgentTitle = (title: string): void => {
  const { site } = useClient();
  useEffect(() => {
    document.title = `${title} – ${site.siteName}`;
  }, [title, site]);
};

const ConsentButton = observer(({ help, consent }: { readonly help: AgentHelp; readonly consent: Consent }) => {
  const { format } = useMessages();
  const state = help.me?.[consent] ?? 'off';
  const notice = help.notice(consent);
  const needsView = consent !== 'view' && consent !== 'call' && help.me?.view !== 'enabled';
  return (
    <span className="kk-assist-consent">
      {state === 'enabled' ? (
        <Button size="small" active icon={ICONS[consent]} onClick={() => help.stop(consent)}>
          {format(`assist.agent.stop.${consent}`)}
        </Button>
      ) : (
        <Button
          size="small"
          icon={ICONS[consent]}
          disabled={needsView || state === 'requested' || !help.visitorConnected}
          onClick={() => help.ask(consent)}
        >
          {format(state === 'requested' ? 'assist.agent.requested' : `assist.agent.ask.${consent}`)}
        </Button>
      )}
      <span className="kk-soft" role="status">
        {state === 'off' && notice !== undefined && format(`assist.notice.${notice}`)}
      </span>
    </span>
  );
});

const HelpState = observer(({ help }: { readonly help: AgentHelp }) => {
  const { format } = useMessages();
  const { info, reconnecting, recording } = help;
  return (
    <p className="kk-assist-info" role="status">
      {reconnecting !== undefined && `${format('assist.reconnecting', { attempt: reconnecting })} `}
      {reconnecting === undefined && !help.visitorConnected && `${format('assist.agent.away')} `}
      {info && !info.active && `${format('assist.agent.hidden')} `}
      {help.others.length > 0 &&
        `${format('assist.agent.others', { names: help.others.map(({ name }) => name).join(', ') })} `}
      {recording !== undefined && (
        <ShellLink to={`/i-${recording}`}>{format('assist.agent.recordingStored')}</ShellLink>
      )}
    </p>
  );
});

const HelpFrame = observer(({ help, name }: { readonly help: AgentHelp; readonly name: string }) => {
  const { format } = useMessages();
  if (help.ended)
    return (
      <main className="kk-assist-frame">
        <Empty
          icon="info-sign"
          title={format(`assist.agentEnded.${help.ended}`)}
          action={<ShellLink to="/assist.requests">{format('assist.agent.back')}</ShellLink>}
        />
      </main>
    );
  return (
    <main className="kk-assist-frame">
      <header className="kk-assist-bar">
        <h1>
          <Icon name="lifesaver" /> {format('assist.agent.title', { name })}
        </h1>
        <div className="kk-assist-tools" role="toolbar" aria-label={format('assist.agent.tools')}>
          {CONSENTS.map((consent) => (
            <ConsentButton key={consent} help={help} consent={consent} />
          ))}
          <Button size="small" intent="danger" onClick={() => help.endSession()}>
            {format('assist.endSession')}
          </Button>
          <ShellLink to="/assist.requests">{format('assist.agent.back')}</ShellLink>
        </div>
        <HelpState help={help} />
      </header>
      <HelpedScreen help={help} />
      {help.call.isRunning && <CallWindow call={help.call} end={() => help.stop('call')} />}
    </main>
  );
});

const HelpOfSession = observer(({ session }: { readonly session: ItemId }) => {
  const client = useClient();
  const { items } = client;
  const [help] = useState(() => new AgentHelp(client, session, newTabId()));
  useEffect(() => help.start(), [help]);
  const loaded = items.get(session);
  const askedBy = loaded.state === 'ready' ? loaded.item['askedBy'] : undefined;
  const name = typeof askedBy === 'string' ? items.label(askedBy) : undefined;
  return <HelpFrame help={help} name={name ?? ''} />;
});

export const AssistPage = observer(() => {
  const { navigation, session: own } = useClient();
  const { format } = useMessages();
  const session = navigation.cells[0]?.param;
  useAgentTitle(format('screens.assist-screen.title'));
  if (session === undefined) return <Empty icon="lifesaver" title={format('assist.agent.none')} />;
  return own.signedIn ? <HelpOfSession key={session} session={session} /> : <Loading />;
});
