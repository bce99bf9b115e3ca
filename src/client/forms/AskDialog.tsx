// A dialog with a form: a question before something is done, or something to fill in. It closes when its work is done.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
import 'src/client/intl/laterMessages.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Dialog } from 'src/client/ui/Dialog.tsx';

interface AskDialogProps {
  readonly question: Question;
  readonly close: () => void;
}

export const AskDialog = observer(({ question, close }: AskDialogProps) => {
  const { title, text, apply, intent = 'primary', fields, values = {}, of, ready, submit, stop, more } = question;
  const messages = useMessages();
  const id = useId();
  const [model] = useState(() => new ValuesModel(values, of));
  const shown = typeof fields === 'function' ? fields(model.values) : fields;
  const { busy } = model;
  return (
    <Dialog
      open
      title={title}
      onClose={close}
      footer={
        <>
          {more?.(model, close)}
          <Button onClick={close}>{messages.format(busy && stop ? stop : 'app.cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant="solid"
            intent={intent}
            loading={busy}
            disabled={ready?.(model.values) === false}
          >
            {apply}
          </Button>
        </>
      }
    >
      <ValuesForm
        id={id}
        model={model}
        fields={shown}
        submit={async (answers) => (await submit(answers)) !== false && close()}
      >
        {typeof text === 'function' ? text(model.values) : text}
      </ValuesForm>
    </Dialog>
  );
});
