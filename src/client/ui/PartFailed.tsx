// Shown for a part of a page that could not be read, such as the data of a map or a timeline: the reason, and a button to try again.

import { isUnreachable, messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface PartFailedProps {
  /** Says which part could not be loaded. */
  readonly message: string;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

export const PartFailed = ({ message, failure, again }: PartFailedProps) => {
  const messages = useMessages();
  return (
    <div role="alert">
      <Band
        tone="danger"
        actions={
          <Button size="small" icon="refresh" onClick={() => void again()}>
            {messages.format('app.tryAgain')}
          </Button>
        }
      >
        {isUnreachable(failure)
          ? messages.format('cells.offlinePart')
          : `${messages.format(message)} ${messages.find(messageOfThrown(failure), valuesOfThrown(failure)) ?? messages.format('errors.generalFailure')}`}
      </Band>
    </div>
  );
};
