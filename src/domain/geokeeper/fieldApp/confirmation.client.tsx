// A question before something is removed. Its code loads with the page, so it opens without a connection.

import { type ReactNode, useState } from 'react';
import { Button, useClient, useMessages } from 'src/client/extendFrame.ts';

interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly apply: string;
  readonly run: () => Promise<void>;
  /** Called when the person cancels. */
  readonly refuse?: () => void;
}

/** Returns the dialog to put on the page, and the function that opens it. */
export const useConfirmation = (): readonly [dialog: ReactNode, ask: (question: Confirmation) => void] => {
  const { alerts } = useClient();
  const messages = useMessages();
  const [question, ask] = useState<Confirmation>();
  const close = (): void => {
    question?.refuse?.();
    ask(undefined);
  };
  const apply = (): void => {
    ask(undefined);
    void question?.run().catch((thrown: unknown) => alerts.error(thrown));
  };
  const dialog = question && (
    <dialog
      ref={(element) => {
        if (element?.open === false) element.showModal();
      }}
      className="kk-field-dialog"
      aria-label={question.title}
      onClose={close}
    >
      <h2>{question.title}</h2>
      <p>{question.text}</p>
      <div className="kk-field-row">
        <Button size="large" onClick={close}>
          {messages.format('field.cancel')}
        </Button>
        <Button size="large" intent="danger" variant="solid" onClick={apply}>
          {question.apply}
        </Button>
      </div>
    </dialog>
  );
  return [dialog, ask];
};
