// Which value of all selected items is to be changed, and how: set, emptied, or one value added to or taken from each. Whether an item
// may be changed so is the server's to say.

import { Button as BlueprintButton, HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { Client } from 'src/client/Client.ts';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import { itemIn, ownerOf } from 'src/client/forms/rules/ownerOf.ts';
import { FieldStateContext } from 'src/client/forms/session/FieldState.ts';
import 'src/client/intl/laterMessages.ts';
import type { DialogStore } from 'src/client/stores/DialogStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { type Level, LEVELS } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ListRef, Property } from 'src/model/schema/Property.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const STRICTEST = LEVELS.at(-1);

const changeable = (type: ItemType): readonly Property[] =>
  Object.values(type.properties).filter(
    ({ name, kind, readOnly, computed }) =>
      !readOnly && !computed && KIND_INPUTS[kind].control !== undefined && name !== '$notify' && name !== '$hideNotify',
  );

type Way = 'set' | 'empty' | 'add' | 'take';

const waysOf = ({ many, required, kind }: Property): readonly Way[] => {
  if (KINDS[kind].facet === 'LEVEL') return ['set'];
  if (many) return ['add', 'take'];
  return required ? ['set'] : ['set', 'empty'];
};

/** Input of act/changeMany. */
export type BulkInput = Readonly<Partial<Record<'set' | 'add' | 'take', Readonly<Record<string, Json>>>>>;

const inputFor = ({ name }: Property, way: Way, value: Json): BulkInput =>
  way === 'empty' ? { set: { [name]: null } } : { [way]: { [name]: value } };

interface ValueProps {
  readonly id: string;
  readonly property: Property;
  readonly type: ItemType;
  readonly ids: readonly ItemId[];
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
}

/**
 * Number of items whose owner is loaded to find their value lists; the server refuses values that do not fit the
 * others.
 */
const MOST_LOOKED_AT = 200;

/** Observable. */
const listOwners = ({ items, session }: Client, list: ListRef, ids: readonly ItemId[]): readonly string[] => {
  if (list.owner === 'system') return ['system'];
  const itemOf = (id: string): Item | undefined => itemIn(items.get(id));
  const chosen = ids.slice(0, MOST_LOOKED_AT).flatMap((id) => itemOf(id) ?? []);
  const owners = new Set(chosen.flatMap((item) => ownerOf(list, item, itemOf) ?? []));
  return owners.size > 0 ? [...owners] : (session.user?.readOrgs ?? []);
};

const BulkValueInput = observer(({ id, property, type, ids, value, set }: ValueProps) => {
  const client = useClient();
  const messages = useMessages();
  const { control: Control, choices } = KIND_INPUTS[property.kind];
  const owners = property.list ? listOwners(client, property.list, ids) : [];
  if (!Control) return null;
  return (
    <Control
      {...{ id, property, value, set }}
      choices={choices?.({ client, messages, type: type.name, property, owners })}
      none={messages.format('forms.choose')}
    />
  );
});

const LabelledValue = (props: ValueProps) => {
  const { id, type, property } = props;
  const label = useMessages().property(type.name, property.name);
  const state = { labelId: `${id}-label`, label, describedBy: undefined, invalid: false, required: false };
  return (
    <>
      <label id={state.labelId} htmlFor={id}>
        {label}
      </label>
      <FieldStateContext value={state}>
        <BulkValueInput {...props} />
      </FieldStateContext>
    </>
  );
};

interface Widening {
  /** The change sets the level that decides who may read the records. */
  readonly isLevel: boolean;
  readonly value: Json | undefined;
  readonly count: number;
}

/** Asks before a change that may let more people read some of the records. Resolves to true for every other change. */
const mayWiden = async (dialogs: DialogStore, { isLevel, value, count }: Widening): Promise<boolean> =>
  !isLevel ||
  value === STRICTEST ||
  (await dialogs.confirm({
    title: 'widen.title',
    message: 'bulk.widen.message',
    apply: 'widen.apply',
    values: { count, to: String(value as Level) },
  }));

interface BulkChangeProps {
  readonly type: ItemType;
  /** Those of the selected items that are listed. */
  readonly ids: readonly ItemId[];
  readonly count: number;
  readonly start: (change: BulkInput) => void;
  readonly close: () => void;
}

export const BulkChange = observer(({ type, ids, count, start, close }: BulkChangeProps) => {
  const messages = useMessages();
  const { dialogs } = useClient();
  const id = useId();
  const [name, setName] = useState('');
  const [way, setWay] = useState<Way>('set');
  const [value, setValue] = useState<Json>();
  const property = type.properties[name];
  const ways = property ? waysOf(property) : [];
  const chosenWay = ways.includes(way) ? way : ways[0];
  const ready = property && chosenWay && (chosenWay === 'empty' || value !== undefined);
  const apply = async (): Promise<void> => {
    if (!ready || !(await mayWiden(dialogs, { isLevel: name === type.levelPath, value, count }))) return;
    start(inputFor(property, chosenWay, value ?? null));
  };
  const named = changeable(type).map((each) => ({ name: each.name, label: messages.property(type.name, each.name) }));
  return (
    <Dialog
      open
      title={messages.format('bulk.changeTitle', { count })}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <BlueprintButton intent="primary" disabled={!ready} onClick={() => void apply()}>
            {messages.format('bulk.apply', { count })}
          </BlueprintButton>
        </>
      }
    >
      <div className="kk-bulk-form">
        <div>
          <label htmlFor={`${id}-name`}>{messages.format('bulk.property')}</label>
          <HTMLSelect
            id={`${id}-name`}
            fill
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setValue(undefined);
            }}
          >
            <option value="">{messages.format('forms.choose')}</option>
            {named
              .toSorted((one, other) => one.label.localeCompare(other.label))
              .map((each) => (
                <option key={each.name} value={each.name}>
                  {each.label}
                </option>
              ))}
          </HTMLSelect>
        </div>
        {ways.length > 1 && (
          <div>
            <label htmlFor={`${id}-way`}>{messages.format('bulk.way')}</label>
            <HTMLSelect id={`${id}-way`} fill value={chosenWay} onChange={(event) => setWay(event.target.value as Way)}>
              {ways.map((each) => (
                <option key={each} value={each}>
                  {messages.format(`bulk.ways.${each}`)}
                </option>
              ))}
            </HTMLSelect>
          </div>
        )}
        {property && chosenWay !== 'empty' && (
          <div>
            <LabelledValue key={name} id={`${id}-value`} set={setValue} {...{ property, type, ids, value }} />
          </div>
        )}
      </div>
    </Dialog>
  );
});
