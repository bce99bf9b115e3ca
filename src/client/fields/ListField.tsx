// Values of a value list. Another field of the form determines the owner of the list. Archived values are shown only if
// they are stored; if the list allows it, a free text is possible in addition to the known keys.

import type { FieldProps } from '@rjsf/utils';
import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { ListLink } from 'src/client/fields/ListLink.tsx';
import { textsOf, useField, type FieldControl } from 'src/client/fields/useField.ts';
import { itemIn, ownerOf } from 'src/client/fields/rules/ownerOf.ts';
import { spelled, useLeftText } from 'src/client/fields/useLeftText.ts';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { goToProblem } from 'src/client/fields/session/goToProblem.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { Chosen } from 'src/client/fields/widgets/Chosen.tsx';
import { Combobox, type Offer } from 'src/client/fields/widgets/Combobox.tsx';
import { TickBoxes } from 'src/client/fields/widgets/ChoiceWidgets.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { LovValue } from 'src/model/generated/wire.ts';
import { isOther, OTHER_MARKER, otherText } from 'src/model/item/otherMarker.ts';
import { foldText } from 'src/model/text/foldText.ts';

const NO_CHOICES: readonly LovValue[] = [];

/** Up to this number, values are check boxes; more are found by typing. */
const TICKED = 8;

interface Choosing {
  readonly field: FieldControl;
  readonly values: readonly LovValue[];
  readonly stored: readonly string[];
}

/** Returns the values to choose from: active ones, and archived ones that the item already has. */
const choosable = (values: readonly LovValue[], stored: readonly string[]): readonly LovValue[] =>
  values.filter(({ key, state }) => state === 'ACTIVE' || stored.includes(key));

const useLabels = (values: readonly LovValue[]) => {
  const messages = useMessages();
  return (key: string): string => {
    if (isOther(key)) return otherText(key) || messages.format('forms.otherValue');
    const value = values.find((one) => one.key === key);
    if (!value) return key;
    return value.state === 'ARCHIVED' ? messages.format('forms.archived', { label: value.label }) : value.label;
  };
};

const otherFrom = (text: string): string => (text === '' ? OTHER_MARKER : `${OTHER_MARKER}:${text}`);

/** "Other" needs a text. */
const NOT_SAID = 'forms.otherEmpty';

const OtherText = ({ field, value }: { readonly field: FieldControl; readonly value: string }) => {
  const messages = useMessages();
  const { refuse } = useLeftText(field);
  const { label, invalid } = useFieldState();
  return (
    <InputGroup
      value={otherText(value)}
      dir="auto"
      fill
      disabled={field.disabled}
      aria-label={messages.format('forms.otherNamed', { name: label })}
      aria-invalid={invalid || undefined}
      onChange={({ target }) => {
        refuse(target.value.trim() === '' ? NOT_SAID : undefined);
        field.set(otherFrom(target.value));
      }}
      onBlur={field.leave}
    />
  );
};

const OneOfList = ({ field, values, stored }: Choosing) => {
  const messages = useMessages();
  const state = useFieldState();
  const labelOf = useLabels(values);
  const [value] = stored;
  const other = value !== undefined && isOther(value);
  const listed = value === undefined || other || values.some(({ key }) => key === value);
  const { refuse } = useLeftText(field);
  const pick = (key: string): void => {
    refuse(key === OTHER_MARKER ? NOT_SAID : undefined);
    field.set(key === '' ? undefined : key);
  };
  return (
    <>
      <HTMLSelect
        id={field.id}
        fill
        value={other ? OTHER_MARKER : (value ?? '')}
        disabled={field.disabled}
        className={state.invalid ? 'kf-select-invalid' : ''}
        {...controlAria(state)}
        onChange={(event) => pick(event.target.value)}
        onBlur={() => {
          // The text for "Other" is typed in the box below, which reports a missing text.
          if (!other) field.leave();
        }}
      >
        <option value="">{messages.format('forms.choose')}</option>
        {choosable(values, stored).map(({ key }) => (
          <option key={key} value={key}>
            {labelOf(key)}
          </option>
        ))}
        {!listed && <option value={value}>{value}</option>}
        {(other || field.property.list?.other) && (
          <option value={OTHER_MARKER}>{messages.format('forms.other')}</option>
        )}
      </HTMLSelect>
      {other && <OtherText field={field} value={value} />}
    </>
  );
};

const SeveralTicked = ({ field, values, stored }: Choosing) => {
  const labelOf = useLabels(values);
  const unknown = [...new Set(stored.filter((key) => !values.some((value) => value.key === key)))];
  const keys = [...choosable(values, stored).map(({ key }) => key), ...unknown];
  return (
    <TickBoxes
      id={field.id}
      choices={keys.map((key) => ({ value: key, label: labelOf(key) }))}
      chosen={stored}
      disabled={field.disabled}
      onChange={field.set}
      onLeave={field.leave}
    />
  );
};

