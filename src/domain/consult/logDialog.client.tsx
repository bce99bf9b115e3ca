// The dialog that chooses what a log hands over: a period and kinds of entries, then each entry as its reader will see it, to leave out or to
// black out. The file is made from the entries that are shown here; the server refuses where they have changed.

import { Checkbox } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { LogPreview } from 'src/domain/consult/logPreview.client.tsx';
import {
  blackedOutOf,
  INITIAL,
  LOG_ENTRY_KINDS,
  useLogRows,
  type Choice,
} from 'src/domain/consult/logPreviewRows.client.ts';
import {
  Band,
  Button,
  DayInput,
  Dialog,
  failureText,
  LabelledSelect,
  TaskPreview,
  useMessages,
  type ActionDialogProps,
} from 'src/client/extend.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import 'src/domain/consult/logDialog.css';

const FORMATS = ['pdf', 'zip', 'csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

interface FieldsProps {
  readonly choice: Choice;
  readonly change: (changes: Partial<Choice>) => void;
}

const DAY_IN_ADDRESS = /^\d{4}-\d{2}-\d{2}$/;

/** While a day is typed, the entries stay as they are chosen. */
const Day = ({ name, choice, change }: FieldsProps & { readonly name: 'from' | 'to' }) => {
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState<Json>(choice[name]);
  const label = messages.format(`consultationLog.choose.${name}`);
  const [isTyping, setTyping] = useState(false);
  const faulty = !isTyping && typed !== choice[name];
  const set = (value: Json | undefined): void => {
    const next = value ?? '';
    setTyped(next);
    if (typeof next === 'string' && (next === '' || DAY_IN_ADDRESS.test(next)) && next !== choice[name])
      change({ [name]: next });
  };
  return (
    <div onFocus={({ target }) => setTyping(target.id === id)} onBlur={() => setTyping(false)}>
      <label htmlFor={id}>{label}</label>
      <DayInput {...{ id, label, set, faulty }} value={typed} required={false} />
      {faulty && (
        <p id={`${id}-fault`} className="kk-asked-fault">
          {messages.format('errors.invalidDate')}
        </p>
      )}
    </div>
  );
};

const Fields = ({ choice, change }: FieldsProps) => {
  const messages = useMessages();
  const toggled = (kind: string): readonly string[] =>
    LOG_ENTRY_KINDS.filter((each) => (each === kind ? !choice.kinds.includes(each) : choice.kinds.includes(each)));
  return (
    <>
      <div className="kk-log-days">
        <Day name="from" choice={choice} change={change} />
        <Day name="to" choice={choice} change={change} />
      </div>
      <fieldset className="kk-log-kinds">
        <legend>{messages.format('consultationLog.choose.kinds')}</legend>
        {LOG_ENTRY_KINDS.map((kind) => (
          <Checkbox key={kind} checked={choice.kinds.includes(kind)} onChange={() => change({ kinds: toggled(kind) })}>
            {messages.format(`consultationLog.kinds.${kind}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox checked={choice.minutes} onChange={() => change({ minutes: !choice.minutes })}>
        {messages.format('consultationLog.choose.minutes')}
      </Checkbox>
    </>
  );
};

const inputOf = (choice: Choice, format: Format, seen: string): Values => ({
  ...{ format, seen, kinds: choice.kinds, minutes: choice.minutes },
  ...(choice.from !== '' && { from: choice.from }),
  ...(choice.to !== '' && { to: choice.to }),
  leaveOut: [...choice.leftOut],
  blackOut: blackedOutOf(choice),
});

export const LogDialog = observer(({ item, start, close }: ActionDialogProps) => {
  const messages = useMessages();
  const [choice, setChoice] = useState<Choice>(INITIAL);
  const [format, setFormat] = useState<Format>('pdf');
  const [thrown, setThrown] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState<Values>();
  const change = (changes: Partial<Choice>): void => setChoice((before) => ({ ...before, ...changes }));
  const log = useLogRows(item, choice);
  const { rows, seen } = log;
  const chosen = rows?.filter(({ entry }) => !choice.leftOut.has(entry)) ?? [];
  const make = (): void => {
    setBusy(true);
    setThrown(undefined);
    start(inputOf(choice, format, seen)).then(close, (failure: unknown) => {
      setBusy(false);
      setThrown(failure);
      log.again();
    });
  };
  const failure = thrown ?? log.failure;
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
            onClick={() => setShown({ _t: item._t, _i: item._i, ...inputOf(choice, 'pdf', seen) })}
          >
            {messages.format('consultationLog.choose.preview')}
          </Button>
          <Button
            variant="solid"
            intent="primary"
            loading={isBusy}
            disabled={rows === undefined || chosen.length === 0}
            onClick={make}
          >
            {messages.format('consultationLog.choose.make')}
          </Button>
        </>
      }
    >
      <div className="kk-stack">
        <LabelledSelect
          label={messages.format('consultationLog.choose.format')}
          value={format}
          options={FORMATS.map((each) => [each, messages.format(`consultationLog.formats.${each}`)])}
          choose={setFormat}
        />
        <Fields choice={choice} change={change} />
        {failure !== undefined && (
          <div role="alert">
            <Band tone="danger">{failureText(messages, failure)}</Band>
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
