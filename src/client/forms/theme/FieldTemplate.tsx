// One field: label, explanation, control, problems, tied together by ids. Objects and arrays of objects bring their own frame.

import type { FieldTemplateProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useContext, useMemo, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { FieldErrors } from 'src/client/fields/FieldErrors.tsx';
import { problemText } from 'src/client/fields/rules/FormProblem.ts';
import { FieldStateContext, ProblemsPlaceContext, type FieldState } from 'src/client/fields/session/FieldState.ts';
import { FieldPart } from 'src/client/forms/theme/FieldPart.tsx';
import { helpText, labelText } from 'src/client/forms/theme/fieldLabels.ts';
import { RequiredMark, useRequired } from 'src/client/fields/RequiredMark.tsx';
import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import { fieldProperty } from 'src/client/fields/useField.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';

type Frame = 'none' | 'label' | 'group';

const frameOf = ({ schema, uiSchema, displayLabel }: FieldTemplateProps): Frame => {
  const property = fieldProperty(uiSchema);
  if (uiSchema?.['ui:options']?.['control'] !== undefined) return 'group';
  if (uiSchema?.['ui:field'] !== undefined) return property && KIND_VIEWS[property.kind].look.group ? 'group' : 'label';
  if (schema.type === 'object' || (schema.type === 'array' && !displayLabel)) return 'none';
  if (schema.type === 'boolean') return 'label';
  return 'label';
};

const Problems = ({ id, rawErrors }: { readonly id: string; readonly rawErrors: readonly string[] }) => {
  const { intl } = useMessages();
  const place = useContext(ProblemsPlaceContext);
  const list = <FieldErrors id={`${id}__error`} texts={rawErrors.map((encoded) => problemText(intl, encoded))} />;
  return place ? createPortal(list, place) : list;
};

/**
 * Says that another person changed the field while the form was open; if this person changed it too, shows the other
 * value.
 */
const ChangedByOthers = observer(
  ({ id, path }: { readonly id: string; readonly path: FieldTemplateProps['fieldPathId']['path'] }) => {
    const {
      items,
      registry,
      session: { user },
    } = useClient();
    const session = useFormSession();
    const messages = useMessages();
    const name = String(path[0]);
    if (path.length !== 1 || !session?.others.has(name)) return null;
    const event = session.others.get(name);
    const { id: itemId, type, changed } = session.model;
    const loaded = itemId === undefined ? undefined : items.peek(itemId);
    const property = registry.types[type]?.properties[name];
    const isMine = changed.includes(name);
    if (event?.by === user?.$id && event?.by !== undefined && !isMine) return null;
    return (
      <div id={`${id}__others`} className="kf-others">
        <Icon name="edit" />
        <span>
          <FormattedMessage
            id={event ? 'forms.others' : 'forms.othersUnknown'}
            values={{
              name: (event?.by && items.label(event.by)) || messages.format('forms.somebody'),
              when: event && <When at={event.at} />,
            }}
          />{' '}
          {isMine && property && loaded?.state === 'ready' && (
            <>
              <b>
                <FormattedMessage id="forms.theirs" />
              </b>{' '}
              <PropertyValue type={type} property={property} value={loaded.item[name]} item={loaded.item} />
            </>
          )}
        </span>
      </div>
    );
  },
);

/** Marks a field of a stored item that this person has changed and not saved. */
const OwnChange = observer(({ path }: { readonly path: FieldTemplateProps['fieldPathId']['path'] }) => {
  const session = useFormSession();
  const messages = useMessages();
  const isStored = session?.model.id !== undefined;
  if (path.length !== 1 || !isStored || !session.model.changed.includes(String(path[0]))) return null;
  return <span className="kf-changed">{messages.format('forms.changedByYou')}</span>;
});

const useAria = (props: FieldTemplateProps, label: string, hasHelp: boolean): FieldState => {
  const { id, rawErrors } = props;
  const required = useRequired(props);
  const invalid = (rawErrors?.length ?? 0) > 0;
  return useMemo(() => {
    const describedBy = [hasHelp ? `${id}__help` : '', invalid ? `${id}__error` : ''].filter(Boolean).join(' ');
    return {
      labelId: `${id}__label`,
      label,
      describedBy: describedBy || undefined,
      invalid,
      required,
    };
  }, [id, label, hasHelp, invalid, required]);
};

const Label = ({
  props,
  state,
  group,
}: {
  readonly props: FieldTemplateProps;
  readonly state: FieldState;
  readonly group: boolean;
}) => {
  // The list above is named and marked already; its entries are named for those who do not see it.
  const inList = typeof props.fieldPathId.path.at(-1) === 'number';
  const className = inList ? 'kk-unseen' : 'kf-label';
  const content: ReactNode = (
    <>
      <span dir="auto">{state.label}</span> <RequiredMark required={state.required && !inList} />
    </>
  );
  const id = `${props.id}__label`;
  return group ? (
    <span id={id} className={className}>
      {content}
    </span>
  ) : (
    <label id={id} htmlFor={props.id} className={className}>
      {content}
    </label>
  );
};

/** Items of a simple list are named by their place, since they share one declaration. */
const useFieldLabel = ({ label, fieldPathId }: FieldTemplateProps): string => {
  const messages = useMessages();
  const last = fieldPathId.path.at(-1);
  const name = labelText(messages, label);
  return typeof last === 'number' ? messages.format('forms.itemNumber', { name, number: last + 1 }) : name;
};

export const FieldTemplate = (props: FieldTemplateProps) => {
  const { id, hidden, children, rawErrors = [], schema } = props;
  const messages = useMessages();
  const label = useFieldLabel(props);
  const help = helpText(messages, props.label, props.uiSchema);
  const state = useAria(props, label, help !== undefined);
  const frame = frameOf(props);
  if (hidden) return <div hidden>{children}</div>;
  const isSwitch = schema.type === 'boolean' && props.uiSchema?.['ui:field'] === undefined;
  const group =
    frame === 'group'
      ? ({ role: 'group', 'aria-labelledby': state.labelId, 'aria-describedby': state.describedBy } as const)
      : {};
  const explanation = frame !== 'none' && help !== undefined && (
    <p id={`${id}__help`} className="kf-help">
      {help}
    </p>
  );
  return (
    <FieldStateContext value={state}>
      <div
        className={[
          'kf-field',
          ...(state.invalid ? ['kf-invalid'] : []),
          // The names inside it are its own.
          ...(frame === 'none' ? ['kf-framed'] : help === undefined ? ['kf-unexplained'] : []),
        ].join(' ')}
        data-pointer={pointerOf(props.fieldPathId.path)}
        {...group}
      >
        {frame !== 'none' && !isSwitch && <Label props={props} state={state} group={frame === 'group'} />}
        {!isSwitch && explanation}
        <div className="kf-body">
          {children}
          {/* The name of a switch is next to it, and is read first. */}
          {isSwitch && explanation}
          {props.fieldPathId.path.length === 1 && (
            <FieldPart id={id} name={String(props.fieldPathId.path[0])} label={label} />
          )}
          <ChangedByOthers id={id} path={props.fieldPathId.path} />
          {rawErrors.length > 0 && <Problems id={id} rawErrors={rawErrors} />}
        </div>
        <OwnChange path={props.fieldPathId.path} />
      </div>
    </FieldStateContext>
  );
};
