// The form of one draft, drawn by RJSF. RJSF holds what is typed; this updates the draft, takes in what others changed, and shows problems.

import Form from '@rjsf/core';
import type { UiSchema } from '@rjsf/utils';
import { reaction, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useImperativeHandle, useMemo, useRef, type FocusEvent, type Ref } from 'react';
import { useIntl } from 'react-intl';
import type { Client } from 'src/client/Client.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { propertyOfPointer } from 'src/client/stores/draftValues.ts';
import { latestChanges } from 'src/client/stores/latestChanges.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import { useClient } from 'src/client/useClient.ts';
import { formCheckOf } from 'src/client/forms/rules/formCheckOf.ts';
import { errorSchemaOf, fieldOfPointer } from 'src/client/forms/rules/FormProblem.ts';
import { FormSession } from 'src/client/forms/session/FormSession.ts';
import { layoutFor, withoutFields } from 'src/client/forms/session/layout.ts';
import { focusFirstEmpty, goToProblem, showFailure } from 'src/client/forms/session/goToProblem.ts';
import { FormSessionContext } from 'src/client/forms/session/useFormSession.ts';
import { ErrorSummary } from 'src/client/forms/theme/ErrorSummary.tsx';
import { THEME, translateWith } from 'src/client/forms/theme/formTheme.ts';
import type { FormTab } from 'src/model/schema/TypeView.ts';
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

// A form shows the values of the item; the server sets defaults.
const NO_DEFAULTS = {
  emptyObjectFields: 'skipDefaults',
  requiredBooleanDefault: 'skip',
  constAsDefaults: 'never',
  arrayMinItems: { populate: 'never' },
} as const;

/** Returns the properties above the tabs of a new item: its owner and its visibility. */
const liftedOf = ({ registry }: Client, { id, type }: ItemDraft, names: readonly string[]): readonly string[] => {
  const { read, levelPath } = registry.types[type] ?? {};
  if (id !== undefined) return [];
  return [read?.owner, levelPath].filter((path): path is string => path !== undefined && names.includes(path));
};

const layoutOfOne = (path: string): readonly FormTab[] => [
  { key: 'main', groups: [{ key: 'main', rows: [[{ path }]] }] },
];

/** Which part of the form is shown, where it is not all of it. */
interface FormPart {
  /** The only property to show. */
  readonly only: string | undefined;
  /** Groups of the form, one under the other. */
  readonly groups: readonly string[] | undefined;
  /** A property that stands elsewhere. */
  readonly without: string | undefined;
  readonly needed: readonly string[] | undefined;
}

const partOf = (declared: readonly FormTab[], { only, groups }: FormPart): readonly FormTab[] => {
  if (only !== undefined) return layoutOfOne(only);
  if (!groups) return declared;
  const all = declared.flatMap((tab) => tab.groups);
  return [{ key: 'main', groups: all.filter(({ key }) => groups.includes(key)) }];
};

const namesIn = (layout: readonly FormTab[]): readonly string[] =>
  layout.flatMap((tab) => tab.groups.flatMap(({ rows }) => rows.flat().map(({ path }) => path.split('.')[0] ?? path)));

const usePlan = (form: LoadedForm, draft: ItemDraft, part: FormPart) => {
  const { type } = draft;
  const client = useClient();
  const admin = client.session.user?.admin === true;
  return useMemo(() => {
    const { only, groups, without } = part;
    const { validator, check: checkAll } = formCheckOf(client, form, type);
    const options: unknown = form.uiSchema['ui:options'];
    const declared = (options as { readonly layout?: readonly FormTab[] } | undefined)?.layout ?? [];
    const names = Object.keys((form.schema.properties ?? {}) as object);
    const lifted = liftedOf(client, draft, names);
    const closed = admin ? [] : (client.registry.types[type]?.adminOnly ?? []);
    const whole =
      only === undefined
        ? withoutFields(layoutFor(declared, admin), [...lifted, ...closed, ...(without === undefined ? [] : [without])])
        : [];
    const layout = partOf(whole, part);
    const properties = client.registry.types[type]?.properties ?? {};
    const isPart = only !== undefined || groups !== undefined;
    const shown = isPart ? new Set([...lifted, ...namesIn(layout)]) : undefined;
    // Problems outside the shown part cannot be fixed here; the server validates the whole item.
    const check: typeof checkAll = (values) =>
      checkAll(values).filter(({ path }) => shown?.has(propertyOfPointer(path)) !== false);
    const { levelPath, read } = client.registry.types[type] ?? {};
    const follows = read && 'path' in read.level ? read.level.follows : undefined;
    const isOpen = (name: string): boolean => name === levelPath && follows !== undefined;
    const isNeeded = (name: string): boolean =>
      (lifted.includes(name) && !isOpen(name)) ||
      part.needed?.includes(name) === true ||
      (!admin && properties[name]?.requiredExceptAdmins === true);
    const needed = new Set(names.filter(isNeeded));
    return { validator, plan: { type, layout, lifted, names, needed, shown, check } };
  }, [form, type, draft, part, client, admin]);
};

