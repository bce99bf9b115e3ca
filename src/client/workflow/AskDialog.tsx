// A short question before an action: a reason, an outcome, people, a day. Problems that the server reports are shown at
// their fields, and others above them; the dialog closes once the action is done. Used by all actions on items and
// their steps.

import { observer } from 'mobx-react-lite';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { encodeProblem, problemText } from 'src/client/forms/rules/FormProblem.ts';
import { FieldStateContext } from 'src/client/forms/session/FieldState.ts';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import { dateInput } from 'src/client/kinds/date/dateInput.ts';
import type { KindInput } from 'src/client/kinds/KindInput.ts';
import { ChoiceControl, LinesControl, NumberControl, TextControl } from 'src/client/kinds/plainControls.tsx';
import { ItemFinder } from 'src/client/kinds/relation/ItemFinder.tsx';
import { problemsByPath, type FieldProblems } from 'src/client/stores/draftValues.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { FilesInput } from 'src/client/workflow/FilesInput.tsx';
import { isProblem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

/** Bound of every reason that the server takes. */
const MAX_LINES = 2_000;
const MAX_TEXT = 200;

export interface AskedField {
  /** Name in the input, and so the first part of the path of its problems. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'choice' | 'people' | 'day' | 'number' | 'files' | 'property' | 'own';
  /** The item that people of a field of the kind `people` work on: its readers are offered. */
  readonly readersOf?: ItemId;
  /** The property that a field of the kind `files` or `property` is for. */
  readonly property?: Property;
  readonly required?: boolean;
  readonly hint?: string;
  readonly value?: Json;
  readonly choices?: readonly (readonly [value: string, text: string])[];
  /** Renders a field of the kind `own`, which names its inputs itself. */
  readonly render?: (value: Json | undefined, set: (value: Json | undefined) => void) => ReactNode;
}

export type Answers = Readonly<Record<string, Json>>;

export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  readonly apply: string;
  readonly intent?: 'primary' | 'warning' | 'danger';
  readonly fields: readonly AskedField[];
  /** Without what was left empty. */
  readonly submit: (answers: Answers) => Promise<void>;
}

interface FieldProps {
  readonly field: AskedField;
  readonly id: string;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly faults: readonly string[];
}

const idsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const People = observer(({ field, id, value, set }: Pick<FieldProps, 'field' | 'id' | 'value' | 'set'>) => {
  const { items } = useClient();
  const messages = useMessages();
  const chosen = idsIn(value);
  return (
    <>
      {chosen.length > 0 && (
        <ul className="kk-plain-list kk-asked-people">
          {chosen.map((each) => {
            const name = items.label(each) ?? messages.format('cells.hiddenItem');
            return (
              <li key={each}>
                <span>{name}</span>
                <IconButton
                  icon="cross"
                  size="small"
                  label={messages.format('workflow.ask.without', { name })}
                  onClick={() => set(chosen.filter((other) => other !== each))}
                />
              </li>
            );
          })}
        </ul>
      )}
      <ItemFinder
        id={id}
        types={[SYSTEM_TYPES.user]}
        readersOf={field.readersOf}
        value={undefined}
        set={(picked) => set([...new Set([...chosen, picked])])}
      />
    </>
  );
});

const TEXT = { control: TextControl };

/** Controls of fields that are for no property. */
const INPUTS: Readonly<Record<AskedField['kind'], Pick<KindInput, 'control'>>> = {
  text: TEXT,
  lines: { control: LinesControl },
  choice: { control: ChoiceControl },
  number: { control: NumberControl },
  day: dateInput,
  ...{ people: TEXT, files: TEXT, property: TEXT, own: TEXT },
};
const LONGEST: Partial<Record<AskedField['kind'], number>> = { text: MAX_TEXT, lines: MAX_LINES };
const NOT_NEGATIVE = { minimum: 0 };

const Control = ({ field, id, value, set, faults }: FieldProps) => {
  const messages = useMessages();
  const { kind, label, property, choices, required = false } = field;
  if (property?.files) return <FilesInput {...{ value, set, property }} />;
  if (kind === 'people') return <People {...{ field, id, value, set }} />;
  const { control: Shown = TextControl } = kind === 'property' && property ? KIND_INPUTS[property.kind] : INPUTS[kind];
  const invalid = faults.length > 0;
  const describedBy = invalid ? `${id}-fault` : undefined;
  return (
    <FieldStateContext value={{ labelId: undefined, label, required, invalid, describedBy }}>
      <Shown
        {...{ id, value, set, choices }}
        property={property ?? NOT_NEGATIVE}
        none={messages.format(required ? 'workflow.ask.choose' : 'workflow.ask.none')}
        maxLength={LONGEST[kind]}
      />
    </FieldStateContext>
  );
};

