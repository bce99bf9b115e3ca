// The dialog that chooses what a log hands over: a period and kinds of entries, then each entry as its reader will see it, to leave out or to
// black out. The file is made from the entries that are shown here; the server refuses where they have changed.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { LogPreview } from 'src/domain/consult/logPreview.client.tsx';
import {
  blackedOutOf,
  INITIAL,
  LOG_ENTRY_KINDS,
  LOG_FORMATS,
  useLogRows,
  type Choice,
} from 'src/domain/consult/logPreviewRows.client.ts';
import {
  Band,
  Button,
  Dialog,
  failureText,
  TaskPreview,
  useMessages,
  type ActionDialogProps,
  type Messages,
} from 'src/client/extend.ts';
import { useLiveModel, ValuesForm, type FormField } from 'src/client/extendForms.ts';
import type { Values } from 'src/model/item/Item.ts';
import 'src/domain/consult/logDialog.css';

const logFields = ({ format }: Messages): readonly FormField[] => [
  {
    ...{ name: 'format', label: 'consultationLog.choose.format', none: null },
    choices: LOG_FORMATS.map((each) => [each, format(`consultationLog.formats.${each}`)]),
  },
  { name: 'from', label: 'consultationLog.choose.from', kind: 'date' },
  { name: 'to', label: 'consultationLog.choose.to', kind: 'date', sameRow: true },
  {
    ...{ name: 'kinds', label: 'consultationLog.choose.kinds', many: true },
    choices: LOG_ENTRY_KINDS.map((kind) => [kind, format(`consultationLog.kinds.${kind}`)]),
  },
  { name: 'minutes', label: 'consultationLog.choose.minutes', kind: 'boolean' },
];

const inputOf = (choice: Choice, seen: string): Values => ({
  ...{ format: choice.format, seen, kinds: choice.kinds, minutes: choice.minutes },
  ...(choice.from !== undefined && { from: choice.from }),
  ...(choice.to !== undefined && { to: choice.to }),
  leaveOut: [...choice.leftOut],
  blackOut: blackedOutOf(choice),
});

export const LogDialog = observer(({ item, start, close }: ActionDialogProps) => {
  const messages = useMessages();
  const [choice, setChoice] = useState<Choice>(INITIAL);
  const id = useId();
  const [shown, setShown] = useState<Values>();
  const change = (changes: Partial<Choice>): void => setChoice((before) => ({ ...before, ...changes }));
  const log = useLogRows(item, choice);
  const { rows, seen } = log;
  const chosen = rows?.filter(({ entry }) => !choice.leftOut.has(entry)) ?? [];
  const fields = logFields(messages);
  const model = useLiveModel({ fields, values: choice, set: change });
  const make = async (): Promise<void> => {
    try {
      await start(inputOf(choice, seen));
      close();
    } catch (thrown) {
      log.again();
      throw thrown;
    }
  };
  return (
    <Dialog
      open
      size="wide"
      title={messages.format('consultationLog.choose.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            icon="eye-open"
            disabled={rows === undefined}
            onClick={() => setShown({ _t: item._t, _i: item._i, ...inputOf({ ...choice, format: 'pdf' }, seen) })}
          >
            {messages.format('consultationLog.choose.preview')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="solid"
            intent="primary"
            loading={model.busy}
            disabled={rows === undefined || chosen.length === 0}
          >
            {messages.format('consultationLog.choose.make')}
          </Button>
        </>
      }
    >
      <div className="kk-stack">
        <ValuesForm id={id} model={model} fields={fields} submit={make} />
        {log.failure !== undefined && (
          <div role="alert">
            <Band tone="danger">{failureText(messages, log.failure)}</Band>
          </div>
        )}
        <LogPreview log={log} choice={choice} change={change} />
      </div>
      {shown && (
        <TaskPreview
          title={messages.format('consultationLog.of', { name: item.$label })}
          task={{ action: 'consultationLog', input: shown }}
          close={() => setShown(undefined)}
        />
      )}
    </Dialog>
  );
});
