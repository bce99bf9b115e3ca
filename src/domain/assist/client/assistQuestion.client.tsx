// The question whether an agent may see, control or record the page, or call. It closes as refused after 30 seconds. Only a press of the person
// answers it, never a press that an agent sends.

import { observer } from 'mobx-react-lite';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { Button, Dialog, useMessages } from 'src/client/extend.ts';
import type { AssistPrompt, VisitorHelp } from 'src/domain/assist/client/VisitorHelp.client.ts';

const HELP_SECOND_MS = 1000;

/** Returns the seconds that are left, and calls `lapse` at the end. */
const useCountdown = (until: number, lapse: () => void): number => {
  const secondsLeft = (): number => Math.max(0, Math.ceil((until - Date.now()) / HELP_SECOND_MS));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds(secondsLeft()), HELP_SECOND_MS);
    return () => window.clearInterval(timer);
  });
  useEffect(() => {
    if (seconds === 0) lapse();
    // oxlint-disable-next-line react/exhaustive-deps -- lapses once
  }, [seconds]);
  return seconds;
};

interface AssistQuestionProps {
  readonly help: VisitorHelp;
  readonly prompt: AssistPrompt;
}

export const AssistQuestion = observer(({ help, prompt }: AssistQuestionProps) => {
  const { format } = useMessages();
  const { agent, consent, until } = prompt;
  const answer = (allowed: boolean): void => help.answer(prompt, allowed);
  const seconds = useCountdown(until, () => answer(false));
  const press =
    (allowed: boolean) =>
    ({ nativeEvent }: SyntheticEvent): void => {
      if (nativeEvent.isTrusted) answer(allowed);
    };
  return (
    <Dialog
      open
      role="alertdialog"
      title={format('assist.questionOf', { name: agent.name })}
      footer={
        <div className="kk-row" data-assist>
          <Button onClick={press(false)}>{format(`assist.refuse.${consent}`)}</Button>
          <Button variant="solid" intent="primary" onClick={press(true)}>
            {format(`assist.allow.${consent}`)}
          </Button>
        </div>
      }
    >
      <div data-assist>
        <p>{format(`assist.question.${consent}`)}</p>
        <p className="kk-soft">{format(`assist.meaning.${consent}`)}</p>
        <p className="kk-soft" role="timer">
          {format('assist.secondsLeft', { seconds })}
        </p>
      </div>
    </Dialog>
  );
});