/** Sets what others changed straight into RJSF, whole and once, so that focus and caret stay where they are. */
const useServerChanges = (session: FormSession, rjsf: { readonly current: Form | null }): void => {
  useEffect(
    () =>
      reaction(
        () => session.draft.values,
        (values) => {
          if (session.takeIn(values).length > 0) rjsf.current?.setFieldValue([], { ...session.values });
        },
      ),
    [session, rjsf],
  );
};

/** Marks fields that others change while the form is open, until it is saved. */
const useMarksOfOthers = (session: FormSession): void => {
  const { items, connection } = useClient();
  useEffect(() => {
    const { draft, others } = session;
    const stop = reaction(
      () => draft.dirtyState === 'SAVING',
      (saving) => saving && others.clear(),
    );
    const stopListening = items.onServerUpdate((id, properties) => {
      if (id !== draft.id) return;
      runInAction(() => properties.forEach((name) => others.set(name, undefined)));
      void latestChanges(connection, id).then((latest) =>
        runInAction(() => properties.forEach((name) => others.has(name) && others.set(name, latest.get(name)))),
      );
    });
    return () => {
      stop();
      stopListening();
    };
  }, [session, items, connection]);
};

/** The server refused some properties: as after a failed check. Once per save, not while they are being mended. */
const useServerProblems = (session: FormSession): void => {
  useEffect(
    () =>
      reaction(
        () => session.draft.dirtyState === 'ERROR' && Object.keys(session.draft.problems).length > 0,
        (refused) => {
          if (!refused) return;
          session.showProblemsOfServer();
          showFailure(session);
        },
        // Runs at once, because a refused save may have opened this form.
        { fireImmediately: true },
      ),
    [session],
  );
};

/** Restores the focus after a save, which disables the form for a moment. */
const useKeptFocus = (disabled: boolean) => {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!disabled && document.activeElement === document.body && last.current?.isConnected) last.current.focus();
  }, [disabled]);
  return ({ target }: FocusEvent<HTMLElement>): void => {
    last.current = target;
  };
};

interface FormBodyProps {
  readonly draft: ItemDraft;
  readonly form: LoadedForm;
  readonly only?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly without?: string | undefined;
  readonly needed?: readonly string[] | undefined;
  readonly disabled: boolean;
  readonly ref: Ref<FormHandle> | undefined;
}

export const FormBody = observer(({ draft, form, only, groups, without, needed, disabled, ref }: FormBodyProps) => {
  const intl = useIntl();
  const prefix = `f${useId()}`;
  const rjsf = useRef<Form>(null);
  const part = useMemo(() => ({ only, groups, without, needed }), [only, groups, without, needed]);
  const { validator, plan } = usePlan(form, draft, part);
  const session = useMemo(() => new FormSession(draft, plan, prefix), [draft, plan, prefix]);
  const uiSchema = form.uiSchema as UiSchema;
  const initial = useMemo(() => ({ ...session.values }), [session]);
  const translate = useMemo(() => translateWith(intl), [intl]);
  const fieldOf = useMemo(() => fieldOfPointer(uiSchema), [uiSchema]);
  const keepFocus = useKeptFocus(disabled);
  useServerChanges(session, rjsf);
  useServerProblems(session);
  useMarksOfOthers(session);
  useImperativeHandle(
    ref,
    () => ({
      check: () => {
        const right = session.check();
        if (!right) showFailure(session);
        return right;
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
        {only === undefined && <ErrorSummary session={session} />}
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
});