/** Puts the values that begin with the text first. The others keep their order. */
const bestFirst = (values: readonly LovValue[], text: string): readonly LovValue[] => {
  const begins = ({ label }: LovValue): number => Number(foldText(label).startsWith(text));
  return text === '' ? values : values.toSorted((one, other) => begins(other) - begins(one));
};

const SeveralTyped = ({ field, values, stored }: Choosing) => {
  const messages = useMessages();
  const labelOf = useLabels(values);
  const { typed = '', setTyped, refuse, forget } = useLeftText(field);
  const wanted = foldText(typed);
  const named = values.filter(({ label }) => wanted === '' || foldText(label).includes(wanted));
  const matching = bestFirst(
    named.filter(({ key, state }) => state === 'ACTIVE' && !stored.includes(key)),
    wanted,
  );
  const taken = named.filter(({ key }) => stored.includes(key)).length;
  const own = typed.trim().normalize('NFC');
  const mayAdd =
    field.property.list?.other === true &&
    own !== '' &&
    !stored.includes(otherFrom(own)) &&
    !values.some(({ key, label }) => key === own || label === own);
  const offers: readonly Offer[] = [
    ...matching,
    ...(mayAdd ? [{ key: otherFrom(own), label: messages.format('forms.addOther', { text: own }), adds: true }] : []),
  ];
  const pick = (key: string): void => {
    forget();
    if (!stored.includes(key)) field.set([...stored, key]);
  };
  const leave = (): void => {
    const known = values.find(
      ({ key, label, state }) => spelled(label) === spelled(own) && (state === 'ACTIVE' || stored.includes(key)),
    );
    const only = matching.length === 1 && !field.property.list?.other ? matching[0] : undefined;
    const key = own === '' ? undefined : (known?.key ?? (mayAdd ? otherFrom(own) : only?.key));
    if (key !== undefined) pick(key);
    else if (own === '' || stored.includes(otherFrom(own))) forget();
    else refuse('forms.notListed');
    field.leave();
  };
  return (
    <Combobox
      id={field.id}
      text={typed}
      offers={offers}
      status={
        offers.length === 0 && taken > 0
          ? messages.format('forms.foundChosen', { count: taken })
          : messages.format('forms.found', { count: offers.length })
      }
      disabled={field.disabled}
      icon="chevron-down"
      placeholder={messages.format(field.property.list?.other ? 'forms.chooseOrType' : 'forms.chooseOrFind')}
      chosen={
        <Chosen
          entries={stored.map((key) => ({ key, name: labelOf(key), content: <span dir="auto">{labelOf(key)}</span> }))}
          ordered={false}
          disabled={field.disabled}
          focusAfter={field.id}
          onChange={(keys) => {
            field.set(keys);
            field.leave();
          }}
        />
      }
      onText={setTyped}
      onPick={pick}
      onTakeBack={stored.length === 0 ? undefined : () => field.set(stored.slice(0, -1))}
      onLeave={leave}
    />
  );
};

/** Returns the values of the list; undefined until the field with the owner is filled and the values are loaded. */
const useList = ({ property }: FieldControl) => {
  const { lists, items } = useClient();
  const session = useFormSession();
  const { list } = property;
  const holder = session && { ...session.model.values, ...session.values, $id: session.model.id };
  const owner = list && ownerOf(list, holder, (id) => itemIn(items.get(id)));
  return { owner, values: list && owner ? lists.values(list.list, owner) : undefined };
};

/** The field with the owner may be on another tab: its name is a link to it. */
const OwnerFirst = ({ path }: { readonly path: string }) => {
  const messages = useMessages();
  const session = useFormSession();
  const [top = ''] = path.split('.');
  const name = messages.property(session?.plan.type ?? '', path);
  const isHere = session?.plan.names.includes(top) === true;
  if (!isHere) {
    // The server sets the owner later; the owner of a conversation, for example, is that of its subject.
    return (
      <p className="kf-help">
        <FormattedMessage id="forms.ownerLater" values={{ name }} />
      </p>
    );
  }
  const link = (
    <button type="button" className="kf-help-link" onClick={() => goToProblem(session, `/${top}`)}>
      {name}
    </button>
  );
  return (
    <p className="kf-help">
      <FormattedMessage id="forms.ownerFirst" values={{ name: link }} />
    </p>
  );
};

export const ListField = observer((props: FieldProps) => {
  const field = useField(props);
  const { owner, values = NO_CHOICES } = useList(field);
  const { list, many } = field.property;
  const few = values.length > 0 && values.length <= TICKED && list?.other !== true;
  const Several = few ? SeveralTicked : SeveralTyped;
  const Shown = many ? Several : OneOfList;
  return (
    <>
      <div className="kf-with-link">
        <div>
          <Shown field={field} values={values} stored={textsOf(field.value)} />
        </div>
        {list && owner !== undefined && !field.disabled && <ListLink list={list.list} owner={owner} />}
      </div>
      {/* Under the control, which does not move when the owner is chosen and has the height of the other controls of its line. */}
      {owner === undefined && <OwnerFirst path={list?.owner ?? ''} />}
    </>
  );
});
