// Related items: found by typing, shown by their labels. Items that the reader may not see stay in the value and are
// not shown.

import type { FieldProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { textsOf, useField, type FieldControl } from 'src/client/fields/useField.ts';
import { useReaders } from 'src/client/fields/useReaders.ts';
import { useBelonging } from 'src/client/fields/useBelonging.ts';
import { useItemOffers } from 'src/client/fields/useItemOffers.tsx';
import {
  MIN_CHARACTERS,
  standsForPeople,
  useNewest,
  useSuggestions,
  type Suggestions,
} from 'src/client/fields/useSuggestions.ts';
import { spelled, useLeftText } from 'src/client/fields/useLeftText.ts';
import { useFieldState } from 'src/client/fields/session/FieldState.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { Chosen } from 'src/client/fields/widgets/Chosen.tsx';
import { Combobox, type Offer } from 'src/client/fields/widgets/Combobox.tsx';
import { askedTypes } from 'src/model/listing/mayCreate.ts';
import { creatableTypes, initialFor, newItemKey } from 'src/client/navigation/newItems.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { valuesAt } from 'src/model/schema/paths.ts';

/** Undefined: items of any type. `$owner` is the site's type of owners. */
const relationTypes = (to: readonly string[], { ownerType }: Registry): readonly string[] | undefined =>
  to.includes('*')
    ? undefined
    : to.flatMap((name) => (name === '$owner' ? (ownerType === undefined ? [] : [ownerType]) : [name]));

/** `taken`: the number of results that are values of the field already, and so are not offered. */
const statusOf = (messages: Messages, { state, found }: Suggestions, taken: number): string => {
  if (state === 'short') return messages.format('forms.typeMore', { count: MIN_CHARACTERS });
  if (state === 'waiting') return messages.format('forms.searching');
  return found.length === 0 && taken > 0
    ? messages.format('forms.foundChosen', { count: taken })
    : messages.format('forms.found', { count: found.length });
};

interface CreateLinksProps {
  readonly types: readonly string[] | undefined;
  /** Distinguishes the new item from others of its type. */
  readonly itemKey: string;
  readonly typed: string;
  /** Property of the new item that says to which item it belongs. */
  readonly by: string | undefined;
  /** Items to which the new one must belong. */
  readonly owners: readonly string[];
  /** Called when a request is opened: the name is no longer a fault of the field. */
  readonly onAsked: () => void;
}

/** If nothing matches, opens a new item, or a request for one, in the next column. It starts with the typed text. */
const CreateLinks = ({ types, itemKey, typed, by, owners, onAsked }: CreateLinksProps) => {
  const client = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { navigation } = client;
  const belonging = (path: string | undefined) => path !== undefined && owners.length === 1 && { [path]: owners[0] };
  const offered = [
    ...creatableTypes(client, types).map((type) => ({
      ...{ type, initial: { ...initialFor(type, typed), ...belonging(by) } },
      onOpened: undefined,
      text: messages.format('forms.createNamed', { type: messages.typeInSentence(type.name), name: typed }),
    })),
    ...askedTypes(client.registry, client.session.user, types ?? []).map(({ type, path, belongs }) => ({
      ...{ type, initial: { [path]: typed, ...belonging(belongs) } },
      onOpened: onAsked,
      text: messages.format('forms.askNamed', { name: typed }),
    })),
  ];
  return (
    <p className="kf-create">
      {offered.map(({ type: { name }, initial: values, text, onOpened }) => {
        const segment = `i-${name}-0-${itemKey}`;
        const initial = JSON.stringify(values);
        return (
          <a
            key={name}
            href={navigation.href(column, segment, initial)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void navigation.open(column, segment, initial);
              onOpened?.();
            }}
          >
            {text}
          </a>
        );
      })}
    </p>
  );
};

/** Takes each item that is created for the picker, and returns the key of such items. */
const useCreated = (types: readonly string[] | undefined, take: (id: ItemId) => void): string => {
  const { drafts } = useClient();
  const [key] = useState(newItemKey);
  const created = types?.map((type) => drafts.created.get(`${type}-0-${key}`)).find((id) => id !== undefined);
  const taking = useRef(take);
  useEffect(() => {
    taking.current = take;
  });
  useEffect(() => {
    if (created !== undefined) taking.current(created);
  }, [created]);
  return key;
};

interface PickerUse {
  /** Called when a request for an item is opened. */
  readonly onAsked: () => void;
  readonly pick: (id: ItemId) => void;
}

