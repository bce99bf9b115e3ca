// The form of values that are sent as a whole: its fields, its problems, and the buttons. Enter submits. A refusal is shown at its field,
// or above the fields when it belongs to none, and nothing that was typed is lost.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import { answersIn, NO_VALIDATOR, useFieldForm, type FormField } from 'src/client/forms/fieldForm.ts';
import type { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { encodeProblem, problemText } from 'src/client/fields/rules/FormProblem.ts';
import { SchemaForm, useNewSession, type FormHandle } from 'src/client/forms/SchemaForm.tsx';
import { propertyOfPointer } from 'src/client/stores/draftValues.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Values } from 'src/model/item/Item.ts';

interface FailureProps {
  readonly model: ValuesModel;
  readonly names: readonly string[];
}

/** Shows a refusal that belongs to none of the fields. */
const Failure = observer(({ model: { thrown, problems }, names }: FailureProps) => {
  const messages = useMessages();
  const elsewhere = Object.entries(problems).filter(([path]) => !names.includes(propertyOfPointer(path)));
  const isAtField = Object.keys(problems).length > elsewhere.length;
  if (thrown === undefined || isAtField) return null;
  const texts = elsewhere.flatMap(([path, list]) =>
    list.map((each) => problemText(messages.intl, encodeProblem({ path, ...each }))),
  );
  return (
    <div role="alert">
      <Band tone="danger">
        {texts.length > 0
          ? texts.join(' ')
          : (messages.find(messageOfThrown(thrown), valuesOfThrown(thrown)) ??
            messages.format('errors.generalFailure'))}
      </Band>
    </div>
  );
});

export interface ValuesFormProps {
  /** Id of the form element, for a button outside of it. */
  readonly id?: string;
  readonly className?: string;
  readonly model: ValuesModel;
  readonly fields: readonly FormField[];
  /** Rejects with the reason of a refusal. */
  readonly submit: (answers: Values) => Promise<unknown>;
  /** Puts the cursor into the first empty field. */
  readonly begin?: boolean;
  readonly disabled?: boolean;
  /** Shown above the fields. */
  readonly children?: ReactNode;
  readonly buttons?: ReactNode;
}

export const ValuesForm = observer(
  ({
    id,
    className = 'kk-stack',
    model,
    fields,
    submit,
    begin = false,
    disabled,
    children,
    buttons,
  }: ValuesFormProps) => {
    const { uploads, alerts } = useClient();
    const { form, plan } = useFieldForm(fields);
    const session = useNewSession(model, plan);
    const handle = useRef<FormHandle>(null);
    useEffect(() => {
      if (begin) handle.current?.begin();
    }, [begin]);
    const onSubmit = (event: FormEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      if (handle.current?.check() === false) return;
      const answers = answersIn(fields, model.values);
      const count = uploads.unfinished(answers);
      if (count > 0) alerts.warn('forms.upload.unfinished', { count });
      else void model.submit(() => submit(answers));
    };
    return (
      <form {...{ id, className, onSubmit }} noValidate>
        {children}
        <Failure model={model} names={plan.names} />
        <SchemaForm {...{ session, form, disabled }} validator={NO_VALIDATOR} ref={handle} />
        {buttons}
      </form>
    );
  },
);
