// The item as JSON, for administrators and for those who act as another user; only administrators can change it ([CELL-06]). The text goes
// into the item's draft: it is stored on this device, merges with changes of others and is saved by the button of the head.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { ConflictChoice } from 'src/client/forms/draft/ConflictChoice.tsx';
import { DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
import { faultIn } from 'src/client/item/jsonFault.ts';
import { rawFaults, type RawFaults } from 'src/client/item/rawFaults.ts';
import { cleaned, propertiesIn } from 'src/client/stores/draftValues.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { useClient } from 'src/client/useClient.ts';

interface RawEditProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft | undefined;
}

const printed = (values: Values): string => JSON.stringify(values, null, 2);

interface ParsedText {
  /** Undefined when the text is no JSON object. */
  readonly values: Values | undefined;
  readonly faults: RawFaults;
}

const NO_FAULTS: RawFaults = { unknown: [], wrong: [] };

const parsedText = (text: string, type: ItemType): ParsedText => {
  try {
    const value = JSON.parse(text) as Json;
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return { values: undefined, faults: NO_FAULTS };
    const values = value as Values;
    return { values, faults: rawFaults(values, type) };
  } catch {
    return { values: undefined, faults: NO_FAULTS };
  }
};

/** Returns the typed properties; undefined when the text cannot be saved. */
const parsedItem = (text: string, type: ItemType): Values | undefined => {
  const { values, faults } = parsedText(text, type);
  return faults.unknown.length + faults.wrong.length > 0 ? undefined : values;
};

/**
 * Returns the typed text while it is equal to the draft; otherwise the draft as text, because others may have changed
 * it.
 */
const useJsonText = (type: ItemType, draft: ItemDraft): readonly [text: string, setText: (text: string) => void] => {
  const [typed, setTyped] = useState('');
  const says = parsedItem(typed, type);
  const isStillValid = says !== undefined && deepEqual(cleaned(says), cleaned(draft.values));
  const setText = (text: string): void => {
    setTyped(text);
    const values = parsedItem(text, type);
    draft.setRaw(values ? undefined : text);
    if (values) draft.set(values);
  };
  return [draft.raw ?? (isStillValid ? typed : printed(draft.values)), setText];
};

const RefusedProperties = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const messages = useMessages();
  const entries = Object.entries(draft.problems).flatMap(([path, problems]) =>
    problems.map(({ message, params }) => ({ path, text: messages.format(message, params as never) })),
  );
  if (entries.length === 0) return null;
  return (
    <div role="alert">
      <ul className="kk-danger">
        {entries.map(({ path, text }) => (
          <li key={`${path} ${text}`}>
            <code>{path}</code> {text}
          </li>
        ))}
      </ul>
    </div>
  );
});

const TypedFaults = ({ faults: { unknown, wrong } }: { readonly faults: RawFaults }) => {
  const messages = useMessages();
  if (unknown.length + wrong.length === 0) return null;
  return (
    <div role="alert">
      <ul className="kk-danger">
        {unknown.length > 0 && (
          <li>{messages.format('raw.unknown', { count: unknown.length, names: unknown.join(', ') })}</li>
        )}
        {wrong.map(({ name, wanted, given }) => (
          <li key={name}>
            {messages.format('raw.wrongKind', {
              ...{ name, wanted: messages.format(`raw.is.${wanted}`), given: messages.format(`raw.is.${given}`) },
            })}
          </li>
        ))}
      </ul>
    </div>
  );
};

const RawForm = observer(({ draft, type }: { readonly draft: ItemDraft; readonly type: ItemType }) => {
  const messages = useMessages();
  const id = useId();
  const [text, setText] = useJsonText(type, draft);
  const invalid = draft.raw !== undefined;
  const place = invalid ? faultIn(text) : undefined;
  const { values, faults } = parsedText(text, type);
  return (
    <div className="kk-stack">
      <DraftBands draft={draft} type={type} />
      {draft.conflict && <ConflictChoice draft={draft} conflict={draft.conflict} type={type} />}
      <label htmlFor={id}>{messages.format('raw.label')}</label>
      <textarea
        id={id}
        className="bp6-input kk-raw"
        rows={24}
        spellCheck={false}
        value={text}
        aria-invalid={invalid}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-hint`} className={invalid ? 'kk-danger' : 'kk-soft'}>
        {place && `${messages.format('raw.place', place)} `}
        {messages.format(!invalid ? 'raw.hint' : values === undefined ? 'raw.noObject' : 'raw.invalid')}
      </p>
      {invalid && <TypedFaults faults={faults} />}
      <RefusedProperties draft={draft} />
    </div>
  );
});

export const RawEdit = observer(({ item, type, draft }: RawEditProps) => {
  const { session } = useClient();
  const messages = useMessages();
  const id = useId();
  if (draft && session.user?.admin === true) return <RawForm draft={draft} type={type} />;
  return (
    <div className="kk-stack">
      <label htmlFor={id}>{messages.format('raw.label')}</label>
      <textarea
        id={id}
        className="bp6-input kk-raw"
        rows={24}
        readOnly
        value={printed(propertiesIn(item, new Set(Object.keys(type.properties))))}
      />
    </div>
  );
});