/** Returns the properties of the box that one and several relations share, and what is needed to pick one of its offers. */
const usePicker = ({ id, disabled, property, value }: FieldControl, text: string, { onAsked, pick }: PickerUse) => {
  const [opened, setOpened] = useState(false);
  const { registry, items } = useClient();
  const messages = useMessages();
  const session = useFormSession();
  const types = relationTypes(property.rel?.to ?? ['*'], registry);
  const choose = standsForPeople(types, registry);
  const itemKey = useCreated(types, pick);
  const { belongs, rel } = property;
  const { only } = rel ?? {};
  const of = rel?.readers === true ? session?.model.id : undefined;
  const isAsked = of === undefined && only === undefined;
  const suggestions = useSuggestions(isAsked ? text : '', types, { choose });
  const newest = useNewest(types, { opened: opened && isAsked, typed: text, choose });
  const owners = belongs?.to === undefined ? [] : textsOf(valuesAt(session?.values ?? {}, belongs.to));
  const belonging = useBelonging({
    belongs: of === undefined ? belongs : undefined,
    only,
    types,
    owners,
    typed: text,
    opened,
  });
  const readers = useReaders({ of, typed: text, opened });
  const narrow = readers ?? belonging;
  const lacks = belongs?.to !== undefined && owners.length === 0 ? belongs.to : undefined;
  // Other people are refused, so they are not offered while the narrow search is under way.
  const isNarrow = of === undefined && belongs?.by !== undefined;
  const others = suggestions.state === 'short' ? newest : suggestions.found;
  const candidates = narrow?.found ?? (isNarrow ? [] : others);
  const { except } = property.rel ?? {};
  const excluded = except === undefined ? [] : textsOf(valuesAt(session?.model.values ?? {}, except));
  const closed = new Set([...excluded, session?.model.id]);
  const chosen = new Set(textsOf(value));
  const matching = candidates.filter(({ $id }) => !closed.has($id));
  // A single value stays among the offers, marked as chosen. Several are shown above the box.
  const free = property.many ? matching.filter(({ $id }) => !chosen.has($id)) : matching;
  const offers = useItemOffers(free, types?.length !== 1).map((offer) => ({ ...offer, chosen: chosen.has(offer.key) }));
  const remember = (id: string): void => {
    const picked = free.find(({ $id }) => $id === id);
    if (picked) items.putLabels({ [id]: picked.label });
  };
  // Other forms are in dialogs, which would cover the new item.
  const isFormOfItem = session?.model.type !== '';
  const offersNew = isFormOfItem && suggestions.state === 'found' && matching.length === 0;
  const state = isAsked && !isNarrow ? suggestions.state : narrow?.waiting === false ? 'found' : 'waiting';
  // Names the field that must be filled in first.
  const first =
    lacks && messages.format('forms.chooseFirst', { name: messages.property(session?.model.type ?? '', lacks) });
  const box = {
    id,
    offers,
    waiting: narrow?.waiting ?? (isNarrow ? opened : suggestions.state === 'waiting'),
    status: statusOf(messages, { state, found: free }, matching.length - free.length),
    footer: offersNew && <CreateLinks {...{ types, itemKey, typed: text.trim(), by: belongs?.by, owners, onAsked }} />,
    onOpen: () => setOpened(true),
    disabled: disabled || first !== undefined,
    placeholder: first ?? messages.format('forms.typeToFind'),
  };
  return { box, offers, remember };
};

/** Returns the item with exactly the typed name, if there is only one. */
const namedAs = (offers: readonly Offer[], typed: string): Offer | undefined => {
  const named = offers.filter(({ label }) => spelled(label) === spelled(typed));
  return named.length === 1 ? named[0] : undefined;
};

const OneRelation = observer(({ field }: { readonly field: FieldControl }) => {
  const messages = useMessages();
  const { items } = useClient();
  const { label } = useFieldState();
  const { typed, setTyped, refuse, forget } = useLeftText(field);
  const [id] = textsOf(field.value);
  const chosen = id === undefined ? undefined : itemName(items, messages.format, id);
  const put = (key: string | undefined): void => {
    forget();
    if (key !== id) field.set(key);
  };
  const { box, offers, remember } = usePicker(field, typed ?? '', { onAsked: forget, pick: put });
  const pick = (key: string | undefined): void => {
    if (key !== undefined) remember(key);
    put(key);
  };
  const leave = (): void => {
    const named = namedAs(offers, typed ?? '');
    if (typed !== undefined && typed.trim() === '') pick(undefined);
    else if (typed === undefined || spelled(typed) === spelled(chosen ?? '')) pick(id);
    else if (named) pick(named.key);
    else refuse('forms.notFound');
    field.leave();
  };
  const clear = id !== undefined && !field.disabled && (
    <IconButton
      icon="cross"
      size="small"
      label={messages.format('forms.remove', { name: chosen ?? label })}
      onClick={() => {
        pick(undefined);
        document.getElementById(field.id)?.focus();
      }}
    />
  );
  return (
    <Combobox
      {...box}
      text={typed ?? chosen ?? ''}
      end={clear || undefined}
      onText={setTyped}
      onPick={pick}
      onGiveUp={() => setTyped(undefined)}
      onLeave={leave}
    />
  );
});

const Several = observer(({ field }: { readonly field: FieldControl }) => {
  const messages = useMessages();
  const { items } = useClient();
  const { typed = '', setTyped, refuse, forget } = useLeftText(field);
  const ids = textsOf(field.value);
  // Hidden ones keep their place at the end; only what is shown can be moved or removed.
  const visible = ids.filter((id) => !items.isAbsent(id));
  const hidden = ids.filter((id) => !visible.includes(id));
  const put = (key: string): void => {
    forget();
    field.set([...visible, key, ...hidden]);
  };
  const { box, offers, remember } = usePicker(field, typed, { onAsked: forget, pick: put });
  const pick = (key: string): void => {
    remember(key);
    put(key);
  };
  const entries = visible.map((id) => ({
    key: id,
    name: itemName(items, messages.format, id),
    content: <ItemLink id={id} />,
  }));
  return (
    <Combobox
      {...box}
      text={typed}
      chosen={
        <Chosen
          entries={entries}
          ordered={field.property.rel?.ordered === true}
          disabled={field.disabled}
          focusAfter={field.id}
          onChange={(keys) => {
            field.set([...keys, ...hidden]);
            field.leave();
          }}
        />
      }
      onText={setTyped}
      onPick={pick}
      onTakeBack={visible.length === 0 ? undefined : () => field.set([...visible.slice(0, -1), ...hidden])}
      onLeave={() => {
        const named = namedAs(offers, typed);
        if (named) pick(named.key);
        else if (entries.some(({ name }) => spelled(name) === spelled(typed))) forget();
        else refuse(typed.trim() === '' ? undefined : 'forms.notFound');
        field.leave();
      }}
    />
  );
});

export const RelationField = (props: FieldProps) => {
  const field = useField(props);
  return field.property.many ? <Several field={field} /> : <OneRelation field={field} />;
};
