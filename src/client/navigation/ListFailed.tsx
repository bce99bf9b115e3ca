// Shown for a list that could not be read, which differs from an empty one: the reason, and a button to try again. Used by the engine's own
// views.

import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface ListFailedProps {
  readonly failure: unknown;
  readonly again: () => void;
}

export const ListFailed = ({ failure, again }: ListFailedProps) => {
  const messages = useMessages();
  return (
    <Empty
      urgent
      icon="error"
      title={messages.format('listing.failed')}
      action={
        <Button icon="refresh" onClick={() => again()}>
          {messages.format('app.tryAgain')}
        </Button>
      }
    >
      {messages.format(messageOfThrown(failure), valuesOfThrown(failure))}
    </Empty>
  );
};

interface BandFailedProps {
  readonly message: string;
  readonly again: () => void;
}

/** Says that a list on the page could not be loaded or reloaded. Earlier results stay visible below. */
export const BandFailed = ({ message, again }: BandFailedProps) => {
  const messages = useMessages();
  return (
    <div role="status">
      <Band
        tone="warning"
        actions={
          <Button size="small" icon="refresh" onClick={again}>
            {messages.format('app.tryAgain')}
          </Button>
        }
      >
        {messages.format(message)}
      </Band>
    </div>
  );
};
