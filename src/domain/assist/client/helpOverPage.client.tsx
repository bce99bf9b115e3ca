// Shows the helped person the questions of agents over every page, with the mark of what they may do now, their lines, and the call.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Button, useClient, useMessages } from 'src/client/extendFrame.ts';
import { CallWindow } from 'src/domain/assist/client/callWindow.client.tsx';
import { AgentLines } from 'src/domain/assist/client/agentLines.client.tsx';
import { AssistQuestion } from 'src/domain/assist/client/assistQuestion.client.tsx';
import {
  forgetRequest,
  HELP_OVER_PAGE,
  type HelpRequest,
  openRequest,
} from 'src/domain/assist/client/helpRequest.client.ts';
import { type HelpEnd, VisitorHelp } from 'src/domain/assist/client/VisitorHelp.client.ts';
import { CONSENTS, type AgentState } from 'src/domain/assist/protocol.ts';
import 'src/domain/assist/client/assist.css';
import 'src/domain/assist/client/assistMessages.client.ts';

/** The key that ends everything, shown in the mark. */
const END_KEY = 'F9';

/** A key that an agent sends is not trusted by the browser and ends nothing. */
const useEndKey = (help: VisitorHelp): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!event.isTrusted || event.key !== END_KEY || !event.ctrlKey || !event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      help.endAll();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [help]);
};

const isHelping = (agent: AgentState): boolean => CONSENTS.some((consent) => agent[consent] === 'enabled');

/** Lists what one agent may do now, each with the button that stops it. */
const AgentMark = observer(({ help, agent }: { readonly help: VisitorHelp; readonly agent: AgentState }) => {
  const { format } = useMessages();
  return (
    <li>
      <b>{agent.name}</b>
      {CONSENTS.filter((consent) => agent[consent] === 'enabled').map((consent) => (
        <span key={consent} className={`kk-assist-state kk-assist-${consent}`}>
          {format(`assist.now.${consent}`)}
          <Button size="small" onClick={({ nativeEvent }) => nativeEvent.isTrusted && help.stop(agent.id, consent)}>
            {format('assist.stop', { what: format(`assist.what.${consent}`) })}
          </Button>
        </span>
      ))}
    </li>
  );
});

const HelpMark = observer(({ help }: { readonly help: VisitorHelp }) => {
  const { format } = useMessages();
  const active = help.agents.filter(isHelping);
  const isActive = active.length > 0;
  const { reconnecting } = help;
  return (
    <section
      className={`kk-assist-mark${isActive ? ' kk-assist-active' : ''}`}
      aria-label={format('assist.title')}
      data-assist
    >
      <div role="status">
        {!isActive && <p>{format(help.agents.length > 0 ? 'assist.answered' : 'assist.waiting')}</p>}
        {isActive && (
          <ul className="kk-plain-list">
            {active.map((agent) => (
              <AgentMark key={agent.id} help={help} agent={agent} />
            ))}
          </ul>
        )}
        {reconnecting !== undefined && <p>{format('assist.reconnecting', { attempt: reconnecting })}</p>}
      </div>
      {isActive && (
        <Button size="small" intent="danger" onClick={({ nativeEvent }) => nativeEvent.isTrusted && help.endAll()}>
          {format('assist.endAll')} <kbd>Ctrl+Shift+F9</kbd>
        </Button>
      )}
      <Button size="small" onClick={({ nativeEvent }) => nativeEvent.isTrusted && help.endSession()}>
        {format(help.agents.length > 0 ? 'assist.endSession' : 'assist.cancel')}
      </Button>
    </section>
  );
});

const HelpOverParts = observer(
  ({ help, end }: { readonly help: VisitorHelp; readonly end: (reason: HelpEnd) => void }) => {
    const { ended, prompt } = help;
    useEndKey(help);
    useEffect(() => {
      if (ended) end(ended);
    }, [ended, end]);
    if (ended) return null;
    return (
      <>
        <HelpMark help={help} />
        <AgentLines trail={help.trail} control={help.control} />
        {help.call.isRunning && <CallWindow call={help.call} />}
        {prompt && <AssistQuestion key={`${prompt.agent.id} ${prompt.consent}`} help={help} prompt={prompt} />}
      </>
    );
  },
);

const HelpOfRequest = observer(({ request }: { readonly request: HelpRequest }) => {
  const client = useClient();
  const { alerts, overPage } = client;
  const [help] = useState(() => new VisitorHelp(client, request));
  useEffect(() => help.start(), [help]);
  const end = (reason: HelpEnd): void => {
    forgetRequest();
    overPage.hide(HELP_OVER_PAGE);
    alerts.info(`assist.ended.${reason}`);
  };
  return <HelpOverParts help={help} end={end} />;
});

export const HelpOverPage = observer(() => {
  const client = useClient();
  const [request] = useState(() => openRequest(client));
  useEffect(() => {
    if (!request) client.overPage.hide(HELP_OVER_PAGE);
  }, [client, request]);
  return request ? <HelpOfRequest request={request} /> : null;
});
