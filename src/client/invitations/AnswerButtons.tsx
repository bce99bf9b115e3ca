// Accept, maybe and decline: what an invited person may answer. Used on the page of the item, in the notice and on the page of the link.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { INVITATION_ANSWERS, type InvitationAnswer } from 'src/model/schema/invitationNames.ts';

interface Props {
  /** Current answer of the person. */
  readonly given: string | undefined;
  readonly answer: (answer: InvitationAnswer) => Promise<void>;
}

export const AnswerButtons = observer(({ given, answer }: Props) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const [busy, setBusy] = useState(false);
  const choose = async (each: InvitationAnswer): Promise<void> => {
    setBusy(true);
    try {
      await answer(each);
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="kk-row" role="group" aria-label={messages.format('invitations.yourAnswer')}>
      {INVITATION_ANSWERS.map((each) => (
        <Button
          key={each}
          size="small"
          disabled={busy}
          active={given === each}
          aria-pressed={given === each}
          onClick={() => void choose(each)}
        >
          {messages.format(`invitations.answer.${each}`)}
        </Button>
      ))}
    </span>
  );
});