const Field = (props: FieldProps) => {
  const { field, id, faults, value, set } = props;
  const messages = useMessages();
  const name = (
    <>
      {field.label}
      {field.required !== true && <span className="kk-soft"> {messages.format('workflow.ask.optional')}</span>}
    </>
  );
  const hint = field.hint !== undefined && <p className="kk-soft">{field.hint}</p>;
  if (field.render)
    return (
      <fieldset className="kk-asked">
        <legend>{name}</legend>
        {hint}
        {field.render(value, set)}
      </fieldset>
    );
  return (
    <div className="kk-asked">
      <label htmlFor={id}>{name}</label>
      {hint}
      <Control {...props} />
      {faults.length > 0 && (
        <p id={`${id}-fault`} className="kk-asked-fault">
          {faults.join(' ')}
        </p>
      )}
    </div>
  );
};

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const answersOf = (fields: readonly AskedField[], typed: Answers): Answers =>
  Object.fromEntries(
    fields.flatMap(({ name }): [string, Json][] => {
      const value = typed[name];
      if (value === undefined || isEmpty(value)) return [];
      return [[name, typeof value === 'string' ? value.trim() : value]];
    }),
  );

const NO_FAULTS: FieldProblems = Object.freeze({});

interface Failure {
  readonly thrown: unknown;
  readonly byPath: FieldProblems;
}

const failureOf = (thrown: unknown): Failure => ({
  thrown,
  byPath: isProblem(thrown) && thrown.key === 'invalid' ? problemsByPath(thrown.params?.errors) : NO_FAULTS,
});

interface AskDialogProps {
  readonly question: Question;
  readonly close: () => void;
}

/** Returns the reason of a refusal in words: that of the value where a single value was refused. */
export const failureText = (messages: Messages, thrown: unknown): string =>
  messages.find(messageOfThrown(thrown), valuesOfThrown(thrown)) ?? messages.format('errors.generalFailure');

export const AskDialog = observer(({ question, close }: AskDialogProps) => {
  const { uploads } = useClient();
  const { fields, intent = 'primary' } = question;
  const messages = useMessages();
  const prefix = useId();
  const [typed, setTyped] = useState<Answers>(() =>
    Object.fromEntries(fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  );
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const said = (name: string): string[] =>
    Object.entries(failure?.byPath ?? NO_FAULTS).flatMap(([path, list]) =>
      path === `/${name}` || path.startsWith(`/${name}/`)
        ? list.map((each) => problemText(messages.intl, encodeProblem({ path, ...each })))
        : [],
    );
  const atFields = fields.flatMap(({ name }) => said(name));
  const elsewhere = Object.entries(failure?.byPath ?? NO_FAULTS).flatMap(([path, list]) =>
    fields.some(({ name }) => path === `/${name}` || path.startsWith(`/${name}/`))
      ? []
      : list.map((each) => problemText(messages.intl, encodeProblem({ path, ...each }))),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    question.submit(answersOf(fields, typed)).then(close, (thrown: unknown) => {
      setBusy(false);
      setFailure(failureOf(thrown));
    });
  };
  const lacking = fields.some(({ name, required }) => required === true && isEmpty(typed[name]));
  return (
    <Dialog
      open
      title={question.title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button
            type="submit"
            form={`${prefix}-form`}
            variant="solid"
            intent={intent}
            loading={busy}
            disabled={lacking || uploads.unfinished(typed) > 0}
          >
            {question.apply}
          </Button>
        </>
      }
    >
      <form id={`${prefix}-form`} className="kk-stack" onSubmit={submit}>
        {question.text}
        {failure && atFields.length === 0 && (
          <div role="alert">
            <Band tone="danger">
              {elsewhere.length > 0 ? elsewhere.join(' ') : failureText(messages, failure.thrown)}
            </Band>
          </div>
        )}
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            id={`${prefix}-${field.name}`}
            value={typed[field.name]}
            faults={said(field.name)}
            set={(value) =>
              setTyped(({ [field.name]: _, ...before }) =>
                value === undefined ? before : { ...before, [field.name]: value },
              )
            }
          />
        ))}
      </form>
    </Dialog>
  );
});

/** The dialog to put on the page, and what opens it. */
export const useAskDialog = (): readonly [dialog: ReactNode, ask: (question: Question) => void] => {
  const [question, setQuestion] = useState<Question>();
  const dialog = question && <AskDialog question={question} close={() => setQuestion(undefined)} />;
  return [dialog, setQuestion];
};
