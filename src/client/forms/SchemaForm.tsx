// The form of a schema, rendered by RJSF. RJSF holds the typed values; this component passes them to the model, applies outside changes,
// and shows problems. It never saves.

import Form from '@rjsf/core';
import type { UiSchema, ValidatorType } from '@rjsf/utils';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  type FocusEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useIntl } from 'react-intl';
import type { FormModel } from 'src/client/fields/session/FormModel.ts';
import { errorSchemaOf, fieldOfPointer } from 'src/client/fields/rules/FormProblem.ts';
import { FormSession, type FormPlan } from 'src/client/fields/session/FormSession.ts';
import { focusFirstEmpty, goToProblem, showFailure } from 'src/client/fields/session/goToProblem.ts';
import { FormSessionContext } from 'src/client/fields/session/useFormSession.ts';
import { THEME, translateWith } from 'src/client/forms/theme/formTheme.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import 'src/client/forms/values.css';
import 'src/client/forms/forms.css';

export interface FormHandle {
  /** Checks every field, shows and goes to what is wrong; true when nothing is. */
  check(): boolean;
  /** Puts the cursor where something waits to be typed. */
  begin(): void;
  /** Puts the cursor into the field of a value. */
  show(pointer: string): void;
}

// A form shows the values of its model; the server sets defaults.
const NO_DEFAULTS = {
  emptyObjectFields: 'skipDefaults',
  requiredBooleanDefault: 'skip',
  constAsDefaults: 'never',
  arrayMinItems: { populate: 'never' },
} as const;

/** The state of one form on the page. A new plan starts a new session with the values of the model. */
export const useNewSession = (model: FormModel, plan: FormPlan): FormSession => {
  const prefix = `f${useId()}`;
  return useMemo(() => new FormSession(model, plan, prefix), [model, plan, prefix]);
};

/** Sets all values into RJSF at once when they change elsewhere, so that focus and caret stay where they are. */
const useServerChanges = (session: FormSession, rjsf: { readonly current: Form | null }): void => {
  useEffect(
    () =>
      reaction(
        () => session.model.values,
        (values) => {
          if (session.takeIn(values).length > 0) rjsf.current?.setFieldValue([], { ...session.values });
        },
      ),
    [session, rjsf],
  );
};

/** Shows the problems that the server reports for a save, in the same way as those of a failed check. */
const useServerProblems = (session: FormSession): void => {
  useEffect(
    () =>
      reaction(
        () => session.model.dirtyState === 'ERROR' && Object.keys(session.model.problems).length > 0,
        (refused) => {
          if (!refused) return;
          session.showProblemsOfServer();
          showFailure(session);
        },
        // The refusal of an earlier save may have led to this form.
        { fireImmediately: true },
      ),
    [session],
  );
};

/** Gives the focus back after a save, which disables the form for a moment. */
const useKeptFocus = (disabled: boolean) => {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!disabled && document.activeElement === document.body && last.current?.isConnected) last.current.focus();
  }, [disabled]);
  return ({ target }: FocusEvent<HTMLElement>): void => {
    last.current = target;
  };
};

interface SchemaFormProps {
  readonly session: FormSession;
  readonly form: Pick<LoadedForm, 'schema' | 'uiSchema'>;
  readonly validator: ValidatorType;
  readonly disabled?: boolean;
  /** The only field of the form. */
  readonly only?: string | undefined;
  readonly ref?: Ref<FormHandle> | undefined;
  /** Shown above the fields. */
  readonly children?: ReactNode;
}

export const SchemaForm = observer(
  ({ session, form, validator, disabled = false, only, ref, children }: SchemaFormProps) => {
    const intl = useIntl();
    const rjsf = useRef<Form>(null);
    const uiSchema = form.uiSchema as UiSchema;
    const initial = useMemo(() => ({ ...session.values }), [session]);
    const translate = useMemo(() => translateWith(intl), [intl]);
    const fieldOf = useMemo(() => fieldOfPointer(uiSchema), [uiSchema]);
    const keepFocus = useKeptFocus(disabled);
    useServerChanges(session, rjsf);
    useServerProblems(session);
    useImperativeHandle(
      ref,
      () => ({
        check: () => {
          const isRight = session.check();
          if (!isRight) showFailure(session);
          return isRight;
        },
        begin: () => (only === undefined ? focusFirstEmpty(session) : goToProblem(session, `/${only}`)),
        show: (pointer) => goToProblem(session, pointer),
      }),
      [session, only],
    );
    const { problems } = session;
    const extraErrors = useMemo(() => errorSchemaOf(problems, fieldOf), [problems, fieldOf]);
    return (
      <FormSessionContext value={session}>
        <div className="kf-form" id={session.prefix} onFocus={keepFocus}>
          {children}
          <Form
            key={session.prefix}
            ref={rjsf}
            tagName="div"
            {...THEME}
            schema={form.schema}
            uiSchema={uiSchema}
            validator={validator}
            initialFormData={initial}
            extraErrors={extraErrors}
            idPrefix={session.prefix}
            idSeparator="/"
            disabled={disabled}
            showErrorList={false}
            noHtml5Validate
            translateString={translate}
            experimental_defaultFormStateBehavior={NO_DEFAULTS}
            onChange={({ formData }) => session.change((formData ?? {}) as Record<string, unknown>)}
            onBlur={(id) => session.leave(id.slice(session.prefix.length))}
          >
            <></>
          </Form>
        </div>
      </FormSessionContext>
    );
  },
);
