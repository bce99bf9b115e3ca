// The form of the draft of an item: the whole declared form, some of its groups, or one property.

import { closedProperties } from 'src/model/schema/closedProperties.ts';
import { reaction, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, type Ref } from 'react';
import type { Client } from 'src/client/Client.ts';
import { formCheckOf } from 'src/client/forms/rules/formCheckOf.ts';
import { SchemaForm, useNewSession, type FormHandle } from 'src/client/forms/SchemaForm.tsx';
import type { FormSession } from 'src/client/fields/session/FormSession.ts';
import { textListsIn } from 'src/client/fields/session/formValues.ts';
import { layoutFor, withoutFields } from 'src/client/fields/session/layout.ts';
import { ErrorSummary } from 'src/client/forms/theme/ErrorSummary.tsx';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { propertyOfPointer } from 'src/client/stores/draftValues.ts';
import { latestChanges } from 'src/client/stores/latestChanges.ts';
import { useClient } from 'src/client/useClient.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import type { FormTab } from 'src/model/schema/TypeView.ts';

/** Returns the properties above the tabs of a new item: its owner and its visibility. */
const liftedOf = ({ registry }: Client, { id, type }: ItemDraft, names: readonly string[]): readonly string[] => {
  const { read, levelPath } = registry.types[type] ?? {};
  if (id !== undefined) return [];
  return [read?.owner, levelPath].filter((path): path is string => path !== undefined && names.includes(path));
};

const layoutOfOne = (path: string): readonly FormTab[] => [
  { key: 'main', groups: [{ key: 'main', rows: [[{ path }]] }] },
];

/** Part of the form that is shown, if it is not the whole form. */
interface FormPart {
  /** The only property to show. */
  readonly only: string | undefined;
  /** Groups of the form, one under the other. */
  readonly groups: readonly string[] | undefined;
  /** A property that is shown elsewhere. */
  readonly without: string | undefined;
  readonly needed: readonly string[] | undefined;
}

const shownLayout = (declared: readonly FormTab[], { only, groups }: FormPart): readonly FormTab[] => {
  if (only !== undefined) return layoutOfOne(only);
  if (!groups) return declared;
  const all = declared.flatMap((tab) => tab.groups);
  return [{ key: 'main', groups: all.filter(({ key }) => groups.includes(key)) }];
};

const namesInLayout = (layout: readonly FormTab[]): readonly string[] =>
  layout.flatMap((tab) => tab.groups.flatMap(({ rows }) => rows.flat().map(({ path }) => path.split('.')[0] ?? path)));

const usePlan = (form: LoadedForm, draft: ItemDraft, part: FormPart) => {
  const { type } = draft;
  const client = useClient();
  const { user } = client.session;
  const admin = user?.admin === true;
  return useMemo(() => {
    const { only, groups, without } = part;
    const { validator, check: checkAll } = formCheckOf(client, form, type);
    const options: unknown = form.uiSchema['ui:options'];
    const declared = (options as { readonly layout?: readonly FormTab[] } | undefined)?.layout ?? [];
    const names = Object.keys((form.schema.properties ?? {}) as object);
    const declaredType = client.registry.types[type];
    const closed = declaredType ? closedProperties(declaredType, user) : [];
    const lifted = liftedOf(client, draft, names).filter((name) => !closed.includes(name));
    const whole =
      only === undefined
        ? withoutFields(layoutFor(declared, admin), [...lifted, ...closed, ...(without === undefined ? [] : [without])])
        : [];
    const layout = shownLayout(whole, part);
    const properties = client.registry.types[type]?.properties ?? {};
    const isPart = only !== undefined || groups !== undefined;
    const shown = isPart ? new Set([...lifted, ...namesInLayout(layout)]) : undefined;
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
    const textLists = textListsIn(form.schema.properties);
    return { validator, plan: { type, layout, lifted, names, textLists, needed, shown, check } };
  }, [form, type, draft, part, client, admin, user]);
};

/** Marks fields that others change while the form is open, until it is saved. */
const useMarksOfOthers = (session: FormSession, draft: ItemDraft): void => {
  const { items, connection } = useClient();
  useEffect(() => {
    const { others } = session;
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
  }, [session, draft, items, connection]);
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
  const part = useMemo(() => ({ only, groups, without, needed }), [only, groups, without, needed]);
  const { validator, plan } = usePlan(form, draft, part);
  const session = useNewSession(draft, plan);
  useMarksOfOthers(session, draft);
  return (
    <SchemaForm {...{ session, form, validator, disabled, only, ref }}>
      {only === undefined && <ErrorSummary session={session} />}
    </SchemaForm>
  );
});
